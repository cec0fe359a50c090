"""Owns the client's states, and what every input does in each of them: `TABLE` and `ANYWHERE`."""

from __future__ import annotations

from enum import Enum, auto

from dowager.protocols.bluechip.messages import (
    Bids,
    Cards,
    ClaimEnds,
    Claims,
    DealInfo,
    EndOfSession,
    Illegal,
    Plays,
    Refusal,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
    Unknown,
)
from dowager.protocols.bluechip.states import Move


class State(Enum):
    """Where a client is."""

    CONNECTING = auto()  # has asked for a seat
    SEATED = auto()  # waits for the teams
    BETWEEN = auto()  # waits for a board
    BOARD = auto()  # waits for the deal
    DEALT = auto()  # waits for its cards
    MY_CALL = auto()
    THEIR_CALL = auto()
    LEAD = auto()  # is to lead, and waits to be asked
    MY_CARD = auto()
    THEIR_CARD = auto()
    DUMMY = auto()  # waits to see dummy
    ENDED = auto()


class OwnCall:
    """Our own program calls."""


class OwnCard:
    """Our own program plays a card."""


class OwnClaim:
    """Our own program claims the remaining tricks."""


class OwnAnswer:
    """Our own program answers a claim."""


S = State
_TURNS = (S.MY_CALL, S.THEIR_CALL)
_FIRST_CARD = (S.LEAD, S.MY_CARD, S.THEIR_CARD)  # MY_CARD where the lead was asked for early

_CLAIM_ENDS = "_claim_ends"


def _claims(state: State, cards: bool = True) -> dict[type, Move[State]]:
    """Return what is to be done about claims in a state of the play: the turn stays as it is."""
    here = (state,)
    moves: dict[type, Move[State]] = {
        Claims: Move("_claims", here),
        OwnAnswer: Move("_take_answer", here),
        ClaimEnds: Move(_CLAIM_ENDS, (state, S.BETWEEN)),
    }
    own: dict[type, Move[State]] = {
        OwnClaim: Move("_take_claim", here),
        Cards: Move("_claimers_cards", here),
    }
    return moves | own if cards else moves


TABLE: dict[State, dict[type, Move[State]]] = {
    S.CONNECTING: {Seated: Move("_seated", (S.SEATED,))},
    S.SEATED: {Teams: Move("_teams", (S.BETWEEN,))},
    S.BETWEEN: {Bids: Move("_told_again", (S.BETWEEN, S.THEIR_CALL))},
    S.BOARD: {DealInfo: Move("_deal", (S.DEALT,))},
    S.DEALT: {Cards: Move("_cards", (*_TURNS, S.DEALT))},
    S.MY_CALL: {
        OwnCall: Move("_take_call", (S.THEIR_CALL, *_FIRST_CARD, S.BETWEEN)),
        Bids: Move("_told_call", (*_TURNS, *_FIRST_CARD, S.BETWEEN)),
        ClaimEnds: Move(_CLAIM_ENDS, (S.MY_CALL, S.BETWEEN)),
    },
    S.THEIR_CALL: {
        Bids: Move("_heard_call", (*_TURNS, *_FIRST_CARD, S.BETWEEN)),
        ClaimEnds: Move(_CLAIM_ENDS, (S.THEIR_CALL, S.BETWEEN)),
    },
    S.LEAD: {
        ToLead: Move("_asked", (S.MY_CARD, S.LEAD)),
        Plays: Move("_told_card", (S.LEAD, S.THEIR_CARD, S.DUMMY)),
        Bids: Move("_told_again", (S.LEAD, S.THEIR_CALL)),
        **_claims(S.LEAD),
    },
    S.MY_CARD: {
        OwnCard: Move("_take_card", (S.LEAD, S.THEIR_CARD, S.DUMMY, S.BETWEEN)),
        Plays: Move("_told_card", (S.MY_CARD, S.LEAD, S.THEIR_CARD, S.DUMMY, S.BETWEEN)),
        ToLead: Move("_ignore", (S.MY_CARD,)),
        **_claims(S.MY_CARD),
    },
    S.THEIR_CARD: {
        Plays: Move("_heard_card", (*_FIRST_CARD, S.DUMMY, S.BETWEEN)),
        Bids: Move("_told_again", (S.THEIR_CARD, S.THEIR_CALL)),
        **_claims(S.THEIR_CARD),
    },
    S.DUMMY: {
        Cards: Move("_dummy", (S.MY_CARD, S.THEIR_CARD, S.DUMMY)),
        Plays: Move("_told_lead", (S.DUMMY,)),
        **_claims(S.DUMMY, cards=False),
    },
    S.ENDED: {},
}
"""What each input does in each state."""

ANYWHERE: dict[type, Move[State]] = {
    StartOfBoard: Move("_begin", (S.BOARD,)),
    Teams: Move("_teams_again", tuple(S)),
    ToLead: Move("_early", tuple(S)),
    Timing: Move("_timing", tuple(S)),
    EndOfSession: Move("_end", (S.ENDED,)),
    Refusal: Move("_refused", (S.ENDED,)),
    Illegal: Move("_illegal", (S.ENDED,)),
    Unknown: Move("_ignore", tuple(S)),
}
"""What an input does in every state whose row of `TABLE` does not have it."""
