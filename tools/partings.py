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
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
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
from dowager.language.files import load_system
from dowager.play import DoubleDummyStore
from duel import Parting, parting, parts_of
from figures import mean_error
from inputs import run, whole


@dataclass(frozen=True, slots=True)
class Tried:
    """What the first system's call gains on a board.

    Attributes:
        gain: in IMPs, on average; 0 without a parting.
        error: its standard error.
        deals: how many deals tried it.
        rules: the two calls with their rules, by which partings are grouped; "" without a parting.
        words: the gain, the hand and the auction.
    """

    gain: float = 0.0
    error: float = 0.0
    deals: int = 0
    rules: str = ""
    words: str = ""


class Tester:
    """Finds partings and tries them, in one process."""

    def __init__(self, names: tuple[str, str], kept: Path | None, deals: int) -> None:
        self._systems = (load_system(names[0]), load_system(names[1]))
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
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--boards", type=whole(1), default=1000)
    parser.add_argument("--deals", type=whole(2), default=40, help="deals for each parting")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    parser.add_argument("--workers", type=whole(1), default=2)
    parser.add_argument("--most", type=whole(0), default=25, help="how many groups to list")
    parser.add_argument("--show", metavar="WORDS", help="print the hands of matching groups")
    options = parser.parse_args()
    names = (options.first, options.second)
    parts = list(parts_of(options.seed, options.boards, options.workers))
    Tester(names, options.kept, options.deals)  # what is wrong is said here, not in every worker
    with Pool(options.workers, _begin, (names, options.kept, options.deals)) as pool:
        silent = not sys.stderr.isatty()
        tracked = track(pool.imap(_try, parts), "trying", total=len(parts), disable=silent)
        tried = [each for part in tracked for each in part]
    print(*_report(tried, options.most, options.show), sep="\n")


def _report(tried: list[Tried], most: int, show: str | None) -> Iterator[str]:
    mean, error = mean_error([each.gain for each in tried])
    yield f"{mean:+.3f} ± {error:.3f} IMPs a board for the first, {len(tried)} boards"
    parted = [each for each in tried if each.rules]
    without = sum(each.deals == 0 for each in parted)
    untried = f", {without} where no deal was found" if without else ""
    yield f"{len(parted)} auctions part{untried}"
    groups: dict[str, list[Tried]] = defaultdict(list)
    for each in parted:
        groups[each.rules].append(each)
    largest = sorted(groups, key=lambda key: -abs(sum(each.gain for each in groups[key])))
    for key in largest[:most]:
        members = groups[key]
        mean, error = mean_error([each.gain for each in members])
        if len(members) == 1:
            error = members[0].error
        yield f"{mean:>+6.2f} ± {error:.2f} IMPs on {len(members):>4}  {key}"
    for key, members in groups.items():
        if show and show in key:
            yield f"\n{key}"
            yield from (each.words for each in members)


if __name__ == "__main__":
    run(main)
