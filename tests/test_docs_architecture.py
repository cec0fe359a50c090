"""docs/explanation/architecture.md: its map is the house, and all that it names is there.

Files and names on the other pages about the code are looked up, too.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.commands import ROOT
from support.pages import DOCS, blocks_of, run_python

EXPLANATION = DOCS / "explanation"
PAGE = EXPLANATION / "architecture.md"
TEXT = PAGE.read_text(encoding="utf-8")
HOUSE = ROOT / "engine" / "dowager"
PAGES = [
    PAGE,
    *(EXPLANATION / f"{name}.md" for name in ("exactness", "tables-and-protocols", "alerts")),
    EXPLANATION / "cardplay.md",
]
RULE_WORDS = ("partner", "me", "lho", "rho", "us", "them")


# -- the map ---------------------------------------------------------------------------------------


def drawn() -> dict[str, list[str]]:
    """Return the floors of the map with their shelves, from the top."""
    floors: dict[str, list[str]] = {}
    first_block = next(block for block in blocks_of(PAGE) if block.kind == "text")
    for line in first_block.text.splitlines():
        name = re.match(r"(  )?(\w+) +\S", line)
        assert name, line
        if name[1]:
            floors[list(floors)[-1]].append(name[2])
        else:
            floors[name[2]] = []
    return floors


def folders(folder: Path) -> set[str]:
    """Return the packages in a folder."""
    return {inside.parent.name for inside in folder.glob("*/__init__.py")}


def contract(container: str | None) -> list[str]:
    """Return the layers of a contract in pyproject.toml, from the top."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for each in table["tool"]["importlinter"]["contracts"]:
        if each["type"] == "layers" and each.get("containers") == (container and [container]):
            return [layer.removeprefix("dowager.") for layer in each["layers"]]
    raise AssertionError(container)


def test_the_floors_are_those_of_the_contract_and_of_the_folders() -> None:
    assert list(drawn()) == contract(None)
    assert set(drawn()) == folders(HOUSE)


def test_the_shelves_are_folders() -> None:
    for floor, shelves in drawn().items():
        assert len(shelves) == len(set(shelves))
        assert set(shelves) == folders(HOUSE / floor)


@pytest.mark.parametrize("floor", ["language", "knowledge", "authoring"])
def test_the_shelves_stand_in_the_order_of_the_contract(floor: str) -> None:
    order = [layer.split(" | ") for layer in contract(f"dowager.{floor}")]
    level = {name: number for number, names in enumerate(order) for name in names}
    levels = [level[shelf] for shelf in drawn()[floor]]
    assert levels == sorted(levels)


# -- what is named ---------------------------------------------------------------------------------


@cache
def names_in(file: Path) -> dict[str, set[str]]:
    """Return the names that a file makes or imports, each with the members of the class it is."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {name: members for node in tree.body for name, members in _made(node)}


def _made(node: ast.stmt) -> Iterator[tuple[str, set[str]]]:
    match node:
        case ast.ClassDef():
            yield node.name, {name for inside in node.body for name, _ in _made(inside)}
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield node.name, set()
        case ast.ImportFrom() | ast.Import():
            yield from ((alias.asname or alias.name, set()) for alias in node.names)
        case ast.Assign(targets=targets):
            yield from ((name.id, set()) for name in targets if isinstance(name, ast.Name))
        case ast.AnnAssign(target=ast.Name(name)):
            yield name, set()
        case ast.If(test=ast.Name("TYPE_CHECKING"), body=body):
            yield from (made for inside in body for made in _made(inside))


def file_of(path: str) -> Path:
    """Return the file whose path ends as a page names it; there must be one, and only one."""
    files = [file for file in HOUSE.rglob("*.py") if file.as_posix().endswith(f"/{path}")]
    if path.startswith(("tests/", "tools/")):
        files = [ROOT / path] if (ROOT / path).is_file() else []
    assert len(files) == 1, f"{path}: {files}"
    return files[0]


def is_in(name: str, file: Path) -> bool:
    """Whether a file has a name, or a class with a member: `Position.chosen`."""
    head, _, member = name.partition(".")
    names = names_in(file)
    return head in names and (not member or member in names[head])


def is_somewhere(name: str) -> bool:
    """Whether `module.name`, `package.name` or `Class.member` is in the house."""
    *path, last = name.split(".")
    for file in HOUSE.rglob("*.py"):
        package = file.name == "__init__.py"
        module = (file.parent if package else file.with_suffix("")).parts
        inside = names_in(file)
        if module[-len(path) :] == tuple(path) and (
            last in inside or (package and (file.parent / f"{last}.py").is_file())
        ):
            return True
        if len(path) == 1 and last in inside.get(path[0], ()):
            return True
    return (HOUSE / name.removeprefix("dowager.").replace(".", "/")).is_dir()


def code_of(text: str) -> list[str]:
    """Return what a text has as code."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_and_every_dotted_name_exists(page: Path) -> None:
    code = code_of(page.read_text(encoding="utf-8"))
    files = [word for word in code if re.fullmatch(r"[\w/]+\.py", word)]
    dotted = [word for word in code if re.fullmatch(r"[A-Za-z_]\w*(\.\w+)+", word)]
    dotted = [word for word in dotted if not re.search(r"\.(py|toml|yaml)$", word)]
    assert len(files) + len(dotted) >= 5
    for file in files:
        file_of(file)
    for name in dotted:
        assert name.partition(".")[0] in RULE_WORDS or is_somewhere(name), name


def test_every_step_names_what_is_in_its_file() -> None:
    rows = re.findall(r"^\| `([\w/]+\.py)` \| (.+?) \| .+ \|$", TEXT, re.MULTILINE)
    assert len(rows) >= 50
    for path, names in rows:
        for name in code_of(names):
            assert is_in(name, file_of(path)), f"{path} has no {name}"


def test_names_that_are_not_there_are_missed() -> None:
    assert is_somewhere("Position.chosen") and is_somewhere("knowledge.cells")
    assert is_somewhere("View.expected") and not is_somewhere("View.unexpected")
    assert not is_somewhere("position.chosen") and not is_somewhere("Position.chosens")
    assert is_in("Position.chosen", file_of("public/position.py"))
    assert not is_in("View", file_of("public/position.py"))


# -- what is quoted and shown ----------------------------------------------------------------------


def test_the_rule_that_is_followed_is_written_so() -> None:
    (block,) = [block.text for block in blocks_of(PAGE) if block.kind == "yaml"]
    head, *quoted = block.splitlines()
    path, line = head.removeprefix("# ").split(":")
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    assert lines[int(line) - 1 :][: len(quoted)] == quoted


def test_the_python_of_the_page_prints_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = [block for block in blocks_of(PAGE) if block.kind == "python"]
    assert run_python(block, PAGE, {}) == block.shown
