"""Whole boards at four seats: what must hold on every one of them."""

from __future__ import annotations

from random import Random

import pytest

from dowager.auction import Auction, Scoring, Vulnerability, dealer_of_board
from dowager.cards import Seat, random_deal
from dowager.knowledge.answers import excluded_calls, ranges
from support.sweeps import sampled
from support.systems import shipped_bidder


@pytest.mark.parametrize(
    "pair", ["sayc against sayc", "sayc against natural", "natural against natural"]
)
@pytest.mark.parametrize("scoring", Scoring, ids=str)
@pytest.mark.parametrize("boards", sampled([40, 250], 2))
def test_boards(pair: str, scoring: Scoring, boards: int) -> None:
    """Every auction ends by rules alone, and no meaning excludes the hand that made the call."""
    bidder, random = shipped_bidder(*pair.split(" against ")), Random(pair)
    for number in range(1, boards + 1):
        deal = random_deal(random)
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number), (), scoring)
        auction = bidder.bid(deal, start)
        assert auction.ended
        views = [bidder.view(before) for before in auction.prefixes()]
        assert excluded_calls(views, deal) == [], (str(deal), str(auction))
        assert all(record.rule for record in views[-1].records), (str(deal), str(auction))
        boxes = ranges(views[-1])
        assert all(boxes[seat].contain(deal[seat]) for seat in Seat), (str(deal), str(auction))


def test_strangers_calls_never_stop_the_engine() -> None:
    """Random legal calls from everybody: views, ranges and decisions all the same."""
    bidder, random = shipped_bidder("sayc", "natural"), Random(11)
    relaxed = 0
    for _ in range(60):
        deal = random_deal(random)
        auction = Auction(Seat.NORTH)
        while not auction.ended and len(auction.calls) < 14:
            decision = bidder.choose(deal[auction.turn], auction)
            assert auction.is_legal(decision.call)
            auction = auction.after(random.choice(auction.legal_calls()[:12]))
        view = bidder.view(auction)
        assert all(player.shown.mask for player in view.players)
        relaxed += view.relaxed
        ranges(view)
    assert relaxed, "no auction was contradictory: the test asks nothing"
