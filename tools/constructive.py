"""Bids deals with silent opponents and scores the contracts by double dummy, in IMPs a board.

    python tools/constructive.py ../shared/reference/constructive_sayc.jsonl [--most 20]

Our contract is compared with another bidder's on the same deal and with the best one that makes,
using the double-dummy tricks that the file gives. The dearest boards are listed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.progress import track

from dowager.auction import Auction, imps, score
from dowager.bidder import Bidder
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import Record, records, run
from silent import bid_silently


def main() -> None:
    """Run the comparison and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--boards", type=int, default=None)
    parser.add_argument("--most", type=int, default=15, help="how many boards to list")
    options = parser.parse_args()
    bidder = Bidder(system_named(options.system))
    rows: list[tuple[int, int, str]] = []
    boards = records(options.file)[: options.boards]
    for board in track(boards, "bidding", disable=not sys.stderr.isatty()):
        auction, _ = bid_silently(bidder, board.deal(), board.start())
        ours = _score(auction, board)
        robot, best = board.part("robot"), board.part("best")
        theirs = f"{' '.join(robot.texts('calls'))}  best {best.text('contract')}"
        words = f"{auction}\n      {theirs}\n      {board.deal()}"
        against = [imps(ours - other.number("score")) for other in (robot, best)]
        rows.append((against[0], against[1], words))
    sides = {"the robot": [row[0] for row in rows], "the best contract": [row[1] for row in rows]}
    for name, gains in sides.items():
        mean, error = mean_error(gains)
        print(f"against {name:<20}{mean:>7.2f} ± {error:.2f} IMPs a board, {len(rows)} boards")
    for gain, _, words in sorted(rows, key=lambda row: row[0])[: options.most]:
        print(f"{gain:>4}  {words}")


def _score(auction: Auction, board: Record) -> int:
    contract = auction.contract
    if contract is None:
        return 0
    return score(contract, board.tricks(contract), auction.vulnerability.of(contract.declarer))


if __name__ == "__main__":
    run(main)
