"""Says what the calls are worth at which two systems part, on many deals for each.

    python tools/partings.py mine/sayc systems/sayc --boards 3000 --kept /tmp/tricks.db
    python tools/partings.py mine/sayc systems/sayc --boards 3000 --show "competitive raise"

Random boards are bid as in a duel (`tools/duel.py`), which scores a parting by the one deal that it
came from. Here the hand that is to call keeps its cards, and other deals are drawn that agree with
the auction; after either call all four seats bid them to the end by the rules of the second
system. So far fewer boards tell a good change from a bad one, above all in groups of partings. What
the first system would do differently later on does not count: a duel has the last word.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from rich.progress import track

from dowager.auction import Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.bidder.bulk import Boards, bid_match
from dowager.cards import Deal
from dowager.judgement.rollout import Rollout
from dowager.knowledge.sampling import deals_for
from dowager.play import DoubleDummyStore
from dowager.services.known_tables import system_named
from duel import Parting, parting, parts_of
from figures import mean_error
from inputs import run
from tried import Tried, add_options, report


class Tester:
    """Finds partings and tries them, in one process."""

    def __init__(self, names: tuple[str, str], kept: Path | None, deals: int) -> None:
        self._systems = (system_named(names[0]), system_named(names[1]))
        self._bidder = Bidder(self._systems[1])
        self._store = DoubleDummyStore(kept)
        self._deals = deals

    def tried(self, boards: list[tuple[int, Deal]]) -> list[Tried]:
        """Bid boards, by number and deal, and try the partings; a board without one gains 0."""
        dealers = [dealer_of_board(number) for number, _ in boards]
        vulnerabilities = [Vulnerability.of_board(number) for number, _ in boards]
        dealt = Boards.of_deals([deal for _, deal in boards])
        tables = bid_match(self._systems, dealt, dealers, vulnerabilities)
        return [
            Tried() if parted is None else self._try(parted, number, deal)
            for index, (number, deal) in enumerate(boards)
            for parted in [parting(self._systems, tables, index)]
        ]

    def _try(self, parted: Parting, number: int, deal: Deal) -> Tried:
        """Bid both calls of a parting to the end, on deals with the caller's hand."""
        auction, (first, second) = parted.auction, parted.calls
        view, hand = self._bidder.view(auction), deal[auction.turn]
        known, generator = {auction.turn: hand}, np.random.default_rng(number)
        sample = deals_for(view, known, generator, self._deals)
        with closing(Rollout(view, [second, first], self._store)) as rollout:
            rollout.add(sample.holdings, [first])
            gains = rollout.gains[first]
        mean, error = mean_error(gains) if gains else (0.0, 0.0)
        words = f"{mean:+6.2f} ± {error:.2f}  {hand} after {auction}, {auction.vulnerability}"
        return Tried(mean, error, len(gains), parted.rules, words)


_tester: Tester


def _begin(names: tuple[str, str], kept: Path | None, deals: int) -> None:
    global _tester  # each worker process loads the systems once
    _tester = Tester(names, kept, deals)


def _try(boards: list[tuple[int, Deal]]) -> list[Tried]:
    return _tester.tried(boards)


def main() -> None:
    """Try the partings of random boards and print what they gain."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_options(parser, deals=40, of="parting")
    options = parser.parse_args()
    names = (options.first, options.second)
    parts = list(parts_of(options.seed, options.boards, options.workers))
    Tester(names, options.kept, options.deals)  # what is wrong is said here, not in every worker
    with Pool(options.workers, _begin, (names, options.kept, options.deals)) as pool:
        silent = not sys.stderr.isatty()
        tracked = track(pool.imap(_try, parts), "trying", total=len(parts), disable=silent)
        tried = [each for part in tracked for each in part]
    parted = [each for each in tried if each.rules]
    without = sum(each.deals == 0 for each in parted)
    untried = f", {without} where no deal was found" if without else ""
    differ = f"{len(parted)} auctions part{untried}"
    print(*report(tried, differ, options.most, options.show), sep="\n")


if __name__ == "__main__":
    run(main)
