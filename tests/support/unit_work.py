"""Work for tests of workers: real bidding, and work that stops where a test wants it to stop."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.authoring.workers import Unit, WorkerError, advanced, run_units
from dowager.bidder import Bidder
from dowager.cards import random_deal
from dowager.language.files import PackedSystem

Results = dict[Unit, bytes]


def units(number: int, size: int = 1) -> list[Unit]:
    """Return the units of boards from 1 on."""
    return [Unit(1 + size * index, size) for index in range(number)]


def collected(results: Iterable[tuple[Unit, bytes]]) -> Results:
    """Return all results; fail if a unit comes twice."""
    all_results: Results = {}
    for unit, result in results:
        assert unit not in all_results
        all_results[unit] = result
    return all_results


def until_error(results: Iterable[tuple[Unit, bytes]]) -> tuple[Results, str]:
    """Return what comes before workers give up, and what they say then."""
    kept: Results = {}
    try:
        for unit, result in results:
            kept[unit] = result
    except WorkerError as error:
        return kept, str(error)
    raise AssertionError("all units were done")


@dataclass(frozen=True, slots=True)
class BidBoards:
    """Bids random boards: the auctions, and where the rule of each call is written.

    Attributes:
        system: of both sides.
        opponents: of East-West, if that is another one.
    """

    system: PackedSystem
    opponents: PackedSystem | None = None

    def __call__(self, unit: Unit) -> bytes:
        opponents = self.opponents.system() if self.opponents else None
        bidder = Bidder(self.system.system(), opponents)
        numbers = range(unit.first, unit.first + unit.count)
        return "\n".join(line for board in numbers for line in bid_board(bidder, board)).encode()


def bid_board(bidder: Bidder, board: int) -> Iterator[str]:
    """Yield the calls of a random board, each with the location of its rule."""
    deal = random_deal(Random(board))
    auction = Auction(dealer_of_board(board), Vulnerability.of_board(board))
    while not auction.ended:
        choice = bidder.choose(deal[auction.turn], auction)
        yield f"{board} {choice.call} {choice.rule.rule.location if choice.rule else 'no rule'}"
        auction = auction.after(choice.call)


@dataclass(frozen=True, slots=True)
class Say:
    """Names the unit, and raises what it is asked to raise."""

    wrong: int = 0

    def __call__(self, unit: Unit) -> bytes:
        if unit.first == self.wrong:
            raise LookupError(f"nothing for {unit.first}")
        return f"done: {unit}".encode() * unit.count


class Counting:
    """Says after each board how far it is."""

    def __call__(self, unit: Unit) -> bytes:
        for boards in range(1, unit.count + 1):
            advanced(boards)
        return b""


@dataclass(frozen=True, slots=True)
class StandStill:
    """As `Say`, but some boards stop for good when they are first begun, and say in which process.

    Attributes:
        folder: of the pipes over which they say so, one for each board, named by its number.
        boards: the first boards of these units.
    """

    folder: Path
    boards: tuple[int, ...]

    def __call__(self, unit: Unit) -> bytes:
        if unit.first in self.boards and self._first_time(unit):
            self._pipe(unit.first).write_text(str(os.getpid()))
            Event().wait()
        return Say()(unit)

    def make_pipes(self) -> None:
        """Make the pipes, before the work begins."""
        for board in self.boards:
            os.mkfifo(self._pipe(board))

    def process_of(self, board: int) -> int:
        """Wait until a board is begun; return the number of the process that does it."""
        return int(self._pipe(board).read_text())

    def _pipe(self, board: int) -> Path:
        return self.folder / str(board)

    def _first_time(self, unit: Unit) -> bool:
        with suppress(FileExistsError):
            (self.folder / f"{unit.first}.begun").touch(exist_ok=False)
            return True
        return False


@dataclass(frozen=True, slots=True)
class Deadly:
    """Kills the process that does one board, each time."""

    board: int

    def __call__(self, unit: Unit) -> bytes:
        if unit.first == self.board:
            os.kill(os.getpid(), 9)
        return Say()(unit)


@dataclass(frozen=True, slots=True)
class Lookup:
    """Takes each result from a part of what it brings along."""

    ballast: bytes

    def __call__(self, unit: Unit) -> bytes:
        return self.ballast[unit.first :: 1000]


class Unreadable:
    """Work that no other process can read."""

    def __call__(self, unit: Unit) -> bytes:
        return Say()(unit)

    def __reduce__(self) -> tuple[Any, ...]:
        return int, ("not a number",)


def _main(folder: Path, workers: int, cluster: str | None = None) -> None:
    """Do units of which the last one never ends; print each that is done, and how it stopped."""
    work = StandStill(folder, (5,))
    try:
        for unit, _ in run_units(work, units(5), workers=workers, cluster=cluster):
            print(unit, flush=True)
    except KeyboardInterrupt:
        print("stopped", flush=True)


if __name__ == "__main__":
    import sys

    from support import unit_work  # what is pickled is of the module, not of this script

    unit_work._main(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
