"""A whole board, bid and played at all four seats, as a JSON object."""

from __future__ import annotations

import time
from typing import Any

from dowager.auction import Auction, Contract, score
from dowager.bidder import Bidder
from dowager.cards import Deal, card_name
from dowager.errors import InputError
from dowager.play import Budget, Play, Player, PlayerView
from dowager.services.auctions import meaning_object
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_for
from dowager.services.requests import number_field, read_request, truth_field

MOST_SECONDS = 60.0
"""Seconds for all cards together, at most."""


def autoplay(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer how a board is bid and played; `seconds` are those of all cards together.

    `calls` are the beginning of the auction; with `bidding_only` no card is played.

    Raises:
        InputError: a field is wrong.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    if request.deal is None:
        raise InputError('"deal" is missing; write N:S.H.D.C S.H.D.C S.H.D.C S.H.D.C')
    seconds = number_field(fields, "seconds", 10.0, 0.0, MOST_SECONDS)
    bidder = bidder_for(request.system, request.opponents)
    auction = bidder.bid(request.deal, request.auction)
    answer = _bid_object(bidder, auction)
    if auction.contract is None or truth_field(fields, "bidding_only"):
        return answer
    play = _played(bidder, auction, auction.contract, request.deal, seconds)
    points = score(auction.contract, play.tricks, auction.vulnerability.of(play.declarer))
    cards = [card_name(card) for card in play.cards]
    return answer | {"play": cards, "tricks": play.tricks, "score": points}


def _bid_object(bidder: Bidder, auction: Auction) -> dict[str, Any]:
    contract, view = auction.contract, bidder.view(auction)
    return {
        "calls": [str(call) for call in auction.calls],
        "explained": [meaning_object(record) for record in view.records],
        "contract": str(contract) if contract else None,
    }


def _played(
    bidder: Bidder, auction: Auction, contract: Contract, deal: Deal, seconds: float
) -> Play:
    """Return the play to the last card, each chosen by the player whose turn it is."""
    view, player, play = bidder.view(auction), Player(), Play(contract)
    end = time.monotonic() + seconds
    while not play.ended:
        seat, left = play.player, 52 - len(play.cards)
        budget = Budget(max(end - time.monotonic(), 0.0) / left, time.monotonic)
        dummy = deal[play.dummy] if play.cards else None
        seen = PlayerView(seat, deal[seat], dummy, view, play)
        play = play.after(player.choose(seen, budget).card, deal[play.turn])
    return play
