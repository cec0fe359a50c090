"""The house: tests import no tests; the program that measures the engine counts what is there."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest

import house
import trips
from dowager.errors import InputError
from support.commands import ROOT

SHELF = '''"""Owns a shelf."""

from dowager.ground import below


class Box:
    """A box."""

    def open(self, one):
        """Open it."""
        found = below(one)
        return found

    def _hidden(self):
        return [place for place in ()]


def bare(): return Box().open(1)


def lonely():
    match 1:
        case found:
            return (lambda: found)()
'''
GROUND = '''"""What is below."""


def below(number):
    """Give it back."""
    total = sum(each for each in (number,))

    return total


class Box:
    """Another box."""
'''


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout with two files of code."""
    engine = tmp_path / "engine" / "dowager"
    (engine / "shelf").mkdir(parents=True)
    (engine / "__init__.py").write_text("")
    (engine / "shelf" / "shelf.py").write_text(SHELF)
    (engine / "ground.py").write_text(GROUND)
    (engine / "shelf" / "ground.py").write_text("")
    return tmp_path


def test_no_test_imports_another_test() -> None:
    for file in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [each.name for each in getattr(node, "names", ())]
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            tests = [name for name in names if name.startswith(("test_", "tests", "conftest"))]
            assert not tests, f"{file.name} imports {tests}; what tests share stands in support/"


def test_names_and_lengths_are_counted(checkout: Path) -> None:
    engine = house.read_house(checkout)
    assert house.repeated_classes(engine) == {"Box": ["ground.py", "shelf/shelf.py"]}
    assert house.repeated_files(engine) == {"ground.py": [".", "shelf"]}
    assert sorted(house.lengths(engine)) == [1, 1, 3, 3, 4]
    assert house.documented(engine) == 2 / 4
    assert [house.bound_names(engine)[name] for name in house.VAGUE] == [2, 1, 1]
    assert house.owners(engine) == 1
    lines = {"dowager": 12, "shelf": len(SHELF.splitlines())}
    assert house.lines_by_folder(engine) == lines


def test_what_is_entered_is_counted_once(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = checkout / "engine" / "dowager"
    monkeypatch.setattr(trips, "engine", lambda: top)
    text = SHELF.replace("from dowager.ground import below", "from ground_of_a_test import below")
    (top / "shelf" / "shelf.py").write_text(text)
    for name, file in (("ground_of_a_test", "ground.py"), ("shelf_of_a_test", "shelf/shelf.py")):
        spec = util.spec_from_file_location(name, top / file)
        assert spec is not None and spec.loader is not None
        module = util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
    shelf, counts = sys.modules["shelf_of_a_test"], {}
    with trips.counted(counts, "all"):
        shelf.bare(), shelf.bare(), shelf.lonely()
    with trips.counted(counts, "the shelf", "shelf"):
        shelf.bare()
    assert counts == {"all": (2, 4), "the shelf": (1, 2)}


def test_a_name_is_looked_up_where_it_is_defined() -> None:
    assert trips.door("load_system", "language").__name__ == "load_system"
    with pytest.raises(LookupError, match="nothing_of_this_name is defined in 0 files"):
        trips.door("nothing_of_this_name")


@pytest.mark.parametrize("group", trips.GROUPS)
def test_every_trip_can_be_made(group: str) -> None:
    words = [sys.executable, str(ROOT / "tools" / "trips.py"), group]
    done = subprocess.run(words, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    for files, functions in json.loads(done.stdout).values():
        assert 1 <= files <= functions


def test_checkouts_are_compared(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(house, "trips", lambda _: {"a trip": [2, 34]})
    other = shutil.copytree(checkout, checkout / "other")
    house.main([str(checkout), str(other), "--names"])
    said = capsys.readouterr().out
    rows = [line.split() for line in said.splitlines()]
    assert ["a", "trip:", "files", "/", "functions", "2", "/", "34", "2", "/", "34"] in rows
    assert ["files", "4", "4"] in rows
    assert "  Box                      ground.py, shelf/shelf.py" in said
    house.main([str(checkout), "--json"])
    told = json.loads(capsys.readouterr().out)[str(checkout)]
    assert told["classes"] == 2 and told["vague names bound"]["found"] == 2


def test_what_is_no_checkout_is_refused(tmp_path: Path, checkout: Path) -> None:
    with pytest.raises(InputError, match="no checkout of Dowager"):
        house.figures(tmp_path / "nowhere")
    with pytest.raises(InputError, match="the trip 'bidding' fails: LookupError"):
        house.figures(checkout)
    (checkout / "engine" / "dowager" / "ground.py").write_text("def f(:\n")
    with pytest.raises(InputError, match=r"ground\.py:1: "):
        house.figures(checkout)
