"""Owns the outcomes: what a table manager tells the program that runs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from dowager.cards import Seat
from dowager.formats import Board


@dataclass(frozen=True, slots=True)
class Reported:
    """Something that an operator wants to read."""

    text: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A client has got a seat, perhaps not for the first time."""

    seat: Seat
    team: str


@dataclass(frozen=True, slots=True)
class Close:
    """A connection is to be closed, once its lines have been sent."""

    connection: int


@dataclass(frozen=True, slots=True)
class PauseWanted:
    """The table pauses; call `go_on` after so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class OperatorWanted:
    """The operator is to say what a call means; call `operator` with the answer.

    `seat` and `call` are None when the whole auction is to be looked at.
    """

    seat: Seat | None
    call: str
    auction: str


@dataclass(frozen=True, slots=True)
class BoardFinished:
    """A board is over.

    Attributes:
        board: all that happened.
        seconds: the thinking time of North-South and of East-West.
    """

    board: Board
    seconds: tuple[float, float]


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """All boards are over, and the clients have been told."""


ManagerEvent: TypeAlias = (
    Reported | Joined | Close | PauseWanted | OperatorWanted | BoardFinished | SessionEnded
)
