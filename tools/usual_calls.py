"""Says where in self-play some usual call would gain much over the rules' own, whatever they say.

    python tools/usual_calls.py sayc --boards 500 --kept /tmp/tricks.db
    python tools/usual_calls.py sayc --boards 500 --least-hcp 22 --contested

One decision of each board is tried, taken at random. A usual call is a pass, a double, a redouble,
and in each strain the cheapest bid, a jump and game: the hand need not be near a rule for it. Ten
deals that agree with the auction choose three of them, forty others say what those gain; all later
calls are the rules' own. What is printed stands out by chance now and then: `tools/other_calls.py`
tries it on many hands. A call that partner takes for something else gains nothing here, so that
what two rules would gain together is not found.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Call, Strain, Vulnerability, dealer_of_board, game_level
from dowager.bidder import Bidder
from dowager.bidder.bulk import Boards, bid_boards, random_boards
from dowager.cards import Deal, Hand, Side
from dowager.judgement.rollout import Rollout
from dowager.knowledge.sampling import deal_of, deals_for
from dowager.play import DoubleDummyStore
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import run, whole

_CHOOSING, _TRYING = 10, 40  # deals
_PROMISING = 0.8  # IMPs on the deals that choose
_TRIED = 3  # calls at a decision
_WORTH, _ERRORS = 1.0, 2.2  # IMPs, and standard errors, of what is printed
_WEAK = 7  # HCP: a pass with no more is tried one time in ten


@dataclass(frozen=True, slots=True)
class Found:
    """What the best of the usual calls gains at a decision.

    Attributes:
        gain: in IMPs, on average.
        error: its standard error.
        words: the call, the hand, the auction and the rule of the own call.
    """

    gain: float
    error: float
    words: str

    @property
    def stands_out(self) -> bool:
        """Whether the gain is worth a look."""
        return self.gain >= _WORTH and self.gain >= _ERRORS * self.error

    def __str__(self) -> str:
        return f"{self.gain:>+6.2f} ± {self.error:.2f}  {self.words}"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which decisions are tried.

    Attributes:
        hcp: the HCP that the two hands of the side have at least.
        contested: whether the other side must have bid or doubled before.
    """

    hcp: int
    contested: bool


def usual_calls(auction: Auction) -> list[Call]:
    """Return the calls that are tried at a position, in order."""
    calls = [Call.PASS, Call.DOUBLE, Call.REDOUBLE]
    last = auction.last_bid
    bid = Call.PASS if last is None else auction.calls[last]
    for strain in Strain:
        level = max(1, bid.level + (bid.is_bid and strain <= bid.strain))
        levels = {level, level + 1 if level <= 3 else level, max(level, game_level(strain))}
        calls += [Call.bid(each, strain) for each in sorted(levels) if each <= 7]
    return [call for call in calls if auction.legal_mask >> call & 1]


class Trials:
    """Tries usual calls at single decisions.

    Args:
        bidder: makes all calls after the one that is tried.
        store: what solves contracts.
    """

    def __init__(self, bidder: Bidder, store: DoubleDummyStore) -> None:
        self._bidder, self._store = bidder, store

    def best(self, auction: Auction, hand: Hand, generator: np.random.Generator) -> Found | None:
        """Return what the best of the usual calls gains; nothing where none is promising."""
        own = self._bidder.choose(hand, auction)
        others = [call for call in usual_calls(auction) if call is not own.call]
        first = self._gains(auction, hand, own.call, others, _CHOOSING, generator)
        promising = sorted(
            (call for call in others if np.mean(first.get(call) or [0]) >= _PROMISING),
            key=lambda call: -float(np.mean(first[call])),
        )[:_TRIED]
        if not promising:
            return None
        second = self._gains(auction, hand, own.call, promising, _TRYING, generator)
        worth = {call: mean_error(gains) for call, gains in second.items() if gains}
        if not worth:
            return None
        best = max(worth, key=lambda call: worth[call][0])
        gain, error = worth[best]
        place = own.location.rpartition("/")[2]
        words = f"{best} for {own.call} ({own.name or 'no rule'}, {place})  {hand} after "
        return Found(gain, error, f"{words}{auction}, {auction.vulnerability}")

    def _gains(
        self,
        auction: Auction,
        hand: Hand,
        own: Call,
        others: list[Call],
        deals: int,
        generator: np.random.Generator,
    ) -> dict[Call, list[int]]:
        """Return what each call gains over the own one on each of some new deals."""
        view = self._bidder.view(auction)
        sample = deals_for(view, {auction.turn: hand}, generator, deals)
        with closing(Rollout(view, [own, *others], self._store)) as rollout:
            if len(sample.holdings):
                rollout.add(sample.holdings, others)
            return rollout.gains


