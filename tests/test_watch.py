"""`dowager watch`: a real process that watches a real folder, edited as editors do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from dowager.authoring.check import Extent, Progress
from dowager.authoring.watch import News, watch_system
from dowager.authoring.watch.saves import Saves
from dowager.language.files import SystemFile
from support.commands import Dowager, Program, Result, started

SYSTEM = """\
system: small
title: a system for one test
use: [words]
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: balanced and hcp in 15..17}
      - {call: 1C, name: the rest, hand: enough, artificial: true}
      - {call: P, name: weak}
  - {when: ours, rules: [{call: P, name: enough, to_play: true}]}
  - {when: theirs, rules: [{call: P, name: silent}]}
"""
WORDS = "module: words\ndefine: {enough: hcp >= 12}\nsections: []\n"
QUIZZES = """\
quizzes:
  - name: openings
    after: start
    hands:
      - AQ5.KJ4.KT73.Q92: 1NT
      - AQ5.KJ4.K973.Q92: 1NT
      - AQ5.KJ4.9873.Q92: 1C
"""
HOLE = SYSTEM.replace("name: enough", "name: enough, hand: hcp <= 9")


@pytest.fixture
def folder(tmp_path: Path, no_cache: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a small system without faults, with a module beside its folder."""
    monkeypatch.chdir(tmp_path)
    found = tmp_path / "small"
    found.mkdir()
    (found / "system.yaml").write_text(SYSTEM)
    (found / "quizzes.yaml").write_text(QUIZZES)
    (tmp_path / "words.yaml").write_text(WORDS)
    return found


def next_round(watcher: Program) -> list[str]:
    """Return the lines of the next round; its last one is the sum."""
    lines = [watcher.line()]
    while not lines[-1].startswith("small: "):
        lines.append(watcher.line())
    return lines


def watching(*words: str) -> AbstractContextManager[Program]:
    return started("watch", "./small", "--boards", "20", *words)


@pytest.fixture
def watcher(folder: Path) -> Iterator[Program]:
    """Watch the system."""
    with watching() as program:
        yield program


@pytest.fixture
def json_watcher(folder: Path) -> Iterator[Program]:
    """Watch the system for a program."""
    with watching("--json") as program:
        yield program


def overwrite(file: Path, text: str) -> None:
    """Save as simple editors do, into the file that is there; it is never seen half written.

    Empty lines make up for a text that has become shorter.
    """
    size = file.stat().st_size
    with file.open("r+b", buffering=0) as out:
        out.write(text.encode().ljust(size, b"\n"))


def replace(file: Path, text: str) -> None:
    """Save as careful editors do: a new file takes the place of the old one."""
    other = file.with_name(f".{file.name}.swp")
    other.write_text(text)
    file.with_name(f"{file.name}~").write_text("not: [valid")  # a backup, which is no rule file
    other.replace(file)


def clean(line: str) -> bool:
    return line.startswith("small: 3 of 3 quizzes passed, no faults, no remarks; ")


def test_what_is_spoiled_is_told_and_what_is_mended_too(folder: Path, watcher: Program) -> None:
    [first] = next_round(watcher)
    assert clean(first)
    file = folder / "system.yaml"
    overwrite(file, SYSTEM.replace("balanced", "balancd").replace("- {call: P", "- {cal: P"))
    *faults, last = next_round(watcher)
    assert [line.split(": ")[:2] for line in faults] == [
        ["new", "small/system.yaml:7:49"],
        ["new", "small/system.yaml:9:9"],
        ["new", "small/system.yaml:9:10"],
    ]
    assert "unknown word 'balancd'; did you mean 'balanced'?" in faults[0]
    assert last.startswith("small: 3 faults; it does not load (")
    overwrite(file, SYSTEM)
    *mended, last = next_round(watcher)
    assert mended == [line.replace("new: ", "mended: ", 1) for line in faults]
    assert clean(last)
    watcher.interrupt()
    assert watcher.rest() == Result(0, "", "waiting for a save; Ctrl-C ends\n")


def test_a_finding_comes_stands_and_goes_though_its_line_moves(
    folder: Path, watcher: Program
) -> None:
    next_round(watcher)
    file = folder / "system.yaml"
    replace(file, HOLE)
    first, where, last = next_round(watcher)
    assert first.startswith("new: small/system.yaml:11: hole: silent: no rule has a call")
    assert where.startswith("    ") and " after 1C P (" in where
    assert ", 1 fault, no remarks; " in last
    replace(file, "# a line more\n" + HOLE.replace("name: weak", "name: quiet"))
    stands, _ = next_round(watcher)
    assert stands.startswith("still: small/system.yaml:12: hole: silent: ")
    replace(file, SYSTEM)
    gone, last = next_round(watcher)
    assert gone.startswith("mended: small/system.yaml:12: hole: silent: ") and clean(last)
    watcher.interrupt()
    assert watcher.rest().code == 0


