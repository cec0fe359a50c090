"""Shows what another bidder's calls in one position look like, beside ours.

    python tools/positions.py ../shared/reference/auctions_sayc.jsonl
    python tools/positions.py FILE --after "1H P 2C P"

`--after` names the calls before, leading passes left out. Without it the positions are listed in
which the two differ most often. With it: for each of their calls how often it was made, the
quartiles of its HCP, the least and greatest lengths, what ours would have been; then each hand on
which they differ.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dowager.auction import Auction, Call
from dowager.bidder import Bidder
from dowager.cards import Hand
from dowager.services.known_tables import system_named
from inputs import records, run


@dataclass(frozen=True, slots=True)
class Row:
    """One decision: the hand, the other bidder's call, ours with its rule, the circumstances."""

    hand: Hand
    theirs: Call
    ours: Call
    rule: str
    where: str


def main() -> None:
    """Print the list of positions, or one position."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--after", help="the calls before; `start` for openings")
    parser.add_argument("--most", type=int, default=60, help="how many positions to list")
    options = parser.parse_args()
    wanted = None if options.after is None else options.after.replace("start", "").strip()
    positions: dict[str, list[Row]] = defaultdict(list)
    bidder = Bidder(system_named(options.system))
    for board in records(options.file):
        deal, start, calls = board.deal(), board.start(), board.calls()
        for index, theirs in enumerate(calls):
            auction = Auction(start.dealer, start.vulnerability, calls[:index])
            passes = next((n for n, call in enumerate(calls) if call is not Call.PASS), len(calls))
            key = " ".join(str(call) for call in auction.calls[passes:])
            if wanted is None or key == wanted:
                hand = deal[auction.turn]
                ours = bidder.choose(hand, auction)
                where = f"seat {index % 4 + 1}, {auction.vulnerability}"
                rule = f"{ours.name} {ours.location}"
                positions[key].append(Row(hand, theirs, ours.call, rule, where))
    if wanted is None:
        _list(positions, options.most)
    else:
        _show(positions[wanted])


def _list(positions: dict[str, list[Row]], most: int) -> None:
    differ = {key: sum(row.ours != row.theirs for row in rows) for key, rows in positions.items()}
    for key in sorted(positions, key=lambda key: -differ[key])[:most]:
        print(f"{differ[key]:>5} of {len(positions[key]):>5}  {key or 'start'}")


def _show(rows: list[Row]) -> None:
    calls = Counter(row.theirs for row in rows)
    for call, count in calls.most_common():
        these = [row for row in rows if row.theirs == call]
        points = np.percentile([row.hand.hcp for row in these], [0, 25, 50, 75, 100])
        lengths = np.array([row.hand.lengths for row in these])
        ranges = zip("CDHS", lengths.min(axis=0), lengths.max(axis=0), strict=True)
        ours = Counter(str(row.ours) for row in these).most_common()
        print(f"{call!s:<4}{count:>5}  HCP {'/'.join(f'{p:.0f}' for p in points):<16}", end="")
        print(" ".join(f"{suit}{low}-{high}" for suit, low, high in reversed(list(ranges))), end="")
        print("  ours " + " ".join(f"{name}:{number}" for name, number in ours))
    print()
    for row in sorted(rows, key=lambda row: (row.ours, row.theirs)):
        if row.ours != row.theirs:
            print(
                f"{row.hand!s:<17}{row.hand.hcp:>3}  {row.where:<14}ours {row.ours!s:<4}"
                f"theirs {row.theirs!s:<4}{row.rule}"
            )


if __name__ == "__main__":
    run(main)
