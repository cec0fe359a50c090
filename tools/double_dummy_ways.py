"""Compares ways of having DDS solve many boards: CPU and wall time a board, and ratios.

    python tools/double_dummy_ways.py --deals 40 --rounds 8 --threads 2

A round takes its own random deals through every way, so that all are measured in the same minutes;
the ways agree on every number, or the program stops. A ratio is that of CPU times to the first way
of its group in the same round, with its standard deviation over the rounds. The first way of each
group is how `dowager.play` does it on one thread.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import numpy as np
from rich.progress import track

from dowager.auction import Vulnerability
from dowager.cards import Deal, Seat, random_deal
from dowager.play import par
from dowager.play.double_dummy import _dds, solve_deals
from dowager.play.trick_bounds import DENOMINATIONS, Question
from inputs import run

TABLE = [Question(number) for number in range(DENOMINATIONS)]
_ALL, _ONE, _SEARCH = -1, 1, 1  # DDS: target, solutions, mode


@dataclass(slots=True)
class Round:
    """Deals, one denomination of each, and what is known of them."""

    deals: list[Deal]
    denominations: list[int]
    tricks: list[int] = field(default_factory=list)
    tables: list[list[int]] = field(default_factory=list)

    def first(self) -> Round:
        """Return the first deal alone."""
        return Round(self.deals[:1], self.denominations[:1], self.tricks[:1], self.tables[:1])


@dataclass(frozen=True, slots=True)
class Way:
    """A way to solve the deals of a round.

    Attributes:
        name: what it is.
        solve: returns the results.
        threads: of DDS; 0 for all, as the engine has it.
        items: how many results each deal gives, by which times are divided.
    """

    name: str
    solve: Callable[[Round], object]
    threads: int = 0
    items: int = 1


@dataclass(slots=True)
class Times:
    """Milliseconds a deal of one way, in every round."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)


# --- tricks of one contract a deal --------------------------------------------------------------


def singly(threads: int) -> Callable[[Round], list[int]]:
    """Return the way of the engine: each board by itself."""

    def solve(boards: Round) -> list[int]:
        asked = [
            (deal, [Question(number)])
            for deal, number in zip(boards.deals, boards.denominations, strict=True)
        ]
        return [bounds & 15 for (bounds,) in solve_deals(asked, threads)]

    return solve


def in_chunks(boards: Round) -> list[int]:
    """Give DDS 200 boards at once."""
    dds, tricks = _dds(), list[int]()
    pairs = list(zip(boards.deals, boards.denominations, strict=True))
    for start in range(0, len(pairs), dds.MAXNOOFBOARDS):
        chunk = pairs[start : start + dds.MAXNOOFBOARDS]
        given, solved = dds.boards(noOfBoards=len(chunk)), dds.solvedBoards()
        for index, pair in enumerate(chunk):
            given.deals[index] = position(*pair)
            given.target[index], given.solutions[index], given.mode[index] = _ALL, _ONE, _SEARCH
        dds.SolveAllBoardsBin(given, solved)
        tricks += [13 - solved.solvedBoard[index].score[0] for index in range(len(chunk))]
    return tricks


def by_targets(boards: Round) -> list[int]:
    """Ask for the true number of tricks, then for one more: the best that guessing could do."""
    tricks = []
    pairs = zip(boards.deals, boards.denominations, boards.tricks, strict=True)
    for deal, number, wins in pairs:
        asked = [Question(number, goal) for goal in (wins, wins + 1) if 1 <= goal <= 13]
        (bounds,) = solve_deals([(deal, asked)])
        least, most = max(each >> 4 for each in bounds), min(each & 15 for each in bounds)
        assert least == most
        tricks.append(least)
    return tricks


def success(above: int) -> Callable[[Round], list[int]]:
    """Return the way that asks only whether declarer wins some tricks more than he can."""

    def solve(boards: Round) -> list[int]:
        pairs = list(zip(boards.denominations, boards.tricks, strict=True))
        goals = [[Question(number, min(13, max(1, wins + above)))] for number, wins in pairs]
        asked = zip(boards.deals, goals, strict=True)
        for (bounds,), (_, wins) in zip(solve_deals(asked), pairs, strict=True):
            assert bounds >> 4 <= wins <= bounds & 15
        return boards.tricks

    return solve


