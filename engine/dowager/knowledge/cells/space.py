"""The exact table of one hand: a cell for each shape and HCP, and what cells say of numbers.

The *plain* space has no other cells. A *refined* space splits them by one more number, such as
aces, and so decides conditions on it. Sets of cells are masks (`masks`).
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from dowager.knowledge.cells.additive import Additive, shape_and_hcp_form
from dowager.knowledge.cells.masks import Masks, from_mask, to_mask
from dowager.knowledge.cells.numbers import HCP
from dowager.knowledge.cells.partition import CellBounds, Ints, Partition
from dowager.knowledge.cells.suit_counts import MAX_HCP, extremes, suit_counts
from dowager.language.tree import (
    SHAPE_LENGTHS,
    SHAPES,
    And,
    Bool,
    Int,
    Lengths,
    Range,
    Shape,
    Sum,
)

Weights = NDArray[np.float64]


class Space(Partition):
    """The cells of one hand, from a full pack; optionally split by one additive number.

    Attributes:
        size: how many cells there are.
        full: the mask of all cells.
        shape: the shape number of each cell.
        lengths: the four lengths of each cell, clubs first, shape `(4, size)`.
        hcp: the HCP of each cell.
        weights: how many hands each cell holds, exactly.
        parent: the cell of the plain space that each cell is a part of.
        split: the number by which cells are split; None in the plain space.
        split_value: its value in each cell; 0 in the plain space.
    """

    def __init__(self, split: Additive | None = None) -> None:
        counts, values = suit_counts(split)
        shape, hcp, value = np.nonzero(counts)
        super().__init__(len(shape))
        self.split = split
        if split is not None:  # a few times as many cells, and few of their conditions come again
            self.most_bounds, self.most_masks = 16, 256
        self.shape: Ints = shape.astype(np.int16)
        self.lengths: Ints = SHAPE_LENGTHS[shape].T.astype(np.int16)
        self.hcp: Ints = hcp.astype(np.int16)
        self.weights: Weights = counts[shape, hcp, value]
        self.split_value: Ints = values[shape, value].astype(np.int16)
        self.parent = _parents(shape, hcp, split)
        self._cells_of_shape = np.bincount(shape, minlength=len(SHAPES))
        self._levels: dict[tuple[Int, bool], tuple[tuple[int, int], ...]] = {}

    def cell(self, shape: int, hcp: int) -> int:
        """Return the number of the plain space's cell of a shape and HCP."""
        return int(_cell_numbers()[shape, hcp])

    def _shapes(self, shapes: Set[Lengths]) -> Masks:
        inside = np.array([shape in shapes for shape in SHAPES])
        mask = to_mask(inside[self.shape])
        return Masks(mask, mask)

    def _additive(self, form: Additive) -> CellBounds:
        decided = form.by_shape_and_hcp()
        if decided is not None:
            value = self._decided(*decided)
            return CellBounds(value, value)
        if self.split is not None:
            if form == self.split:
                return CellBounds(self.split_value, self.split_value)
            base = plain_space()._additive(form)
            return CellBounds(base.low[self.parent], base.high[self.parent])
        low, high = extremes(form)
        return CellBounds(low[self.shape, self.hcp], high[self.shape, self.hcp])

    def _decided(self, factor: int, by_shape: Ints) -> Ints:
        """Return the value of `factor * HCP + by_shape` in each cell; cells are in shape order."""
        return np.repeat(by_shape, self._cells_of_shape) + np.int16(factor) * self.hcp

    def _sum_bounds(self, node: Sum) -> CellBounds:
        """Return the bounds of a sum: of what each cell decides, and of the open terms besides."""
        if self.split is not None:
            return super()._sum_bounds(node)
        factor, by_shape = 0, np.full(len(SHAPES), node.constant, dtype=np.int16)
        still_open: list[tuple[int, Int]] = []
        for times, term in node.terms:
            form = shape_and_hcp_form(term)
            if form is None:
                still_open.append((times, term))
            else:
                factor += times * form[0]
                by_shape += np.int16(times) * form[1]
        value = self._decided(factor, by_shape)
        if not still_open:
            return CellBounds(value, value)
        rest = self._open_bounds(tuple(still_open))
        return CellBounds(value + rest.low, value + rest.high)

    def _open_bounds(self, terms: tuple[tuple[int, Int], ...]) -> CellBounds:
        if len(terms) > 1:
            return super()._sum_bounds(Sum(terms))
        factor, term = terms[0]
        low, high = (np.int16(factor) * bound for bound in self.bounds(term))
        return CellBounds(low, high) if factor >= 0 else CellBounds(high, low)

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
