"""Says which rules lose to calls that their hands nearly make, on random deals of self-play.

    python tools/near_calls.py sayc --boards 5000 --kept /tmp/tricks.db
    python tools/near_calls.py sayc --boards 2000 --show "weak two-bid" --least 3

At every decision each other call that the hand makes by a rule, or misses by one unit, is tried on
the deal itself: all four seats go on by their rules, and double dummy compares the contracts. One
board says nothing, many do. A group is a rule and the rule of another call; its gain is what its
hands would win by that call, all other rules as they are.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Call, Contract, Vulnerability
from dowager.bidder.bulk import (
    BoardNumbers,
    Boards,
    Start,
    WalkedPosition,
    contracts_of,
    random_boards,
    walk,
)
from dowager.cards import Seat, Side
from dowager.judgement.near_misses import near_misses
from dowager.knowledge.public import View, first_view
from dowager.knowledge.sampling import deal_of
from dowager.language.compile import Candidate
from dowager.language.text import Layer
from dowager.play import DoubleDummyStore
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import run, whole

_PART = 500  # boards


@dataclass(frozen=True, slots=True)
class Tried:
    """One call tried in place of a rule's own: the two rules, the IMPs gained, and the board."""

    own: str
    other: str
    gain: int
    words: str


@dataclass(slots=True)
class _Trial:
    """A call to be tried on a board."""

    board: int
    own: str
    other: str
    before: Auction
    call: Call


class Trials:
    """Tries calls on boards, in one process."""

    def __init__(self, name: str, kept: Path | None) -> None:
        self._system = system_named(name)
        self._store = DoubleDummyStore(kept)

    def tried(self, seed: int, part: int, count: int) -> list[Tried]:
        """Return all that is tried on the boards of a part; North deals throughout."""
        boards = random_boards(np.random.default_rng([seed, part]), count)
        starts = [
            Start(self._first(vulnerability), boards.numbers[vulnerability :: len(Vulnerability)])
            for vulnerability in Vulnerability
        ]
        trials: list[tuple[_Trial, Contract | None]] = []

        def watched() -> Iterator[WalkedPosition]:
            for position in walk(starts, boards):
                trials.extend(_trials(position, boards))
                yield position

        contracts = contracts_of(watched())
        return self._compared(boards, contracts, trials)

    def _first(self, vulnerability: Vulnerability) -> View:
        return first_view((self._system, self._system), Auction(Seat.NORTH, vulnerability))

    def _compared(
        self,
        boards: Boards,
        contracts: dict[int, Contract | None],
        trials: list[tuple[_Trial, Contract | None]],
    ) -> list[Tried]:
        """Return what each trial gains."""
        deals = [deal_of(boards.holdings[trial.board]) for trial, _ in trials]
        won = self._store.gains(
            deals,
            [contract for _, contract in trials],
            [contracts[trial.board] for trial, _ in trials],
            [trial.before.vulnerability for trial, _ in trials],
        )
        compared = []
        for deal, (trial, contract), imps in zip(deals, trials, won.tolist(), strict=True):
            gain = imps if trial.before.turn.side is Side.NORTH_SOUTH else -imps
            hand, instead = deal[trial.before.turn], contracts[trial.board]
            words = f"{gain:>+4}  {hand}  {trial.before} {trial.before.vulnerability}"
            words += f"\n      {deal}: {_named(instead)}, with {trial.call} {_named(contract)}"
            compared.append(Tried(trial.own, trial.other, gain, words))
        return compared


def _trials(position: WalkedPosition, boards: Boards) -> Iterator[tuple[_Trial, Contract | None]]:
    """Yield what is tried at a position, with the contracts that it comes to."""
    view, auction = position.view, position.view.auction
    groups: dict[Call, list[_Trial]] = defaultdict(list)
    for share in position.by_rule:
        if share.rule is None:
            continue
        own = _words(share.rule)
        for board in share.boards.tolist():
            hand = boards.hand(board, view.caller_seat)
            for call, rule in near_misses(view, hand, _free).items():
                if call != share.call:
                    groups[call].append(_Trial(board, own, _words(rule), auction, call))
    for call, trials in groups.items():
        here = np.array(sorted(trial.board for trial in trials), dtype=np.int32)
        contracts = _contracts(view.after(call), boards, here)
        yield from ((trial, contracts[trial.board]) for trial in trials)


def _free(rule: Candidate) -> bool:
    return rule.layer is not Layer.LAST_RESORT


def _contracts(view: View, boards: Boards, here: BoardNumbers) -> dict[int, Contract | None]:
    """Return the contracts of some boards from a view on."""
    if view.auction.ended:
        return dict.fromkeys(here.tolist(), view.auction.contract)
    return contracts_of(walk([Start(view, here)], boards))


def _words(candidate: Candidate) -> str:
    place = candidate.rule.location.rpartition("/")[2]
    return f"{candidate.call} {candidate.rule.name} {place}"


def _named(contract: Contract | None) -> str:
    return "passed out" if contract is None else str(contract)


_worker: Trials


def _begin(name: str, kept: Path | None) -> None:
    global _worker  # each worker process loads the system once
    _worker = Trials(name, kept)


def _play(part: tuple[int, int, int]) -> list[Tried]:
    return _worker.tried(*part)


def main() -> None:
    """Try the calls and print the groups."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system")
    parser.add_argument("--boards", type=whole(1), default=1000)
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--most", type=int, default=40, help="how many groups to list")
    parser.add_argument("--show", metavar="WORDS", help="print the boards of matching groups")
    parser.add_argument("--least", type=int, default=1, help="show gains of at least so many IMPs")
    options = parser.parse_args()
    system_named(options.system)  # what is wrong is said here, not in every worker
    sizes = range(0, options.boards, _PART)
    parts = [
        (options.seed, number, min(_PART, options.boards - first))
        for number, first in enumerate(sizes)
    ]
    tried: list[Tried] = []
    with Pool(options.workers, _begin, (options.system, options.kept)) as pool:
        silent = not sys.stderr.isatty()
        done = pool.imap(_play, parts)
        for part in track(done, "trying", total=len(parts), disable=silent):
            tried += part
    _report(tried, options.boards, options.most, options.show, options.least)


def _report(tried: list[Tried], boards: int, most: int, show: str | None, least: int) -> None:
    groups: dict[tuple[str, str], list[Tried]] = defaultdict(list)
    for each in tried:
        groups[each.own, each.other].append(each)
    totals = {key: sum(each.gain for each in group) for key, group in groups.items()}
    print(f"{len(tried)} calls tried on {boards} boards, in {len(groups)} groups")
    print("IMPs   tried  IMPs each        rule, and the rule of the other call")
    for key in sorted(totals, key=lambda key: -totals[key])[:most]:
        mean, error = mean_error([each.gain for each in groups[key]])
        own, other = key
        print(f"{totals[key]:>+5} {len(groups[key]):>6}  {mean:>+5.2f} ± {error:4.2f}  {own}")
        print(f"{'':>29}{other}")
    for (own, other), group in groups.items():
        if show and (show in own or show in other):
            shown = [each.words for each in group if abs(each.gain) >= least]
            print(f"\n{own} | {other}", *shown, sep="\n")


if __name__ == "__main__":
    run(main)
