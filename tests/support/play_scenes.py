"""Deals that have been bid, what a player sees of them, and agreements: for the tests of play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random

import numpy as np

from dowager.auction import Auction, Contract, Vulnerability, dealer_of_board, parse_calls
from dowager.bidder import Bidder
from dowager.cards import (
    Deal,
    Seat,
    card_name,
    parse_card,
    random_deal,
)
from dowager.language.compile import Carding
from dowager.language.files import load_system
from dowager.play import Budget, Choice, Play, Player, PlayerView

NORTH, EAST, SOUTH, WEST = Seat
DECK = (1 << 52) - 1
ENOUGH = Budget(1.0, lambda: 0.0)  # a clock that stands still: the number of layouts decides
NO_TIME = Budget(0.0, lambda: 0.0)
NOBODY = (None, None)


@dataclass(frozen=True)
class Scene:
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
        return PlayerView(seat, self.deal[seat], dummy, bidder().view(self.auction), cards)


@cache
def bidder() -> Bidder:
    return Bidder(load_system("sayc"))


def agreed(attitude_high: bool = True) -> Carding:
    """The system's own agreements, with attitude signals either way up."""
    carding = bidder().systems[0].carding
    assert carding is not None
    return replace(carding, attitude_high=attitude_high)


def scene(deal: str, dealer: Seat, calls: str) -> Scene:
    auction = Auction.of_calls(dealer, Vulnerability.NONE, parse_calls(calls.split()))
    assert auction.ended
    return Scene(Deal.parse(deal), auction)


@cache
def scenes() -> list[Scene]:
    """Random deals, bid by the system at all four seats, and not passed out."""
    rng, found = Random(4), []
    for number in range(1, 65):
        deal = random_deal(rng)
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        auction = bidder().bid(deal, start)
        if auction.contract:
            found.append(Scene(deal, auction))
    return found


def random_scene(rng: Random) -> Scene:
    return rng.choice(scenes())


def random_play(each: Scene, rng: Random, cards: int) -> Play:
    play = Play(each.contract)
    for _ in range(cards):
        play = play.after(rng.choice(play.legal(each.deal[play.turn])), each.deal[play.turn])
    return play


def choice(seen: PlayerView, wanted: int = 32, **options: bool) -> Choice:
    return Player(NOBODY, wanted=wanted, **options).choose(seen, ENOUGH)


def values(found: Choice) -> dict[str, float]:
    return {card_name(each.card): each.value for each in found.considered}


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)
