"""Tunable numbers: how systems declare them, and what `tools/tune.py` makes of them."""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from dowager.errors import SystemFaults
from dowager.language.files import load_file
from inputs import run as run_tool
from support.commands import Result
from support.systems import write_system

TIMID = """\
system: timid
define:
  game_points: 14
  partscore: 8
tune:
  game_points: 8..14 by 2
  partscore: 6..9
sections:
  - after: start
    rules:
      - {call: 1NT, hand: hcp in 15..17 and balanced}
      - {call: P}
  - after: 1NT
    rules:
      - {call: 3NT, hand: hcp >= game_points}
      - {call: P}
"""


def tune(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str | Path
) -> Result:
    """Run the program in this process."""
    monkeypatch.setattr(sys, "argv", ["tune.py", *map(str, words)])
    with pytest.raises(SystemExit) as end:
        run_tool(import_module("tune").main)
    said = capsys.readouterr()
    return Result(int(end.value.code or 0), said.out, said.err)


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """The folder of the timid system, among systems of its own."""
    return write_system(tmp_path / "systems" / "timid", TIMID).parent


# -- declaring -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        (
            "game_points: 8..14 by 2",
            "games: 8..14",
            "6:3",
            "`define` gives 'games' no plain number",
        ),
        ("game_points: 14", "game_points: hcp + 1", "6:3", "'game_points' no plain number"),
        ("8..14 by 2", "14..8", "6:16", "write a range of numbers, such as 33..37"),
        ("8..14 by 2", "8..14 by 0", "6:16", "write a range of numbers"),
        ("8..14 by 2", "8..14 by 0.01", "6:16", "write a range of numbers"),
        ("8..14 by 2", "[8, 14]", "6:16", "write a range of numbers"),
    ],
)
def test_a_bad_declaration_is_a_fault(
    tmp_path: Path, old: str, new: str, where: str, said: str
) -> None:
    with pytest.raises(SystemFaults) as caught:
        load_file(write_system(tmp_path, TIMID.replace(old, new)))
    (fault,) = caught.value.faults
    assert f":{where}: " in str(fault) and said in str(fault)


def test_the_values_of_a_number_include_both_bounds(system: Path) -> None:
    numbers = import_module("tune").Tunable(system / "system.yaml").numbers
    assert {number.word: [str(value) for value in number.values()] for number in numbers} == {
        "game_points": ["8", "10", "12", "14"],
        "partscore": ["6", "7", "8", "9"],
    }
    assert numbers[0].value == Fraction(14)


# -- the program -----------------------------------------------------------------------------------


def test_it_lists_what_may_be_varied(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, system: Path
) -> None:
    said = tune(capsys, monkeypatch, system, "--list")
    words = [line.split() for line in said.out.splitlines()]
    assert [line[:5] for line in words] == [
        ["game_points", "14", "8..14", "by", "2"],
        ["partscore", "8", "6..9", "by", "1"],
    ]
    wrong = tune(capsys, monkeypatch, system, "--list", "--words", "slam")
    assert (wrong.code, "there are game_points, partscore" in wrong.err) == (2, True)


def test_it_finds_confirms_and_writes_a_better_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, system: Path
) -> None:
    """Game with fourteen points opposite fifteen to seventeen is bid far too late."""
    log = system / "matches.jsonl"
    words = (system, "--words", "game_points", "--boards", "500", "--confirm", "900", "--write")
    words = (*words, "--log", log, "--kept", system / "tricks.db")
    said = tune(capsys, monkeypatch, *words)
    assert said.code == 0, said.err
    lines = (system / "system.yaml").read_text().splitlines()
    evidence, changed = lines[2:4]
    assert evidence.strip().startswith("# 1") and "instead of 14: +" in evidence
    assert changed in ("  game_points: 10", "  game_points: 12")
    assert "IMPs a board on 900 boards" in evidence
    played = log.read_text().splitlines()
    assert load_file(system / "system.yaml").rules

    write_system(system, TIMID)
    again = tune(capsys, monkeypatch, *words)
    assert again.out == said.out
    assert log.read_text().splitlines() == played, "matches that are noted are not played again"


def test_what_does_not_gain_stays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, system: Path
) -> None:
    before = (system / "system.yaml").read_text()
    words = (system, "--words", "partscore", "--boards", "40", "--write")
    said = tune(capsys, monkeypatch, *words)
    assert said.out.endswith("  stays\n")
    assert (system / "system.yaml").read_text() == before


def test_a_log_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, system: Path
) -> None:
    log = system / "notes.txt"
    log.write_text("not a match\n")
    said = tune(capsys, monkeypatch, system, "--words", "partscore", "--log", log, "--boards", "5")
    assert said.code == 2 and f"{log}:1: not a match" in said.err
