"""Says at which positions of a system's quizzes a usual call would gain much over a rule's own.

    python tools/rule_leaks.py sayc --contested --kept /tmp/tricks.db
    python tools/rule_leaks.py ./mine --quiz quizzes/mine.yaml --first 200 --vulnerable they

Each auction of the quizzes is dealt anew, on deals that agree with it, and the hands that are to
call are grouped by the rule that they choose. Every usual call (`tools/usual_calls.py`) is tried on
six hands of a group, the best four on 24 others, and what still gains on 80 more. All later calls
are the rules' own, of partner and of the opponents: a gain may be a mistake of theirs, so see with
`tools/other_calls.py` what becomes of it on hands of other kinds. Positions that no hand reaches by
the rules are left out, unless `--strangers` asks for them. Vulnerabilities take turns, so that each
position is tried at one of them: what gains only at another is found with `--vulnerable`. A run
that is stopped goes on with `--first`.
"""

from __future__ import annotations

import argparse
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Call, Vulnerability
from dowager.backends.evaluate import DealArray
from dowager.bidder import Bidder
from dowager.bidder.quiz import LeadQuiz
from dowager.bidder.quiz_reader import quiz_files, read_quizzes
from dowager.cards import Seat
from dowager.errors import InputError
from dowager.judgement.rollout import Rollout
from dowager.knowledge.answers import relaxed_calls
from dowager.knowledge.public import View
from dowager.knowledge.sampling import Sample, deals_for
from dowager.play import DoubleDummyStore
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import run, whole
from other_calls import Group, groups_of
from usual_calls import usual_calls

_DEALS = 40  # that group the hands of a position
_FIRST, _SECOND, _LAST = 6, 24, 80  # hands of a group
_PROMISING = 0.8  # IMPs on the first of them
_TRIED = 4  # calls on the second
_WORTH, _ERRORS = 1.0, 2.0  # IMPs, and standard errors, on the second and on the last


@dataclass(frozen=True, slots=True)
class Leak:
    """A call that gains on hands of a rule.

    Attributes:
        gain: in IMPs, on average.
        error: its standard error.
        hands: on how many hands.
        words: the call, the auction and the rule of the own call.
    """

    gain: float
    error: float
    hands: int
    words: str


def deals_of_rule(bidder: Bidder, view: View, group: Group, sample: Sample) -> DealArray:
    """Return the deals of a sample on which a group's rule chooses its call."""
    same = (group.own.call, group.own.location)
    for other in groups_of(bidder, view.auction, sample):
        if (other.own.call, other.own.location) == same:
            return sample.holdings[other.deals]
    return sample.holdings[:0]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Hands that a rule chooses at a position, one of so many deals."""

    bidder: Bidder
    view: View
    group: Group
    rarity: float

    def deals(self, count: int, generator: np.random.Generator) -> DealArray:
        """Return so many new deals with such a hand, or as many as are found."""
        drawn = int(1.5 * count * self.rarity) + 10
        sample = deals_for(self.view, {}, generator, drawn)
        return deals_of_rule(self.bidder, self.view, self.group, sample)[:count]


class PositionTester(ABC):
    """Tries calls at positions, in one process."""

    def __init__(
        self,
        name: str,
        kept: Path | None,
        seed: int,
        vulnerable: str | None,
        strangers: bool = False,
    ) -> None:
        self._system = system_named(name)
        self._store = DoubleDummyStore(kept)
        self._seed = seed
        self._vulnerable = vulnerable
        self._strangers = strangers

    def leaks(self, number: int, calls: tuple[Call, ...]) -> list[Leak]:
        """Return what gains at a position; its number chooses the deals, and so does the seed."""
        bidder = Bidder(self._system)  # views of other positions are not kept
        vulnerability = _vulnerability(self._vulnerable, number, len(calls))
        view = bidder.view(Auction.of_calls(Seat.NORTH, vulnerability, calls))
        if not self._strangers and any(True for _ in relaxed_calls(view)):
            return []
        return self._leaks_at(bidder, view, np.random.default_rng([self._seed, number]))

    @abstractmethod
    def _leaks_at(self, bidder: Bidder, view: View, generator: np.random.Generator) -> list[Leak]:
        """Return what gains at a position."""

    def _gains(
        self, view: View, own: Call, deals: DealArray, others: Sequence[Call]
    ) -> dict[Call, list[int]]:
        """Return what calls gain over the rule's own on each of some deals, in IMPs."""
        with closing(Rollout(view, [own, *others], self._store)) as rollout:
            if len(deals):
                rollout.add(deals, others)
            return {call: list(rollout.gains.get(call, ())) for call in others}


def _vulnerability(vulnerable: str | None, number: int, calls: int) -> Vulnerability:
    """Return who is vulnerable where a side is to call after so many calls, North having dealt."""
    if vulnerable is None:  # the positions take turns
        return list(Vulnerability)[number % len(Vulnerability)]
    north_south, east_west = Vulnerability.NS, Vulnerability.EW
    we, they = (north_south, east_west) if calls % 2 == 0 else (east_west, north_south)
    sides = {"none": Vulnerability.NONE, "we": we, "they": they, "both": Vulnerability.BOTH}
    return sides[vulnerable]