class Tester:
    """Tries a decision of each board, in one process."""

    def __init__(self, name: str, kept: Path | None, wanted: Filter, seed: int) -> None:
        self._trials = Trials(Bidder(system_named(name)), DoubleDummyStore(kept))
        self._wanted = wanted
        self._seed = seed

    def tried(self, number: int, deal: Deal, calls: tuple[Call, ...]) -> Found | None:
        """Try one decision of a board; return nothing where no call is promising."""
        generator = np.random.default_rng([self._seed, number])
        auction = self._decision(number, deal, calls, generator)
        if auction is None:
            return None
        return self._trials.best(auction, deal[auction.turn], generator)

    def _decision(
        self, number: int, deal: Deal, calls: tuple[Call, ...], generator: np.random.Generator
    ) -> Auction | None:
        dealer, vulnerability = dealer_of_board(number), Vulnerability.of_board(number)
        for index in generator.permutation(len(calls)).tolist():
            auction = Auction.of_calls(dealer, vulnerability, calls[:index])
            if not self._wants(auction, deal):
                continue
            weak = deal[auction.turn].hcp <= _WEAK
            if calls[index] is Call.PASS and weak and generator.random() < 0.9:
                continue
            return auction
        return None

    def _wants(self, auction: Auction, deal: Deal) -> bool:
        if auction.last_bid is None and auction.calls:
            return False  # who passed first has shown little
        seat = auction.turn
        if deal[seat].hcp + deal[seat.partner].hcp < self._wanted.hcp:
            return False
        theirs = (
            call is not Call.PASS and auction.seat_of(index).side is not seat.side
            for index, call in enumerate(auction.calls)
        )
        return not self._wanted.contested or any(theirs)


_tester: Tester


def _begin(name: str, kept: Path | None, wanted: Filter, seed: int) -> None:
    global _tester  # each worker process loads the system once
    _tester = Tester(name, kept, wanted, seed)


def _try(board: tuple[int, Deal, tuple[Call, ...]]) -> Found | None:
    return _tester.tried(*board)


def _boards(
    name: str, seed: int, count: int, hcp: int
) -> Iterator[tuple[int, Deal, tuple[Call, ...]]]:
    """Yield boards with a side as strong as is wanted, by number, with their calls in self-play."""
    system, generator, dealt = system_named(name), np.random.default_rng(seed), list[Deal]()
    while len(dealt) < count:
        deals = map(deal_of, random_boards(generator, count).holdings)
        dealt += [deal for deal in deals if max(_strength(deal, side) for side in Side) >= hcp]
    numbers = range(1, count + 1)
    auctions = bid_boards(
        (system, system),
        Boards.of_deals(dealt[:count]),
        [dealer_of_board(number) for number in numbers],
        [Vulnerability.of_board(number) for number in numbers],
    )
    for number, deal in zip(numbers, dealt, strict=False):
        yield number, deal, auctions.calls_of(number - 1)


def _strength(deal: Deal, side: Side) -> int:
    return sum(deal[seat].hcp for seat in side.seats)


def main() -> None:
    """Try the calls and print where one gains much."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system")
    parser.add_argument("--boards", type=whole(1), default=200)
    parser.add_argument("--least-hcp", type=whole(0), default=0, help="of the side that calls")
    parser.add_argument("--contested", action="store_true", help="only after a call of theirs")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--workers", type=whole(1), default=2)
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    options = parser.parse_args()
    wanted = Filter(options.least_hcp, options.contested)
    boards = list(_boards(options.system, options.seed, options.boards, options.least_hcp))
    with Pool(
        options.workers, _begin, (options.system, options.kept, wanted, options.seed)
    ) as pool:
        silent = not sys.stderr.isatty()
        tried = pool.imap(_try, boards)
        found = [
            each
            for each in track(tried, "trying", total=len(boards), disable=silent)
            if each and each.stands_out
        ]
    for each in sorted(found, key=lambda each: -each.gain):
        print(each)
    print(f"{len(found)} decisions of {len(boards)} boards")


if __name__ == "__main__":
    run(main)
