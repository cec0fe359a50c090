"""Owns the phases of a table manager's table: how far all four places have come together."""

from __future__ import annotations

from enum import Enum, auto

from dowager.protocols.bluechip.places import At


class Phase(Enum):
    """How far the table has come; a place beyond it waits for the others."""

    LOGON = auto()  # until four clients are ready for the teams
    BETWEEN = auto()  # until four clients are ready for a board
    DEAL = auto()  # until four clients are ready for the deal
    CARDS = auto()  # until four clients are ready for their cards
    BOARD = auto()
    ENDED = auto()


PHASES: dict[Phase, tuple[At, Phase]] = {
    Phase.LOGON: (At.WAITING, Phase.BETWEEN),
    Phase.BETWEEN: (At.STARTED, Phase.DEAL),
    Phase.DEAL: (At.READY, Phase.CARDS),
    Phase.CARDS: (At.SET, Phase.BOARD),
}
"""Where all four places must be for the table to go on, and to which phase."""

OPEN: dict[At, tuple[Phase, ...]] = {
    At.WAITING: (Phase.BETWEEN, Phase.DEAL, Phase.CARDS, Phase.BOARD),
    At.STARTED: (Phase.DEAL, Phase.CARDS, Phase.BOARD),
    At.READY: (Phase.CARDS, Phase.BOARD),
    At.SET: (Phase.BOARD,),
}
"""The phases in which a place that is so far goes on at once."""
