"""The shipped quizzes of every shipped system, and that every rule has one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.bidder import (
    Bidder,
    Outcome,
    ask,
    quiz_files,
    read_quizzes,
    unused_leads,
    unused_rules,
)
from dowager.cards import Hand, Seat
from dowager.cli.main import dowager
from dowager.errors import SystemFaults
from dowager.language.files import load_file, system_names
from support.systems import shipped_bidder

IN_TESTS_OF_THEIR_OWN = ("two_over_one/options", "acol/options")
"""Folders whose files `test_two_over_one` and `test_acol` ask."""

FILES = [
    (system, file)
    for system in system_names()
    for file in quiz_files(system)
    if "/".join(file.parts[-3:-1]) not in IN_TESTS_OF_THEIR_OWN
]


@cache
def _outcomes(system: str, file: Path) -> tuple[Outcome, ...]:
    return tuple(ask(shipped_bidder(system), quiz) for quiz in read_quizzes([file]))


@pytest.mark.parametrize(("system", "file"), FILES, ids=[f"{s}-{f.stem}" for s, f in FILES])
def test_quizzes(system: str, file: Path) -> None:
    wrong = [
        f"{outcome.quiz.span}: {outcome.quiz.asked}: {fault}"
        for outcome in _outcomes(system, file)
        for fault in outcome.faults
    ]
    assert not wrong, "\n".join(wrong)


def test_every_quiz_has_a_source_or_a_name() -> None:
    for system, file in FILES:
        for outcome in _outcomes(system, file):
            heading = outcome.quiz.heading
            assert heading.source or heading.name, outcome.quiz.span


def test_every_rule_and_lead_of_sayc_is_used() -> None:
    outcomes = [
        one for system, file in FILES if system == "sayc" for one in _outcomes(system, file)
    ]
    system = shipped_bidder().systems[0]
    unused = (*unused_rules(system, outcomes), *unused_leads(system, outcomes))
    assert [line.location for line in unused] == []


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("3.QJ842.K9842.32", "4H"),
        ("2.K842.AQ842.J32", "4H"),
        ("A32.K842.A842.32", "X"),
        ("2.KJ8.AQ8432.J32", "X"),
    ],
)
def test_over_an_overcall_that_no_shipped_system_makes(hand: str, call: str) -> None:
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(["1H", "3NT"]))
    assert str(shipped_bidder().choose(Hand.parse(hand), auction).call) == call


CHOOSING = """\
system: choosing
options: {notrump: [strong, weak]}
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: balanced and hcp in 15..17, if: notrump=strong}
      - {call: 1NT, name: weak notrump, hand: balanced and hcp in 12..14, if: notrump=weak}
      - {call: P, name: no opening bid}
"""
THIRTEEN = "AQ4.KJ94.K32.984"


def quizzed(folder: Path, quizzes: str, system: str = "") -> tuple[int, str]:
    """Return the exit code and the output of `dowager quiz` for a system with these quizzes."""
    (folder / "choosing").mkdir(exist_ok=True)
    (folder / "choosing" / "system.yaml").write_text(CHOOSING)
    (folder / "choosing" / "quizzes.yaml").write_text(quizzes)
    result = CliRunner().invoke(dowager, ["quiz", "--system", f"{folder}/choosing{system}"])
    return result.exit_code, result.output


def test_quizzes_beside_a_system_are_its_own(tmp_path: Path) -> None:
    code, output = quizzed(tmp_path, f"quizzes: [{{after: start, hands: [{THIRTEEN}: P]}}]")
    assert (code, output.splitlines()[0]) == (0, "1 of 1 quizzes passed, from 1 file")


def test_quizzes_choose_options(tmp_path: Path) -> None:
    weak = f"{{after: start, options: notrump=weak, hands: [{THIRTEEN}: 1NT]}}"
    read = "{after: start, options: [notrump=weak], reads: [1NT: weak notrump]}"
    plain = f"{{after: start, hands: [{THIRTEEN}: P]}}"
    assert quizzed(tmp_path, f"quizzes: [{weak}, {read}, {plain}]")[0] == 0
    # what the quiz chooses goes before what the user does, and that before the usual choice
    code, output = quizzed(tmp_path, f"quizzes: [{weak}, {plain}]", "(notrump=weak)")
    assert code == 1
    assert "expected P, bid 1NT (weak notrump" in output
    # a file chooses for those of its quizzes that do not
    strong = weak.replace("weak", "strong")
    code, output = quizzed(tmp_path, f"options: notrump=weak\nquizzes: [{strong}, {plain}]")
    assert code == 1
    assert f"{THIRTEEN} after (no calls), notrump=strong: expected 1NT, bid P" in output
    assert f"{THIRTEEN} after (no calls), notrump=weak: expected P, bid 1NT" in output


def test_an_edited_system_is_read_again_for_a_choice(tmp_path: Path) -> None:
    weak = f"quizzes: [{{after: start, options: notrump=weak, hands: [{THIRTEEN}: 1NT]}}]"
    assert quizzed(tmp_path, weak)[0] == 0
    file = tmp_path / "choosing" / "system.yaml"
    file.write_text(CHOOSING.replace("12..14", "10..12"))
    questions = read_quizzes([tmp_path / "choosing" / "quizzes.yaml"])
    (outcome,) = [ask(Bidder(load_file(file)), question) for question in questions]
    assert outcome.answer == "P"


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ("notrump=mini", "the option 'notrump' has no value 'mini'; its values are strong, weak"),
        ("notrmp=weak", "no option 'notrmp'; did you mean 'notrump'?"),
    ],
)
def test_a_wrong_choice_is_explained(tmp_path: Path, options: str, fault: str) -> None:
    quiz = f"{{after: start, options: {options}, hands: [{THIRTEEN}: 1NT]}}"
    code, output = quizzed(tmp_path, f"quizzes: [{quiz}]")
    assert code == 1
    assert "quizzes.yaml:1:" in output
    assert fault in output


def test_what_is_no_choice_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "quizzes.yaml"
    file.write_text(f"quizzes: [{{after: start, options: weak, hands: [{THIRTEEN}: P]}}]\n")
    with pytest.raises(SystemFaults) as caught:
        read_quizzes([file])
    (fault,) = caught.value.faults
    assert str(fault).endswith(":1:35: 'weak' is no choice; write such as `notrump=weak`")
