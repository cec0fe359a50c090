"""Owns the events: what a client, or a table manager, tells the program that runs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from dowager.auction import Call
from dowager.cards import Hand, Seat
from dowager.protocols.bluechip.messages import DealInfo, Timing


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
    """We have our cards; whatever was known of a board before is void."""

    deal: DealInfo
    hand: Hand


@dataclass(frozen=True, slots=True)
class CallHeard:
    """A call was made, ours included. `alert` is None without an alert."""

    seat: Seat
    call: Call
    alert: str | None


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
    """A player claims the remaining tricks; `wanted` tells whether it is for us to answer."""

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
class Timed:
    """The table manager tells the time used."""

    timing: Timing


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something that is worth a line in a log: what was ignored, and why."""

    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The session is over; `fault` is empty when it ended as it should."""

    fault: str = ""


ClientEvent: TypeAlias = (
    SeatGiven
    | TeamsNamed
    | BoardBegun
    | CallHeard
    | CallWanted
    | CardHeard
    | DummySeen
    | CardWanted
    | ClaimHeard
    | ClaimEnded
    | BoardEnded
    | Timed
    | Noticed
    | Ended
)
