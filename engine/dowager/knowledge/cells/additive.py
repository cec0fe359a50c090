"""Numbers that are sums over the suits: the form that exact counting understands."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import merged
from dowager.cards import LENGTH_OF
from dowager.language.features.hcp import HCP
from dowager.language.tree import SHAPE_KEYS, SHAPE_LENGTHS, SHAPES, Int, Sum

HCP_OF: NDArray[np.int64] = HCP.values.astype(np.int64)
"""The HCP of each of the 8,192 holdings."""


ByShape = NDArray[np.int16]
"""A number for each of the 560 shapes."""


class Additive:
    """A number that is a function of each suit's holding, summed, plus a function of the shape.

    Attributes:
        suits: for each suit, clubs first, the value of each holding; shape `(4, 8192)`.
        by_shape: the part that the shape decides; shape `(560,)`.
    """

    __slots__ = ("_decided", "_key", "by_shape", "suits")

    def __init__(self, suits: NDArray[np.int16], by_shape: ByShape) -> None:
        self.suits = suits
        self.by_shape = by_shape
        self._key: bytes | None = None
        self._decided: tuple[tuple[int, ByShape] | None] | None = None

    @property
    def key(self) -> bytes:
        """A digest of both parts; equal numbers have equal keys."""
        if self._key is None:
            parts = self.suits.tobytes() + self.by_shape.tobytes()
            self._key = blake2b(parts).digest()
        return self._key

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Additive) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def values(self) -> int:
        """How many values the suits' part can take at most."""
        return 1 + sum(int(np.ptp(values)) for values in self.suits)

    def by_shape_and_hcp(self) -> tuple[int, ByShape] | None:
        """Return `(factor, by_shape)` when the number is `factor * HCP + by_shape`, else None."""
        if self._decided is None:
            self._decided = (self._by_shape_and_hcp(),)
        return self._decided[0]

    def _by_shape_and_hcp(self) -> tuple[int, ByShape] | None:
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


@lru_cache(maxsize=48)
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
    return Additive(suits, by_shape)


def shape_and_hcp_form(node: Int) -> tuple[int, ByShape] | None:
    """Return `(factor, by_shape)` when a number is `factor * HCP + by_shape`, else None.

    A sum is put together from what is kept of its terms, without a look at single holdings; where
    only the whole sum is of this form, the answer is None too.
    """
    if not isinstance(node, Sum):
        return _kept_form(node)
    factor, by_shape = 0, np.full(len(SHAPES), node.constant, dtype=np.int16)
    for times, term in node.terms:
        form = shape_and_hcp_form(term)
        if form is None:
            return None
        factor += times * form[0]
        by_shape += np.int16(times) * form[1]
    return factor, by_shape


@lru_cache(maxsize=1024)
def _kept_form(node: Int) -> tuple[int, ByShape] | None:
    form = additive_form(node)
    return form.by_shape_and_hcp() if form else None
