"""Double dummy: tricks when all four hands are open, by Bo Haglund's DDS through endplay.

The only module of the engine that uses endplay, and of it only the binding of DDS, when it first
solves. DDS solves one board on one thread; the caller chooses how many threads to use, one by
default. Each thread in use takes 60 to 160 MB, which DDS keeps. Calls from several threads at once
are safe: each takes a thread number of DDS, and waits when all are taken. (Measured: a list of
boards given to DDS as a whole is no faster on one thread than the boards one by one, and cannot be
stopped.)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from queue import LifoQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Contract
from dowager.cards import Deal, Hand, Seat, cards_of
from dowager.play.play import Play

CardTricks = NDArray[np.int8]
"""By card 0 to 51: tricks, or -1 for a card that may not be played."""

_BEST_ONE, _EVERY_CARD = 1, 3  # DDS: `solutions`
_MOST = -1  # DDS: `target`, as many tricks as possible
_SEARCH = 1  # DDS: `mode`, search even when only one card can be played
_NOTRUMP = 4


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
        threads: how many boards are solved at once; with more than one, all are begun at once.
    """
    board = _board(play)
    gone = [Hand(play.played_by(seat)).holdings for seat in Seat]
    positions = (_position(board, layout, gone) for layout in layouts)
    if threads <= 1:
        yield from map(_every_card, positions)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(_every_card, positions)


def contract_tricks(deal: Deal, contract: Contract) -> int:
    """Return the tricks that declarer's side wins against best defence, 0 to 13."""
    layout = [hand.holdings for hand in deal.hands]
    position = _position(_board(Play(contract)), layout, [(0, 0, 0, 0)] * 4)
    return 13 - int(_solve(position, _BEST_ONE).score[0])


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
    board.trump = _NOTRUMP if play.trump is None else 3 - play.trump
    board.first = int(play.leader)
    for index, card in enumerate(play.trick):
        board.currentTrickSuit[index] = 3 - card // 13
        board.currentTrickRank[index] = card % 13 + 2
    return board


def _position(board: Any, layout: Sequence[Sequence[int]], gone: Sequence[Sequence[int]]) -> Any:
    position = _dds().deal.from_buffer_copy(board)
    for seat in range(4):
        cards = position.remainCards[seat]
        for suit in range(4):
            cards[3 - suit] = (int(layout[seat][suit]) & ~gone[seat][suit]) << 2
    return position


def _every_card(position: Any) -> CardTricks:
    solved = _solve(position, _EVERY_CARD)
    tricks = np.full(52, -1, dtype=np.int8)
    for index in range(solved.cards):
        first = 13 * (3 - solved.suit[index]) - 2
        for rank in (solved.rank[index], *cards_of(solved.equals[index])):
            tricks[first + rank] = solved.score[index]
    return tricks


def _solve(position: Any, solutions: int) -> Any:
    solved, threads = _dds().futureTricks(), _threads()
    while True:
        thread = threads.get()
        try:
            _dds().SolveBoard(position, _MOST, solutions, _SEARCH, solved, thread)
        except _dds().DDSError:
            if not thread:
                threads.put(thread)
                raise
            continue  # DDS got memory for fewer threads than there are processors
        threads.put(thread)
        return solved


@cache
def _threads() -> LifoQueue[int]:
    """Return the thread numbers of DDS that are not in use, the lowest first.

    DDS takes memory for a number when it is first used, and has no more of them than processors.
    """
    threads: LifoQueue[int] = LifoQueue()
    for thread in reversed(range(os.cpu_count() or 1)):
        threads.put(thread)
    return threads
