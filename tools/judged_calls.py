"""Says where judgement would overrule the rules in self-play, and whether it is right.

    python tools/judged_calls.py sayc --boards 200 --kept /tmp/tricks.db
    python tools/judged_calls.py sayc --boards 500 --seed 7 --least 3

At every decision the calls that the hand nearly makes are judged on deals that agree with the
auction (docs/explanation/judgement.md). Each is then made on the deal itself, too, all four seats
going on by their rules: what it really gains says how far estimates can be believed. A decision
at which a call is judged far better than the rules' own shows a hole in the rules; --least lists
them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Contract, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.bidder.bulk import random_boards
from dowager.cards import Deal, Side
from dowager.judgement import Judge, Judged, Worth
from dowager.knowledge.sampling import deal_of
from dowager.language.files import load_system
from dowager.play import Budget, DoubleDummyStore
from figures import mean_error
from inputs import run, whole

_BOUNDS = (-4.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0)
"""Where the groups of estimates part, in IMPs."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A call that was judged beside the rules' own.

    Attributes:
        gain: what it was judged to gain, in IMPs.
        overrules: whether it overrules the rules.
        real: what it gains on the deal itself.
        words: the decision, for people.
    """

    gain: float
    overrules: bool
    real: int
    words: str


class Judging:
    """Judges the decisions of boards of self-play, in one process."""

    def __init__(self, name: str, kept: Path | None, seconds: float) -> None:
        self._bidder = Bidder(load_system(name))
        self._store = DoubleDummyStore(kept)
        self._judge = Judge()
        self._seconds = seconds

    def judged(self, seed: int, number: int) -> list[Estimate]:
        """Return the estimates of one board."""
        boards = random_boards(np.random.default_rng([seed, number]), 1)
        deal = deal_of(boards.holdings[0])
        start = Auction(dealer_of_board(number), list(Vulnerability)[number % 4])
        auction, judged = start, list[tuple[Auction, Judged]]()
        while not auction.ended:
            hand = deal[auction.turn]
            chosen = self._bidder.choose(hand, auction)
            decision = self._judge.judge(chosen.view, hand, Budget(self._seconds, time.monotonic))
            if decision is not None:
                judged.append((auction, decision))
            auction = auction.after(chosen.call)
        return [
            self._estimate(deal, before, decision, other, auction.contract)
            for before, decision in judged
            for other in decision.others
            if other.deals
        ]

    def _estimate(
        self, deal: Deal, before: Auction, decision: Judged, other: Worth, own: Contract | None
    ) -> Estimate:
        contract = self._contract(deal, before.after(other.call))
        (won,) = self._store.gains([deal], [contract], [own], [before.vulnerability]).tolist()
        real = won if before.turn.side is Side.NORTH_SOUTH else -won
        overrules = decision.rule is other.rule
        words = (
            f"{other.gain:+.1f} ± {other.error:.1f}, really {real:+d}: "
            f"{deal[before.turn]} {before.vulnerability} after {before or 'no call'}: "
            f"{decision.own.call} by {decision.own.rule.name} ({decision.own.rule.location}), "
            f"{other.call} as {other.rule.rule.name} ({other.rule.rule.location})"
        )
        return Estimate(other.gain, overrules, real, words)

    def _contract(self, deal: Deal, auction: Auction) -> Contract | None:
        while not auction.ended:
            auction = auction.after(self._bidder.choose(deal[auction.turn], auction).call)
        return auction.contract


_worker: Judging


def _begin(name: str, kept: Path | None, seconds: float) -> None:
    global _worker  # each worker process loads the system once
    _worker = Judging(name, kept, seconds)


def _judge(board: tuple[int, int]) -> list[Estimate]:
    return _worker.judged(*board)


def main() -> None:
    """Judge and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system")
    parser.add_argument("--boards", type=whole(1), default=200)
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--seconds", type=float, default=60.0, help="for a decision, at most")
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--least", type=float, default=4.0, help="list gains of so many IMPs")
    options = parser.parse_args()
    load_system(options.system)  # what is wrong is said here, not in every worker
    boards = [(options.seed, number) for number in range(1, options.boards + 1)]
    estimates: list[Estimate] = []
    with Pool(options.workers, _begin, (options.system, options.kept, options.seconds)) as pool:
        silent = not sys.stderr.isatty()
        for some in track(pool.imap(_judge, boards), "judging", len(boards), disable=silent):
            estimates += some
    print(*_report(estimates, options.boards, options.least), sep="\n")


def _report(estimates: list[Estimate], boards: int, least: float) -> Iterator[str]:
    yield f"{len(estimates)} calls judged beside the rules' own on {boards} boards"
    overruling = [each.real for each in estimates if each.overrules]
    if overruling:
        mean, error = mean_error(overruling)
        yield (
            f"{len(overruling)} overrule the rules and really gain {mean:+.2f} ± {error:.2f} IMPs "
            f"each, {sum(overruling) / boards:+.3f} a board"
        )
    yield "estimated       calls   mean   really"
    for low, high in zip((float("-inf"), *_BOUNDS), (*_BOUNDS, float("inf")), strict=True):
        group = [each for each in estimates if low <= each.gain < high]
        if group:
            mean, error = mean_error([each.real for each in group])
            estimated, _ = mean_error([each.gain for each in group])
            bounds = f"{low:+5.1f} to {high:+5.1f}"
            yield f"{bounds} {len(group):>6} {estimated:>+6.2f}   {mean:+.2f} ± {error:.2f}"
    far = sorted((each for each in estimates if each.gain >= least), key=lambda each: -each.gain)
    yield from (each.words for each in far)


if __name__ == "__main__":
    run(main)