# --- both hands of a side as declarer -----------------------------------------------------------


def partners_together(boards: Round) -> list[int]:
    """Solve a strain with both partners as declarer, one after the other on one thread."""
    asked = [
        (deal, [Question(number), Question(number ^ 2)])
        for deal, number in zip(boards.deals, boards.denominations, strict=True)
    ]
    return [each & 15 for pair in solve_deals(asked) for each in pair]


def partners_apart(boards: Round) -> list[int]:
    """Solve all deals with one partner as declarer, then with the other."""
    mine = singly(1)(boards)
    other = singly(1)(Round(boards.deals, [number ^ 2 for number in boards.denominations]))
    return [wins for pair in zip(mine, other, strict=True) for wins in pair]


# --- tables -------------------------------------------------------------------------------------


def tables_singly(threads: int, questions: Sequence[Question] = TABLE) -> Callable[[Round], Any]:
    """Return the way of the engine: twenty boards on one thread, those of a strain together."""

    def solve(boards: Round) -> list[list[int]]:
        tables = []
        for bounds in solve_deals([(deal, questions) for deal in boards.deals], threads):
            pairs = sorted(zip(questions, bounds, strict=True))
            tables.append([each & 15 for _, each in pairs])
        return tables

    return solve


def tables_one_by_one(boards: Round) -> list[list[int]]:
    """Have DDS make the table of each deal."""
    dds, tables = _dds(), []
    for deal in boards.deals:
        result = dds.ddTableResults()
        dds.CalcDDtable(table_deal(deal), result)
        tables.append(table_of(result))
    return tables


def tables_in_chunks(boards: Round) -> list[list[int]]:
    """Have DDS make forty tables at once, as many as it takes."""
    dds, tables = _dds(), []
    for start in range(0, len(boards.deals), dds.MAXNOOFTABLES):
        chunk = boards.deals[start : start + dds.MAXNOOFTABLES]
        given, results = dds.ddTableDeals(noOfTables=len(chunk)), dds.ddTablesRes()
        for index, deal in enumerate(chunk):
            given.ddTableDeal[index] = table_deal(deal)
        dds.CalcAllTables(given, -1, [0] * 5, results, dds.allParResults())
        tables += [table_of(results.results[index]) for index in range(len(chunk))]
    return tables


def pars(boards: Round) -> list[int]:
    """Return par of every table, every dealer and every vulnerability."""
    tables = np.array(boards.tables, dtype=np.int8).reshape(-1, 5, 4)
    return [par(*each).score for each in product(tables, Seat, Vulnerability)]


# --- the forms of DDS ---------------------------------------------------------------------------


def position(deal: Deal, denomination: int) -> Any:
    """Return the deal before the opening lead."""
    strain, declarer = divmod(denomination, 4)
    board = _dds().deal(trump=4 if strain == 4 else 3 - strain, first=(declarer + 1) % 4)
    fill(board.remainCards, deal)
    return board


def table_deal(deal: Deal) -> Any:
    """Return the deal for a table."""
    given = _dds().ddTableDeal()
    fill(given.cards, deal)
    return given


def fill(cards: Any, deal: Deal) -> None:
    """Put the hands of a deal where DDS wants them."""
    for seat, suit in product(range(4), range(4)):
        cards[seat][3 - suit] = deal.hands[seat].holdings[suit] << 2


def table_of(result: Any) -> list[int]:
    """Return the twenty numbers of a table."""
    return [number for strain in (3, 2, 1, 0, 4) for number in result.resTable[strain]]


# --- the comparison -----------------------------------------------------------------------------


