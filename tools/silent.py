"""North's and South's bidding while East and West pass, and other deals with the same two hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from dowager.auction import Auction, Call, Vulnerability, dealer_of_board
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Deal, Hand, Seat, Side, random_deal


def bid_silently(
    bidder: Bidder,
    deal: Deal,
    auction: Auction,
    judged: Callable[[ChosenCall, Hand], ChosenCall] | None = None,
) -> tuple[Auction, list[ChosenCall]]:
    """Return North's and South's auction, the others passing, and their calls.

    Args:
        bidder: chooses their calls.
        deal: the hands.
        auction: the calls before.
        judged: says what is called in place of the rules' own call; nothing else by default.
    """
    chosen: list[ChosenCall] = []
    while not auction.ended:
        if auction.turn.side is Side.EAST_WEST:
            auction = auction.after(Call.PASS)
        else:
            hand = deal[auction.turn]
            call = bidder.choose(hand, auction)
            chosen.append(call if judged is None else judged(call, hand))
            auction = auction.after(chosen[-1].call)
    return auction, chosen


def start_of_board(number: int) -> Auction:
    """Return the start of a board that North or South deals, at the number's vulnerability.

    East and West deal no board: their pass would tell nothing, and half the boards are enough.
    """
    north = dealer_of_board(number) in (Seat.NORTH, Seat.EAST)
    return Auction(Seat.NORTH if north else Seat.SOUTH, Vulnerability.of_board(number))


def boards_with(seed: int, least: int) -> Iterator[tuple[int, Deal]]:
    """Yield boards, by number from 1, where North and South hold at least so many points."""
    random, numbers = Random(seed), count(1)
    while True:
        deal = random_deal(random)
        if deal[Seat.NORTH].hcp + deal[Seat.SOUTH].hcp >= least:
            yield next(numbers), deal


def layouts(deal: Deal, random: Random) -> Iterator[Deal]:
    """Yield deals with the same North and South, the others' cards dealt anew."""
    north, south = deal[Seat.NORTH], deal[Seat.SOUTH]
    hidden = [*deal[Seat.EAST].cards(), *deal[Seat.WEST].cards()]
    while True:
        random.shuffle(hidden)
        yield Deal.of_hands(north, Hand.of_cards(hidden[:13]), south, Hand.of_cards(hidden[13:]))
