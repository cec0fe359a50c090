"""Plays a match between two systems on random deals, bidding only, scored double dummy.

    python tools/duel.py systems/sayc ../before/systems/sayc --boards 5000 --kept /tmp/tricks.db
    python tools/duel.py sayc natural --boards 500 --by topic
    python tools/duel.py systems/sayc ../before/systems/sayc --scoring mp

Every deal is bid twice, the first system North-South at one table and East-West at the other. The
groups are where the two auctions first part: the rule and the call of each system. A path names
another state of the rules: `git worktree add ../before HEAD` makes one to compare with. With
`--scoring mp` both systems bid for matchpoints, and what counts is how many boards are won.
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

from dowager.auction import Auction, Call, Scoring, Vulnerability, dealer_of_board
from dowager.bidder.bulk import NO_RULE, Auctions, Boards, bid_match
from dowager.cards import Deal, Side, random_deal
from dowager.language.compile import System
from dowager.play import DoubleDummyStore
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import run
from topics import topic

_MOST = 1000  # boards of a part
_EACH = 2  # parts for each worker, if they are not more


@dataclass(frozen=True, slots=True)
class Board:
    """One deal played at both tables: what the first system wins, and where the auctions parted."""

    gain: int
    rules: str = ""
    topic: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two systems first call differently.

    Attributes:
        auction: the calls before.
        calls: the first system's and the second's.
        rules: the two calls with the rules that chose them.
    """

    auction: Auction
    calls: tuple[Call, Call]
    rules: str


class Players:
    """The two tables of a match, in one process."""

    def __init__(self, names: tuple[str, str], kept: Path | None, scoring: Scoring) -> None:
        self._systems = (system_named(names[0]), system_named(names[1]))
        self._store = DoubleDummyStore(kept)
        self._scoring = scoring

    def play(self, boards: list[tuple[int, Deal]]) -> list[Board]:
        """Bid boards, by number and deal, at both tables and compare the scores."""
        dealers = [dealer_of_board(number) for number, _ in boards]
        vulnerabilities = [Vulnerability.of_board(number) for number, _ in boards]
        deals = [deal for _, deal in boards]
        dealt = Boards.of_deals(deals)
        tables = bid_match(self._systems, dealt, dealers, vulnerabilities, scoring=self._scoring)
        first, second = ([table.contract(board) for board in range(len(deals))] for table in tables)
        gains = self._store.gains(deals, first, second, vulnerabilities, self._scoring).tolist()
        return [
            self._compared(deal, tables, index, gain)
            for index, (deal, gain) in enumerate(zip(deals, gains, strict=True))
        ]

    def _compared(
        self, deal: Deal, tables: tuple[Auctions, Auctions], board: int, gain: int
    ) -> Board:
        parted = parting(self._systems, tables, board)
        if parted is None:
            return Board(0)
        first, second = (table.auction(board) for table in tables)
        words = f"{gain:>+4}  {deal} {first.vulnerability}\n      {first}\n      {second}"
        return Board(gain, parted.rules, topic(parted.auction), words)


def parting(
    systems: tuple[System, System], tables: tuple[Auctions, Auctions], board: int
) -> Parting | None:
    """Return where the auctions of a board's two tables first part; None where they are the same.

    Args:
        systems: the first system sits North-South at the first table, East-West at the second.
        tables: how they have bid the boards.
        board: its number among them, from 0.
    """
    first, second = (table.auction(board) for table in tables)
    if first.calls == second.calls:
        return None
    pairs = enumerate(zip(first.calls, second.calls, strict=False))
    index = next(index for index, (one, other) in pairs if one != other)
    before = first.before(index)
    swapped = before.turn.side is Side.EAST_WEST  # there the systems have changed tables
    by_system = tables[::-1] if swapped else tables
    calls = [table.auction(board).calls[index] for table in by_system]
    chosen = [
        _chosen(table, board, index, system)
        for table, system in zip(by_system, systems, strict=True)
    ]
    return Parting(before, (calls[0], calls[1]), " | ".join(chosen))


