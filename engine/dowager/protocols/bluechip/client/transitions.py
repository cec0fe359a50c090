"""What every input does in each of a client's states: `TABLE` and `ANYWHERE`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from dowager.protocols.bluechip.client import auction, claims, play, session
from dowager.protocols.bluechip.client.conversation import (
    Conversation,
    OwnAnswer,
    OwnCall,
    OwnCard,
    OwnClaim,
    State,
)
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
from dowager.table import Move

_Input = TypeVar("_Input")
_Row: TypeAlias = dict[type, Move[State]]


def _on(kind: type[_Input], do: Callable[[Conversation, _Input], None], *to: State) -> _Row:
    """Return what an input does; written so that its type and its function's are compared."""
    return {kind: Move(do, to)}


S = State
_TURNS = (S.MY_CALL, S.THEIR_CALL)
_FIRST_CARD = (S.LEAD, S.MY_CARD, S.THEIR_CARD)  # MY_CARD where the lead was asked for early


def _claims(state: State) -> _Row:
    """Return what is to be done about others' claims in a state: the turn stays as it is."""
    return (
        _on(Claims, claims.hear_claim, state)
        | _on(OwnAnswer, claims.answer_claim, state)
        | _on(ClaimEnds, claims.end_claim, state, S.BETWEEN)
    )


def _all_claims(state: State) -> _Row:
    """Return what is to be done about claims, ours and others', in a state."""
    return (
        _claims(state)
        | _on(OwnClaim, claims.make_claim, state)
        | _on(Cards, claims.take_claimers_cards, state)
    )


TABLE: dict[State, _Row] = {
    S.CONNECTING: _on(Seated, session.take_seat, S.SEATED),
    S.SEATED: _on(Teams, session.hear_teams, S.BETWEEN),
    S.BETWEEN: _on(Bids, auction.correct_call, S.BETWEEN, S.THEIR_CALL),
    S.BOARD: _on(DealInfo, session.take_deal, S.DEALT),
    S.DEALT: _on(Cards, session.take_cards, *_TURNS, S.DEALT),
    S.MY_CALL: (
        _on(OwnCall, auction.make_call, S.THEIR_CALL, *_FIRST_CARD, S.BETWEEN)
        | _on(Bids, auction.hear_own_call, *_TURNS, *_FIRST_CARD, S.BETWEEN)
        | _on(ClaimEnds, claims.end_claim, S.MY_CALL, S.BETWEEN)
    ),
    S.THEIR_CALL: (
        _on(Bids, auction.hear_call, *_TURNS, *_FIRST_CARD, S.BETWEEN)
        | _on(ClaimEnds, claims.end_claim, S.THEIR_CALL, S.BETWEEN)
    ),
    S.LEAD: (
        _on(ToLead, play.take_prompt, S.MY_CARD, S.LEAD)
        | _on(Plays, play.hear_own_card, S.LEAD, S.THEIR_CARD, S.DUMMY)
        | _on(Bids, auction.correct_call, S.LEAD, S.THEIR_CALL)
        | _all_claims(S.LEAD)
    ),
    S.MY_CARD: (
        _on(OwnCard, play.play_card, S.LEAD, S.THEIR_CARD, S.DUMMY, S.BETWEEN)
        | _on(Plays, play.hear_own_card, S.MY_CARD, S.LEAD, S.THEIR_CARD, S.DUMMY, S.BETWEEN)
        | _on(ToLead, session.ignore, S.MY_CARD)
        | _all_claims(S.MY_CARD)
    ),
    S.THEIR_CARD: (
        _on(Plays, play.hear_card, *_FIRST_CARD, S.DUMMY, S.BETWEEN)
        | _on(Bids, auction.correct_call, S.THEIR_CARD, S.THEIR_CALL)
        | _all_claims(S.THEIR_CARD)
    ),
    S.DUMMY: (
        _on(Cards, play.take_dummy, S.MY_CARD, S.THEIR_CARD, S.DUMMY)
        | _on(Plays, play.hear_own_lead, S.DUMMY)
        | _claims(S.DUMMY)
    ),
    S.ENDED: {},
}
"""What each input does in each state."""

ANYWHERE: _Row = (
    _on(StartOfBoard, session.start_board, S.BOARD)
    | _on(Teams, session.hear_teams_again, *S)
    | _on(ToLead, play.take_early_prompt, *S)
    | _on(Timing, session.hear_times, *S)
    | _on(EndOfSession, session.end_session, S.ENDED)
    | _on(Refusal, session.hear_refusal, S.ENDED)
    | _on(Illegal, session.hear_illegal, S.ENDED)
    | _on(Unknown, session.ignore, *S)
)
"""What an input does in every state whose row of `TABLE` does not have it."""
