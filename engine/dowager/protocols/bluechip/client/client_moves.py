"""What every input does in each of a client's states: `TABLE` and `ANYWHERE`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from dowager.protocols.bluechip import messages as msg
from dowager.protocols.bluechip.client import between_boards, calling, claiming, playing
from dowager.protocols.bluechip.client.client_session import (
    ClientSession,
    ClientState,
    OwnAnswer,
    OwnCall,
    OwnCard,
    OwnClaim,
)
from dowager.table import Move

_Input = TypeVar("_Input")
_Row: TypeAlias = dict[type, Move[ClientState]]


def _on(kind: type[_Input], do: Callable[[ClientSession, _Input], None], *to: ClientState) -> _Row:
    """Return what an input does; written so that its type and its function's are compared."""
    return {kind: Move(do, to)}


S = ClientState
_TURNS = (S.MY_CALL, S.THEIR_CALL)
_FIRST_CARD = (S.LEAD, S.MY_CARD, S.THEIR_CARD)  # MY_CARD where the lead was asked for early


def _claims(state: ClientState) -> _Row:
    """Return what is to be done about others' claims in a state: the turn stays as it is."""
    return (
        _on(msg.Claims, claiming.hear_claim, state)
        | _on(OwnAnswer, claiming.answer_claim, state)
        | _on(msg.ClaimEnds, claiming.end_claim, state, S.BETWEEN)
    )


def _all_claims(state: ClientState) -> _Row:
    """Return what is to be done about claims, ours and others', in a state."""
    return (
        _claims(state)
        | _on(OwnClaim, claiming.make_claim, state)
        | _on(msg.Cards, claiming.take_claimers_cards, state)
    )


TABLE: dict[ClientState, _Row] = {
    S.CONNECTING: _on(msg.Seated, between_boards.take_seat, S.SEATED),
    S.SEATED: _on(msg.Teams, between_boards.hear_teams, S.BETWEEN),
    S.BETWEEN: _on(msg.Bids, calling.correct_call, S.BETWEEN, S.THEIR_CALL),
    S.BOARD: _on(msg.DealInfo, between_boards.take_deal, S.DEALT),
    S.DEALT: _on(msg.Cards, between_boards.take_cards, *_TURNS, S.DEALT),
    S.MY_CALL: (
        _on(OwnCall, calling.make_call, S.THEIR_CALL, *_FIRST_CARD, S.BETWEEN)
        | _on(msg.Bids, calling.hear_own_call, *_TURNS, *_FIRST_CARD, S.BETWEEN)
        | _on(msg.ClaimEnds, claiming.end_claim, S.MY_CALL, S.BETWEEN)
    ),
    S.THEIR_CALL: (
        _on(msg.Bids, calling.hear_call, *_TURNS, *_FIRST_CARD, S.BETWEEN)
        | _on(msg.ClaimEnds, claiming.end_claim, S.THEIR_CALL, S.BETWEEN)
    ),
    S.LEAD: (
        _on(msg.ToLead, playing.take_prompt, S.MY_CARD, S.LEAD)
        | _on(msg.Plays, playing.hear_own_card, S.LEAD, S.THEIR_CARD, S.DUMMY)
        | _on(msg.Bids, calling.correct_call, S.LEAD, S.THEIR_CALL)
        | _all_claims(S.LEAD)
    ),
    S.MY_CARD: (
        _on(OwnCard, playing.play_card, S.LEAD, S.THEIR_CARD, S.DUMMY, S.BETWEEN)
        | _on(
            msg.Plays,
            playing.hear_own_card,
            S.MY_CARD,
            S.LEAD,
            S.THEIR_CARD,
            S.DUMMY,
            S.BETWEEN,
        )
        | _on(msg.ToLead, between_boards.ignore, S.MY_CARD)
        | _all_claims(S.MY_CARD)
    ),
    S.THEIR_CARD: (
        _on(msg.Plays, playing.hear_card, *_FIRST_CARD, S.DUMMY, S.BETWEEN)
        | _on(msg.Bids, calling.correct_call, S.THEIR_CARD, S.THEIR_CALL)
        | _all_claims(S.THEIR_CARD)
    ),
    S.DUMMY: (
        _on(msg.Cards, playing.take_dummy, S.MY_CARD, S.THEIR_CARD, S.DUMMY)
        | _on(msg.Plays, playing.hear_own_lead, S.DUMMY)
        | _claims(S.DUMMY)
    ),
    S.ENDED: {},
}
"""What each input does in each state."""

ANYWHERE: _Row = (
    _on(msg.StartOfBoard, between_boards.start_board, S.BOARD)
    | _on(msg.Teams, between_boards.hear_teams_again, *S)
    | _on(msg.ToLead, playing.take_early_prompt, *S)
    | _on(msg.Timing, between_boards.hear_times, *S)
    | _on(msg.EndOfSession, between_boards.end_session, S.ENDED)
    | _on(msg.Refusal, between_boards.hear_refusal, S.ENDED)
    | _on(msg.Illegal, between_boards.hear_illegal, S.ENDED)
    | _on(msg.Unknown, between_boards.pass_over, *S)
)
"""What an input does in every state whose row of `TABLE` does not have it."""
