"""The exact table of one hand: a cell for each shape and HCP, and what cells say of numbers.

The *plain* space has no other cells. A *refined* space splits them by one more number, such as
aces, and so decides conditions on it. Sets of cells are masks (`masks`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple, TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.knowledge.cells.additive import Additive, additive_form
from dowager.knowledge.cells.masks import Masks, combined, from_mask, to_mask
from dowager.knowledge.cells.numbers import HCP
from dowager.knowledge.cells.suit_counts import MAX_HCP, extremes, suit_counts
from dowager.language.features import expand_bool, expand_int
from dowager.language.tree import (
    SHAPE_LENGTHS,
    SHAPES,
    And,
    Bool,
    Const,
    Count,
    Feature,
    Int,
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
Weights = NDArray[np.float64]

_MOST_BOUNDS = 160
_MOST_MASKS = 4000
"""How many numbers and conditions a space keeps; 60 KB and at most 4 KB each."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def _keep(table: dict[_Key, _Value], key: _Key, value: _Value, most: int) -> None:
    """Add to a table, which forgets its oldest entry when it is full."""
    table[key] = value
    if len(table) > most:
        del table[next(iter(table))]


class CellBounds(NamedTuple):
    """The least and the greatest value that a number takes in each cell; equal when decided."""

    low: Ints
    high: Ints


