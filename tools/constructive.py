"""Bids deals with silent opponents and scores the contracts by double dummy, in IMPs a board.

    python tools/constructive.py ../shared/reference/constructive_sayc.jsonl [--most 20]

Our contract is compared with another bidder's on the same deal and with the best one that makes,
using the double-dummy tricks that the file gives. The dearest boards are listed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Call, Vulnerability, imps, score
from dowager.bidder import Bidder
from dowager.cards import Deal, Seat
from dowager.language.files import load_system
from inputs import records, run


def main() -> None:
    """Run the comparison and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--boards", type=int, default=None)
    parser.add_argument("--most", type=int, default=15, help="how many boards to list")
    options = parser.parse_args()
    bidder = Bidder(load_system(options.system))
    found: list[tuple[int, int, str]] = []
    boards = records(options.file, "deal", "dealer", "vul", "tricks", "robot", "best")[
        : options.boards
    ]
    for board in track(boards, "bidding", disable=not sys.stderr.isatty()):
        auction = _bid(bidder, board)
        ours = _score(auction, board)
        robot, best = board["robot"], board["best"]
        theirs = f"{' '.join(robot['calls'])}  best {best['contract']}"
        words = f"{auction}\n      {theirs}\n      {board['deal']}"
        found.append((imps(ours - robot["score"]), imps(ours - best["score"]), words))
    for name, place in (("the robot", 0), ("the best contract", 1)):
        gains = np.array([row[place] for row in found], dtype=float)
        error = gains.std(ddof=1) / len(gains) ** 0.5
        mean = f"{gains.mean():>7.2f} ± {error:.2f}"
        print(f"against {name:<20}{mean} IMPs a board, {len(gains)} boards")
    for gain, _, words in sorted(found, key=lambda row: row[0])[: options.most]:
        print(f"{gain:>4}  {words}")


def _bid(bidder: Bidder, board: dict[str, Any]) -> Auction:
    """Bid North's and South's hands; East and West pass."""
    deal = Deal.parse(board["deal"])
    auction = Auction(Seat.parse(board["dealer"]), Vulnerability.parse(board["vul"]))
    while not auction.ended:
        if auction.turn in (Seat.EAST, Seat.WEST):
            auction = auction.after(Call.PASS)
        else:
            auction = auction.after(bidder.choose(deal[auction.turn], auction).call)
    return auction


def _score(auction: Auction, board: dict[str, Any]) -> int:
    contract = auction.contract
    if contract is None:
        return 0
    tricks = board["tricks"][contract.declarer.letter][contract.strain.letter]
    return score(contract, tricks, auction.vulnerability.of(contract.declarer))


if __name__ == "__main__":
    run(main)
