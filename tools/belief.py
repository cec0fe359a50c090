"""How well hidden hands are known along another bidder's auctions, or our own.

    python tools/belief.py ../shared/reference/auctions_sayc.jsonl --skip 2000 --boards 1000
    python tools/belief.py --own --boards 200 --readings exact

Every seat of every board looks at the other three hands, before the first call and after the last,
by deals that fit what it believes. Printed for every reading: the mean error of HCP and of a suit's
length, the log-loss of the owner of each hidden card, how often the likeliest owner is right, views
that no deal fits, and hands that what they have shown excludes. Own calls are read like the others'
for the last figure.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.cards import LENGTH_OF, Deal, Seat, random_deal
from dowager.errors import InputError
from dowager.knowledge.cells import HCP_OF
from dowager.knowledge.public import View, cell_of
from dowager.knowledge.readings import READINGS, Reading, believed
from dowager.knowledge.sampling import Sampler, deals_for
from dowager.language.files import load_system
from inputs import records, run

_DEALS = 200
_EFFORT = 400_000
_KNOWN_BEFORE = (3.12, 1.03, 1.099, 33.3)
_KNOWN_AT_END = (1.78, 0.71, 1.041, 44.8)
"""A neural net's figures on its own auctions, published: before the auction and at its end."""


@dataclass
class Score:
    """Sums over the views of one reading."""

    hcp: list[float] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    owner_loss: list[float] = field(default_factory=list)
    owner_right: list[float] = field(default_factory=list)
    views: int = 0
    empty: int = 0
    hands: int = 0
    excluded: int = 0

    def look(self, deal: Deal, seat: Seat, holdings: NDArray[np.uint16]) -> None:
        """Compare what a seat believes with the other three hands."""
        self.views += 1
        if not len(holdings):
            self.empty += 1
            holdings = _any_deals(deal, seat)
        hidden = [other for other in Seat if other is not seat]
        truth = np.array([deal[other].holdings for other in hidden])
        believed_hands = holdings[:, hidden]
        hcp = HCP_OF[believed_hands].sum(axis=2).mean(axis=0) - HCP_OF[truth].sum(axis=1)
        lengths = LENGTH_OF[believed_hands].mean(axis=0) - LENGTH_OF[truth]
        self.hcp.append(float(np.abs(hcp).mean()))
        self.lengths.append(float(np.abs(lengths).mean()))
        loss, right = _owners(believed_hands, truth)
        self.owner_loss.append(loss)
        self.owner_right.append(right)

    def exclude(self, weight: float) -> None:
        """Count a hand, and whether it was excluded."""
        self.hands += 1
        self.excluded += weight == 0

    def figures(self) -> dict[str, float]:
        """Return the means; rates are per cent."""
        figures = {
            "hcp": float(np.mean(self.hcp)),
            "lengths": float(np.mean(self.lengths)),
            "owner_loss": float(np.mean(self.owner_loss)),
            "owner_right": 100 * float(np.mean(self.owner_right)),
            "empty": 100 * self.empty / self.views,
        }
        return figures | ({"excluded": 100 * self.excluded / self.hands} if self.hands else {})


def _owners(believed_hands: NDArray[np.uint16], truth: NDArray[np.int64]) -> tuple[float, float]:
    """Return the mean log-loss of hidden cards' owners, and how often the likeliest is right."""
    ranks = np.arange(13)
    held = (believed_hands[..., None] >> ranks & 1).mean(axis=0)
    really = (truth[..., None] >> ranks & 1).astype(bool)
    hidden = really.any(axis=0)
    chances = (held * len(believed_hands) + 1 / 3) / (len(believed_hands) + 1)
    own = np.take_along_axis(chances, really.argmax(axis=0)[None], axis=0)[0][hidden]
    likeliest = chances.argmax(axis=0) == really.argmax(axis=0)
    return float(-np.log(own).mean()), float(likeliest[hidden].mean())


def _any_deals(deal: Deal, seat: Seat) -> NDArray[np.uint16]:
    """Return deals of the cards that a seat does not see, for views that no deal fits."""
    return Sampler({}, {seat: deal[seat]}).sample(np.random.default_rng(0), _DEALS).holdings


@dataclass(frozen=True)
class Bid:
    """A board that somebody has bid: the deal, and the views before and after the auction."""

    deal: Deal
    before: View
    after: View


def followed(file: Path, bidder: Bidder, skip: int, boards: int | None) -> Iterator[Bid]:
    """Give the boards of a file, read by a system."""
    read = list(records(file))
    for record in read[skip : None if boards is None else skip + boards]:
        start, calls = record.start(), record.calls()
        end = Auction(start.dealer, start.vulnerability, calls)
        yield Bid(record.deal(), bidder.view(start), bidder.view(end))


def own(bidder: Bidder, skip: int, boards: int | None) -> Iterator[Bid]:
    """Give random boards that the system itself bids."""
    random = Random(skip)
    for number in range(1, (boards or 200) + 1):
        deal = random_deal(random)
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        yield Bid(deal, bidder.view(start), bidder.view(bidder.bid(deal, start)))


def measure(bids: Sequence[Bid], reading: Reading, seed: int) -> tuple[Score, Score]:
    """Return what is known before the auctions, and at their ends."""
    before, after = Score(), Score()
    generator = np.random.default_rng(seed)
    both = (reading, reading)
    for bid in track(bids, description=reading.name, disable=not sys.stderr.isatty()):
        belief = believed(bid.after, both)
        for seat in Seat:
            known = {seat: bid.deal[seat]}
            for score, view in ((before, bid.before), (after, bid.after)):
                deals = deals_for(view, known, generator, _DEALS, effort=_EFFORT, readings=both)
                score.look(bid.deal, seat, deals.holdings)
            after.exclude(float(belief[seat][cell_of(bid.deal[seat])]))
    return before, after


def main() -> int:
    """Run the program; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--own", action="store_true", help="boards that the system bids itself")
    parser.add_argument("--system", default="sayc", help="the system that calls are read by")
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--boards", type=int)
    parser.add_argument("--readings", default=",".join(READINGS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.own == (given.file is not None):
        raise InputError("give a file, or --own")
    system = load_system(given.system)
    bidder = Bidder(system, system)
    if given.own:
        bids = list(own(bidder, given.skip, given.boards))
    else:
        bids = list(followed(given.file, bidder, given.skip, given.boards))
    rows = {}
    for name in given.readings.split(","):
        before, after = measure(bids, READINGS[name], given.seed)
        rows[name] = {"before": before.figures(), "after": after.figures()}
    if given.json:
        print(json.dumps(rows))
        return 0
    print(f"{'':<22}{'HCP':>7}{'length':>8}{'owner':>8}{'right':>8}{'empty':>8}{'excluded':>10}")
    _print("a neural net: before", _KNOWN_BEFORE)
    _print("                end", _KNOWN_AT_END)
    for name, row in rows.items():
        _print(f"{name}: before", tuple(row["before"].values()))
        _print("end".rjust(len(name) + 5), tuple(row["after"].values()))
    return 0


def _print(name: str, values: Sequence[float]) -> None:
    widths = ("7.2f", "8.2f", "8.3f", "7.1f", "7.1f", "9.1f")
    cells = [format(value, width) for value, width in zip(values, widths, strict=False)]
    print(f"{name:<22}{cells[0]}{cells[1]}{cells[2]}" + "".join(f"{cell}%" for cell in cells[3:]))


if __name__ == "__main__":
    run(main)
