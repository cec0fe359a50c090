"""The messages of both sides; `line_reader` and `line_writer` have their lines.

Source: the protocol text, version 18 (1 August 2005).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from dowager.auction import Call, Vulnerability
from dowager.cards import Hand, Seat
from dowager.table import Step

VERSION = 18


class Dummy(Enum):
    """The word `dummy` where a seat could stand."""

    DUMMY = "Dummy"

    @property
    def word(self) -> str:
        """`Dummy`."""
        return str(self.value)


DUMMY = Dummy.DUMMY
Who: TypeAlias = Seat | Dummy


@dataclass(frozen=True, slots=True)
class Connecting:
    """A client asks for a seat; `seat` is None for any free one.

    Attributes:
        team: its team's name.
        seat: the seat.
        version: the version of the protocol.
        small: whether the line begins with a small letter.
        more: what follows the version.
    """

    team: str
    seat: Seat | None
    version: int
    small: bool = False
    more: str = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """The table manager gives a client its seat."""

    seat: Seat
    team: str


@dataclass(frozen=True, slots=True)
class ReadyForStep:
    """A client is ready for the teams, to start, for the deal or for its cards."""

    seat: Seat
    step: Step


@dataclass(frozen=True, slots=True)
class Teams:
    """The names of both teams."""

    north_south: str
    east_west: str


@dataclass(frozen=True, slots=True)
class StartOfBoard:
    """A board begins, or begins again."""


@dataclass(frozen=True, slots=True)
class DealInfo:
    """A board's number, dealer and vulnerability."""

    number: int
    dealer: Seat
    vulnerability: Vulnerability


@dataclass(frozen=True, slots=True)
class Cards:
    """The thirteen cards of a player, or of dummy."""

    who: Who
    hand: Hand


@dataclass(frozen=True, slots=True)
class Bids:
    """A call. `alert` is None for a call without one, and may be empty."""

    seat: Seat
    call: Call
    alert: str | None = None


@dataclass(frozen=True, slots=True)
class ReadyForBid:
    """A client is ready for another player's call."""

    seat: Seat
    of: Seat


@dataclass(frozen=True, slots=True)
class ToLead:
    """The table manager asks for a lead."""

    who: Who


@dataclass(frozen=True, slots=True)
class Plays:
    """A card is played."""

    who: Who
    card: int


@dataclass(frozen=True, slots=True)
class ReadyForCard:
    """A client is ready for another player's card; `trick` is 1 to 13, or None when not said."""

    seat: Seat
    of: Who
    trick: int | None


@dataclass(frozen=True, slots=True)
class ReadyForDummy:
    """A client wants to see dummy's cards."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReceivedDummy:
    """A client has seen dummy's cards (earlier versions)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Timing:
    """The seconds of North-South and East-West, for this board and in all; None if unreadable."""

    north_south: tuple[int | None, int | None]
    east_west: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Claims:
    """A player claims the remaining tricks (the text's proposal)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AnswersClaim:
    """A player accepts or rejects another's claim (the text's proposal)."""

    seat: Seat
    claimer: Seat
    accepts: bool


@dataclass(frozen=True, slots=True)
class ClaimEnds:
    """The table manager says what came of a claim (the text's proposal)."""

    claimer: Seat
    accepted: bool


@dataclass(frozen=True, slots=True)
class Illegal:
    """The table manager refuses a bid or a card."""

    what: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """The peer says that something went wrong."""

    text: str


@dataclass(frozen=True, slots=True)
class EndOfSession:
    """The session is over."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line that is none of these.

    Attributes:
        text: the line.
        why: what is wrong with one that nearly is; else empty.
        action: `bid` or `card` if it begins as one; else empty.
        who: whose that would be.
    """

    text: str
    why: str = ""
    action: str = ""
    who: Who | None = None


ReadyForAction: TypeAlias = ReadyForBid | ReadyForCard | ReadyForDummy
"""What a client says before it is sent a call, a card or dummy."""

Message: TypeAlias = (
    Connecting
    | Seated
    | ReadyForStep
    | Teams
    | StartOfBoard
    | DealInfo
    | Cards
    | Bids
    | ReadyForBid
    | ToLead
    | Plays
    | ReadyForCard
    | ReadyForDummy
    | ReceivedDummy
    | Timing
    | Claims
    | AnswersClaim
    | ClaimEnds
    | Illegal
    | Refusal
    | EndOfSession
    | Unknown
)
