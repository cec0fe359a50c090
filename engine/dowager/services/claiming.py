"""Whether a claim is good, as a JSON object."""

from __future__ import annotations

from typing import Any

import numpy as np

from dowager.cards import Hand
from dowager.errors import InputError
from dowager.play import Play, PlayerView
from dowager.play.double_dummy import layout_tricks
from dowager.play.layouts import layouts
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_for
from dowager.services.playing import cards_of, contract_of
from dowager.services.requests import Request, read_request, text_field, whole_field

_LAYOUTS = 40


def claim(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer whether a seat wins so many of the tricks that are left, in every layout tried.

    All four hands are open in a layout and everybody plays best; 40 layouts that agree with the
    auction and the play are tried, or all, if they are fewer. Without `tricks`, all that are left
    are claimed.

    Raises:
        InputError: a field is wrong, or the play is over.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    view = _view(request, fields)
    asked = whole_field(fields, "tricks", None, 0, 13)
    tricks = asked or view.play.incomplete
    least = _least(view)
    won = view.play.tricks
    if view.defending:
        won = 13 - view.play.incomplete - won
    return {
        "tricks": tricks,
        "accepted": tricks <= least,
        "sure": least,
        "won": won,
        "contract": str(view.play.contract),
        "defending": view.defending,
    }


def _view(request: Request, fields: dict[str, Any]) -> PlayerView:
    """Return what the claimer knows."""
    if request.hand is None or request.seat is None:
        raise InputError('a claim needs "hand" and "seat", to say whose it is')
    contract, dummy = contract_of(request), text_field(fields, "dummy", "")
    public = bidder_for(request.system, request.opponents).view(request.auction)
    play = Play(contract)
    for card in cards_of(fields):
        play = play.then(card)
    if play.ended:
        raise InputError("all cards have been played")
    seen = Hand.parse(dummy) if dummy else None
    if seen is not None and seen.bits & request.hand.bits:
        raise InputError("a card is in the hand and in dummy")
    return PlayerView(request.seat, request.hand, seen, public, play)


def _least(view: PlayerView) -> int:
    """Return the tricks that the claimer's side wins in every layout."""
    play = view.play
    drawn = layouts(view, np.random.default_rng(1), _LAYOUTS)
    holdings = drawn.holdings[:_LAYOUTS].tolist()
    most = [int(solved.max()) for solved in layout_tricks(play, holdings)]
    if play.turn.side is view.seat.side:
        return min(most)
    return min(play.incomplete - each for each in most)
