"""Owns the tables that evaluation looks up: sums merged into one table per suit, shape sets.

Takes an integer node and gives its `Linear` form, in which named nodes and nested sums are gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dowager.language.features import expand_int
from dowager.language.tree import SHAPES, Const, Feature, Int, Lengths, ShapeValue, SuitValue, Sum

_PLACES = np.array([196 * shape[0] + 14 * shape[1] + shape[2] for shape in SHAPES])
_LENGTHS = np.array([holding.bit_count() for holding in range(8192)], dtype=np.int16)

PLACE_TABLES: tuple[NDArray[np.int16], ...] = (_LENGTHS * 196, _LENGTHS * 14, _LENGTHS)
"""For clubs, diamonds and hearts: what a holding adds to its hand's place in a shape's table."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum after merging: at most one table for each suit, one by shape place, then the rest."""

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
    """Return the node as a sum of look-ups and of what is no look-up."""
    constant = 0
    suits: dict[int, NDArray[np.int64]] = {}
    shape: NDArray[np.int64] | None = None
    rest: list[tuple[int, Int]] = []
    for factor, term in _terms(node, 1):
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
    return Linear(constant, by_suit, None if shape is None else _by_place(shape), tuple(rest))


def _terms(node: Int, factor: int) -> Iterator[tuple[int, Int]]:
    """Yield the terms of nested sums, named nodes expanded."""
    match node:
        case Sum(terms, constant):
            yield factor, Const(constant)
            for inner, term in terms:
                yield from _terms(term, factor * inner)
        case Feature():
            yield from _terms(expand_int(node), factor)
        case _:
            yield factor, node


def _narrow(table: NDArray[np.int64]) -> NDArray[np.int16]:
    assert table.min() > -8_000 and table.max() < 8_000, "a sum's table leaves 16 bits"
    return table.astype(np.int16)


def _by_place(shape: NDArray[np.int64]) -> NDArray[np.int16]:
    """Spread values of the 560 shapes over their places."""
    spread = np.zeros(14**3, dtype=np.int16)
    spread[_PLACES] = _narrow(shape)
    return spread


@lru_cache(maxsize=4096)
def members(shapes: frozenset[Lengths]) -> NDArray[np.bool_]:
    """Return by place whether the shape is in the set."""
    return _by_place(np.array([shape in shapes for shape in SHAPES], dtype=np.int64)) > 0


def within(table: NDArray[np.int16], low: int | None, high: int | None) -> NDArray[np.bool_]:
    """Return where a column of numbers lies in `low..high`; None means no bound."""
    inside = np.ones(table.shape, dtype=np.bool_)
    if low is not None:
        inside &= table >= low
    if high is not None:
        inside &= table <= high
    return inside
