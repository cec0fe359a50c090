"""All hands by what they hold in one suit: 8,192 holdings, which decide what is asked of the suit.

Cells of shape and HCP say nothing of single cards; the holdings of a suit say what honours,
points, quality and stoppers are in it. Of the other suits they say what its length leaves to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cache, lru_cache, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.cards import LENGTH_OF, Suit
from dowager.knowledge.cells.additive import HCP_OF, Additive
from dowager.knowledge.cells.masks import Masks, from_mask, to_mask
from dowager.knowledge.cells.partition import CellBounds, Ints, Partition
from dowager.knowledge.cells.space import Space, Weights
from dowager.knowledge.cells.suit_counts import SUIT_HCP, ways_of_others
from dowager.language.tree import SHAPE_LENGTHS, SHAPES, Lengths

_HOLDINGS = 8192
Allowed: TypeAlias = tuple[int | None, ...]
"""For each suit, clubs first, the mask of the holdings that a hand may have; None for all."""
_ALL: Allowed = (None,) * 4


class SuitSpace(Partition):
    """The holdings of one suit, each with all the hands that have it.

    Attributes:
        suit: the suit.
    """

    def __init__(self, suit: Suit) -> None:
        super().__init__(_HOLDINGS)
        self.suit = suit
        self._others = lru_cache(maxsize=16)(partial(ways_of_others, suit))

    def _additive(self, form: Additive) -> CellBounds:
        own = form.suits[self.suit]
        low, high = (rest[LENGTH_OF] + own for rest in self._rest(form))
        return CellBounds(low, low) if np.array_equal(low, high) else CellBounds(low, high)

    def _rest(self, form: Additive) -> tuple[Ints, Ints]:
        """Return the least and greatest that the rest of a hand adds, by the suit's length."""
        shape, by_length = np.arange(len(SHAPES)), SHAPE_LENGTHS[:, self.suit]
        least, most = form.by_shape.astype(np.int16), form.by_shape.astype(np.int16)
        for suit in Suit:
            if suit != self.suit:
                low, high = _by_length(form.suits[suit])
                least = least + low[SHAPE_LENGTHS[shape, suit]]
                most = most + high[SHAPE_LENGTHS[shape, suit]]
        lengths = [by_length == length for length in range(14)]
        return (
            np.array([least[of_length].min() for of_length in lengths]),
            np.array([most[of_length].max() for of_length in lengths]),
        )

    def _shapes(self, shapes: Set[Lengths]) -> Masks:
        inside = np.bincount([shape[self.suit] for shape in shapes], minlength=14)
        every = np.bincount(SHAPE_LENGTHS[:, self.suit], minlength=14)
        return Masks(to_mask((inside == every)[LENGTH_OF]), to_mask((inside > 0)[LENGTH_OF]))

    def weights(self, space: Space, shown: Masks, allowed: Allowed = _ALL) -> Weights:
        """Return how many hands in some cells have each holding, shape `(8192,)`.

        Args:
            space: the space of the cells, plain or refined.
            shown: the cells; one of which only some hands fit counts half.
            allowed: the holdings that the hand may have; in a refined space those of the other
                suits are not looked at.
        """
        cells = np.flatnonzero(from_mask(shown.may, space.size))
        likely = np.where(from_mask(shown.sure, space.size)[cells], 1.0, 0.5)
        of_length = np.eye(14)[space.lengths[self.suit][cells]].T * likely
        values, value_of = self._own_values(space.split)
        others = allowed if space.split is None else _ALL
        classes = [
            of_length @ ways for ways in self._ways_to_fill(space, cells, values.tolist(), others)
        ]
        weights: Weights = np.array(classes)[value_of, LENGTH_OF, HCP_OF]
        own = allowed[self.suit]
        return weights if own is None else weights * from_mask(own, self.size)

    def _own_values(self, split: Additive | None) -> tuple[Ints, NDArray[np.intp]]:
        """Return the values that the suit may add to a number, and each holding's among them."""
        if split is None:
            return np.zeros(1, dtype=np.int16), np.zeros(_HOLDINGS, dtype=np.intp)
        values, value_of = np.unique(split.suits[self.suit], return_inverse=True)
        return values, value_of

    def _ways_to_fill(
        self, space: Space, cells: NDArray[np.intp], values: list[int], allowed: Allowed
    ) -> Iterator[Weights]:
        """Yield the ways to hold the other suits, by cell and HCP of this suit, `(cells, 11)`.

        One array for each value that this suit may add to the number by which cells are split.
        """
        others, least = self._others(allowed, space.split)
        shape = space.shape[cells]
        hcp = space.hcp[cells][:, None] - np.arange(SUIT_HCP)
        parts = space.split_value[cells] - least
        if space.split is not None:
            parts = parts - space.split.by_shape[shape]
        most = others.shape[2] - 1
        for value in values:
            rest = (parts - value)[:, None]
            ways = others[shape[:, None], np.maximum(hcp, 0), rest.clip(0, most)]
            yield np.where((hcp >= 0) & (rest >= 0) & (rest <= most), ways, 0.0)


def _by_length(values: NDArray[np.int16]) -> tuple[Ints, Ints]:
    """Return the least and greatest of a suit's values, by length."""
    of_length = [values[length == LENGTH_OF] for length in range(14)]
    return np.array([v.min() for v in of_length]), np.array([v.max() for v in of_length])


@cache
def suit_space(suit: Suit) -> SuitSpace:
    """Return the space of a suit's holdings."""
    return SuitSpace(suit)
