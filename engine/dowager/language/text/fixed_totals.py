"""Owns which numbers a pack fixes: those that the four hands of any deal share out, as 40 HCP."""

from __future__ import annotations

from functools import cache

import numpy as np

from dowager.cards import Suit
from dowager.language.features import expand_int
from dowager.language.tree.nodes import Const, Feature, Int, SuitTable, SuitValue, Sum


@cache
def pack_total(name: str, suits: int) -> int | None:
    """Return what a number of the four hands adds up to on every deal, or None.

    Args:
        name: a number feature.
        suits: with how many suits it is written; the total must not depend on which.

    Returns:
        The total in the feature's units, 40 for `hcp`, 13 for a suit; None for a number that is no
        sum over the cards, such as losers.
    """
    totals = {_total(Feature(name, _some(first, suits))) for first in Suit}
    return totals.pop() if len(totals) == 1 else None


def _some(first: Suit, count: int) -> tuple[Suit, ...]:
    return tuple(Suit((first + step) % 4) for step in range(count))


def _total(node: Int) -> int | None:
    match node:
        case Feature():
            return _total(expand_int(node))
        case SuitValue(table):
            return _suit_total(table)
        case Sum(terms, 0):
            totals = [_total(term) for _, term in terms]
            if None in totals:
                return None
            return sum(f * t for (f, _), t in zip(terms, totals, strict=True) if t is not None)
        case Const(0):
            return 0
        case _:
            return None


@cache
def _suit_total(table: SuitTable) -> int | None:
    """Return the sum over a suit's cards if every holding is worth the sum of its cards."""
    cards = table.values[[1 << rank for rank in range(13)]].astype(np.int64)
    holdings = np.arange(8192)
    worth = sum((holdings >> rank & 1) * cards[rank] for rank in range(13))
    return int(cards.sum()) if np.array_equal(worth, table.values) else None
