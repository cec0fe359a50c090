"""Owns the four places at a table manager's table: how far each client has come, and the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeAlias

from dowager.cards import Seat
from dowager.protocols.bluechip.dialect import Dialect
from dowager.protocols.bluechip.messages import (
    AnswersClaim,
    Bids,
    Claims,
    Connecting,
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


class BoardOver:
    """The board is over, and everybody who has followed it knows."""


class BoardAgain:
    """The board starts again."""


class Leaves:
    """The client has gone."""


_TEAMS, _START, _DEAL, _CARDS = ((Ready, what) for what in ("teams", "start", "deal", "cards"))
_MISSED: dict[object, Move[At]] = {BoardOver: Move("_step", (At.STARTED,))}
_AGAIN: dict[object, Move[At]] = {BoardAgain: Move("_start", (At.BEGUN,))}
_ACT = Move("_act", (At.LIVE,))

TABLE: dict[At, dict[object, Move[At]]] = {
    At.FREE: {Connecting: Move("_sit", (At.SEATED,))},
    At.SEATED: {_TEAMS: Move("_step", (At.WAITING,))},
    At.WAITING: {Advance: Move("_teams", (At.NAMED,))},
    At.NAMED: {_START: Move("_step", (At.STARTED,))},
    At.STARTED: {Advance: Move("_start", (At.BEGUN,))},
    At.BEGUN: {_DEAL: Move("_step", (At.READY,)), **_MISSED, **_AGAIN},
    At.READY: {Advance: Move("_deal", (At.DEALT,)), **_AGAIN},
    At.DEALT: {_CARDS: Move("_step", (At.SET,)), **_MISSED, **_AGAIN},
    At.SET: {Advance: Move("_cards", (At.LIVE,)), **_AGAIN},
    At.LIVE: {
        **dict.fromkeys((Bids, Plays, Claims, AnswersClaim), _ACT),
        **dict.fromkeys((ReadyForBid, ReadyForCard, ReadyForDummy), _ACT),
        BoardOver: Move("_over", (At.STARTED,)),
        **_AGAIN,
    },
}
"""What an input does by where its client is; any other message is ignored.

While a board is on nobody rests at READY or SET, so that no board can end there.
"""

ANYWHERE: dict[object, Move[At]] = {Leaves: Move("_leave", (At.FREE,))}
"""What an input does wherever the client is."""

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


Want: TypeAlias = tuple[str, Seat | None, int | None]
"""A `bid` or a `card`, whose (None for anybody's), and to which trick (None for any)."""

REPORTED = 10
"""How many useless lines of a client in a board are reported one by one."""


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
        wants: what it has said that it is ready for.
        wants_dummy: whether it waits to see dummy.
        shown: whether it has seen dummy.
        asked: the lead that it was asked for again after it had come back.
        early: a lead that it made before it was asked.
        told: whether it was just told its own action, and may have made another one meanwhile.
        garbage: how many of its lines in this board were of no use.
        lines: how many there were in all.
    """

    seat: Seat
    dialect: Dialect
    line_out: Callable[[int, bytes], None]
    connection: int | None = None
    at: At = At.FREE
    cursor: int = 0
    returning: bool = False
    wants: set[Want] = field(default_factory=set)
    wants_dummy: bool = False
    shown: bool = False
    asked: int = -1
    early: Plays | None = None
    told: bool = False
    garbage: int = 0
    lines: int = 0

    def send(self, message: Message) -> None:
        """Send a line to the client, if there is one."""
        if self.connection is not None:
            line = write(message, self.dialect).encode() + self.dialect.line_end
            self.line_out(self.connection, line)

    def useless(self) -> bool:
        """Count a line that was of no use; return whether it is worth reporting."""
        self.garbage += 1
        return self.garbage <= REPORTED

    def clear(self) -> None:
        """Forget all that concerns a board."""
        self.cursor, self.returning, self.early, self.told = 0, False, None, False
        self.wants_dummy, self.shown, self.asked, self.garbage = False, False, -1, 0
        self.lines = 0
        self.wants.clear()
