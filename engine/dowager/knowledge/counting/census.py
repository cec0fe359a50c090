"""Owns the census: how many of the 635,013,559,600 hands meet a condition, exactly.

Cells that decide are summed by their weights. The hands of the others are counted shape by shape:
there a condition asks only for what its tables say of each suit's holding, so holdings that no
table tells apart count together (see `states`). No sampling, no solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import assert_never

import numpy as np

from dowager.backends.evaluate import Linear, merged
from dowager.knowledge.cells.space import Masks, Weights, from_mask, plain_space, to_mask
from dowager.knowledge.counting.suit_parts import Op, Part, Parts, Table
from dowager.knowledge.counting.suit_states import Counter, TooMany
from dowager.language.features import expand_bool, expand_int
from dowager.language.features.hcp import HCP
from dowager.language.tree import (
    SHAPES,
    TRUE,
    And,
    Bool,
    Const,
    Count,
    Feature,
    Int,
    Lengths,
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
    shape_index,
)

ALL_HANDS = 635_013_559_600
"""How many hands there are."""

EFFORT = 100_000_000
"""Evaluations at most, unless the caller says otherwise: some five seconds."""

_HCP_TABLE: Table = HCP.values.astype(np.int16)


def count_hands(node: Bool, cells: int | None = None, *, effort: int = EFFORT) -> int | None:
    """Return how many hands in some cells satisfy a condition; None when that is too much work.

    Args:
        node: the condition; any tree whatever.
        cells: a mask of the plain space; all cells when None.
        effort: evaluations at most; one puts two states together, of a suit, of minors or majors.
    """
    counts = tally([node], cells=cells, effort=effort)
    return None if counts is None else counts[0]


def tally(
    conditions: Sequence[Bool],
    *,
    given: Bool = TRUE,
    cells: int | None = None,
    effort: int = EFFORT,
) -> tuple[int, ...] | None:
    """Count hands by the first of some conditions that they satisfy; all in one pass.

    Args:
        conditions: the conditions, in the order in which they are tried.
        given: only hands that satisfy it are counted.
        cells: only hands in these cells of the plain space; in all when None.
        effort: evaluations at most, see `count_hands`.

    Returns:
        A number for each condition, and last that of the hands that satisfy none; their sum is the
        number of hands that satisfy `given`. None when that is more work than `effort`.
    """
    return _Census(conditions, given).tally(plain_space().full if cells is None else cells, effort)


def count_cells(node: Bool, cells: int | None = None, *, effort: int = EFFORT) -> Weights | None:
    """Return how many hands of each cell of the plain space satisfy a condition, `(cells,)`.

    Exact whole numbers below 2**53; none outside the mask `cells`, if given. None when that is more
    work than `effort`, see `count_hands`.
    """
    within = plain_space().full if cells is None else cells
    return _Census([], node).by_cell(within, effort)


class _Census:
    """The conditions of one tally, and their masks."""

    def __init__(self, conditions: Sequence[Bool], given: Bool) -> None:
        self._conditions, self._given = conditions, given
        self._masks = _MaskTable()

    def tally(self, cells: int, effort: int) -> tuple[int, ...] | None:
        space, masks = plain_space(), self._masks
        given = masks.of(self._given)
        clean, unsure = cells & given.sure, cells & given.may & ~given.sure
        counts: list[int] = []
        for condition in self._conditions:
            found = masks.of(condition)
            counts.append(int(space.weight(clean & found.sure)))
            unsure |= clean & found.may & ~found.sure
            clean &= ~found.may
        counts.append(int(space.weight(clean)))
        try:
            for shape_counts in self._open(unsure, Counter(effort)):
                counts = [a + b for a, b in zip(counts, shape_counts, strict=True)]
        except TooMany:
            return None
        return tuple(counts)

    def _open(self, unsure: int, counter: Counter) -> Iterable[list[int]]:
        """Yield the counts of the cells that leave something open, for each shape."""
        for cells, reader in self._shapes(unsure):
            rest, conditions = cells & self._masks.of(self._given).may, []
            for condition in self._conditions:
                conditions.append(reader.condition(condition, rest))
                rest &= ~self._masks.of(condition).sure
            given = reader.within(self._given, cells)
            yield counter.first_matches(reader.lengths, given, conditions)

    def _shapes(self, unsure: int) -> Iterator[tuple[int, _AtShape]]:
        """Yield those of the cells that each shape has, and what reads conditions there."""
        parts, numbers = Parts(), _Numbers()
        for lengths, in_shape in zip(SHAPES, _cells_of_shapes(), strict=True):
            if unsure & in_shape:
                yield unsure & in_shape, _AtShape(parts, self._masks, lengths, numbers)

    def by_cell(self, cells: int, effort: int) -> Weights | None:
        """Count the hands that satisfy the given condition, cell by cell."""
        space, given, counter = plain_space(), self._masks.of(self._given), Counter(effort)
        counts = np.where(from_mask(cells & given.sure, space.size), space.weights, 0.0)
        try:
            for inside, reader in self._shapes(cells & given.may & ~given.sure):
                node = reader.within(self._given, inside)
                points = _points_of(inside)
                each = [reader.points([(hcp, hcp)]) for hcp in points]
                found = counter.first_matches(reader.lengths, node, each)
                counts[_numbers_of(inside)] = found[:-1]
        except TooMany:
            return None
        return counts


class _Numbers:
    """Sums of trees that stay alive, as tables by suit; equal tables are one object."""

    def __init__(self) -> None:
        self._found: dict[int, Linear] = {}
        self._tables: dict[bytes, Table] = {}

    def of(self, node: Int) -> Linear:
        """Return the tables of a sum."""
        found = self._found.get(id(node))
        if found is None:
            whole = merged(node)
            suits = tuple((suit, self.table(values)) for suit, values in whole.suits)
            found = self._found[id(node)] = replace(whole, suits=suits)
        return found

    def table(self, values: Table) -> Table:
        """Return the one table of these values."""
        return self._tables.setdefault(values.tobytes(), values)


class _MaskTable:
    """Masks in the plain space of the nodes of trees that stay alive, each worked out once."""

    def __init__(self) -> None:
        self._found: dict[int, Masks] = {}

    def of(self, node: Bool) -> Masks:
        """Return the masks of a node."""
        found = self._found.get(id(node))
        if found is None:
            found = self._found[id(node)] = self._work_out(node)
        return found

    def _work_out(self, node: Bool) -> Masks:
        full = plain_space().full
        match node:
            case And(args):
                sure = may = full
                for part in map(self.of, args):
                    sure, may = sure & part.sure, may & part.may
                return Masks(sure, may)
            case Or(args):
                sure = may = 0
                for part in map(self.of, args):
                    sure, may = sure | part.sure, may | part.may
                return Masks(sure, may)
            case Not(arg):
                part = self.of(arg)
                return Masks(full ^ part.may, full ^ part.sure)
            case Predicate():
                return self.of(expand_bool(node))
            case Truth() | Range() | Shape():
                return plain_space().masks(node)
            case _:
                assert_never(node)


@dataclass(slots=True)
class _AtShape:
    """Reads conditions as parts for hands of one shape."""

    parts: Parts
    masks: _MaskTable
    lengths: Lengths
    numbers: _Numbers

    def condition(self, node: Bool, cells: int) -> Part:
        """Return a part that agrees with a condition on all hands in some cells of the shape."""
        masks = self.masks.of(node)
        if not masks.may & cells:
            return self.parts.false
        if not cells & ~masks.sure:
            return self.parts.true
        match node:
            case And(args):
                return self.parts.all_of(self._each(args, cells, True))
            case Or(args):
                return self.parts.any_of(self._each(args, cells, False))
            case Not(arg):
                return self.parts.negation(self.condition(arg, cells))
            case Range(value, low, high):
                return self.parts.between(self.number(value), low, high)
            case Predicate():
                return self.condition(expand_bool(node), cells)
            case Truth() | Shape():
                raise AssertionError("the shape decides it")
            case _:
                assert_never(node)

    def _each(self, args: Iterable[Bool], cells: int, conjunction: bool) -> Iterable[Part]:
        """Yield parts of which the later need to hold only where the earlier leave it open."""
        for arg in args:
            yield self.condition(arg, cells)
            masks = self.masks.of(arg)
            cells &= masks.may if conjunction else ~masks.sure

    def number(self, node: Int) -> Part:
        """Return a number as a part."""
        match node:
            case Feature():
                return self.number(expand_int(node))
            case Max(args):
                return self.parts.extreme(Op.MAX, map(self.number, args))
            case Min(args):
                return self.parts.extreme(Op.MIN, map(self.number, args))
            case Count(args):
                return self.parts.total(self.condition(arg, self._all_cells()) for arg in args)
            case Const(value):
                return self.parts.const(value)
            case Sum() | SuitValue() | ShapeValue():
                return self.parts.total(self._terms(node))
            case _:
                assert_never(node)

    def _all_cells(self) -> int:
        return _cells_of_shapes()[shape_index(*self.lengths[:3])]

    def _terms(self, node: Int) -> Iterable[Part]:
        linear = self.numbers.of(node)
        clubs, diamonds, hearts, _ = self.lengths
        yield self.parts.const(linear.constant)
        if linear.shape is not None:
            place = 196 * clubs + 14 * diamonds + hearts
            yield self.parts.const(int(linear.shape[place]))
        for suit, table in linear.suits:
            yield self.parts.table(suit, self.lengths[suit], table)
        for factor, term in linear.rest:
            yield self.parts.times(factor, self.number(term))

    def within(self, node: Bool, cells: int) -> Part:
        """Return whether a hand of the shape lies in some cells and satisfies a condition."""
        condition = self.condition(node, cells)
        if cells == self._all_cells():
            return condition
        return self.parts.all_of([self.points(_runs(_points_of(cells))), condition])

    def points(self, ranges: Iterable[tuple[int, int]]) -> Part:
        """Return whether the HCP lie in one of some ranges."""
        table, parts = self.numbers.table(_HCP_TABLE), self.parts
        total = parts.total(parts.table(s, n, table) for s, n in enumerate(self.lengths))
        return parts.any_of(parts.between(total, low, high) for low, high in ranges)


def _numbers_of(cells: int) -> list[int]:
    """Return the numbers of some cells of one shape, which stand together, by HCP."""
    first = (cells & -cells).bit_length() - 1
    bits = bin(cells >> first)[:1:-1]
    return [first + place for place, bit in enumerate(bits) if bit == "1"]


def _points_of(cells: int) -> list[int]:
    points: list[int] = plain_space().hcp[_numbers_of(cells)].tolist()
    return points


def _runs(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return ascending numbers as ranges."""
    found: list[tuple[int, int]] = []
    for value in values:
        if found and found[-1][1] == value - 1:
            found[-1] = (found[-1][0], value)
        else:
            found.append((value, value))
    return found


@cache
def _cells_of_shapes() -> tuple[int, ...]:
    shape = plain_space().shape
    return tuple(to_mask(shape == number) for number in range(len(SHAPES)))
