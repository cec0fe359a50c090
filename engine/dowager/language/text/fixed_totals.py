"""The numbers that a pack fixes: what the four hands of every deal add up to, such as 40 HCP."""

from __future__ import annotations

from functools import cache

import numpy as np

from dowager.cards import ALL_HOLDINGS, Suit
from dowager.language.features import linear_terms
from dowager.language.tree.nodes import Feature, Int, SuitTable, SuitValue


@cache
def pack_total(name: str, suits: int) -> int | None:
    """Return what a number adds up to over the four hands, if that is the same on every deal.

    Args:
        name: a number feature.
        suits: how many suits it is asked of; the total must not depend on which.

    Returns:
        The total in the feature's units, 40 for `hcp`, 13 for a suit; None for a number that is no
        sum over the cards, such as losers.
    """
    totals = {fixed_total(Feature(name, _some(first, suits))) for first in Suit}
    return totals.pop() if len(totals) == 1 else None


def _some(first: Suit, count: int) -> tuple[Suit, ...]:
    return tuple(Suit((first + step) % 4) for step in range(count))


@cache
def fixed_total(node: Int) -> int | None:
    """Return what a number adds up to over the four hands of every deal; None if that varies."""
    total = 0
    for factor, term in linear_terms(node):
        cards = _suit_total(term.table) if isinstance(term, SuitValue) else None
        if factor and cards is None:
            return None
        total += factor * (cards or 0)
    return total


@cache
def _suit_total(table: SuitTable) -> int | None:
    """Return the sum over a suit's cards if every holding is worth the sum of its cards."""
    cards = table.values[1 << np.arange(13)].astype(np.int64)
    worth = sum((ALL_HOLDINGS >> rank & 1) * cards[rank] for rank in range(13))
    return int(cards.sum()) if np.array_equal(worth, table.values) else None
