"""`dowager watch`: a real process that watches a real folder, edited as editors do."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from dowager.authoring.check.run import Progress
from dowager.authoring.check.walk import Extent
from dowager.authoring.watch.rounds import News, watch_system
from support.commands import Dowager

SYSTEM = """\
system: small
title: a system for one test
use: [words]
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: balanced and hcp in 15..17}
      - {call: 1C, name: the rest, hand: enough}
      - {call: P, name: weak}
  - {when: ours, rules: [{call: P, name: enough}]}
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
LIMIT = 60  # seconds after which a process that says nothing is ended, and the test fails


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a small system without faults, with a module beside its folder."""
    monkeypatch.setenv("DOWAGER_CACHE", "off")
    monkeypatch.chdir(tmp_path)
    found = tmp_path / "small"
    found.mkdir()
    (found / "system.yaml").write_text(SYSTEM)
    (found / "quizzes.yaml").write_text(QUIZZES)
    (tmp_path / "words.yaml").write_text(WORDS)
    return found


class Watcher:
    """A process that watches, and what it says."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def round(self) -> list[str]:
        """Return the lines of the next round; its last one is the sum."""
        lines: list[str] = []
        assert self._process.stdout is not None
        while not lines or not lines[-1].startswith("small: "):
            line = self._process.stdout.readline()
            assert line, f"it ended after {lines}"
            lines.append(line.rstrip("\n"))
        return lines

    def object(self) -> Any:
        """Return the next round as JSON."""
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def interrupt(self) -> tuple[int, str]:
        """Press Ctrl-C; return the exit code, and what was said on standard error."""
        self._process.send_signal(signal.SIGINT)
        _, said = self._process.communicate(timeout=LIMIT)
        return self._process.returncode, said


def started(*words: str) -> Iterator[Watcher]:
    command = [sys.executable, "-m", "dowager.cli.main", "watch", "./small", "--boards", "20"]
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, *words], stdout=pipe, stderr=pipe, text=True, env=environment
    ) as process:
        deadline = Timer(LIMIT, process.kill)
        deadline.start()
        yield Watcher(process)
        deadline.cancel()
        process.kill()


@pytest.fixture
def watcher(folder: Path) -> Iterator[Watcher]:
    """Watch the system."""
    yield from started()


@pytest.fixture
def json_watcher(folder: Path) -> Iterator[Watcher]:
    """Watch the system for a program."""
    yield from started("--json")


def renamed(file: Path, text: str) -> None:
    """Save as careful editors do: a new file takes the place of the old one."""
    other = file.with_name(f".{file.name}.swp")
    other.write_text(text)
    file.with_name(f"{file.name}~").write_text("not: [valid")  # a backup, which is no rule file
    other.replace(file)


def clean(line: str) -> bool:
    return line.startswith("small: 3 of 3 quizzes passed, no faults, no remarks; ")


def test_what_is_spoiled_is_told_and_what_is_mended_too(folder: Path, watcher: Watcher) -> None:
    [first] = watcher.round()
    assert clean(first)
    file = folder / "system.yaml"
    file.write_text(SYSTEM.replace("balanced", "balancd").replace("- {call: P", "- {cal: P"))
    *faults, last = watcher.round()
    assert [line.split(": ")[:2] for line in faults] == [
        ["new", "small/system.yaml:7:49"],
        ["new", "small/system.yaml:9:9"],
        ["new", "small/system.yaml:9:10"],
    ]
    assert "unknown word 'balancd'; did you mean 'balanced'?" in faults[0]
    assert last.startswith("small: 3 faults; it does not load (")
    file.write_text(SYSTEM)
    *mended, last = watcher.round()
    assert mended == [line.replace("new: ", "mended: ", 1) for line in faults]
    assert clean(last)
    assert watcher.interrupt() == (0, "waiting for a save; Ctrl-C ends\n")


def test_a_finding_comes_stands_and_goes_though_its_line_moves(
    folder: Path, watcher: Watcher
) -> None:
    watcher.round()
    file = folder / "system.yaml"
    renamed(file, HOLE)
    first, where, last = watcher.round()
    assert first.startswith("new: small/system.yaml:11: hole: silent: no rule has a call")
    assert where.startswith("    ") and " after 1C P (" in where
    assert ", 1 fault, no remarks; " in last
    renamed(file, "# a line more\n" + HOLE.replace("name: weak", "name: quiet"))
    stands, _ = watcher.round()
    assert stands.startswith("still: small/system.yaml:12: hole: silent: ")
    renamed(file, SYSTEM)
    gone, last = watcher.round()
    assert gone.startswith("mended: small/system.yaml:12: hole: silent: ") and clean(last)
    assert watcher.interrupt()[0] == 0


