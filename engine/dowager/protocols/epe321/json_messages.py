"""What is said at an EPE 321 table: the twenty messages of the text, and one that cannot be read.

Each class is named as its message is. The fields that our own host adds to those of the text are
marked so; others ignore them, as the text wants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from dowager.auction import BySide, Call, Contract, Vulnerability
from dowager.cards import Seat, Side


@dataclass(frozen=True, slots=True)
class ConnectRequest:
    """A client asks for a place; only a robot of our host names a position (added)."""

    alias: str
    password: str = ""
    position: Seat | None = None


@dataclass(frozen=True, slots=True)
class ConnectUnsuccessful:
    """There is none: the lobby is full, or another reason, which our host names (added)."""

    full: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ConnectSuccessful:
    """There is one; our host says which (added)."""

    position: Seat | None = None


@dataclass(frozen=True, slots=True)
class LobbyUpdate:
    """Who has which position; positions without a player are not listed."""

    players: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a rubber stands (added by our host).

    Attributes:
        games: won by each side.
        part_scores: below the line towards the next game.
        totals: above and below the line; None where it is not said.
        over: whether the rubber is over.
    """

    games: BySide
    part_scores: BySide
    totals: BySide | None = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class BidStart:
    """A board starts: our cards, as many as could be read, and the dealer; added, the rest."""

    cards: tuple[int, ...]
    dealer: Seat
    number: int | None = None
    vulnerability: Vulnerability | None = None
    part_scores: BySide | None = None


@dataclass(frozen=True, slots=True)
class BidRequest:
    """The client is to call."""


@dataclass(frozen=True, slots=True)
class BidSend:
    """The client's call."""

    call: Call


@dataclass(frozen=True, slots=True)
class BidUpdate:
    """A call that was made; None for a player that is not named."""

    call: Call
    player: Seat | None


@dataclass(frozen=True, slots=True)
class BidEnd:
    """The auction has ended; None when everybody passed."""

    contract: Contract | None


@dataclass(frozen=True, slots=True)
class PlayStart:
    """The play starts; dummy's cards, none as long as they are hidden."""

    dummy: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """The client is to play; `dummy`: from dummy."""

    dummy: bool


@dataclass(frozen=True, slots=True)
class MoveSend:
    """The client's card."""

    card: int


@dataclass(frozen=True, slots=True)
class MoveUpdate:
    """A card that was played; from dummy under dummy's name, or declarer's."""

    card: int
    player: Seat | None


@dataclass(frozen=True, slots=True)
class TrickEnd:
    """A trick is over; our host says which hand has won it (added)."""

    side: Side | None
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class PlayEnd:
    """The play is over: who has made or beaten the contract, and that side's tricks."""

    side: Side | None
    tricks: int | None = None


Fields: TypeAlias = Mapping[str, int]
"""The fields of one side's score, by their names in the text."""


@dataclass(frozen=True, slots=True)
class Score:
    """What each side has scored in a board; our host adds how the rubber stands."""

    north_south: Fields = field(default_factory=dict)
    east_west: Fields = field(default_factory=dict)
    standing: Standing | None = None


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The board is over; the side is that of `PlayEnd`."""

    side: Side | None


@dataclass(frozen=True, slots=True)
class Ping:
    """Whether the other is still there."""


@dataclass(frozen=True, slots=True)
class Pong:
    """It is."""


@dataclass(frozen=True, slots=True)
class DisconnectPlayer:
    """A player has gone; the robot that takes his place comes in a `LobbyUpdate`.

    With the client's own position the host disconnects it; our host says whether that is because
    the session is over (added).
    """

    player: Seat | None
    over: bool = False


@dataclass(frozen=True, slots=True)
class NotRead:
    """What cannot be read: its type as far as it is known, else empty, and why."""

    type: str
    why: str


JsonMessage: TypeAlias = (
    ConnectRequest
    | ConnectUnsuccessful
    | ConnectSuccessful
    | LobbyUpdate
    | BidStart
    | BidRequest
    | BidSend
    | BidUpdate
    | BidEnd
    | PlayStart
    | MoveRequest
    | MoveSend
    | MoveUpdate
    | TrickEnd
    | PlayEnd
    | Score
    | GameEnd
    | Ping
    | Pong
    | DisconnectPlayer
)
"""A message that both sides understand."""
