"""Owns the exact table of one hand: a cell for each shape and HCP, and sets of cells as integers.

A *mask* is a Python integer with one bit for each cell; masks are cheap to combine and to keep.
A condition gives two masks: `sure`, the cells all of whose hands satisfy it, and `may`, the cells
some of whose hands do. They are equal for conditions on shape and HCP. Where they differ, the cell
does not decide the condition; everything computed from `may` is then sound, never too narrow.
A *refined* space splits the cells by one more number, such as aces, and decides conditions on it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple, TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.knowledge.cells.additive import Additive, additive_form
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
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    ShapeValue,
    SuitValue,
    Sum,
    Truth,
)

Ints = NDArray[np.int16]
Bools = NDArray[np.bool_]
Weights = NDArray[np.float64]

_HCP = Feature("hcp")


_MOST_BOUNDS = 160
_MOST_MASKS = 4000
"""How many numbers and conditions a space keeps; 60 KB and at most 4 KB each."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def _keep(table: dict[_Key, _Value], key: _Key, value: _Value, limit: int) -> None:
    """Add to a table, which forgets its oldest entry when it is full."""
    table[key] = value
    if len(table) > limit:
        del table[next(iter(table))]


class Masks(NamedTuple):
    """The cells that a condition decides for, and those that it does not decide against.

    Also what a seat has shown: cells all of whose hands fit, and cells some of whose hands may.
    """

    sure: int
    may: int


class Bounds(NamedTuple):
    """The least and the greatest value that a number takes in each cell; equal when decided."""

    low: Ints
    high: Ints


def to_mask(cells: Bools) -> int:
    """Return the mask of an array of truths, one for each cell."""
    return int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")


