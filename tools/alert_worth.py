"""Measures what alerts are worth: how near the public view comes to the actual hands.

    python tools/alert_worth.py [--boards 200] [--system sayc] [--seed 5]

The system bids boards at all four seats; what East and West show is then read by North-South who
know them as natural bidders, without alerts and with them, and as what they are. Printed: the root
mean square errors of expected HCP and of a suit's expected length, and how often what is known
excludes the actual hand. Calls of which nothing can be disclosed are not disclosed.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from enum import Enum
from random import Random

from rich.progress import track

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.cards import Deal, Seat, Suit, random_deal
from dowager.knowledge.cells import HCP, LENGTHS
from dowager.knowledge.public import alert_of, cell_of, disclose
from dowager.language.files import load_system
from dowager.language.tree import TRUE, Bool
from dowager.language.tree.expression import Stat
from inputs import run


class Disclosing(Enum):
    """Which calls of East and West are disclosed to North and South."""

    NOTHING = "nothing disclosed"
    EVERY_CALL = "every call disclosed"
    ALERTS = "alerts disclosed"


@dataclass(frozen=True, slots=True)
class _Board:
    deal: Deal
    auction: Auction
    disclosed: dict[Disclosing, dict[int, Bool]]


def main() -> int:
    """Bid the boards and print one line for each way to read them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    system, random = load_system(options.system), Random(options.seed)
    bidder, natural = Bidder(system), load_system("natural")
    numbers = range(1, options.boards + 1)
    boards = [
        _bid(bidder, number, random_deal(random))
        for number in track(numbers, "bidding", disable=not sys.stderr.isatty())
    ]
    print(f"{'':<38}{'HCP':>7}{'length':>8}{'excluded':>10}")
    for name, theirs in (("natural bidders", natural), ("what they are", system)):
        for what in Disclosing:
            errors = _errors(Bidder(system, theirs), boards, what)
            print(
                f"{f'{name}, {what.value}':<38}{errors[0]:>7.3f}{errors[1]:>8.3f}{errors[2]:>10.2%}"
            )
    return 0


def _bid(bidder: Bidder, number: int, deal: Deal) -> _Board:
    start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
    auction = bidder.bid(deal, start)
    every: dict[int, Bool] = {}
    alerts: dict[int, Bool] = {}
    for index, call in enumerate(auction.calls):
        before = auction.before(index)
        view = bidder.view(before)
        node = disclose(view, call).heard().node()
        if node == TRUE or view.caller_seat not in (Seat.EAST, Seat.WEST):
            continue
        every[index] = node
        if alert_of(view, call, artificial=True) is not None:
            alerts[index] = node
    disclosed = {
        Disclosing.NOTHING: {},
        Disclosing.EVERY_CALL: every,
        Disclosing.ALERTS: alerts,
    }
    return _Board(deal, auction, disclosed)


def _errors(bidder: Bidder, boards: list[_Board], what: Disclosing) -> tuple[float, float, float]:
    points = cards = 0.0
    excluded = 0
    for board in boards:
        view = bidder.view(board.auction, board.disclosed[what])
        for seat in (Seat.EAST, Seat.WEST):
            shown, hand = view.players[seat].shown, board.deal[seat]
            points += (shown.stat(HCP, Stat.MEAN) - hand.hcp) ** 2
            cards += sum((shown.stat(LENGTHS[s], Stat.MEAN) - hand.lengths[s]) ** 2 for s in Suit)
            excluded += not shown.mask >> cell_of(hand) & 1
    hands = 2 * len(boards)
    return (points / hands) ** 0.5, (cards / hands / 4) ** 0.5, excluded / hands


if __name__ == "__main__":
    run(main)