def _chosen(table: Auctions, board: int, index: int, system: System) -> str:
    """Return a call of a board, with the name of its rule in a system and where that stands."""
    call, number = table.calls_of(board)[index], table.rules_of(board)[index]
    if number == NO_RULE:
        return f"{call}  "
    rule = system.rules[number]
    return f"{call} {rule.name} {rule.location.rpartition('/')[2]}"


_players: Players


def _begin(names: tuple[str, str], kept: Path | None, scoring: Scoring) -> None:
    global _players  # each worker process loads the systems once
    _players = Players(names, kept, scoring)


def _play(boards: list[tuple[int, Deal]]) -> list[Board]:
    return _players.play(boards)


def parts_of(seed: int, boards: int, workers: int) -> Iterator[list[tuple[int, Deal]]]:
    """Yield the boards, by number and deal, in parts: boards of one part share positions."""
    random = Random(seed)
    size = max(1, min(_MOST, -(-boards // (_EACH * workers))))
    for first in range(1, boards + 1, size):
        numbers = range(first, min(first + size, boards + 1))
        yield [(number, random_deal(random)) for number in numbers]


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
    parser.add_argument("--scoring", default="imps", help="imps or mp, to bid for and to compare")
    options = parser.parse_args()
    names, scoring = (options.first, options.second), Scoring.parse(options.scoring)
    boards = play_match(names, options.boards, options.seed, options.workers, options.kept, scoring)
    _report(boards, scoring, options.by, options.most, options.show)


def play_match(
    names: tuple[str, str],
    boards: int,
    seed: int,
    workers: int,
    kept: Path | None,
    scoring: Scoring = Scoring.IMPS,
) -> list[Board]:
    """Play a match on random boards.

    Args:
        names: the systems, by name or path.
        boards: how many boards.
        seed: the same seed gives the same boards.
        workers: how many processes play.
        kept: a file where double-dummy results stay.
        scoring: what both systems bid for, and are compared by.

    Raises:
        InputError: there is no such system, or the file is of another kind.
        SystemFaults: a system cannot be loaded.
    """
    parts = list(parts_of(seed, boards, workers))
    Players(names, kept, scoring)  # what is wrong is said here, not in every worker
    with Pool(workers, _begin, (names, kept, scoring)) as pool:
        silent = not sys.stderr.isatty()
        tracked = track(pool.imap(_play, parts), "playing", total=len(parts), disable=silent)
        return [board for part in tracked for board in part]


def _report(boards: list[Board], scoring: Scoring, by: str, most: int, show: str | None) -> None:
    mean, error = mean_error([board.gain for board in boards])
    parted = [board for board in boards if board.rules]
    if scoring is Scoring.IMPS:
        print(f"{mean:+.3f} ± {error:.3f} IMPs a board for the first, {len(boards)} boards")
    else:  # 1 for a board won and -1 for one lost: half a board each beside a tie
        share = f"{50 + 50 * mean:.2f} ± {50 * error:.2f}%"
        print(f"{share} of the boards won by the first, ties halved, {len(boards)} boards")
    changed = sum(board.gain != 0 for board in parted)
    print(f"{len(parted)} auctions differ, {changed} scores differ")
    groups: dict[str, list[Board]] = defaultdict(list)
    for board in parted:
        groups[getattr(board, by)].append(board)

    def total(key: str) -> int:
        return sum(board.gain for board in groups[key])

    for key in sorted(groups, key=lambda key: -abs(total(key)))[:most]:
        print(f"{total(key):>+6} {scoring} on {len(groups[key]):>4}  {key}")
    for key, members in groups.items():
        if show and show in key:
            print(f"\n{key}", *(board.words for board in members), sep="\n")


if __name__ == "__main__":
    run(main)
