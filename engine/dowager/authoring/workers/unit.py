"""Units of work, and what workers say of them."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dowager.errors import DowagerError


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """Some boards that are worked on together, and alone again if need be.

    Attributes:
        first: the number of the first board.
        count: how many boards.
    """

    first: int
    count: int

    def __str__(self) -> str:
        if self.count == 1:
            return f"board {self.first}"
        return f"boards {self.first} to {self.first + self.count - 1}"


Work = Callable[[Unit], bytes]
"""What is done with a unit. It is deterministic and has no other effect: a unit may be done twice.

Work that takes long may say how far it is, by `advanced`.

It is pickled, so its class or function stands in a module that can be imported, not in a script.
"""


UnderWay = Callable[[Unit, int], None]
"""Takes a unit that is worked on, and how many of its boards are done."""


class WorkerError(DowagerError):
    """Work could not go on: a unit fails, or workers cannot be had. The message says which."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker process has started, and waits for its job."""


@dataclass(frozen=True, slots=True)
class Advanced:
    """How many boards of the unit in hand are done so far."""

    boards: int


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a unit."""

    result: bytes


@dataclass(frozen=True, slots=True)
class Failed:
    """The work raised an exception: its text, and where it was raised."""

    message: str
    trace: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A worker cannot do this job at all, and why."""

    message: str


Outcome: TypeAlias = Done | Failed | Refused


def outcome_of(work: Work, unit: Unit) -> Outcome:
    """Do a unit."""
    try:
        return Done(work(unit))
    except Exception as error:  # whatever it is, the caller hears of it and of the unit
        words = (
            str(error) if isinstance(error, DowagerError) else f"{type(error).__name__}: {error}"
        )
        return Failed(words, traceback.format_exc())


def result_of(outcome: Outcome, unit: Unit) -> bytes:
    """Return the result of a unit.

    Raises:
        WorkerError: the work raised an exception, or the worker refused it.
    """
    match outcome:
        case Done(result):
            return result
        case Failed(message, trace):
            error = WorkerError(f"{unit}: {message}")
            error.add_note(f"In the worker:\n{trace}")
            raise error
        case Refused(message):
            raise WorkerError(message)
