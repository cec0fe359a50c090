"""Bids random boards in bulk and one after another: every call and every rule must be the same.

    python tools/bulk_check.py --boards 100000 [--system sayc] [--opponents natural] [--seed 1]

Prints the boards that differ, and what a board costs either way, in milliseconds of CPU time. Exits
with 1 when a board differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from random import Random

from rich.progress import track

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.bidder.bulk import NO_RULE, Auctions, Boards, bid_boards
from dowager.cards import Deal, random_deal
from dowager.services.known_tables import system_named
from inputs import run


class Comparison:
    """Bids boards both ways with one system, or two, and adds up the CPU time of each."""

    def __init__(self, system: str, opponents: str | None) -> None:
        first = system_named(system)
        self._bidder = Bidder(first, system_named(opponents) if opponents else first)
        self.bulk_seconds = self.single_seconds = 0.0

    def differing(self, deals: list[Deal], first: int, bulk_first: bool) -> Iterator[str]:
        """Yield each board that differs, in words.

        Args:
            deals: the deals.
            first: the number of the first board.
            bulk_first: whether to begin in bulk; what comes second has the other one's conditions.
        """
        numbers = range(first, first + len(deals))
        starts = [Auction(dealer_of_board(each), Vulnerability.of_board(each)) for each in numbers]
        bulk = self._in_bulk(deals, starts) if bulk_first else None
        singly = [self._singly(deal, start) for deal, start in zip(deals, starts, strict=True)]
        bulk = bulk or self._in_bulk(deals, starts)
        for index, (auction, rules) in enumerate(singly):
            if (bulk.auction(index), bulk.rules_of(index)) != (auction, rules):
                both = f"{auction} {rules}, in bulk {bulk.auction(index)} {bulk.rules_of(index)}"
                yield f"board {first + index} {deals[index]} {auction.vulnerability}: {both}"

    def _in_bulk(self, deals: list[Deal], starts: list[Auction]) -> Auctions:
        began = time.process_time()
        dealers = [start.dealer for start in starts]
        vulnerabilities = [start.vulnerability for start in starts]
        boards = Boards.of_deals(deals)
        auctions = bid_boards(self._bidder.systems, boards, dealers, vulnerabilities)
        self.bulk_seconds += time.process_time() - began
        return auctions

    def _singly(self, deal: Deal, auction: Auction) -> tuple[Auction, tuple[int, ...]]:
        """Return a board's auction, with the number of each call's rule."""
        began = time.process_time()
        rules: list[int] = []
        while not auction.ended:
            chosen = self._bidder.choose(deal[auction.turn], auction)
            rules.append(chosen.rule.rule.number if chosen.rule else NO_RULE)
            auction = auction.after(chosen.call)
        self.single_seconds += time.process_time() - began
        return auction, tuple(rules)


def main() -> int:
    """Run the comparison; exits with 1 when a board differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=5000)
    parser.add_argument("--at-once", type=int, default=2000, help="boards that share positions")
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--opponents", default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    comparison, random = Comparison(options.system, options.opponents), Random(options.seed)
    differing = 0
    firsts = range(1, options.boards + 1, options.at_once)
    silent = not sys.stderr.isatty()
    for part, first in enumerate(track(firsts, "bidding", disable=silent)):
        last = min(first + options.at_once, options.boards + 1)
        deals = [random_deal(random) for _ in range(first, last)]
        for words in comparison.differing(deals, first, bulk_first=part % 2 == 1):
            differing += 1
            print(words, file=sys.stderr)
    figures = {
        "boards": options.boards,
        "differing": differing,
        "bulk ms": 1000 * comparison.bulk_seconds / options.boards,
        "single ms": 1000 * comparison.single_seconds / options.boards,
    }
    if options.json:
        print(json.dumps(figures))
    else:
        print(*(f"{name:<12}{figure:>10,.6g}" for name, figure in figures.items()), sep="\n")
    return 1 if differing else 0


if __name__ == "__main__":
    run(main)