def test_quizzes_and_modules_outside_the_folder_are_heard_of(
    folder: Path, watcher: Program
) -> None:
    next_round(watcher)
    overwrite(folder.parent / "words.yaml", WORDS.replace("12", "13"))
    failed, last = next_round(watcher)
    assert failed == (
        "new: small/quizzes.yaml:7:9: AQ5.KJ4.9873.Q92 after (no calls): "
        "expected 1C, bid P (weak, small/system.yaml:9)"
    )
    assert last.startswith("small: 2 of 3 quizzes passed, no faults, no remarks; ")
    more = folder / "quizzes"
    more.mkdir()
    assert next_round(watcher)[0].startswith("still: small/quizzes.yaml:7:9: ")
    replace(more / "more.yaml", QUIZZES.replace("9873.Q92: 1C", "9873.Q92: P"))
    assert next_round(watcher)[-1].startswith("small: 5 of 6 quizzes passed, ")
    overwrite(folder / "quizzes.yaml", QUIZZES.replace("9873.Q92: 1C", "9873.Q92: P"))
    gone, last = next_round(watcher)
    assert gone.startswith("mended: small/quizzes.yaml:7:9: ")
    assert last.startswith("small: 6 of 6 quizzes passed, ")


def test_a_missing_module_is_heard_of_when_it_comes(folder: Path, watcher: Program) -> None:
    next_round(watcher)
    module = folder.parent / "words.yaml"
    module.rename(folder.parent / "other.txt")
    assert any("no module 'words'" in line for line in next_round(watcher))
    (folder.parent / "other.txt").rename(module)
    assert clean(next_round(watcher)[-1])


def test_json_has_an_object_for_each_round(folder: Path, json_watcher: Program) -> None:
    first = json.loads(json_watcher.line())
    assert (first["round"], first["system"], first["loaded"]) == (1, "small", True)
    assert first["positions"] == first["scanned"] > 4 and first["new"] == []
    overwrite(folder / "system.yaml", HOLE)
    second = json.loads(json_watcher.line())
    [hole] = second["new"]
    assert (hole["about"], hole["kind"], hole["calls"]) == ("check", "hole", ["1C", "P"])
    overwrite(folder / "system.yaml", "system: [")
    third = json.loads(json_watcher.line())
    assert (third["loaded"], third["faults"], third["mended"]) == (False, 1, [])
    assert third["new"][0]["about"] == "loading"
    overwrite(folder / "system.yaml", SYSTEM)
    fourth = json.loads(json_watcher.line())
    assert [one["about"] for one in fourth["mended"]] == ["loading", "check"]
    assert (fourth["round"], fourth["standing"]) == (4, [])


class _Enough(Exception):  # noqa: N818 - it ends the test, and is no error
    """The first round has been told."""


def test_a_check_that_a_save_overtakes_is_not_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system is spoiled in the middle of a check; nothing of that check is told."""
    file = folder / "system.yaml"
    heard: list[Saves] = []
    stages: list[str] = []
    told: list[News] = []

    class Ears(Saves):
        def __init__(self, matters: Callable[[Path], bool]) -> None:
            super().__init__(matters)
            heard.append(self)

    @contextmanager
    def spoiling() -> Iterator[Progress]:
        def progress(what: str, share: float) -> None:
            if not stages:
                file.write_text("system: [")
                heard[0].wait()
            stages.append(what)

        yield progress

    def tell(news: News) -> None:
        told.append(news)
        raise _Enough

    monkeypatch.setattr("dowager.authoring.watch.watcher.Saves", Ears)
    with pytest.raises(_Enough):
        watch_system(SystemFile(file), Extent(boards=20), tell, spoiling, clock=lambda: 0.0)
    [news] = told
    assert len(stages) == 1 and (news.number, news.round.report) == (1, None)
    assert [str(fault.span) for fault in news.round.faults] == ["small/system.yaml:1:10"]


@pytest.mark.parametrize(
    ("name", "text", "code", "words"),
    [
        ("system.yaml", SYSTEM, 0, "small: 3 of 3 quizzes passed, no faults, "),
        ("system.yaml", HOLE, 1, "small: 3 of 3 quizzes passed, 1 fault, "),
        ("quizzes.yaml", QUIZZES.replace(": 1C", ": P"), 1, "small: 2 of 3 quizzes passed, no "),
        ("quizzes.yaml", QUIZZES.replace("hands", "hand"), 2, "small: 2 faults; it does not load"),
        ("system.yaml", "", 2, "small: 1 fault; it does not load"),
    ],
)
def test_once_looks_once(
    run: Dowager, folder: Path,
    name: str, text: str, code: int, words: str,
) -> None:  # fmt: skip
    (folder / name).write_text(text)
    result = run("watch", "./small", "--once", "--boards", "20")
    assert (result.code, result.err) == (code, "")
    assert result.out.splitlines()[-1].startswith(words)


def test_a_system_that_there_is_not_is_refused(run: Dowager, folder: Path) -> None:
    result = run("watch", "./nowhere")
    assert (result.code, result.out) == (2, "") and "no system './nowhere'" in result.err
