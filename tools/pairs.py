"""Says what the contracts that two systems reach are worth to a pair whose opponents pass.

    python tools/pairs.py mine/sayc systems/sayc --boards 10000 --least 26 --kept /tmp/tricks.db
    python tools/pairs.py mine/sayc systems/sayc --boards 10000 --least 26 --show "Blackwood"

North and South hold at least so many points together, and bid by either system. Where the
contracts differ, both hands stay as they are and the other cards are dealt anew many times: the
mean over these deals says which contract is better for the two hands, and no lucky lie of the
cards counts, as it does in a duel. The groups are where the two auctions first part.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from random import Random

from rich.progress import track

from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Deal, Seat
from dowager.play import DoubleDummyStore
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import run, whole
from silent import bid_silently, boards_with, layouts, start_of_board
from tried import Tried, add_options, report

_PART = 50  # boards that a process takes at a time


class Pair:
    """North and South bidding by two systems, in one process."""

    def __init__(self, names: tuple[str, str], kept: Path | None, deals: int) -> None:
        self._bidders = (Bidder(system_named(names[0])), Bidder(system_named(names[1])))
        self._store = DoubleDummyStore(kept)
        self._deals = deals

    def compared(self, boards: list[tuple[int, Deal]]) -> list[Tried]:
        """Bid boards, by number and deal, by both systems and compare the contracts."""
        return [self._compared(number, deal) for number, deal in boards]

    def _compared(self, number: int, deal: Deal) -> Tried:
        start = start_of_board(number)
        (first, chosen), (second, others) = (
            bid_silently(one, deal, start) for one in self._bidders
        )
        if first.contract == second.contract:
            return Tried()
        deals = list(islice(layouts(deal, Random(number)), self._deals))
        gains = self._store.gains(
            deals,
            [first.contract] * self._deals,
            [second.contract] * self._deals,
            [start.vulnerability] * self._deals,
        )
        mean, error = mean_error(gains.tolist())
        hands = f"{deal[Seat.NORTH]} {deal[Seat.SOUTH]} {start.vulnerability}"
        words = f"{mean:+6.2f} ± {error:.2f}  {hands}\n      {first}\n      {second}"
        parted = next(
            f"{_told(one)} | {_told(other)}"
            for one, other in zip(chosen, others, strict=False)
            if one.call != other.call
        )
        return Tried(mean, error, len(deals), parted, words)


def _told(chosen: ChosenCall) -> str:
    return f"{chosen.call} {chosen.name} {chosen.location.rpartition('/')[2]}"


_pair: Pair


def _begin(names: tuple[str, str], kept: Path | None, deals: int) -> None:
    global _pair  # each worker process loads the systems once
    _pair = Pair(names, kept, deals)


def _compare(boards: list[tuple[int, Deal]]) -> list[Tried]:
    return _pair.compared(boards)


def main() -> None:
    """Bid the boards and print what the differing contracts are worth."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_options(parser, deals=20, of="pair of hands")
    parser.add_argument("--least", type=whole(0), default=20, help="North's and South's points")
    options = parser.parse_args()
    if options.least > 37:
        parser.error("--least: no more than 37 points, or hardly a deal is found")
    names = (options.first, options.second)
    boards = list(islice(boards_with(options.seed, options.least), options.boards))
    parts = [boards[first : first + _PART] for first in range(0, len(boards), _PART)]
    Pair(names, options.kept, options.deals)  # what is wrong is said here, not in every worker
    with Pool(options.workers, _begin, (names, options.kept, options.deals)) as pool:
        silent = not sys.stderr.isatty()
        tracked = track(pool.imap(_compare, parts), "bidding", total=len(parts), disable=silent)
        compared = [each for part in tracked for each in part]
    differ = f"{sum(bool(each.rules) for each in compared)} contracts differ"
    print(*report(compared, differ, options.most, options.show), sep="\n")


if __name__ == "__main__":
    run(main)
