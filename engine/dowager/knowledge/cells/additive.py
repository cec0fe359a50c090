"""Numbers that are sums over the suits: the form that exact counting understands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import merged
from dowager.cards import LENGTH_OF
from dowager.language.features.hcp import HCP
from dowager.language.tree import SHAPE_KEYS, SHAPE_LENGTHS, SHAPES, Int

HCP_OF: NDArray[np.int64] = HCP.values.astype(np.int64)
"""The HCP of each of the 8,192 holdings."""


@dataclass(frozen=True, slots=True, eq=False)
class Additive:
    """A number that is a function of each suit's holding, summed, plus a function of the shape.

    Attributes:
        suits: for each suit, clubs first, the value of each holding; shape `(4, 8192)`.
        by_shape: the part that the shape decides; shape `(560,)`.
        key: a digest of both; equal numbers have equal keys.
    """

    suits: NDArray[np.int16]
    by_shape: NDArray[np.int16]
    key: bytes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Additive) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def values(self) -> int:
        """How many values the suits' part can take at most."""
        return 1 + sum(int(np.ptp(values)) for values in self.suits)

    def by_shape_and_hcp(self) -> tuple[int, NDArray[np.int16]] | None:
        """Return `(factor, by_shape)` when the number is `factor * HCP + by_shape`, else None."""
        ace = 1 << 12
        factors = {int(values[ace] - values[1]) for values in self.suits}
        if len(factors) != 1 or next(iter(factors)) % 4:
            return None
        factor = next(iter(factors)) // 4
        total = self.by_shape.copy()
        for suit, values in enumerate(self.suits):
            rest = values - factor * HCP_OF
            by_length = np.array([rest[(1 << length) - 1] for length in range(14)], dtype=np.int16)
            if not np.array_equal(by_length[LENGTH_OF], rest):
                return None
            total = total + by_length[SHAPE_LENGTHS[:, suit]]
        return factor, total


@lru_cache(maxsize=128)
def additive_form(node: Int) -> Additive | None:
    """Return a number as a sum over the suits; None when it is not one, as a maximum or a count."""
    linear = merged(node)
    if linear.rest:
        return None
    suits = np.zeros((4, 8192), dtype=np.int16)
    for suit, values in linear.suits:
        suits[suit] = values
    by_shape = np.full(len(SHAPES), linear.constant, dtype=np.int16)
    if linear.shape is not None:
        by_shape += linear.shape[SHAPE_KEYS]
    return Additive(suits, by_shape, blake2b(suits.tobytes() + by_shape.tobytes()).digest())
