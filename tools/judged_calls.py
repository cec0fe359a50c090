"""Says where judgement would overrule the rules in self-play, and whether it is right.

    python tools/judged_calls.py sayc --boards 200 --kept /tmp/tricks.db
    python tools/judged_calls.py sayc --boards 500 --seed 7 --least 3
    python tools/judged_calls.py sayc --boards 60 --seed 8 --fresh

At every decision the calls that the hand nearly makes are judged on deals that agree with the
auction (docs/explanation/judgement.md). Each is then made on the deal itself, too, all four seats
going on by their rules: what it really gains says how far estimates can be believed. A decision
at which a call is judged far better than the rules' own shows a hole in the rules; --least lists
them. With --fresh, calls that overrule the rules are tried on 128 other deals, too: what they gain
there was not what chose them, so it is what judgement is worth.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Call, Contract, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.bidder.bulk import random_boards
from dowager.cards import Deal, Side
from dowager.judgement import Judge, Judged, Worth
from dowager.knowledge.public import View
from dowager.knowledge.sampling import deal_of
from dowager.play import Budget, DoubleDummyStore
from dowager.services.known_tables import system_named
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
        fresh: what it gains on deals that did not choose it; None if that was not asked.
        words: the decision, for people.
    """

    gain: float
    overrules: bool
    real: int
    fresh: float | None
    words: str


@dataclass(frozen=True, slots=True)
class JudgedBoard:
    """A board of self-play whose decisions were judged.

    Attributes:
        decisions: at how many of them there was something to judge.
        deals: how many deals all calls were tried on.
        seconds: the processor time that judging took.
        estimates: of each call that was tried.
    """

    decisions: int
    deals: int
    seconds: float
    estimates: tuple[Estimate, ...]


class Judging:
    """Judges the decisions of boards of self-play, in one process."""

    def __init__(self, name: str, kept: Path | None, seconds: float, fresh: bool) -> None:
        self._bidder = Bidder(system_named(name))
        self._store = DoubleDummyStore(kept)
        self._judge, self._other_judge = Judge(self._store), Judge(self._store, seed=2)
        self._seconds, self._fresh = seconds, fresh

    def judged(self, seed: int, number: int) -> JudgedBoard:
        """Return what is said of one board."""
        boards = random_boards(np.random.default_rng([seed, number]), 1)
        deal = deal_of(boards.holdings[0])
        start = Auction(dealer_of_board(number), list(Vulnerability)[number % 4])
        auction, judged = start, list[tuple[View, Judged]]()
        seconds = 0.0
        while not auction.ended:
            hand = deal[auction.turn]
            chosen = self._bidder.choose(hand, auction)
            begun = time.process_time()
            decision = self._judge.judge(chosen.view, hand, self._budget())
            seconds += time.process_time() - begun
            if decision is not None:
                judged.append((chosen.view, decision))
            auction = auction.after(chosen.call)
        deals = sum(other.deals for _, decision in judged for other in decision.others)
        estimates = (
            self._estimate(deal, view, decision, other, auction.contract)
            for view, decision in judged
            for other in decision.others
            if other.deals
        )
        return JudgedBoard(len(judged), deals, seconds, tuple(estimates))

    def _budget(self) -> Budget:
        return Budget(self._seconds, time.monotonic)

    def _estimate(
        self, deal: Deal, view: View, decision: Judged, other: Worth, own: Contract | None
    ) -> Estimate:
        before = view.auction
        contract = self._contract(deal, before.after(other.call))
        (won,) = self._store.gains([deal], [contract], [own], [before.vulnerability]).tolist()
        real = won if before.turn.side is Side.NORTH_SOUTH else -won
        overrules = decision.rule is other.rule
        fresh = self._gain_elsewhere(view, deal, other.call) if overrules and self._fresh else None
        words = (
            f"{other.gain:+.1f} ± {other.error:.1f}, really {real:+d}: "
            f"{deal[before.turn]} {before.vulnerability} after {before or 'no call'}: "
            f"{decision.own.call} by {decision.own.rule.name} ({decision.own.rule.location}), "
            f"{other.call} as {other.rule.rule.name} ({other.rule.rule.location})"
        )
        return Estimate(other.gain, overrules, real, fresh, words)

    def _gain_elsewhere(self, view: View, deal: Deal, call: Call) -> float | None:
        """Return what a call gains on deals that did not choose it; None if there are none."""
        hand = deal[view.caller_seat]
        weighed = self._other_judge.weigh(view, hand, self._budget(), [call])
        if weighed is None or not weighed.others[0].deals:
            return None
        return weighed.others[0].gain

    def _contract(self, deal: Deal, auction: Auction) -> Contract | None:
        while not auction.ended:
            auction = auction.after(self._bidder.choose(deal[auction.turn], auction).call)
        return auction.contract


_worker: Judging


def _begin(name: str, kept: Path | None, seconds: float, fresh: bool) -> None:
    global _worker  # each worker process loads the system once
    _worker = Judging(name, kept, seconds, fresh)


def _judge(board: tuple[int, int]) -> JudgedBoard:
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
    parser.add_argument("--fresh", action="store_true", help="try overruling calls on other deals")
    parser.add_argument("--least", type=float, default=4.0, help="list gains of so many IMPs")
    options = parser.parse_args()
    system_named(options.system)  # what is wrong is said here, not in every worker
    boards = [(options.seed, number) for number in range(1, options.boards + 1)]
    words = (options.system, options.kept, options.seconds, options.fresh)
    with Pool(options.workers, _begin, words) as pool:
        silent = not sys.stderr.isatty()
        each = pool.imap(_judge, boards)
        judged = list(track(each, "judging", len(boards), disable=silent))
    print(*_report(judged, options.least), sep="\n")


def _report(boards: Sequence[JudgedBoard], least: float) -> Iterator[str]:
    estimates = [each for board in boards for each in board.estimates]
    yield (
        f"{len(estimates)} calls judged beside the rules' own at "
        f"{sum(board.decisions for board in boards)} decisions on {len(boards)} boards: "
        f"{sum(board.deals for board in boards)} deals, "
        f"{sum(board.seconds for board in boards) / len(boards):.1f} s of CPU a board"
    )
    overruling = [each.real for each in estimates if each.overrules]
    if overruling:
        mean, error = mean_error(overruling)
        yield (
            f"{len(overruling)} overrule the rules and really gain {mean:+.2f} ± {error:.2f} IMPs "
            f"each, {sum(overruling) / len(boards):+.3f} a board"
        )
    yield from _fresh_report(boards)
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


def _fresh_report(boards: Sequence[JudgedBoard]) -> Iterator[str]:
    by_board = [
        [each.fresh for each in board.estimates if each.fresh is not None] for board in boards
    ]
    if gains := [gain for board in by_board for gain in board]:
        mean, error = mean_error([sum(board) for board in by_board])
        each, each_error = mean_error(gains)
        yield (
            f"on deals that did not choose them they gain {each:+.2f} ± {each_error:.2f} IMPs "
            f"each, {mean / 2:+.3f} ± {error / 2:.3f} a board for each side"
        )


if __name__ == "__main__":
    run(main)