class Space:
    """The cells of one hand, from a full pack; optionally split by one additive number.

    Attributes:
        size: how many cells there are.
        full: the mask of all cells.
        shape: the shape number of each cell.
        lengths: the four lengths of each cell, clubs first, shape `(4, size)`.
        hcp: the HCP of each cell.
        weights: how many hands each cell holds, exactly.
        parent: the cell of the plain space that each cell is a part of.
    """

    def __init__(self, split: Additive | None = None) -> None:
        self._split = split
        counts, values = suit_counts(split)
        shape, hcp, value = np.nonzero(counts)
        self.size = len(shape)
        self.full = (1 << self.size) - 1
        self.shape: Ints = shape.astype(np.int16)
        self.lengths: Ints = SHAPE_LENGTHS[shape].T.astype(np.int16)
        self.hcp: Ints = hcp.astype(np.int16)
        self.weights: Weights = counts[shape, hcp, value]
        self.split_value: Ints = values[shape, value].astype(np.int16)
        self.parent = _parents(shape, hcp, split)
        self._bounds: dict[Int, CellBounds] = {}
        self._masks: dict[Bool, Masks] = {}
        self._levels: dict[tuple[Int, bool], tuple[tuple[int, int], ...]] = {}

    def cell(self, shape: int, hcp: int) -> int:
        """Return the number of the plain space's cell of a shape and HCP."""
        return int(_cell_numbers()[shape, hcp])

    # -- numbers -------------------------------------------------------------------------------

    def bounds(self, node: Int) -> CellBounds:
        """Return the least and greatest value of a number in each cell."""
        bounds = self._bounds.get(node)
        if bounds is None:
            bounds = self._work_out_bounds(node)
            _keep(self._bounds, node, bounds, _MOST_BOUNDS)
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

    def _additive(self, form: Additive) -> CellBounds:
        decided = form.by_shape_and_hcp()
        if decided is not None:
            factor, by_shape = decided
            value = (factor * self.hcp + by_shape[self.shape]).astype(np.int16)
            return CellBounds(value, value)
        if self._split is not None:
            if form == self._split:
                return CellBounds(self.split_value, self.split_value)
            base = plain_space()._additive(form)
            return CellBounds(base.low[self.parent], base.high[self.parent])
        low, high = extremes(form)
        return CellBounds(low[self.shape, self.hcp], high[self.shape, self.hcp])

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
        """Return the cells in which a condition surely holds, and those in which it may hold."""
        match node:
            case Range() | Shape() | Predicate():
                masks = self._masks.get(node)
                if masks is None:
                    masks = self._work_out_masks(node)
                    _keep(self._masks, node, masks, _MOST_MASKS)
                return masks
            case _:
                return combined(node, self.full, self.masks)

    def _work_out_masks(self, node: Range | Shape | Predicate) -> Masks:
        match node:
            case Predicate():
                return self.masks(expand_bool(node))
            case Shape(shapes):
                inside = np.array([shape in shapes for shape in SHAPES])
                mask = to_mask(inside[self.shape])
                return Masks(mask, mask)
            case Range(value, low, high):
                bounds = self.bounds(value)
                least = -32768 if low is None else max(low, -32768)
                most = 32767 if high is None else min(high, 32767)
                may = to_mask((bounds.high >= least) & (bounds.low <= most))
                if bounds.low is bounds.high:
                    return Masks(may, may)
                return Masks(to_mask((bounds.low >= least) & (bounds.high <= most)), may)
            case _:
                assert_never(node)

    # -- what a mask says ----------------------------------------------------------------------

    def levels(self, node: Int, greatest: bool) -> tuple[tuple[int, int], ...]:
        """Return pairs of a value and the mask of cells whose least (greatest) value it is."""
        key = (node, greatest)
        levels = self._levels.get(key)
        if levels is None:
            bounds = self.bounds(node)
            array = bounds.high if greatest else bounds.low
            values = sorted(set(array.tolist()), reverse=greatest)
            levels = tuple((value, to_mask(array == value)) for value in values)
            self._levels[key] = levels
        return levels

    def least(self, node: Int, mask: int) -> int:
        """Return the least value of a number over the cells of a mask that is not empty."""
        return next(value for value, cells in self.levels(node, False) if cells & mask)

    def greatest(self, node: Int, mask: int) -> int:
        """Return the greatest value of a number over the cells of a mask that is not empty."""
        return next(value for value, cells in self.levels(node, True) if cells & mask)

    def span(self, node: Int, mask: int) -> tuple[int, int]:
        """Return the least and greatest value over the cells of a mask that is not empty."""
        return self.least(node, mask), self.greatest(node, mask)

    def mean(self, node: Int, shown: Masks) -> float:
        """Return the mean of a number over the hands shown; there must be some.

        A cell of which only some hands fit counts half. Where a cell does not decide the number,
        the middle of its bounds counts.
        """
        value, weights = self._weighted(node, shown)
        return float(value @ weights / weights.sum())

    def spread(self, node: Int, shown: Masks, most: int) -> Weights:
        """Return how likely each value 0 to `most` is among the hands shown."""
        value, weights = self._weighted(node, shown)
        counts = np.bincount(value.astype(np.intp), weights=weights, minlength=most + 1)
        spread: Weights = counts / weights.sum()
        return spread

    def _weighted(self, node: Int, shown: Masks) -> tuple[Weights, Weights]:
        """Return the number in each cell shown, and how many hands the cell is taken to hold."""
        bounds = self.bounds(node)
        cells = np.flatnonzero(from_mask(shown.may, self.size))
        value = bounds.low[cells].astype(np.float64)
        if bounds.low is not bounds.high:
            value = (value + bounds.high[cells]) / 2
        weights = self.weights[cells]
        if shown.sure != shown.may:
            weights = weights * (0.5 + 0.5 * from_mask(shown.sure, self.size)[cells])
        return value, weights

    def lift(self, mask: int) -> int:
        """Return the mask of this space's cells that lie in cells of the plain space's mask."""
        return to_mask(from_mask(mask, plain_space().size)[self.parent])

    def hull(self, mask: int) -> Bool:
        """Return a simple condition that holds in all cells of a mask: its shapes and HCP range."""
        inside = from_mask(mask, self.size)
        shapes = frozenset(SHAPES[shape] for shape in set(self.shape[inside].tolist()))
        hcp = self.hcp[inside]
        within = Range(HCP, int(hcp.min()), int(hcp.max()))
        return within if len(shapes) == len(SHAPES) else And((Shape(shapes), within))

    def weight(self, mask: int) -> float:
        """Return how many hands the cells of a mask hold; exact, being below 2**53."""
        return float(self.weights[from_mask(mask, self.size)].sum())

    def likely_weight(self, shown: Masks) -> float:
        """Return how many hands fit; a cell of which only some hands fit counts half."""
        all_of_may = self.weight(shown.may)
        if shown.sure == shown.may:
            return all_of_may
        return (all_of_may + self.weight(shown.sure)) / 2


def _parents(
    shape: NDArray[np.intp], hcp: NDArray[np.intp], split: Additive | None
) -> NDArray[np.int32]:
    if split is None:
        return np.arange(len(shape), dtype=np.int32)
    return _cell_numbers()[shape, hcp]


@cache
def _cell_numbers() -> NDArray[np.int32]:
    plain = plain_space()
    numbers = np.zeros((len(SHAPES), MAX_HCP + 1), dtype=np.int32)
    numbers[plain.shape, plain.hcp] = np.arange(plain.size, dtype=np.int32)
    return numbers


@cache
def plain_space() -> Space:
    """Return the space of shape and HCP alone."""
    return Space()


@lru_cache(maxsize=64)
def refined_space(split: Additive) -> Space:
    """Return the space that is also split by a number; the last 64 are kept."""
    return Space(split)
