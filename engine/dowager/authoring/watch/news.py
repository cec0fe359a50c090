"""News: what a round found, compared with the rounds before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from dowager.authoring.check import Finding
from dowager.authoring.watch.rounds import Round, Trouble
from dowager.bidder import Outcome
from dowager.errors import Fault

_Troubles: TypeAlias = tuple[Trouble, ...]


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """A round, and what was known before it.

    Attributes:
        number: which round this is, from 1.
        round: the round.
        fresh: what was not there before; in the first round, everything.
        mended: what was there and is gone. As long as the system cannot be loaded, failing quizzes
            and findings are not known to be gone.
        standing: what was there and still is.
    """

    number: int
    round: Round
    fresh: _Troubles
    mended: _Troubles
    standing: _Troubles


class Diary:
    """Remembers what the last rounds found, and says what is news."""

    def __init__(self) -> None:
        self._rounds = 0
        self._loading: _Troubles = ()
        self._looking: _Troubles = ()

    def news(self, latest: Round) -> News:
        """Return what is news in a round, and remember it."""
        before = self._loading if latest.report is None else (*self._loading, *self._looking)
        fresh, mended, standing = _compared(before, latest.troubles)
        self._rounds += 1
        self._loading = latest.faults
        if latest.report is not None:
            self._looking = latest.troubles
        return News(self._rounds, latest, fresh, mended, standing)


def _compared(
    before: Sequence[Trouble], now: Sequence[Trouble]
) -> tuple[_Troubles, _Troubles, _Troubles]:
    """Return what is new, what is gone and what stays, whatever lines it has moved to."""
    gone, fresh = list(before), list(now)
    standing: list[Trouble] = []
    for key in (_subject_and_situation, _subject):
        for trouble in list(fresh):
            same = next((other for other in gone if key(other) == key(trouble)), None)
            if same is not None:
                gone.remove(same)
                fresh.remove(trouble)
                standing.append(trouble)
    return tuple(fresh), tuple(gone), tuple(trouble for trouble in now if trouble in standing)


def _subject_and_situation(trouble: Trouble) -> object:
    """Return what a trouble is about, and the position that shows it."""
    situation = trouble.situation if isinstance(trouble, Finding) else None
    return _subject(trouble), situation


def _subject(trouble: Trouble) -> object:
    """Return what a trouble is about, without its line."""
    match trouble:
        case Fault():
            return trouble.span.file, trouble.message
        case Outcome():
            quiz = trouble.quiz
            return quiz.span.file, quiz.asked
        case Finding():
            return trouble.kind, trouble.location.rpartition(":")[0], trouble.name
        case _:
            assert_never(trouble)
