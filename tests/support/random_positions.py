"""Positions of random auctions, each with a hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from dowager.auction import Auction, Vulnerability
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat, random_deal
from dowager.knowledge.public import Position, View
from dowager.language.compile import Candidate
from support.systems import shipped_bidder


@dataclass(frozen=True, eq=False)
class RandomPosition:
    """A position of a random auction and a hand: the caller's own one, or another."""

    auction: Auction
    hand: Hand
    view: View

    @property
    def position(self) -> Position:
        """The rules that apply, in their order."""
        return self.view.position

    @property
    def rules(self) -> tuple[Candidate, ...]:
        """The same as a tuple."""
        return tuple(self.view.position)


@cache
def random_positions() -> tuple[RandomPosition, ...]:
    """Return positions of auctions that the shipped system bids."""
    random = Random("why sayc")
    return tuple(_random_position(shipped_bidder(), number, random) for number in range(200))


def _random_position(by: Bidder, number: int, random: Random) -> RandomPosition:
    while True:
        deal = random_deal(random)
        auction = Auction(Seat(number % 4), Vulnerability(number // 4 % 4))
        for _ in range(random.randrange(12)):
            auction = auction.after(by.choose(deal[auction.turn], auction).call)
            if auction.ended:
                break
        if not auction.ended:
            hand = deal[auction.turn.plus(number % 3 == 2)]
            return RandomPosition(auction, hand, by.view(auction))
