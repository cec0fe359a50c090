"""Bids deals with silent opponents and scores the contracts by double dummy, in IMPs a board.

    python tools/constructive.py ../shared/reference/constructive_sayc.jsonl [--most 20]
    python tools/constructive.py boards.jsonl --boards 200 --judge 60

Our contract is compared with another bidder's on the same deal and with the best one that makes,
using the double-dummy tricks that the file gives. The dearest boards are listed. With `--judge`,
judgement may overrule the rules (docs/explanation/judgement.md), and the contracts of the rules
alone are compared as well; SECONDS are the most that a call may take.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

from rich.progress import track

from dowager.auction import Auction, imps, score
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Hand
from dowager.judgement import Judge
from dowager.play import Budget
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import Record, records, run, seconds, whole
from silent import bid_silently


@dataclass(frozen=True, slots=True)
class Compared:
    """A board that has been bid.

    Attributes:
        gains: what our contract gains on each of those that it is compared with, by name.
        words: the auctions and the deal, for people.
    """

    gains: dict[str, int]
    words: str


class Comparing:
    """Bids boards and compares the contracts, in one process.

    Args:
        name: the system.
        judge: the most seconds that judging a call may take; 0 for the rules alone.
    """

    def __init__(self, name: str, judge: float) -> None:
        self._bidder = Bidder(system_named(name))
        self._judge = Judge() if judge else None
        self._budget = Budget(judge, time.monotonic)

    def compared(self, board: Record) -> Compared:
        """Return what is said of a board."""
        auction, _ = bid_silently(self._bidder, board.deal(), board.start(), self._judged)
        robot, best = board.part("robot"), board.part("best")
        ours = _score(auction, board)
        others = {"the robot": robot.number("score"), "the best contract": best.number("score")}
        lines = [str(auction)]
        if self._judge is not None:
            by_rules, _ = bid_silently(self._bidder, board.deal(), board.start())
            others["the rules alone"] = _score(by_rules, board)
            lines.append(f"{by_rules} by the rules")
        lines.append(f"{' '.join(robot.texts('calls'))}  best {best.text('contract')}")
        gains = {name: imps(ours - other) for name, other in others.items()}
        return Compared(gains, "\n      ".join((*lines, str(board.deal()))))

    def _judged(self, chosen: ChosenCall, hand: Hand) -> ChosenCall:
        if self._judge is None:
            return chosen
        judged = self._judge.judge(chosen.view, hand, self._budget)
        return chosen if judged is None else judged.chosen(chosen.view)


_worker: Comparing


def _begin(name: str, judge: float) -> None:
    global _worker
    _worker = Comparing(name, judge)


def _compare(board: Record) -> Compared:
    return _worker.compared(board)


def main() -> None:
    """Run the comparison and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--boards", type=whole(1), default=None)
    parser.add_argument("--judge", type=seconds, default=0.0, metavar="SECONDS",
        help="judge each call, for so long at most")  # fmt: skip
    parser.add_argument("--workers", type=whole(1), default=2)
    parser.add_argument("--most", type=int, default=15, help="how many boards to list")
    options = parser.parse_args()
    system_named(options.system)  # what is wrong is said here, not in every worker
    boards = records(options.file)[: options.boards]
    with Pool(options.workers, _begin, (options.system, options.judge)) as pool:
        each = pool.imap(_compare, boards)
        rows = list(track(each, "bidding", len(boards), disable=not sys.stderr.isatty()))
    for name in rows[0].gains:
        mean, error = mean_error([row.gains[name] for row in rows])
        print(f"against {name:<20}{mean:>7.2f} ± {error:.2f} IMPs a board, {len(rows)} boards")
    for row in sorted(rows, key=lambda row: row.gains["the robot"])[: options.most]:
        print(f"{row.gains['the robot']:>4}  {row.words}")


def _score(auction: Auction, board: Record) -> int:
    contract = auction.contract
    if contract is None:
        return 0
    return score(contract, board.tricks(contract), auction.vulnerability.of(contract.declarer))


if __name__ == "__main__":
    run(main)
