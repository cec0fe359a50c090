"""How fast deals are drawn after another bidder's auctions, and whether any auction leaves none.

    python tools/sampling.py ../shared/reference/auctions_sayc.jsonl --boards 1000
    python tools/sampling.py FILE --reading exact --deals 500 --slowest 3

Deals are drawn after the whole auction, once with no hand seen and once with North's. Printed are
the auctions after which no deal was found, deals a second of processor time (the tables that are
made for an auction count, reading it does not), and the slowest auctions.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.progress import track

from dowager.auction import Auction
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.knowledge.readings import READINGS, parse_readings
from dowager.knowledge.sampling import deals_for
from dowager.language.files import load_system
from inputs import records, run


@dataclass(frozen=True)
class Drawn:
    """The deals drawn after one auction."""

    auction: Auction
    deals: int
    seconds: float

    @property
    def rate(self) -> float:
        """Deals a second."""
        return self.deals / self.seconds


def main() -> int:
    """Run the program; return 1 if an auction left no deal, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", default="sayc", help="the system that calls are read by")
    parser.add_argument("--reading", default="tolerant", help=", ".join(READINGS))
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--boards", type=int)
    parser.add_argument("--deals", type=int, default=2000, help="deals drawn after each auction")
    parser.add_argument("--slowest", type=int, default=5, help="how many auctions to name")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    bidder, readings = Bidder(load_system(given.system)), parse_readings(given.reading)
    generator = np.random.default_rng(1)
    drawn: dict[str, list[Drawn]] = {"no hand seen": [], "one hand seen": []}
    read = list(records(given.file))[given.skip :][: given.boards]
    for record in track(read, description="drawing", disable=not sys.stderr.isatty()):
        start, hand = record.start(), record.deal()[Seat.NORTH]
        auction = Auction(start.dealer, start.vulnerability, record.calls())
        view = bidder.view(auction)
        for name, known in (("no hand seen", {}), ("one hand seen", {Seat.NORTH: hand})):
            begun = time.process_time()
            deals = deals_for(view, known, generator, given.deals, readings=readings)
            drawn[name].append(Drawn(auction, len(deals), time.process_time() - begun))
    rows = {name: _figures(each, given.slowest) for name, each in drawn.items()}
    if given.json:
        print(json.dumps(rows))
    else:
        _print(rows)
    return int(any(row["empty"] for row in rows.values()))


def _figures(drawn: list[Drawn], slowest: int) -> dict[str, object]:
    rates = [each.rate for each in drawn]
    by_rate = sorted(drawn, key=lambda each: each.rate)
    low, median, high = (float(rate) for rate in np.quantile(rates, (0.01, 0.5, 0.99)))
    return {
        "auctions": len(drawn),
        "empty": sum(not each.deals for each in drawn),
        "a_second": {"1%": low, "median": median, "99%": high},
        "slowest": [(str(each.auction), each.rate) for each in by_rate[:slowest]],
    }


def _print(rows: dict[str, dict[str, object]]) -> None:
    for name, row in rows.items():
        rates = row["a_second"]
        assert isinstance(rates, dict)
        spread = ", ".join(f"{rate:,.0f} ({share})" for share, rate in rates.items())
        print(f"{name}: {row['auctions']} auctions, {row['empty']} without a deal")
        print(f"  deals a second: {spread}")
        slowest = row["slowest"]
        assert isinstance(slowest, list)
        for auction, rate in slowest:
            print(f"  {rate:>9,.0f}  {auction}")


if __name__ == "__main__":
    run(main)
