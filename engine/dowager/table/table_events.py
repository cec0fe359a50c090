"""The events of a table manager, for the program that runs it; and whom the table waits for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from dowager.auction import Auction
from dowager.cards import Seat
from dowager.formats import Board


@dataclass(frozen=True, slots=True)
class Reported:
    """A line for the operator; `stranger`: about a client without a seat, of whom many may come."""

    text: str
    stranger: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """A player has got a seat, perhaps not for the first time."""

    seat: Seat
    team: str


@dataclass(frozen=True, slots=True)
class Left:
    """A player, no robot that stands in, has gone from a seat; the seat is his if he comes back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Close:
    """A connection is to be closed, once its lines have been sent."""

    connection: int


@dataclass(frozen=True, slots=True)
class PauseWanted:
    """The table pauses; call `go_on` after this many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class OperatorWanted:
    """The operator is to say what calls mean; call `operator` with the answer.

    Attributes:
        auction: the calls so far.
        index: the call in question, the last one; None for all calls of an auction that has ended.
    """

    auction: Auction
    index: int | None


@dataclass(frozen=True, slots=True)
class BoardFinished:
    """A board is over.

    Attributes:
        board: all that happened.
        seconds: the thinking time of North-South and of East-West.
        faults: what players that the table has started did wrong: `South: it has ended (SIGSEGV)`.
    """

    board: Board
    seconds: tuple[float, float]
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """All boards are over, and the players know."""


TableEvent: TypeAlias = (
    Reported | Joined | Left | Close | PauseWanted | OperatorWanted | BoardFinished | SessionEnded
)


class Duty(Enum):
    """What a player owes the table; each kind has a time limit of its own."""

    CONNECT = auto()
    ACT = auto()  # to call or to play
    SAY = auto()  # anything else, such as that it is ready


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the table waits for a player to do; `words` follow the player's name: `to call`."""

    duty: Duty
    words: str
