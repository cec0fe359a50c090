"""What a player asks of the table, in no protocol's words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from dowager.auction import Call
from dowager.cards import Seat


class Action(Enum):
    """What a player does in turn."""

    CALL = auto()
    CARD = auto()


class Step(Enum):
    """What a table does with all four players together."""

    TEAMS = "teams"
    START = "start"
    DEAL = "deal"
    CARDS = "cards"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """Somebody wants to sit down.

    Attributes:
        team: for which team; empty where players have no teams.
        seat: at which seat; None for any free one.
        player: the player's own name. Where there are no teams, whoever comes back under the name
            gets the seat again.
        stands_in: whether it is a robot, for a seat without a player or one whose player has gone;
            the player gets the seat when he comes, even while the robot has it.
    """

    team: str
    seat: Seat | None
    player: str = ""
    stands_in: bool = False


@dataclass(frozen=True, slots=True)
class Unwelcome:
    """A client without a seat breaks its protocol's rules; `why` is for the client."""

    why: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The player is ready for a step."""

    step: Step


@dataclass(frozen=True, slots=True)
class Handled:
    """There is nothing to do but to look again at what the player is ready for."""


@dataclass(frozen=True, slots=True)
class CallMade:
    """The player calls. `alert` is None without an alert, and may be empty."""

    call: Call
    alert: str | None = None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """The player plays a card.

    Attributes:
        card: the card.
        hands: the hands that it may mean: its own, or dummy's if it is declarer; none if it names
            a hand that it may not play from.
    """

    card: int
    hands: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The player calls or plays, but no call or card can be read; `text` is for the operator."""

    action: Action
    text: str


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """The player claims the remaining tricks."""


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """The player accepts or rejects another's claim."""

    claimer: Seat
    accepts: bool


@dataclass(frozen=True, slots=True)
class Useless:
    """The player has said something of no use, now or ever; `text` is for the operator."""

    text: str


Request: TypeAlias = (
    SeatAsked
    | Unwelcome
    | Ready
    | Handled
    | CallMade
    | CardPlayed
    | Unreadable
    | ClaimMade
    | ClaimAnswered
    | Useless
)
