"""Uniform draws of cards from a set of cards, for many hands at once.

Nothing is enumerated and nothing is a Markov chain. Counts are whole numbers below 2**53; a draw
among c things is exact to c / 2**53.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from dowager.cards import LENGTH_OF

Columns = NDArray[np.uint16]
"""Many hands at once: the holdings by suit, clubs first, shape `(4, n)`."""

Whole = NDArray[np.int64]
Real = NDArray[np.float64]

_LENGTHS: Whole = LENGTH_OF.astype(np.int64)
COMBINATIONS: Whole = np.array([[comb(n, k) for k in range(14)] for n in range(14)], dtype=np.int64)
"""How many ways there are to choose k of n, shape `(14, 14)`."""


def below(generator: np.random.Generator, counts: Whole) -> Whole:
    """Draw for each count a whole number from 0 up to, but not including, the count.

    The greatest double below 1 times a count rounds to less than the count, so it never comes out.
    """
    return (generator.random(len(counts)) * counts).astype(np.int64)


def within(generator: np.random.Generator, totals: Whole | Real) -> Real:
    """Draw for each total a number from 0 up to it; a whole one if totals are counts."""
    drawn: Real = generator.random(len(totals)) * totals
    return np.floor(drawn) if totals.dtype.kind == "i" else drawn


_BY_LENGTH = np.argsort(_LENGTHS, kind="stable").astype(np.int64)
_FIRST_OF_LENGTH: Whole = np.searchsorted(_LENGTHS[_BY_LENGTH], np.arange(14)).astype(np.int64)


def _subset(generator: np.random.Generator, size: Whole, count: Whole) -> Whole:
    """Draw subsets of `count` out of the lowest `size` bits.

    Sets of one length stand in ascending order, so those within the lowest bits come first.
    """
    rank = below(generator, COMBINATIONS[size, count])
    chosen: Whole = _BY_LENGTH.take(_FIRST_OF_LENGTH.take(count) + rank)
    return chosen


@cache
def _spreading() -> tuple[Whole, NDArray[np.uint16]]:
    """Tabulate `_spread`: where each mask's entries start, and the entries, 3**13 in all."""
    parts = [np.zeros(1, dtype=np.uint16)]
    for mask in range(1, 8192):
        top = 1 << (mask.bit_length() - 1)
        rest = parts[mask ^ top]
        parts.append(np.concatenate([rest, rest | np.uint16(top)]))
    sizes = np.left_shift(1, _LENGTHS)
    return np.cumsum(sizes) - sizes, np.concatenate(parts)


def _spread(masks: NDArray[np.integer], bits: Whole) -> Columns:
    """Put bit number k of `bits` on the k-th lowest set bit of the mask, for 13-bit masks."""
    starts, flat = _spreading()
    spread: Columns = flat.take(starts.take(masks) + bits)
    return spread


@cache
def _blocks(hands: int) -> tuple[Whole, Whole]:
    """Return how 13 cards may fall on blocks of 13, and the running number of ways."""
    ways = [sizes for sizes in product(range(14), repeat=hands) if sum(sizes) == 13]
    counts = [prod(comb(13, size) for size in sizes) for sizes in ways]
    return np.array(ways, dtype=np.int64).T, np.cumsum(np.array(counts, dtype=np.int64))


def deal_from(generator: np.random.Generator, cards: Columns, hands: int) -> Columns:
    """Deal one uniform hand from each column's cards, `13 * hands` of them."""
    sizes, ways = _blocks(hands)
    total = np.full(cards.shape[1], ways[-1])
    pick = np.searchsorted(ways, below(generator, total), side="right")
    thirteen = np.full(cards.shape[1], 13)
    bits = np.zeros(cards.shape[1], dtype=np.int64)
    for block in range(hands):
        bits |= _subset(generator, thirteen, sizes[block].take(pick)) << 13 * block
    dealt = np.empty_like(cards)
    for suit in range(4):
        length = _LENGTHS.take(cards[suit])
        dealt[suit] = _spread(cards[suit], bits & ((1 << length) - 1))
        bits >>= length
    return dealt


def deal_lengths(generator: np.random.Generator, cards: Columns, lengths: Whole) -> Columns:
    """Deal one uniform hand of the given lengths, `(4, n)`, from each column's cards."""
    dealt = np.empty_like(cards)
    for suit in range(4):
        size = _LENGTHS.take(cards[suit])
        dealt[suit] = _spread(cards[suit], _subset(generator, size, lengths[suit]))
    return dealt