def from_mask(mask: int, size: int) -> Bools:
    """Return the array of truths of a mask."""
    data = np.frombuffer(mask.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(data, count=size, bitorder="little").view(np.bool_)


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
        self._bounds: dict[Int, Bounds] = {}
        self._masks: dict[Bool, Masks] = {}
        self._levels: dict[tuple[Int, bool], tuple[tuple[int, int], ...]] = {}

    def number(self, shape: int, hcp: int) -> int:
        """Return the number of the plain space's cell of a shape and HCP."""
        return int(_cell_numbers()[shape, hcp])

    # -- numbers -------------------------------------------------------------------------------

    def bounds(self, node: Int) -> Bounds:
        """Return the least and greatest value of a number in each cell."""
        found = self._bounds.get(node)
        if found is None:
            found = self._work_out(node)
            _keep(self._bounds, node, found, _MOST_BOUNDS)
        return found

    def _work_out(self, node: Int) -> Bounds:
        form = additive_form(node)
        if form is not None:
            return self._additive(form)
        match node:
            case Feature():
                return self.bounds(expand_int(node))
            case Max(args):
                parts = [self.bounds(arg) for arg in args]
                low = np.maximum.reduce([part.low for part in parts])
                return Bounds(low, np.maximum.reduce([part.high for part in parts]))
            case Min(args):
                parts = [self.bounds(arg) for arg in args]
                low = np.minimum.reduce([part.low for part in parts])
                return Bounds(low, np.minimum.reduce([part.high for part in parts]))
            case Sum(terms, constant):
                return self._sum(terms, constant)
            case Count(args):
                return self._count(args)
            case Const() | SuitValue() | ShapeValue():
                raise AssertionError(f"{node} is additive")
            case _:
                assert_never(node)

    def _additive(self, form: Additive) -> Bounds:
        decided = form.by_shape_and_hcp()
        if decided is not None:
            factor, by_shape = decided
            value = (factor * self.hcp + by_shape[self.shape]).astype(np.int16)
            return Bounds(value, value)
        if self._split is not None:
            if form == self._split:
                return Bounds(self.split_value, self.split_value)
            base = plain_space()._additive(form)
            return Bounds(base.low[self.parent], base.high[self.parent])
        low, high = extremes(form)
        return Bounds(low[self.shape, self.hcp], high[self.shape, self.hcp])

    def _sum(self, terms: tuple[tuple[int, Int], ...], constant: int) -> Bounds:
        low = np.full(self.size, constant, dtype=np.int16)
        high = low.copy()
        for factor, term in terms:
            part = self.bounds(term)
            least, most = (part.low, part.high) if factor >= 0 else (part.high, part.low)
            low += factor * least
            high += factor * most
        return Bounds(low, high)

    def _count(self, args: tuple[Bool, ...]) -> Bounds:
        masks = [self.masks(arg) for arg in args]
        low = sum((from_mask(m.sure, self.size).astype(np.int16) for m in masks), np.int16(0))
        high = sum((from_mask(m.may, self.size).astype(np.int16) for m in masks), np.int16(0))
        zeros = np.zeros(self.size, dtype=np.int16)
        return Bounds(zeros + low, zeros + high)

    # -- conditions ----------------------------------------------------------------------------

    def masks(self, node: Bool) -> Masks:
        """Return the cells that a condition surely holds in, and those that it may hold in."""
        match node:
            case Truth(value):
                return Masks(self.full, self.full) if value else Masks(0, 0)
            case And(args):
                sure = may = self.full
                for arg in args:
                    part = self.masks(arg)
                    sure &= part.sure
                    may &= part.may
                    if not may:
                        break
                return Masks(sure, may)
            case Or(args):
                sure = may = 0
                for arg in args:
                    part = self.masks(arg)
                    sure |= part.sure
                    may |= part.may
                return Masks(sure, may)
            case Not(arg):
                part = self.masks(arg)
                return Masks(self.full ^ part.may, self.full ^ part.sure)
            case Range() | Shape() | Predicate():
                found = self._masks.get(node)
                if found is None:
                    found = self._atom(node)
                    _keep(self._masks, node, found, _MOST_MASKS)
                return found
            case _:
                assert_never(node)

    def _atom(self, node: Range | Shape | Predicate) -> Masks:
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
        found = self._levels.get(key)
        if found is None:
            bounds = self.bounds(node)
            array = bounds.high if greatest else bounds.low
            values = sorted(set(array.tolist()), reverse=greatest)
            found = tuple((value, to_mask(array == value)) for value in values)
            self._levels[key] = found
        return found

    def least(self, node: Int, mask: int) -> int:
        """Return the least value of a number over the cells of a mask that is not empty."""
        return next(value for value, cells in self.levels(node, False) if cells & mask)

    def greatest(self, node: Int, mask: int) -> int:
        """Return the greatest value of a number over the cells of a mask that is not empty."""
        return next(value for value, cells in self.levels(node, True) if cells & mask)

    def mean(self, node: Int, known: Masks) -> float:
        """Return the mean of a number over the hands that are known, some of which there are.

        A cell of which only some hands fit counts half. Where a cell does not decide the number,
        the middle of its bounds counts.
        """
        value, weights = self._weighted(node, known)
        return float(value @ weights / weights.sum())

    def spread(self, node: Int, known: Masks, most: int) -> Weights:
        """Return how likely each value 0 to `most` is among the hands that are known."""
        value, weights = self._weighted(node, known)
        counts = np.bincount(value.astype(np.intp), weights=weights, minlength=most + 1)
        spread: Weights = counts / weights.sum()
        return spread

    def _weighted(self, node: Int, known: Masks) -> tuple[Weights, Weights]:
        """Return the number in each cell, and how many hands the cell is thought to hold."""
        bounds = self.bounds(node)
        cells = np.flatnonzero(from_mask(known.may, self.size))
        value = bounds.low[cells].astype(np.float64)
        if bounds.low is not bounds.high:
            value = (value + bounds.high[cells]) / 2
        weights = self.weights[cells]
        if known.sure != known.may:
            weights = weights * (0.5 + 0.5 * from_mask(known.sure, self.size)[cells])
        return value, weights

    def lift(self, mask: int) -> int:
        """Return the mask of this space's cells that lie in cells of the plain space's mask."""
        return to_mask(from_mask(mask, plain_space().size)[self.parent])

    def drop(self, mask: int) -> int:
        """Return the mask of the plain space's cells that have a part in a mask of this space."""
        some = np.zeros(plain_space().size, dtype=np.bool_)
        some[self.parent[from_mask(mask, self.size)]] = True
        return to_mask(some)

    def hull(self, mask: int) -> Bool:
        """Return a simple condition that holds in all cells of a mask: its shapes and HCP range."""
        inside = from_mask(mask, self.size)
        shapes = frozenset(SHAPES[shape] for shape in set(self.shape[inside].tolist()))
        hcp = self.hcp[inside]
        within = Range(_HCP, int(hcp.min()), int(hcp.max()))
        return within if len(shapes) == len(SHAPES) else And((Shape(shapes), within))

    def weight(self, mask: int) -> float:
        """Return how many hands the cells of a mask hold; exact, being below 2**53."""
        return float(self.weights[from_mask(mask, self.size)].sum())

    def likely_weight(self, known: Masks) -> float:
        """Return how many hands fit; a cell of which only some hands fit counts half."""
        all_of_may = self.weight(known.may)
        if known.sure == known.may:
            return all_of_may
        return (all_of_may + self.weight(known.sure)) / 2


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
