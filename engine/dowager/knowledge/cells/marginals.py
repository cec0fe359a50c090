"""How many of some hands have each shape, and each number of HCP: what most questions ask."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from dowager.cards import Suit
from dowager.knowledge.cells.additive import ByShape
from dowager.knowledge.cells.masks import Masks, from_mask
from dowager.knowledge.cells.numbers import HCP, LENGTHS
from dowager.knowledge.cells.space import Weights, plain_space
from dowager.knowledge.cells.suit_counts import MAX_HCP
from dowager.language.tree import SHAPE_LENGTHS, SHAPES, Int

_LENGTHS_OF = tuple(SHAPE_LENGTHS[:, suit].astype(np.intp) for suit in Suit)
_SUIT_OF: dict[Int, int] = {number: suit for suit, number in enumerate(LENGTHS)}


class Marginals:
    """How many hands of some cells have each shape, and each number of HCP.

    A cell of which only some hands fit counts half.

    Args:
        shown: cells of the plain space, at least one.
    """

    __slots__ = ("_hcp", "_shapes", "_total")

    def __init__(self, shown: Masks) -> None:
        space = plain_space()
        cells = np.flatnonzero(from_mask(shown.may, space.size))
        weights: Weights = space.weights[cells]
        if shown.sure != shown.may:
            weights = weights * (0.5 + 0.5 * from_mask(shown.sure, space.size)[cells])
        shapes, hcp = _shapes_and_hcp()
        self._shapes = _summed(shapes[cells], weights, len(SHAPES))
        self._hcp = _summed(hcp[cells], weights, MAX_HCP + 1)
        self._total = float(self._hcp.sum())

    def mean(self, factor: int, by_shape: ByShape) -> float:
        """Return the mean of `factor * HCP + by_shape`."""
        of_shapes = float(self._shapes @ by_shape)
        of_hcp = float(self._hcp @ _HCP_VALUES) if factor else 0.0
        return (of_shapes + factor * of_hcp) / self._total

    def span(self, node: Int) -> tuple[int, int] | None:
        """Return the least and greatest HCP or length of a suit; None for any other number."""
        shares = self._shares(node)
        if shares is None:
            return None
        values = np.flatnonzero(shares)
        return int(values[0]), int(values[-1])

    def spread(self, node: Int, most: int) -> Weights | None:
        """Return how likely each HCP or length from 0 to `most` is; None for any other number."""
        shares = self._shares(node)
        if shares is None:
            return None
        spread = np.zeros(most + 1)
        spread[: len(shares)] = shares[: most + 1]
        return spread / self._total

    def _shares(self, node: Int) -> Weights | None:
        """Return how many hands have each HCP or length of a suit; None for any other number."""
        if node == HCP:
            return self._hcp
        suit = _SUIT_OF.get(node)
        if suit is None:
            return None
        return _summed(_LENGTHS_OF[suit], self._shapes, 14)


@cache
def _shapes_and_hcp() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the shape and the HCP of each cell, as indices."""
    space = plain_space()
    return space.shape.astype(np.intp), space.hcp.astype(np.intp)


@lru_cache(maxsize=512)
def marginals_of(shown: Masks) -> Marginals:
    """Return the marginals of some cells, at least one; those of the last 512 are kept."""
    return Marginals(shown)


def _summed(values: NDArray[np.intp], weights: Weights, size: int) -> Weights:
    """Return the sum of the weights of each value, 0 to `size - 1`."""
    sums = np.bincount(values, weights=weights, minlength=size)
    return sums.astype(np.float64, copy=False)


_HCP_VALUES = np.arange(MAX_HCP + 1, dtype=np.float64)
