"""Positions of random auctions, each with a hand: for the tests of reasons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from dowager.auction import Auction, Vulnerability
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat, random_deal
from dowager.knowledge.public import View
from dowager.language.compile import Candidate
from dowager.language.files import load_system

POSITIONS = 200


@cache
def bidder(name: str = "sayc") -> Bidder:
    return Bidder(load_system(name))


@dataclass(frozen=True, eq=False)
class Reached:
    """A position of a random auction and a hand: the caller's own one, or another."""

    auction: Auction
    hand: Hand
    view: View

    @property
    def rules(self) -> tuple[Candidate, ...]:
        return tuple(self.view.position)


@cache
def reached(name: str = "sayc", count: int = POSITIONS) -> tuple[Reached, ...]:
    random = Random(f"why {name}")
    return tuple(_reach(bidder(name), number, random) for number in range(count))


def _reach(by: Bidder, number: int, random: Random) -> Reached:
    while True:
        deal = random_deal(random)
        auction = Auction(Seat(number % 4), Vulnerability(number // 4 % 4))
        for _ in range(random.randrange(12)):
            auction = auction.after(by.choose(deal[auction.turn], auction).call)
            if auction.ended:
                break
        if not auction.ended:
            hand = deal[auction.turn.plus(number % 3 == 2)]
            return Reached(auction, hand, by.view(auction))