class Tester(PositionTester):
    """Tries usual calls on all hands of a rule."""

    def _leaks_at(self, bidder: Bidder, view: View, generator: np.random.Generator) -> list[Leak]:
        sample = deals_for(view, {}, generator, _DEALS)
        found: list[Leak] = []
        for group in groups_of(bidder, view.auction, sample):
            if len(group.deals) >= _FIRST:
                first = sample.holdings[group.deals[:_FIRST]]
                wanted = _Wanted(bidder, view, group, len(sample.holdings) / len(group.deals))
                found += self._tried(wanted, first, generator)
        return found

    def _tried(
        self, wanted: _Wanted, first: DealArray, generator: np.random.Generator
    ) -> Iterator[Leak]:
        own, auction = wanted.group.own, wanted.view.auction
        others = [call for call in usual_calls(auction) if call is not own.call]
        gains = self._gains(wanted.view, own.call, first, others)
        means = {call: mean_error(gains[call])[0] for call in others}
        best = sorted(others, key=lambda call: -means[call])[:_TRIED]
        promising = [call for call in best if means[call] >= _PROMISING]
        for hands in (_SECOND, _LAST):
            deals = wanted.deals(hands, generator) if promising else first[:0]
            if not len(deals):
                return
            gains = self._gains(wanted.view, own.call, deals, promising)
            promising = [call for call in promising if _stands_out(*mean_error(gains[call]))]
        for call in promising:
            words = f"{call} for {own.call} ({own.name or 'no rule'}, {own.location}) after "
            words += f"{auction}, {auction.vulnerability}"
            yield Leak(*mean_error(gains[call]), len(gains[call]), words)


def _stands_out(gain: float, error: float) -> bool:
    return gain >= _WORTH and gain >= _ERRORS * error


def positions_of(files: Iterable[Path], contested: bool) -> list[tuple[Call, ...]]:
    """Return the different auctions of quiz files, as if North had dealt."""
    found: dict[tuple[Call, ...], None] = {}
    for quiz in read_quizzes(list(files)):
        if not isinstance(quiz, LeadQuiz) and not quiz.auction.ended:
            calls = quiz.auction.calls
            ours, theirs = calls[-2::-2], calls[-1::-2]
            if not contested or (_acted(ours) and _acted(theirs)):
                found[calls] = None
    return list(found)


def _acted(calls: Iterable[Call]) -> bool:
    return any(call is not Call.PASS for call in calls)


_tester: PositionTester


def _begin(make: Callable[..., PositionTester], asked: tuple[Any, ...]) -> None:
    global _tester  # each worker process loads the system once
    _tester = make(*asked)


def _leaks(position: tuple[int, tuple[Call, ...]]) -> list[Leak]:
    return _tester.leaks(*position)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the system and the options that programs of this kind share."""
    parser.add_argument("system")
    parser.add_argument("--quiz", type=Path, action="append", help="a quiz file; the system's own")
    parser.add_argument("--contested", action="store_true", help="only where both sides have acted")
    parser.add_argument("--first", type=whole(1), default=1, help="the number of the position")
    parser.add_argument("--positions", type=whole(1), help="how many of them; all by default")
    parser.add_argument(
        "--vulnerable",
        choices=("none", "we", "they", "both"),
        help="we are the side that calls; the positions take turns by default",
    )
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--workers", type=whole(1), default=2)
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")


def wanted(
    everything: Sequence[tuple[Call, ...]], first: int, count: int | None
) -> list[tuple[int, tuple[Call, ...]]]:
    """Return positions with their numbers, from 1: so many from the first wanted one on.

    Raises:
        InputError: there are none.
    """
    positions = list(enumerate(everything, 1))[first - 1 :][:count]
    if not positions:
        raise InputError(f"no position: the quizzes have {len(everything)}")
    return positions


def search(
    positions: Sequence[tuple[int, tuple[Call, ...]]],
    options: argparse.Namespace,
    make: Callable[..., PositionTester],
    *more: Any,
) -> None:
    """Try calls at positions in worker processes, and print what gains."""
    asked = (options.system, options.kept, options.seed, options.vulnerable, *more)
    with Pool(options.workers, _begin, (make, asked)) as pool:
        _report(positions, pool.imap(_leaks, positions))


def _report(
    positions: Sequence[tuple[int, tuple[Call, ...]]], found: Iterable[Sequence[Leak]]
) -> None:
    """Print what gains at each position, as it is found, and how much there was."""
    silent, leaks = not sys.stderr.isatty(), 0
    tracked = track(found, "trying", total=len(positions), disable=silent)
    for (number, _), here in zip(positions, tracked, strict=True):
        for each in here:
            leaks += 1
            print(f"{each.gain:>+6.2f} ± {each.error:.2f} on {each.hands:>2}  ", end="")
            print(f"{number}: {each.words}", flush=True)
    print(f"{leaks} calls at {len(positions)} positions")


def main() -> None:
    """Try the calls and print where one gains much."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_options(parser)
    parser.add_argument("--strangers", action="store_true", help="calls that fit no rule, too")
    options = parser.parse_args()
    system_named(options.system)  # what is wrong is said here, not in every worker
    everything = positions_of(options.quiz or quiz_files(options.system), options.contested)
    positions = wanted(everything, options.first, options.positions)
    search(positions, options, Tester, options.strangers)


if __name__ == "__main__":
    run(main)