def groups(threads: int) -> dict[str, list[Way]]:
    """Return the ways that solve the same."""
    by_declarer = [Question(4 * strain + seat) for seat in range(4) for strain in range(5)]
    return {
        "tricks of one contract": [
            Way("SolveBoard, one by one", singly(1)),
            Way(f"SolveBoard, {threads} threads of ours", singly(threads)),
            Way("SolveAllBoardsBin", in_chunks, 1),
            Way(f"SolveAllBoardsBin, {threads} threads of DDS", in_chunks, threads),
            Way("two targets, the right ones", by_targets),
        ],
        "whether it makes (against tricks)": [
            Way("SolveBoard, one by one", singly(1)),
            Way("a target, which it just makes", success(0)),
            Way("a target, which fails by one", success(1)),
            Way("a target, which it makes by two", success(-2)),
            Way("a target, which fails by two", success(2)),
        ],
        "one strain, both partners": [
            Way("one after the other", partners_together, items=2),
            Way("apart", partners_apart, items=2),
        ],
        "tables": [
            Way("20 SolveBoard, strain by strain", tables_singly(1), items=20),
            Way(f"the same, {threads} threads of ours", tables_singly(threads), items=20),
            Way("20 SolveBoard, declarer by declarer", tables_singly(1, by_declarer), items=20),
            Way("CalcDDtable", tables_one_by_one, 1, 20),
            Way(f"CalcDDtable, {threads} threads of DDS", tables_one_by_one, threads, 20),
            Way("CalcAllTables", tables_in_chunks, 1, 20),
            Way(f"CalcAllTables, {threads} threads of DDS", tables_in_chunks, threads, 20),
        ],
        "par": [Way("DealerParBin", pars, items=16)],
    }


def rounds(count: int, deals: int, seed: int) -> Iterator[Round]:
    """Yield random deals, a round after another, with their tables."""
    rng = Random(seed)
    for _ in range(count):
        each = Round([random_deal(rng) for _ in range(deals)], [])
        each.denominations = [rng.randrange(DENOMINATIONS) for _ in each.deals]
        each.tables = tables_singly(1)(each)
        pairs = zip(each.tables, each.denominations, strict=True)
        each.tricks = [table[number] for table, number in pairs]
        yield each


def measure(ways: Iterable[Way], boards: Round, times: dict[Way, Times]) -> None:
    """Take the deals of a round through some ways, which have to agree."""
    results = []
    for way in ways:
        _dds().SetMaxThreads(way.threads)
        way.solve(boards.first())  # DDS takes its memory
        cpu, wall = time.process_time(), time.perf_counter()
        result = way.solve(boards)
        spent = time.process_time() - cpu, time.perf_counter() - wall
        times[way].cpu.append(1000 * spent[0] / len(boards.deals))
        times[way].wall.append(1000 * spent[1] / len(boards.deals))
        results.append(result)
    assert all(result == results[0] for result in results)
    _dds().SetMaxThreads(0)


def report(name: str, ways: Sequence[Way], times: dict[Way, Times]) -> None:
    """Print one group."""
    print(f"\n{name:<42}{'CPU ms a deal':>14}{'wall':>9}{'a result':>10}{'ratio of CPU':>17}")
    first = np.array(times[ways[0]].cpu)
    for way in ways:
        cpu, wall = np.array(times[way].cpu), np.array(times[way].wall)
        ratios = cpu / first
        spread = f"{ratios.mean():.2f} ± {ratios.std():.2f}"
        print(
            f"  {way.name:<40}{cpu.mean():>14.2f}{wall.mean():>9.2f}"
            f"{cpu.mean() / way.items:>10.3f}{spread:>17}"
        )


def main() -> None:
    """Measure all ways and print them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=40, help="in a round")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    compared = groups(options.threads)
    times = {way: Times() for ways in compared.values() for way in ways}
    made = rounds(options.rounds, options.deals, options.seed)
    for boards in track(made, "solving", options.rounds, disable=not sys.stderr.isatty()):
        for ways in compared.values():
            measure(ways, boards, times)
    print(f"{options.rounds} rounds of {options.deals} random deals")
    for name, ways in compared.items():
        report(name, ways, times)


if __name__ == "__main__":
    run(main)
