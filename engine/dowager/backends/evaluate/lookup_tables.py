"""Sums as look-ups: all of a suit's tables merged into one, all tables of the shape into another.

No named numbers or nested sums remain.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dowager.cards import LENGTH_OF
from dowager.language.features import linear_terms
from dowager.language.tree import (
    KEY_UNITS,
    SHAPE_KEYS,
    SHAPES,
    Const,
    Int,
    Lengths,
    ShapeValue,
    SuitValue,
)

SHAPE_KEYS_OF: tuple[NDArray[np.int16], ...] = tuple(
    LENGTH_OF * np.int16(unit) for unit in KEY_UNITS
)
"""For clubs, diamonds and hearts: what each holding adds to the key of its hand's shape."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum after merging.

    Attributes:
        constant: a constant.
        suits: at most one table for each suit.
        shape: a table by the keys of shapes, or None.
        rest: other terms, with their factors.
    """

    constant: int
    suits: tuple[tuple[int, NDArray[np.int16]], ...]
    shape: NDArray[np.int16] | None
    rest: tuple[tuple[int, Int], ...]

    def sole_table(self) -> tuple[int | None, NDArray[np.int16]] | None:
        """Return the suit (None for the shape) and the table, if the sum is one look-up."""
        if self.rest or len(self.suits) + (self.shape is not None) != 1:
            return None
        suit, table = self.suits[0] if self.suits else (None, self.shape)
        assert table is not None
        return suit, table + np.int16(self.constant)


def merged(node: Int) -> Linear:
    """Return a number as a sum of look-ups and other terms."""
    constant = 0
    suits: dict[int, NDArray[np.int64]] = {}
    shape: NDArray[np.int64] | None = None
    rest: list[tuple[int, Int]] = []
    for factor, term in linear_terms(node):
        match term:
            case Const(value):
                constant += factor * value
            case SuitValue(table, suit):
                suits[suit] = suits.get(suit, 0) + factor * table.values.astype(np.int64)
            case ShapeValue(by_shape):
                shape = (0 if shape is None else shape) + factor * by_shape.values.astype(np.int64)
            case _:
                rest.append((factor, term))
    by_suit = tuple((suit, _narrow(table)) for suit, table in sorted(suits.items()))
    return Linear(constant, by_suit, None if shape is None else _by_key(shape), tuple(rest))


def _narrow(table: NDArray[np.int64]) -> NDArray[np.int16]:
    assert table.min() > -8_000 and table.max() < 8_000, "a sum's table leaves 16 bits"
    return table.astype(np.int16)


def _by_key(shape: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return a table of the 560 shapes as one by their keys."""
    table = np.zeros(14**3, dtype=np.int16)
    table[SHAPE_KEYS] = _narrow(shape)
    return table


@lru_cache(maxsize=4096)
def members(shapes: frozenset[Lengths]) -> NDArray[np.bool_]:
    """Return, by the keys of shapes, whether a shape is in the set."""
    return _by_key(np.array([shape in shapes for shape in SHAPES], dtype=np.int64)) > 0


def within(table: NDArray[np.int16], low: int | None, high: int | None) -> NDArray[np.bool_]:
    """Return where numbers lie in `low..high`; None means no bound."""
    inside = np.ones(table.shape, dtype=np.bool_)
    if low is not None:
        inside &= table >= low
    if high is not None:
        inside &= table <= high
    return inside
