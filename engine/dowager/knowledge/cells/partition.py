"""All hands in parts, such as cells: what conditions and numbers say of each part.

A kind of partition says what a sum over the suits and what a set of shapes are in its parts;
everything else follows from these, here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Set
from typing import NamedTuple, TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.knowledge.cells.additive import Additive, additive_form
from dowager.knowledge.cells.masks import Masks, combined, from_mask, to_mask
from dowager.language.features import expand_bool, expand_int
from dowager.language.tree import (
    And,
    Bool,
    Const,
    Count,
    Feature,
    Int,
    Lengths,
    Max,
    Min,
    Predicate,
    Range,
    Shape,
    ShapeValue,
    SuitValue,
    Sum,
)

Ints = NDArray[np.int16]

_MOST_SUMS = 16
"""How many sums a partition keeps; there are very many."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def _keep(table: dict[_Key, _Value], key: _Key, value: _Value, most: int) -> None:
    """Add to a table, which forgets its oldest entry when it is full."""
    table[key] = value
    if len(table) > most:
        del table[next(iter(table))]


class CellBounds(NamedTuple):
    """The least and the greatest value that a number takes in each part; equal when decided."""

    low: Ints
    high: Ints


class Partition(ABC):
    """Parts that each hand lies in one of.

    Attributes:
        size: how many parts there are.
        full: the mask of all parts.
        most_bounds: how many numbers are kept; each takes two or four bytes a part.
        most_masks: how many conditions are kept; each takes a bit or two a part.
    """

    most_bounds = 128
    most_masks = 2000

    def __init__(self, size: int) -> None:
        self.size = size
        self.full = (1 << size) - 1
        self._bounds: dict[Int, CellBounds] = {}
        self._sums: dict[Int, CellBounds] = {}
        self._masks: dict[Bool, Masks] = {}

    @abstractmethod
    def _additive(self, form: Additive) -> CellBounds:
        """Return the bounds of a sum over the suits; one array for both where parts decide it."""

    @abstractmethod
    def _shapes(self, shapes: Set[Lengths]) -> Masks:
        """Return the parts in which the shape surely is, and may be, one of a set."""

    # -- numbers -------------------------------------------------------------------------------

    def bounds(self, node: Int) -> CellBounds:
        """Return the least and greatest value of a number in each part."""
        bounds = self._bounds.get(node)
        if bounds is not None:
            return bounds
        if isinstance(node, Sum):
            return self._sum_bounds(node)
        bounds = self._work_out_bounds(node)
        _keep(self._bounds, node, bounds, self.most_bounds)
        return bounds

    def _sum_bounds(self, node: Sum) -> CellBounds:
        """Return the bounds of a sum; there are very many, so that only the latest are kept."""
        bounds = self._sums.get(node)
        if bounds is None:
            bounds = self._work_out_bounds(node)
            _keep(self._sums, node, bounds, _MOST_SUMS)
        return bounds

    def _work_out_bounds(self, node: Int) -> CellBounds:
        form = additive_form(node)
        if form is not None:
            return self._additive(form)
        match node:
            case Feature():
                return self.bounds(expand_int(node))
            case Max(args):
                parts = [self.bounds(arg) for arg in args]
                low = np.maximum.reduce([part.low for part in parts])
                return CellBounds(low, np.maximum.reduce([part.high for part in parts]))
            case Min(args):
                parts = [self.bounds(arg) for arg in args]
                low = np.minimum.reduce([part.low for part in parts])
                return CellBounds(low, np.minimum.reduce([part.high for part in parts]))
            case Sum(terms, constant):
                return self._sum(terms, constant)
            case Count(args):
                return self._count(args)
            case Const() | SuitValue() | ShapeValue():
                raise AssertionError(f"{node} is additive")
            case _:
                assert_never(node)

    def _sum(self, terms: tuple[tuple[int, Int], ...], constant: int) -> CellBounds:
        low = np.full(self.size, constant, dtype=np.int16)
        high = low.copy()
        for factor, term in terms:
            part = self.bounds(term)
            least, most = (part.low, part.high) if factor >= 0 else (part.high, part.low)
            low += factor * least
            high += factor * most
        return CellBounds(low, high)

    def _count(self, args: tuple[Bool, ...]) -> CellBounds:
        masks = [self.masks(arg) for arg in args]
        low = sum((from_mask(m.sure, self.size).astype(np.int16) for m in masks), np.int16(0))
        high = sum((from_mask(m.may, self.size).astype(np.int16) for m in masks), np.int16(0))
        zeros = np.zeros(self.size, dtype=np.int16)
        return CellBounds(zeros + low, zeros + high)

    # -- conditions ----------------------------------------------------------------------------

    def masks(self, node: Bool) -> Masks:
        """Return the parts in which a condition surely holds, and those in which it may hold."""
        match node:
            case Range() | Shape() | Predicate():
                masks = self._masks.get(node)
                if masks is None:
                    masks = self._work_out_masks(node)
                    _keep(self._masks, node, masks, self.most_masks)
                return masks
            case _:
                return combined(node, self.full, self.masks)

    def sure(self, node: Bool) -> int:
        """Return the parts in which a condition surely holds; quicker than `masks`."""
        if not isinstance(node, And):
            return self.masks(node).sure
        sure = self.full
        for arg in node.args:
            sure &= self.sure(arg)
            if not sure:
                break
        return sure

    def _work_out_masks(self, node: Range | Shape | Predicate) -> Masks:
        match node:
            case Predicate():
                return self.masks(expand_bool(node))
            case Shape(shapes):
                return self._shapes(shapes)
            case Range(value, low, high):
                bounds = self.bounds(value)
                may = _within(bounds.high, low, bounds.low, high)
                if bounds.low is bounds.high:
                    return Masks(may, may)
                return Masks(_within(bounds.low, low, bounds.high, high), may)
            case _:
                assert_never(node)


def _within(at_least: Ints, low: int | None, at_most: Ints, high: int | None) -> int:
    """Return the parts in which one number is at least `low`, and another at most `high`."""
    if low is None:
        return to_mask(at_most <= _in_16_bits(high))
    if high is None:
        return to_mask(at_least >= _in_16_bits(low))
    return to_mask((at_least >= _in_16_bits(low)) & (at_most <= _in_16_bits(high)))


def _in_16_bits(bound: int | None) -> int:
    """Return a bound that decides as the given one does for 16-bit numbers; None is no bound."""
    return 32767 if bound is None else min(max(bound, -32768), 32767)
