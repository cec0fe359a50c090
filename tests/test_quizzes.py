"""The shipped quizzes of every shipped system, and that every rule has one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dowager.bidder import (
    Outcome,
    ask,
    quiz_files,
    read_quizzes,
    unused_leads,
    unused_rules,
)
from dowager.language.files import system_names
from support.systems import shipped_bidder

FILES = [(system, file) for system in system_names() for file in quiz_files(system)]


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
