"""Says what a pair's contracts lose to the best ones for its two hands, and at which calls.

    python tools/two_hands.py sayc --boards 400 --kept /tmp/tricks.db
    python tools/two_hands.py sayc --boards 400 --least 26 --show "-> small slam"
    python tools/two_hands.py sayc --boards 100 --calls 4

North and South bid random hands while East and West pass. Both hands then stay as they are, and the
other cards are dealt anew: the contract that is best on half of these deals is compared with the
pair's own on the other half, so that neither a lucky lie of the cards nor the choice counts. No
bidding could save all of that, as the best contract knows both hands. What is missed far more
often than it is overbid is where to look. With `--calls 4`, usual calls are tried at each decision
of the boards that lose four IMPs or more, on deals that agree with the auction: what gains there
was wrong for whoever sees one hand. It takes half a minute for such a board.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from dowager.auction import Auction, Call, Contract, Doubled, Strain, game_level, imps, score
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Deal, Seat, Side
from dowager.play import DoubleDummyStore
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import run, whole
from silent import bid_silently, boards_with, layouts, start_of_board
from usual_calls import Trials

_Bid = tuple[int, Strain] | None  # level and strain; None is passed out
_BIDS: tuple[_Bid, ...] = (None, *((level, strain) for level in range(1, 8) for strain in Strain))
_AS_IT_IS = "best as it is"
_FIRST = 2  # calls of a board that are not tried: the opening, or a pass before it


@dataclass(frozen=True, slots=True)
class Lost:
    """What a board loses.

    Attributes:
        loss: to the best contract for the two hands, in IMPs, on deals that did not choose it.
        kind: what was bid and what is best.
        words: the hands, the auction with its rules, and the best contract.
        calls: what usual calls gain at the board's decisions.
    """

    loss: float
    kind: str
    words: str
    calls: tuple[str, ...]


class Pair:
    """North and South, in one process."""

    def __init__(self, name: str, kept: Path | None, deals: int, calls: int | None) -> None:
        self._bidder = Bidder(system_named(name))
        self._store = DoubleDummyStore(kept)
        self._trials = Trials(self._bidder, self._store)
        self._deals, self._calls = deals, calls

    def lost(self, number: int, deal: Deal) -> Lost:
        """Return what a board loses to the best contract for the two hands."""
        auction, chosen = bid_silently(self._bidder, deal, start_of_board(number))
        points = self._points(number, deal, auction)
        contract = auction.contract
        own = (contract.level, contract.strain) if contract else None
        gains = {bid: _gains(points[bid], points[own]) for bid in _BIDS}
        best = max(gains, key=lambda bid: float(gains[bid].mean()))
        better = float(gains[best].mean())
        kind = f"{_kind(own)} -> {_kind(best)}" if better > 0 else _AS_IT_IS
        wanted = self._calls is not None and better >= self._calls
        found = tuple(self._tried(number, deal, auction)) if wanted else ()
        words = _words(deal, auction, chosen, best)
        return Lost(_loss(list(gains.values())), kind, words, found)

    def _points(self, number: int, deal: Deal, auction: Auction) -> dict[_Bid, NDArray[np.int64]]:
        """Return what each contract scores on each of the deals, by the auction's declarer."""
        declarer = auction.contract.declarer if auction.contract else Seat.NORTH
        vulnerable = auction.vulnerability.of_side(Side.NORTH_SOUTH)
        deals = list(islice(layouts(deal, Random(number)), self._deals))
        asked = [Contract(1, strain, Doubled.UNDOUBLED, declarer) for strain in Strain]
        tricks = self._store.tricks(
            [each for each in deals for _ in asked], asked * len(deals)
        ).reshape(-1, len(asked))
        points: dict[_Bid, NDArray[np.int64]] = {None: np.zeros(len(deals), dtype=np.int64)}
        for place, strain in enumerate(Strain):
            for level in range(1, 8):
                contract = Contract(level, strain, Doubled.UNDOUBLED, declarer)
                worth = np.array([score(contract, wins, vulnerable) for wins in range(14)])
                points[level, strain] = worth[tricks[:, place]]
        return points

    def _tried(self, number: int, deal: Deal, auction: Auction) -> Iterator[str]:
        """Yield what usual calls gain at the pair's decisions after the opening."""
        generator = np.random.default_rng(number)
        for index in range(_FIRST, len(auction.calls)):
            before = auction.before(index)
            if before.turn.side is Side.NORTH_SOUTH:
                found = self._trials.best(before, deal[before.turn], generator)
                if found and found.stands_out:
                    yield str(found)


