"""Double dummy: tricks when all four hands are open, by Bo Haglund's DDS through endplay.

The only module of the engine that uses endplay, and of it only the binding of DDS, when it first
solves. DDS solves one board on one thread; the caller chooses how many threads to use, one by
default. Each thread in use takes 60 to 160 MB, which DDS keeps. Calls from several threads at once
are safe: each takes a thread number of DDS, and waits when all are taken.

Whatever is asked, boards go to DDS singly (`SolveBoard`): its functions for many boards and for
whole tables take about the same CPU time, share one setting of threads with the whole process, and
cannot be interrupted (`tools/double_dummy_ways.py` compares them). Questions about one deal stay on
one thread, ordered by strain, since DDS reuses what it knows of a deal as long as trumps are the
same: that halves the time of a table.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from queue import LifoQueue
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Contract, Doubled, Strain, Vulnerability
from dowager.cards import Deal, Hand, Seat, cards_of
from dowager.play.play import Play
from dowager.play.trick_bounds import (
    Question,
    at_least,
    at_most,
    denomination_of,
    exactly,
)

CardTricks = NDArray[np.int8]
"""By card 0 to 51: tricks, or -1 for a card that may not be played."""

_BEST_ONE, _EVERY_CARD = 1, 3  # DDS: `solutions`
_MOST = -1  # DDS: `target`, as many tricks as possible
_SEARCH = 1  # DDS: `mode`, search even when only one card can be played
_NOTRUMP = 4
_PAR_VULNERABILITIES = (0, 2, 3, 1)  # DDS: none, both, North-South, East-West
_AHEAD = 8  # tasks that are begun for each thread before the first of them is done

_Task = TypeVar("_Task")
_Solved = TypeVar("_Solved")


def card_tricks(play: Play, deal: Deal) -> dict[int, int]:
    """Return for each card that may be played how many tricks the side to play then still wins.

    All four hands are open and everybody plays best. The current trick counts when it is won.

    Args:
        play: the play so far, which has not ended.
        deal: the hands as they were dealt.
    """
    tricks = next(layout_tricks(play, [tuple(hand.holdings for hand in deal.hands)]))
    return {card: int(tricks[card]) for card in np.flatnonzero(tricks >= 0).tolist()}


def layout_tricks(
    play: Play, layouts: Iterable[Sequence[Sequence[int]]], threads: int = 1
) -> Iterator[CardTricks]:
    """Yield what `card_tricks` says for each of many deals, in their order, as each is solved.

    Args:
        play: the play so far, which has not ended and is possible on each of the deals.
        layouts: four hands as they were dealt, each four holdings, clubs first.
        threads: how many boards are solved at once.
    """
    board = _board(play)
    gone = [Hand(play.played_by(seat)).holdings for seat in Seat]
    positions = (_position(board, layout, gone) for layout in layouts)
    yield from _in_order(_every_card, positions, threads)


def contract_tricks(deal: Deal, contract: Contract) -> int:
    """Return the tricks that declarer's side wins against best defence, 0 to 13."""
    (bounds,) = _answers((deal, [Question(denomination_of(contract))]))
    return bounds & 15


def solve_deals(
    asked: Iterable[tuple[Deal, Sequence[Question]]], threads: int = 1
) -> Generator[list[int], None, None]:
    """Yield for each of many deals the answers to its questions, as bounds of tricks, in order.

    A table is all twenty denominations; whether a contract makes takes a third of the time that
    its tricks take. When the iterator is closed, or Ctrl-C interrupts it, it ends with the deals
    that DDS is at. It holds no more than a few deals for each thread.

    Args:
        asked: deals, each with questions about it, those of one strain together.
        threads: how many deals are solved at once.
    """
    yield from _in_order(_answers, asked, threads)


@dataclass(frozen=True, slots=True)
class Par:
    """The result when all four see all cards and bid and play best.

    Attributes:
        score: points for North-South.
        contract: a contract that gives it; None when the board is passed out.
    """

    score: int
    contract: Contract | None


def par(
    table: NDArray[np.int8] | Sequence[Sequence[int]], dealer: Seat, vulnerability: Vulnerability
) -> Par:
    """Return par by DDS. Contracts that fail are doubled, those that make are not.

    Args:
        table: declarer's tricks by strain, clubs first, and by declarer, North first.
        dealer: who may bid first, which matters where both sides could make the same contract.
        vulnerability: which sides are vulnerable.
    """
    dds = _dds()
    tricks, best = dds.ddTableResults(), dds.parResultsMaster()
    for strain, row in enumerate(table):
        tricks.resTable[_strain(strain)][:] = [int(number) for number in row]
    dds.DealerParBin(tricks, best, int(dealer), _PAR_VULNERABILITIES[vulnerability])
    return Par(int(best.score), _par_contract(best.contracts[0]) if best.score else None)


