"""Rounds: looks at a system that is being edited, one after each save."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dowager.authoring.check import (
    Extent,
    Finding,
    Progress,
    Report,
    check_loaded,
    load_with_every_choice,
)
from dowager.authoring.shared.own_quizzes import own_quizzes
from dowager.bidder import Bidder, Outcome, Question, ask, read_quizzes
from dowager.errors import Fault, SystemFaults
from dowager.language.compile import System
from dowager.language.files import SystemFile

Trouble: TypeAlias = Fault | Outcome | Finding
"""What a round may find: a fault of a file, a quiz that fails, a finding of the check."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadSystem:
    """A system as it was just read from its files.

    Attributes:
        file: the system's file.
        system: what was loaded; None when its files have faults.
        questions: its quizzes.
        faults: what is wrong in its files and in those of its quizzes.
    """

    file: SystemFile
    system: System | None
    questions: tuple[Question, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """The result of one round.

    Attributes:
        name: the system's name.
        faults: what keeps it from being loaded; then nothing else was looked at.
        asked: how many quizzes were asked.
        failed: the quizzes that failed.
        report: the result of the check; None when the system was not loaded.
        seconds: how long it took.
    """

    name: str
    faults: tuple[Fault, ...]
    asked: int
    failed: tuple[Outcome, ...]
    report: Report | None
    seconds: float = 0.0

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """All that is wrong or odd, in the order in which it is reported."""
        return (*self.faults, *self.failed, *(self.report.findings if self.report else ()))


def read_system(file: SystemFile) -> ReadSystem:
    """Read a system and its quizzes from their files; all faults of all files are gathered."""
    faults: list[Fault] = []
    system = None
    questions: Sequence[Question] = ()
    try:
        system = load_with_every_choice(file, inherited=False)
    except SystemFaults as error:
        faults += error.faults
    try:
        questions = read_quizzes(own_quizzes(file.path))
    except SystemFaults as error:
        faults += error.faults
    return ReadSystem(file, system, tuple(questions), tuple(faults))


def look(read: ReadSystem, extent: Extent, progress: Progress) -> Round:
    """Ask a system its quizzes and check it, unless its files have faults.

    Args:
        read: the system and its quizzes.
        extent: how far the check goes.
        progress: called as the work goes on.
    """
    system, file = read.system, read.file
    if read.faults or system is None:
        return Round(file.path.resolve().parent.name, read.faults, 0, (), None)
    outcomes = _asked(system, read.questions, progress)
    failed = tuple(outcome for outcome in outcomes if not outcome.passed)
    report = check_loaded(file, system, extent, 1, progress, only_own=True)
    return Round(system.name, (), len(outcomes), failed, report)


def _asked(system: System, questions: Sequence[Question], progress: Progress) -> list[Outcome]:
    bidder = Bidder(system)
    outcomes: list[Outcome] = []
    for question in questions:
        outcomes.append(ask(bidder, question))
        progress("quizzes", len(outcomes) / len(questions))
    return outcomes
