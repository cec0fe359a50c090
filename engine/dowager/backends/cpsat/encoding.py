"""Tables as constraints: linear in the cards, or rows over what they depend on.

What a table depends on is read from its numbers: a column (a rank, a suit's length) is dropped if
the values are a function of the others. Sums are flattened first, which reveals totals over the
four suits. Nothing here uses the solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, CARDS, FULL_SUIT, LENGTH_OF, Holdings, Suit
from dowager.language.features import ONE, linear_terms
from dowager.language.tree import SHAPE_LENGTHS, Int, SuitTable, SuitValue, Sum

_MEMORY = 4_096
_BITS: NDArray[np.int64] = ALL_HOLDINGS[:, None] >> np.arange(13) & 1


@dataclass(frozen=True, slots=True)
class Encoding:
    """A table for the solver; rows are `(*columns, length if by_length, value)`.

    Attributes:
        low: the least value that can occur.
        high: the greatest.
        columns: the ranks (of a suit's table) or suits (of a shape's) that the value depends on.
        by_length: whether it also depends on the suit's length.
        rows: one for each case; none when `weights` are enough.
        base: the value of the empty holding.
        weights: what each rank, 0 (two) to 12 (ace), adds; None when the table is not linear.
    """

    low: int
    high: int
    columns: tuple[int, ...] = ()
    by_length: bool = False
    rows: tuple[tuple[int, ...], ...] = ()
    base: int = 0
    weights: tuple[int, ...] | None = None

    def smaller_side(self) -> tuple[list[tuple[int, ...]], bool]:
        """Return, of a table of 0 and 1, the cases of the rarer value, and that value.

        The cases come without the value; all others have the other one.
        """
        sides = [[row[:-1] for row in self.rows if row[-1] == value] for value in (0, 1)]
        member = len(sides[1]) <= len(sides[0])
        return sides[member], member


@lru_cache(maxsize=_MEMORY)
def suit_encoding(table: SuitTable, available: int = FULL_SUIT) -> Encoding:
    """Encode a suit table for holdings of `available` cards only (13 bits)."""
    reachable = ALL_HOLDINGS & ~available == 0
    values = table.values[reachable].astype(np.int64)
    bits = _BITS[reachable]
    low, high = int(values.min()), int(values.max())
    base = int(values[0])
    ranks = [rank for rank in range(13) if available >> rank & 1]
    weights = [int(table.values[1 << rank]) - base if rank in ranks else 0 for rank in range(13)]
    if np.array_equal(base + bits @ np.array(weights), values):
        return Encoding(low, high, base=base, weights=tuple(weights))
    columns = np.column_stack([bits, LENGTH_OF[reachable]])
    # Low ranks are dropped first: where honours and length decide, few columns remain.
    kept = _needed(columns, values, [*ranks, 13])
    chosen = tuple(column for column in kept if column < 13)
    return Encoding(low, high, chosen, 13 in kept, _rows(columns[:, kept], values))


@lru_cache(maxsize=_MEMORY)
def shape_encoding(values: tuple[int, ...]) -> Encoding:
    """Encode a function of the 560 shapes; its columns are suits, at most three of them."""
    numbers = np.array(values, dtype=np.int64)
    lengths = SHAPE_LENGTHS.astype(np.int64)
    kept = _needed(lengths, numbers, [0, 1, 2, 3])
    rows = _rows(lengths[:, kept], numbers)
    return Encoding(min(values), max(values), tuple(kept), rows=rows)


def _needed(columns: NDArray[np.int64], values: NDArray[np.int64], kept: list[int]) -> list[int]:
    """Return the columns without those that can be dropped, tried in order."""
    for column in tuple(kept):
        rest = [other for other in kept if other != column]
        if _determines(columns[:, rest], values):
            kept = rest
    return kept


def _determines(columns: NDArray[np.int64], values: NDArray[np.int64]) -> bool:
    keys = columns @ 14 ** np.arange(columns.shape[1])
    cases, case_of = np.unique(keys, return_inverse=True)
    value_of = np.zeros(len(cases), dtype=np.int64)
    value_of[case_of] = values
    return bool((value_of[case_of] == values).all())


def _rows(columns: NDArray[np.int64], values: NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    rows = np.unique(np.column_stack([columns, values]), axis=0)
    return tuple(map(tuple, rows.tolist()))


@dataclass(frozen=True, slots=True)
class Total:
    """A table that is linear in every suit, summed over the four suits.

    Attributes:
        table: the table.
        base: the total of four voids.
        weights: what each of the 52 cards adds.
    """

    table: SuitTable
    base: int
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """A sum, flattened: totals with their factors, other terms with theirs, and a constant."""

    totals: tuple[tuple[int, Total], ...]
    others: tuple[tuple[int, Int], ...]
    constant: int

    def span_of_totals(self, cards: Sequence[int]) -> tuple[int, int]:
        """Return the least and greatest sum of the totals that 13 of `cards` can have."""
        base = sum(factor * total.base for factor, total in self.totals)
        weights = [sum(f * total.weights[card] for f, total in self.totals) for card in CARDS]
        low, high = span_of_cards(weights, cards)
        return base + low, base + high


def span_of_cards(weights: Sequence[int], cards: Sequence[int]) -> tuple[int, int]:
    """Return the least and greatest weight of 13 of `cards`."""
    ordered = sorted(weights[card] for card in cards)
    return sum(ordered[:13]), sum(ordered[-13:])


def flat_terms(node: Sum, available: Holdings) -> Terms:
    """Flatten a sum for the cards available; terms that cancel out are dropped."""
    factors: Counter[Int] = Counter()
    for factor, term in linear_terms(node):
        factors[term] += factor
    constant = factors.pop(ONE, 0)
    totals: list[tuple[int, Total]] = []
    for table in {term.table: None for term in factors if isinstance(term, SuitValue)}:
        terms = [SuitValue(table, suit) for suit in Suit]
        total = _total(table, available)
        if total is not None and len({factors[term] for term in terms}) == 1:
            totals.append((factors[terms[0]], total))
            for term in terms:
                del factors[term]
    others = tuple((factor, term) for term, factor in factors.items() if factor)
    return Terms(tuple(totals), others, constant)


def _total(table: SuitTable, available: Holdings) -> Total | None:
    encodings = [suit_encoding(table, cards) for cards in available]
    weights: list[int] = []
    for encoding in encodings:
        if encoding.weights is None:
            return None
        weights.extend(encoding.weights)
    return Total(table, sum(encoding.base for encoding in encodings), tuple(weights))
