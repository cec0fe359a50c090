"""Owns the four places at a table manager's table: how far each client has come, and the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from dowager.cards import Seat
from dowager.protocols.bluechip.dialect import Dialect
from dowager.protocols.bluechip.messages import (
    AnswersClaim,
    Bids,
    Claims,
    Message,
    Plays,
    Ready,
    ReadyForBid,
    ReadyForCard,
    ReadyForDummy,
)
from dowager.protocols.bluechip.states import Move
from dowager.protocols.bluechip.wire import write


class At(Enum):
    """How far a place's client has come."""

    FREE = auto()  # there is none
    SEATED = auto()  # has its seat
    WAITING = auto()  # is ready for the teams
    NAMED = auto()  # has been told the teams
    STARTED = auto()  # is ready for a board
    BEGUN = auto()  # has been told that a board starts
    READY = auto()  # is ready for the deal
    DEALT = auto()  # has been told the deal
    SET = auto()  # is ready for its cards
    LIVE = auto()  # has its cards, and follows the board by its cursor


class Advance:
    """The table goes on: all have come so far, or one catches up with the others."""


class Leaves:
    """The client has gone."""


_TEAMS, _START, _DEAL, _CARDS = ((Ready, what) for what in ("teams", "start", "deal", "cards"))
_AGAIN = (At.BEGUN,)

TABLE: dict[At, dict[object, Move[At]]] = {
    At.FREE: {},
    At.SEATED: {_TEAMS: Move("_ready", (At.WAITING,))},
    At.WAITING: {Advance: Move("_teams", (At.NAMED,))},
    At.NAMED: {_START: Move("_ready", (At.STARTED,))},
    At.STARTED: {Advance: Move("_start", (At.BEGUN,))},
    At.BEGUN: {_DEAL: Move("_ready", (At.READY,))},
    At.READY: {Advance: Move("_deal", (At.DEALT,))},
    At.DEALT: {_CARDS: Move("_ready", (At.SET,))},
    At.SET: {Advance: Move("_cards", (At.LIVE,))},
    At.LIVE: {
        Bids: Move("_act", (At.LIVE, *_AGAIN)),
        Plays: Move("_act", (At.LIVE, *_AGAIN)),
        ReadyForBid: Move("_act", (At.LIVE,)),
        ReadyForCard: Move("_act", (At.LIVE,)),
        ReadyForDummy: Move("_act", (At.LIVE,)),
        Claims: Move("_act", (At.LIVE,)),
        AnswersClaim: Move("_act", (At.LIVE, At.STARTED)),
        Advance: Move("_over", (At.STARTED,)),
    },
}
"""What a message does by where its client is; anything else is ignored.

Besides, a client may leave from anywhere to FREE, a new one comes to SEATED, and a board that
starts again takes everybody past STARTED to BEGUN.
"""

EXPECTED = {
    At.FREE: "to connect",
    At.SEATED: "to be ready for teams",
    At.NAMED: "to be ready to start",
    At.BEGUN: "to be ready for the deal",
    At.DEALT: "to be ready for cards",
}
"""What a place's client is to do where nobody else holds it up."""


def kind_of(message: Message) -> object:
    """Return the key of a message in `TABLE`."""
    return (Ready, message.what) if isinstance(message, Ready) else type(message)


@dataclass(slots=True, eq=False)
class Place:
    """One of the four places.

    Attributes:
        seat: whose place it is.
        dialect: how its client is spoken to.
        line_out: takes a line for a connection.
        connection: its client's connection, if any.
        at: how far the client has come.
        cursor: how many actions of the board it knows.
        returning: whether it follows a board that was under way when it came.
        wants: what it has said that it is ready for: a call or a card, whose, and to which trick.
        wants_dummy: whether it waits to see dummy.
        shown: whether it has seen dummy.
        asked: the lead that it was asked for again after it had come back.
        early: a lead that it made before it was asked.
        garbage: how many of its lines were of no use.
    """

    seat: Seat
    dialect: Dialect
    line_out: Callable[[int, bytes], None]
    connection: int | None = None
    at: At = At.FREE
    cursor: int = 0
    returning: bool = False
    wants: set[tuple[str, Seat, int | None]] = field(default_factory=set)
    wants_dummy: bool = False
    shown: bool = False
    asked: int = -1
    early: Plays | None = None
    garbage: int = 0

    def send(self, message: Message) -> None:
        """Send a line to the client, if there is one."""
        if self.connection is not None:
            line = write(message, self.dialect).encode() + self.dialect.line_end
            self.line_out(self.connection, line)

    def sit(self, connection: int) -> None:
        """Take a client."""
        self.connection, self.at, self.garbage = connection, At.SEATED, 0
        self.clear()

    def leave(self) -> None:
        """Let the client go."""
        self.connection, self.at = None, At.FREE
        self.clear()

    def clear(self) -> None:
        """Forget all that concerns a board."""
        self.cursor, self.returning, self.early = 0, False, None
        self.wants_dummy, self.shown, self.asked = False, False, -1
        self.wants.clear()
