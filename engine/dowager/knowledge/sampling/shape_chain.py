"""Draws of several hands by their shapes.

How many hands of a shape some cards allow depends on their four lengths alone: a product of
binomials. So what a choice of shapes leaves possible is counted backwards, from the last hand, and
shapes are drawn with exactly the number of deals that have them, the first hand counted by its
allowed cells. Given the shapes, all such deals are alike: the first hand is drawn from its cells,
the others as uniform subsets. Which HCP the others may have is left to the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from dowager.cards import Holdings
from dowager.knowledge.sampling.hand_table import HandTable
from dowager.knowledge.sampling.subsets import COMBINATIONS, Columns, Real, Whole
from dowager.language.tree import SHAPE_LENGTHS

_KEYS = 14**4
_BINOMIALS: Real = COMBINATIONS.astype(np.float64)
_SHAPES: Whole = SHAPE_LENGTHS.astype(np.int64)


class ShapeChain:
    """Draws the shapes of several hands at once, and the first hand with them.

    Attributes:
        total: how many deals have the first hand in its cells and the others in their shapes, or
            what they weigh.
    """

    def __init__(
        self,
        cards: Holdings,
        first: HandTable,
        middle: Sequence[Real],
        last: Real | None,
    ) -> None:
        """Count the deals.

        Args:
            cards: the cards to deal, 26 or more.
            first: the first hand's table.
            middle: the weights of the shapes, `(560,)`, of one or two more hands.
            last: those of the hand that the others leave; None when they leave two.
        """
        lengths = np.array([held.bit_count() for held in cards])
        starts = np.flatnonzero(first.by_shape)
        following = np.full(_KEYS, float(comb(26, 13)))
        if last is not None:
            following[:] = 0
            following[_key(_SHAPES.T)] = last
        self._third = None
        if len(middle) > 1:
            self._third = _Step(_all_lengths(lengths, 26), middle[1], following)
            following = self._third.by_key
        remaining = (lengths - _SHAPES[starts]).T
        self._second = _Step(remaining, middle[0], following, first.by_shape[starts])
        self._first, self._starts = first, starts
        self.total = self._second.total

    def draw(self, generator: np.random.Generator, count: int) -> tuple[Columns, list[Whole]]:
        """Draw the first hand, and the lengths `(4, n)` of the one or two in the middle."""
        row, second = self._second.draw(generator, count)
        lengths = [_SHAPES.T[:, second]]
        if self._third is not None:
            remaining = self._second.remaining[:, row] - lengths[0]
            lengths.append(_SHAPES.T[:, self._third.draw_at(generator, remaining)])
        return self._first.draw_shapes(generator, self._starts.take(row)), lengths


class _Step:
    """The next hand's shape by the remaining lengths, weighted by the deals of it and the rest."""

    def __init__(
        self,
        remaining: Whole,
        allowed: Real,
        following: Real,
        weights: Whole | Real | None = None,
    ) -> None:
        shapes = np.flatnonzero(allowed)
        keys, inside = _key(remaining), _key(_SHAPES[shapes].T)
        ways = np.ones((len(keys), len(shapes)))
        for suit in range(4):
            ways *= _BINOMIALS[:, _SHAPES[shapes, suit]].take(remaining[suit], axis=0)
        ways *= allowed[shapes]
        # Where there are no ways, the key of what would remain means nothing.
        ways *= following.take(np.maximum(keys[:, None] - inside, 0))
        if weights is not None:
            ways *= weights[:, None]
        some = np.flatnonzero(ways)
        self._rows, columns = np.divmod(some, max(len(shapes), 1))
        self._shapes = shapes[columns]
        self._running = np.cumsum(ways.ravel()[some])
        self.remaining = remaining
        self.total = float(self._running[-1]) if len(some) else 0.0
        self.by_key, self._before = np.zeros(_KEYS), np.zeros(_KEYS)
        sums = ways.sum(axis=1)
        self.by_key[keys] = sums
        self._before[keys] = np.cumsum(sums) - sums

    def draw(self, generator: np.random.Generator, count: int) -> tuple[Whole, Whole]:
        """Draw the number of the remaining lengths and the shape together."""
        drawn = self._search(np.sort(generator.random(count)) * self.total)
        generator.shuffle(drawn)  # sorted, they were searched faster
        return self._rows.take(drawn), self._shapes.take(drawn)

    def draw_at(self, generator: np.random.Generator, remaining: Whole) -> Whole:
        """Draw a shape for each of the given remaining lengths, `(4, n)`."""
        keys = _key(remaining)
        part = generator.random(remaining.shape[1]) * self.by_key.take(keys)
        return self._shapes.take(self._search(self._before.take(keys) + part))

    def _search(self, wanted: Real) -> NDArray[np.intp]:
        rows = np.searchsorted(self._running, wanted, side="right")
        return np.minimum(rows, len(self._running) - 1)  # sums of doubles may round up


def _key(lengths: Whole) -> Whole:
    """Number four lengths, the first axis, each 0 to 13."""
    clubs, diamonds, hearts, spades = lengths
    key: Whole = ((clubs * 14 + diamonds) * 14 + hearts) * 14 + spades
    return key


@cache
def _lengths_of(total: int) -> Whole:
    """Return all lengths of four suits, `(4, n)`, that sum to a total."""
    grid = np.indices((14, 14, 14, 14)).reshape(4, -1)
    return grid[:, grid.sum(axis=0) == total]


def _all_lengths(suits: NDArray[np.integer], total: int) -> Whole:
    """Return all lengths, `(4, n)`, of `total` cards out of suits of the given lengths."""
    lengths = _lengths_of(total)
    return lengths[:, (lengths <= suits[:, None]).all(axis=0)]
