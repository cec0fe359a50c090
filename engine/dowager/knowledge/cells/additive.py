"""Owns numbers that are sums over suits: the form that exact counting understands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from dowager.cards import LENGTH_OF
from dowager.language.features import expand_int
from dowager.language.features.hcp import HCP
from dowager.language.tree import (
    SHAPE_LENGTHS,
    SHAPES,
    Const,
    Feature,
    Int,
    ShapeValue,
    SuitValue,
    Sum,
)

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

    def by_shape_and_hcp(self) -> tuple[int, NDArray[np.int16]] | None:
        """Return `(factor, by_shape)` when the number is `factor * HCP + by_shape`, else None."""
        ace = 1 << 12
        factors = {int(suit[ace] - suit[1]) for suit in self.suits}
        if len(factors) != 1 or next(iter(factors)) % 4:
            return None
        factor = next(iter(factors)) // 4
        total = self.by_shape.copy()
        for number, suit in enumerate(self.suits):
            rest = suit - factor * HCP_OF
            by_length = np.array([rest[(1 << n) - 1] for n in range(14)], dtype=np.int16)
            if not np.array_equal(by_length[LENGTH_OF], rest):
                return None
            total = total + by_length[SHAPE_LENGTHS[:, number]]
        return factor, total


@lru_cache(maxsize=128)
def additive_form(node: Int) -> Additive | None:
    """Return a number as a sum over suits, or None when it is none (a maximum, a count)."""
    suits = np.zeros((4, 8192), dtype=np.int16)
    by_shape = np.zeros(len(SHAPES), dtype=np.int16)
    if not _add(node, 1, suits, by_shape):
        return None
    return Additive(suits, by_shape, blake2b(suits.tobytes() + by_shape.tobytes()).digest())


def _add(node: Int, factor: int, suits: NDArray[np.int16], by_shape: NDArray[np.int16]) -> bool:
    """Add `factor * node` to the arrays; False when it is not additive."""
    match node:
        case Const(value):
            by_shape += factor * value
        case SuitValue(table, suit):
            suits[suit] += factor * table.values.astype(np.int16)
        case ShapeValue(table):
            by_shape += factor * table.values.astype(np.int16)
        case Sum(terms, constant):
            by_shape += factor * constant
            return all(_add(term, factor * part, suits, by_shape) for part, term in terms)
        case Feature():
            return _add(expand_int(node), factor, suits, by_shape)
        case _:
            return False
    return True
