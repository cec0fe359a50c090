"""Plays a match between two systems on random deals, bidding only, scored double dummy.

    python tools/duel.py systems/sayc ../before/systems/sayc --boards 5000 --kept /tmp/tricks.db
    python tools/duel.py sayc natural --boards 500 --by topic

Every deal is bid twice, the first system North-South at one table and East-West at the other. The
groups are where the two auctions first part: the rule and the call of each system. A path names
another state of the rules: `git worktree add ../before HEAD` makes one to compare with.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from random import Random

from rich.progress import track

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Deal, random_deal
from dowager.language.files import load_system
from dowager.play import DoubleDummyStore
from figures import mean_error
from inputs import run
from topics import topic


@dataclass(frozen=True, slots=True)
class Board:
    """One deal played at both tables: the first system's IMPs, and where the auctions parted."""

    gain: int
    rules: str = ""
    topic: str = ""
    words: str = ""


class Players:
    """The two tables of a match, in one process."""

    def __init__(self, names: tuple[str, str], kept: Path | None) -> None:
        first, second = (load_system(name) for name in names)
        self._tables = (Bidder(first, second), Bidder(second, first))
        self._store = DoubleDummyStore(kept)

    def play(self, deal: Deal, start: Auction) -> Board:
        """Bid a deal at both tables and compare the scores."""
        auctions = [table.bid(deal, start) for table in self._tables]
        if auctions[0].calls == auctions[1].calls:
            return Board(0)
        first, second = ([each.contract] for each in auctions)
        (gain,) = self._store.imps([deal], first, second, [start.vulnerability])
        return self._parted(deal, auctions, int(gain))

    def _parted(self, deal: Deal, auctions: list[Auction], gain: int) -> Board:
        pairs = enumerate(zip(*(each.calls for each in auctions), strict=False))
        index = next(index for index, (first, second) in pairs if first != second)
        start = auctions[0]
        before = start.before(index)
        seat = before.turn
        decisions = [table.choose(deal[seat], before) for table in self._tables]
        if seat % 2:  # the first system sits East-West at the second table
            decisions.reverse()
        rules = " | ".join(_shown(decision) for decision in decisions)
        both = f"{auctions[0]}\n      {auctions[1]}"
        words = f"{gain:>+4}  {deal} {start.vulnerability}\n      {both}"
        return Board(gain, rules, topic(before), words)


def _shown(decision: ChosenCall) -> str:
    return f"{decision.call} {decision.name} {decision.location.rpartition('/')[2]}"


_players: Players


def _begin(names: tuple[str, str], kept: Path | None) -> None:
    global _players  # each worker process loads the systems once
    _players = Players(names, kept)


def _play(board: tuple[int, str]) -> Board:
    number, deal = board
    start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
    return _players.play(Deal.parse(deal), start)


def _deals(seed: int, boards: int) -> Iterator[tuple[int, str]]:
    random = Random(seed)
    for number in range(1, boards + 1):
        yield number, str(random_deal(random))


def main() -> None:
    """Play the match and print the result and the groups."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file where double-dummy results stay")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--by", choices=("rules", "topic"), default="rules")
    parser.add_argument("--most", type=int, default=25, help="how many groups to list")
    parser.add_argument("--show", metavar="WORDS", help="print the boards of matching groups")
    options = parser.parse_args()
    deals = list(_deals(options.seed, options.boards))
    names = (options.first, options.second)
    Players(names, options.kept)  # what is wrong is said here, not in every worker
    with Pool(options.workers, _begin, (names, options.kept)) as pool:
        played = pool.imap(_play, deals, chunksize=25)
        silent = not sys.stderr.isatty()
        boards = list(track(played, "playing", total=len(deals), disable=silent))
    _report(boards, options.by, options.most, options.show)


def _report(boards: list[Board], by: str, most: int, show: str | None) -> None:
    mean, error = mean_error([board.gain for board in boards])
    parted = [board for board in boards if board.rules]
    print(f"{mean:+.3f} ± {error:.3f} IMPs a board for the first, {len(boards)} boards")
    changed = sum(board.gain != 0 for board in parted)
    print(f"{len(parted)} auctions differ, {changed} scores differ")
    groups: dict[str, list[Board]] = defaultdict(list)
    for board in parted:
        groups[getattr(board, by)].append(board)

    def total(key: str) -> int:
        return sum(board.gain for board in groups[key])

    for key in sorted(groups, key=lambda key: -abs(total(key)))[:most]:
        print(f"{total(key):>+6} IMPs on {len(groups[key]):>4}  {key}")
    for key, members in groups.items():
        if show and show in key:
            print(f"\n{key}", *(board.words for board in members), sep="\n")


if __name__ == "__main__":
    run(main)
