"""Deals that have been bid, what a player knows of them, and agreements: for tests of play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random

from dowager.auction import Auction, Contract, Vulnerability, dealer_of_board, parse_calls
from dowager.cards import (
    Deal,
    Seat,
    card_name,
    parse_card,
    random_deal,
)
from dowager.language.compile import Carding
from dowager.play import Budget, Choice, Play, Player, PlayerView
from support.systems import shipped_bidder

NORTH, EAST, SOUTH, WEST = Seat
DECK = (1 << 52) - 1
ENOUGH = Budget(1.0, lambda: 0.0)  # a clock that stands still: the number of layouts decides
NO_TIME = Budget(0.0, lambda: 0.0)
NOBODY = (None, None)


@dataclass(frozen=True)
class BidDeal:
    """A deal that has been bid."""

    deal: Deal
    auction: Auction

    @property
    def contract(self) -> Contract:
        assert self.auction.contract
        return self.auction.contract

    def seen(self, cards: str | Play = "", seat: Seat | None = None) -> PlayerView:
        """What the player of the next card, or another seat, knows after some cards."""
        if isinstance(cards, str):
            names = [parse_card(name) for name in cards.split()]
            cards = Play.of_cards(self.contract, names, self.deal)
        seat = cards.player if seat is None else seat
        dummy = self.deal[cards.dummy] if cards.cards else None
        return PlayerView(seat, self.deal[seat], dummy, shipped_bidder().view(self.auction), cards)


def agreed(attitude_high: bool = True) -> Carding:
    """Return the system's own carding agreements, with attitude signals either way up."""
    carding = shipped_bidder().systems[0].carding
    assert carding is not None
    return replace(carding, attitude_high=attitude_high)


def bid_deal(deal: str, dealer: Seat, calls: str) -> BidDeal:
    """Return a deal with an auction, nobody vulnerable."""
    auction = Auction.of_calls(dealer, Vulnerability.NONE, parse_calls(calls.split()))
    assert auction.ended
    return BidDeal(Deal.parse(deal), auction)


@cache
def random_bid_deals() -> list[BidDeal]:
    """Random deals, bid by the system at all four seats, and not passed out."""
    rng, deals = Random(4), []
    for number in range(1, 65):
        deal = random_deal(rng)
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        auction = shipped_bidder().bid(deal, start)
        if auction.contract:
            deals.append(BidDeal(deal, auction))
    return deals


def random_bid_deal(rng: Random) -> BidDeal:
    """Return one of `random_bid_deals`."""
    return rng.choice(random_bid_deals())


def random_play(each: BidDeal, rng: Random, cards: int) -> Play:
    """Return the play of a deal after some cards, each any legal one."""
    play = Play(each.contract)
    for _ in range(cards):
        play = play.after(rng.choice(play.legal(each.deal[play.turn])), each.deal[play.turn])
    return play


def choose_card(seen: PlayerView, wanted: int = 32, **options: bool) -> Choice:
    """Return what a player chooses who has time enough.

    Args:
        seen: what it knows.
        wanted: how many layouts it solves.
        options: of `Player`.
    """
    return Player(NOBODY, wanted=wanted, **options).choose(seen, ENOUGH)


def card_values(choice: Choice) -> dict[str, float]:
    """Return the value of each card that was considered, by its name."""
    return {card_name(each.card): each.value for each in choice.considered}
