"""Single high cards: how many of each rank, and whether a suit holds one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dowager.cards import ALL_HOLDINGS, LENGTH_OF
from dowager.language.tree.hand_feature import HandFeature, ranged, summed
from dowager.language.tree.nodes import Int, SuitTable, Sum

_SOURCE = "Laws of Duplicate Bridge, Law 1 (rank of cards)"


_NAMES = [
    "".join(rank for bit, rank in enumerate("TJQKA") if top >> bit & 1)[::-1] for top in range(32)
]
"""The honours of a holding, by its five highest bits."""

_LENGTHS = np.array([len(honours) for honours in _NAMES])
_LOW_CARDS = 8
_HONOURS = ALL_HOLDINGS >> _LOW_CARDS


def honour_table(name: str, value: Callable[[str, int], int]) -> SuitTable:
    """Tabulate a function of a holding's honours, highest first ("AQT"), and of its length."""
    numbers = np.array(
        [
            [value(honours, len(honours) + low) for low in range(_LOW_CARDS + 1)]
            for honours in _NAMES
        ],
        np.int8,
    )
    return SuitTable(name, numbers[_HONOURS, LENGTH_OF - _LENGTHS[_HONOURS]])


def _cards(name: str, rank: int) -> SuitTable:
    return SuitTable(name, (ALL_HOLDINGS >> rank & 1).astype(np.int8))


ACES = _cards("aces", 12)
KINGS = _cards("kings", 11)
QUEENS = _cards("queens", 10)
JACKS = _cards("jacks", 9)
TENS = _cards("tens", 8)
TOP_FIVE = (ACES, KINGS, QUEENS, JACKS, TENS)
"""The tables of the five honours, ace first: 1 where the holding has the card."""


def count_of(tables: tuple[SuitTable, ...]) -> Callable[..., Int]:
    """Return the definition that counts the cards of some ranks in the suits named, or in all."""
    alone = [summed(table) for table in tables]
    return lambda *suits: Sum(tuple((1, define(*suits)) for define in alone))


def _number(table: SuitTable) -> HandFeature:
    return HandFeature(
        name=table.name,
        about=f"how many {table.name}; in the hand, or in the suit named",
        source=_SOURCE,
        define=summed(table),
        arities=(0, 1),
        words=table.name,
    )


def _condition(table: SuitTable) -> HandFeature:
    card = table.name.removesuffix("s")
    return HandFeature(
        name=card,
        about=f"the suit's {card}",
        source=_SOURCE,
        define=ranged(table, 1, None),
        arities=(1,),
        words=f"the {card} of {{0}}",
        negative=f"no {card} of {{0}}",
    )


FEATURES = [
    *(_number(table) for table in TOP_FIVE),
    *(_condition(table) for table in TOP_FIVE),
    HandFeature(
        name="quacks",
        about="how many queens and jacks; in the hand, or in the suit named",
        source="Marty Bergen, Points Schmoints! ('quacks')",
        define=count_of((QUEENS, JACKS)),
        arities=(0, 1),
        words="quacks",
    ),
]