def test_quizzes_and_modules_outside_the_folder_are_heard_of(
    folder: Path, watcher: Watcher
) -> None:
    watcher.round()
    (folder.parent / "words.yaml").write_text(WORDS.replace("12", "13"))
    failed, last = watcher.round()
    assert failed == (
        "new: small/quizzes.yaml:7:9: AQ5.KJ4.9873.Q92 after (no calls): "
        "expected 1C, bid P (weak, small/system.yaml:9)"
    )
    assert last.startswith("small: 2 of 3 quizzes passed, no faults, no remarks; ")
    more = folder / "quizzes"
    more.mkdir()
    assert watcher.round()[0].startswith("still: small/quizzes.yaml:7:9: ")
    (more / "more.yaml").write_text(QUIZZES.replace("9873.Q92: 1C", "9873.Q92: P"))
    assert watcher.round()[-1].startswith("small: 5 of 6 quizzes passed, ")
    (folder / "quizzes.yaml").write_text(QUIZZES.replace("9873.Q92: 1C", "9873.Q92: P"))
    gone, last = watcher.round()
    assert gone.startswith("mended: small/quizzes.yaml:7:9: ")
    assert last.startswith("small: 6 of 6 quizzes passed, ")


def test_a_missing_module_is_heard_of_when_it_comes(folder: Path, watcher: Watcher) -> None:
    watcher.round()
    module = folder.parent / "words.yaml"
    module.rename(folder.parent / "other.txt")
    assert any("no module 'words'" in line for line in watcher.round())
    (folder.parent / "other.txt").rename(module)
    assert clean(watcher.round()[-1])


def test_json_has_an_object_for_each_round(folder: Path, json_watcher: Watcher) -> None:
    first = json_watcher.object()
    assert (first["round"], first["system"], first["loaded"]) == (1, "small", True)
    assert first["positions"] == first["scanned"] > 4 and first["new"] == []
    (folder / "system.yaml").write_text(HOLE)
    second = json_watcher.object()
    [hole] = second["new"]
    assert (hole["about"], hole["kind"], hole["calls"]) == ("check", "hole", ["1C", "P"])
    (folder / "system.yaml").write_text("system: [")
    third = json_watcher.object()
    assert (third["loaded"], third["faults"], third["mended"]) == (False, 1, [])
    assert third["new"][0]["about"] == "loading"
    (folder / "system.yaml").write_text(SYSTEM)
    fourth = json_watcher.object()
    assert [one["about"] for one in fourth["mended"]] == ["loading", "check"]
    assert (fourth["round"], fourth["standing"]) == (4, [])


class _Enough(Exception):  # noqa: N818 - it ends the test, and is no error
    """The first round has been told."""


def test_a_check_that_a_save_overtakes_is_not_told(folder: Path) -> None:
    """The system is spoiled in the middle of a long check; nothing of that check is told."""
    file = folder / "system.yaml"
    stages: list[str] = []
    told: list[News] = []

    @contextmanager
    def spoiling() -> Iterator[Progress]:
        def progress(what: str, share: float) -> None:
            if not stages:
                file.write_text("system: [")
            stages.append(what)

        yield progress

    def tell(news: News) -> None:
        told.append(news)
        raise _Enough

    with pytest.raises(_Enough):
        watch_system(file, Extent(boards=150_000), tell, spoiling, clock=lambda: 0.0)
    [news] = told
    assert stages and (news.number, news.round.report) == (1, None)
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
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    name: str, text: str, code: int, words: str,
) -> None:  # fmt: skip
    (folder / name).write_text(text)
    result = Dowager(capsys, monkeypatch)("watch", "./small", "--once", "--boards", "20")
    assert (result.code, result.err) == (code, "")
    assert result.out.splitlines()[-1].startswith(words)


def test_a_system_that_there_is_not_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = Dowager(capsys, monkeypatch)("watch", "./nowhere")
    assert (result.code, result.out) == (2, "") and "no system './nowhere'" in result.err
