"""The events of a player's conversation: what has happened at somebody's table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from dowager.auction import Call
from dowager.cards import Hand, Seat


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """The table manager has given us a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TeamsNamed:
    """Both teams are known."""

    north_south: str
    east_west: str


@dataclass(frozen=True, slots=True)
class BoardBegun:
    """We have our cards; whatever was known of an earlier board is void."""

    number: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class CallHeard:
    """A call was made, ours included. `alert` is None without an alert, and may be empty."""

    seat: Seat
    call: Call
    alert: str | None


@dataclass(frozen=True, slots=True)
class AlertHeard:
    """What an earlier call of another means; the auction has ended."""

    seat: Seat
    call: Call
    alert: str


@dataclass(frozen=True, slots=True)
class CallWanted:
    """It is our turn to call."""


@dataclass(frozen=True, slots=True)
class CardHeard:
    """A card was played from the hand of a seat, ours and dummy's included."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class DummySeen:
    """Dummy's cards are on the table."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class CardWanted:
    """It is our turn to play from the hand of `seat`: our own, or dummy's when we are declarer."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClaimHeard:
    """A player claims the remaining tricks and shows a hand; `wanted`: we are to answer."""

    seat: Seat
    hand: Hand
    wanted: bool


@dataclass(frozen=True, slots=True)
class ClaimEnded:
    """A claim was accepted, or rejected and the play goes on."""

    seat: Seat
    accepted: bool


@dataclass(frozen=True, slots=True)
class BoardEnded:
    """The board is over: passed out, played out or claimed."""


@dataclass(frozen=True, slots=True)
class TimesHeard:
    """The seconds that each side has used: for the board and in all; None if unreadable."""

    north_south: tuple[int | None, int | None]
    east_west: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something worth a line in a log: what was ignored, and why."""

    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The session is over.

    Attributes:
        fault: what is wrong; empty when it ended as it should.
        cut_off: whether the connection closed before anybody had ended the session.
    """

    fault: str = ""
    cut_off: bool = False


PlayerEvent: TypeAlias = (
    SeatGiven
    | TeamsNamed
    | BoardBegun
    | CallHeard
    | AlertHeard
    | CallWanted
    | CardHeard
    | DummySeen
    | CardWanted
    | ClaimHeard
    | ClaimEnded
    | BoardEnded
    | TimesHeard
    | Noticed
    | Ended
)