def _gains(points: NDArray[np.int64], own: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.array([imps(int(one - other)) for one, other in zip(points, own, strict=True)])


def _loss(gains: Sequence[NDArray[np.int64]]) -> float:
    """Return what the best contract gains, chosen on each half of the deals for the other."""
    table = np.array(gains, dtype=float)
    even, odd = table[:, ::2].mean(axis=1), table[:, 1::2].mean(axis=1)
    chosen = ((half.argmax(), half, other) for half, other in ((even, odd), (odd, even)))
    return sum(float(other[best]) for best, half, other in chosen if half[best] > 0) / 2


def _kind(bid: _Bid) -> str:
    """Return what sort of contract it is, such as `game in a major`."""
    if bid is None:
        return "passed out"
    level, strain = bid
    if level >= 6:
        return "small slam" if level == 6 else "grand slam"
    where = ("a minor", "a minor", "a major", "a major", "notrump")[strain]
    return f"{'game' if level >= game_level(strain) else 'part-score'} in {where}"


def _words(deal: Deal, auction: Auction, chosen: Sequence[ChosenCall], best: _Bid) -> str:
    wanted = "pass" if best is None else Call.bid(*best)
    hands = f"{deal[Seat.NORTH]} {deal[Seat.SOUTH]} {auction.vulnerability}"
    rules = "  ".join(
        f"{each.call} {each.name} {each.location.rpartition('/')[2]}" for each in chosen
    )
    return f"{hands}  {auction}  best {wanted}\n      {rules}"


_pair: Pair


def _begin(name: str, kept: Path | None, deals: int, calls: int | None) -> None:
    global _pair  # each worker process loads the system once
    _pair = Pair(name, kept, deals, calls)


def _lost(board: tuple[int, Deal]) -> Lost:
    return _pair.lost(*board)


def _report(boards: Sequence[Lost], show: str | None) -> Iterator[str]:
    mean, error = mean_error([each.loss for each in boards])
    yield f"{mean:.3f} ± {error:.3f} IMPs a board lost to the best contract, {len(boards)} boards"
    groups: dict[str, list[Lost]] = defaultdict(list)
    for each in boards:
        groups[each.kind].append(each)
    for kind in sorted(groups, key=lambda kind: -sum(each.loss for each in groups[kind])):
        losses = [each.loss for each in groups[kind]]
        share, mean = sum(losses) / len(boards), sum(losses) / len(losses)
        yield f"{share:>7.3f}  {mean:>6.2f} each of {len(losses):>4}  {kind}"
    for each in sorted(boards, key=lambda each: -each.loss):
        if each.calls or (show is not None and show in each.kind):
            yield f"\n{each.loss:>6.2f}  {each.words}"
            yield from (f"      {call}" for call in each.calls)


def main() -> None:
    """Bid the boards and print what they lose."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="\n".join(__doc__.splitlines()[1:5]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("system")
    parser.add_argument("--boards", type=whole(1), default=200)
    parser.add_argument("--least", type=whole(0), default=20, help="North's and South's points")
    parser.add_argument("--deals", type=whole(2), default=12, help="deals for each pair of hands")
    parser.add_argument(
        "--calls", type=whole(1), metavar="IMPS", help="try calls on boards that lose so much"
    )
    parser.add_argument("--show", metavar="WORDS", help="print the boards of matching kinds")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    parser.add_argument("--workers", type=whole(1), default=2)
    options = parser.parse_args()
    if options.least > 37:
        parser.error("--least: no more than 37 points, or hardly a deal is found")
    boards = list(islice(boards_with(options.seed, options.least), options.boards))
    asked = (options.system, options.kept, options.deals, options.calls)
    Pair(*asked)  # what is wrong is said here, not in every worker
    with Pool(options.workers, _begin, asked) as pool:
        silent = not sys.stderr.isatty()
        tracked = track(pool.imap(_lost, boards), "bidding", total=len(boards), disable=silent)
        lost = list(tracked)
    print(*_report(lost, options.show), sep="\n")


if __name__ == "__main__":
    run(main)
