"""How far a player, and the table, have come: from an empty seat to a board in progress."""

from __future__ import annotations

from enum import Enum, auto

from dowager.table.requests import Step
from dowager.table.table_events import Awaited, Duty


class Stage(Enum):
    """How far a player has come."""

    FREE = auto()  # there is no player
    SEATED = auto()  # has its seat
    WAITING = auto()  # is ready for the teams
    NAMED = auto()  # knows the teams
    STARTED = auto()  # is ready for a board
    BEGUN = auto()  # knows that a board starts
    READY = auto()  # is ready for the deal
    DEALT = auto()  # knows the deal
    SET = auto()  # is ready for its cards
    LIVE = auto()  # has its cards, and follows the board


class Phase(Enum):
    """How far the table has come; a player who is beyond it waits for the others."""

    LOGON = auto()  # until four players are ready for the teams
    BETWEEN = auto()  # until four players are ready for a board
    DEAL = auto()  # until four players are ready for the deal
    CARDS = auto()  # until four players are ready for their cards
    BOARD = auto()
    ENDED = auto()


class Halt(Enum):
    """Why nobody is to act while a board is on; the value follows `the table`."""

    PAUSE = "pauses between tricks"
    OPERATOR = "waits for its operator"


PHASES: dict[Phase, tuple[Stage, Phase]] = {
    Phase.LOGON: (Stage.WAITING, Phase.BETWEEN),
    Phase.BETWEEN: (Stage.STARTED, Phase.DEAL),
    Phase.DEAL: (Stage.READY, Phase.CARDS),
    Phase.CARDS: (Stage.SET, Phase.BOARD),
}
"""Where all four players must be for the table to go on, and to which phase."""

OPEN: dict[Stage, tuple[Phase, ...]] = {
    Stage.WAITING: (Phase.BETWEEN, Phase.DEAL, Phase.CARDS, Phase.BOARD),
    Stage.STARTED: (Phase.DEAL, Phase.CARDS, Phase.BOARD),
    Stage.READY: (Phase.CARDS, Phase.BOARD),
    Stage.SET: (Phase.BOARD,),
}
"""The phases in which a player who is so far goes on at once."""

STEPS = {
    Stage.SEATED: Step.TEAMS,
    Stage.NAMED: Step.START,
    Stage.BEGUN: Step.DEAL,
    Stage.DEALT: Step.CARDS,
}
"""What a player has to be ready for before it goes on."""

AWAITED = {
    Stage.FREE: Awaited(Duty.CONNECT, "to connect"),
    Stage.SEATED: Awaited(Duty.SAY, "to be ready for teams"),
    Stage.NAMED: Awaited(Duty.SAY, "to be ready to start"),
    Stage.BEGUN: Awaited(Duty.SAY, "to be ready for the deal"),
    Stage.DEALT: Awaited(Duty.SAY, "to be ready for cards"),
}
"""What a player is to do where nobody else holds it up."""


# What moves a player on besides its own requests.


class Advance:
    """The table goes on: all players are ready, or this one catches up with the others."""


class BoardOver:
    """The board is over, and everybody who has followed it knows."""


class BoardAgain:
    """The board starts again."""


class Leaves:
    """The player has gone."""