def _par_contract(given: Any) -> Contract:
    """Return a contract of DDS's par; of two partners who may declare it, the first."""
    doubled = Doubled.DOUBLED if given.underTricks else Doubled.UNDOUBLED
    strain = Strain(_NOTRUMP - given.denom)  # DDS: here notrump is 0, clubs are 4
    return Contract(int(given.level), strain, doubled, Seat(given.seats % 4))


@cache
def _dds() -> Any:
    """Return endplay's binding of DDS, loaded without the rest of its package.

    The package imports matplotlib: half a second and 60 MB for every robot.
    """
    loaded = sys.modules.get("endplay._dds")
    if loaded is not None:
        return loaded
    package = find_spec("endplay")
    assert package is not None and package.origin is not None, "endplay is a dependency"
    file = Path(package.origin).parent / "_dds" / "__init__.py"
    spec = spec_from_file_location("dowager_dds", file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _board(play: Play) -> Any:
    """Return a position in the form of DDS, without the hands; its first suit is spades."""
    board = _dds().deal()
    board.trump = _strain(_NOTRUMP if play.trump is None else play.trump)
    board.first = int(play.leader)
    for index, card in enumerate(play.trick):
        board.currentTrickSuit[index] = 3 - card // 13
        board.currentTrickRank[index] = card % 13 + 2
    return board


def _strain(strain: int) -> int:
    """Return the number of a strain for DDS."""
    return strain if strain == _NOTRUMP else 3 - strain


def _position(board: Any, layout: Sequence[Sequence[int]], gone: Sequence[Sequence[int]]) -> Any:
    position = _dds().deal.from_buffer_copy(board)
    for seat in range(4):
        cards = position.remainCards[seat]
        for suit in range(4):
            cards[3 - suit] = (int(layout[seat][suit]) & ~gone[seat][suit]) << 2
    return position


def _every_card(position: Any) -> CardTricks:
    (solved,) = _solve([(position, _MOST)], _EVERY_CARD)
    tricks = np.full(52, -1, dtype=np.int8)
    for index in range(solved.cards):
        first = 13 * (3 - solved.suit[index]) - 2
        for rank in (solved.rank[index], *cards_of(solved.equals[index])):
            tricks[first + rank] = solved.score[index]
    return tricks


def _answers(asked: tuple[Deal, Sequence[Question]]) -> list[int]:
    deal, questions = asked
    layout, none_gone = [hand.holdings for hand in deal.hands], [(0, 0, 0, 0)] * 4
    tasks = []
    for question in questions:
        strain, declarer = divmod(question.denomination, 4)
        board = _dds().deal(trump=_strain(strain), first=(declarer + 1) % 4)
        target = 14 - question.goal if question.goal else _MOST  # tricks that beat the contract
        tasks.append((_position(board, layout, none_gone), target))
    solved = _solve(tasks, _BEST_ONE)
    return [_bounds(*pair) for pair in zip(questions, solved, strict=True)]


def _bounds(question: Question, solved: Any) -> int:
    """Return the bounds of declarer's tricks by those that the defenders can win."""
    defenders = int(solved.score[0])
    if not question.goal:
        return exactly(13 - defenders)
    beaten = defenders >= 14 - question.goal
    return at_most(question.goal - 1) if beaten else at_least(question.goal)


def _solve(tasks: Iterable[tuple[Any, int]], solutions: int) -> list[Any]:
    """Solve positions, each with the tricks to aim at, one after another on one thread of DDS."""
    threads = _threads()
    while True:
        thread, usable = threads.get(), True
        try:
            return [_solved(position, target, solutions, thread) for position, target in tasks]
        except _dds().DDSError:
            usable = thread == 0  # DDS got memory for fewer threads than there are processors
            if usable:
                raise
        finally:
            if usable:
                threads.put(thread)


def _solved(position: Any, target: int, solutions: int, thread: int) -> Any:
    solved = _dds().futureTricks()
    _dds().SolveBoard(position, target, solutions, _SEARCH, solved, thread)
    return solved


def _in_order(
    work: Callable[[_Task], _Solved], tasks: Iterable[_Task], threads: int
) -> Generator[_Solved, None, None]:
    """Yield the results of tasks, in their order, done on some threads and a little ahead."""
    if threads <= 1:
        yield from map(work, tasks)
        return
    with ThreadPoolExecutor(threads) as pool:
        ahead: deque[Future[_Solved]] = deque()
        try:
            for task in tasks:
                ahead.append(pool.submit(work, task))
                if len(ahead) > _AHEAD * threads:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


@cache
def _threads() -> LifoQueue[int]:
    """Return the thread numbers of DDS that are not in use, the lowest first.

    DDS takes memory for a number when it is first used, and has no more of them than processors.
    """
    threads: LifoQueue[int] = LifoQueue()
    for thread in reversed(range(os.cpu_count() or 1)):
        threads.put(thread)
    return threads
