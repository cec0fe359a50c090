"""Conditions read as terms (`suit_terms`) for the hands of one shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import assert_never

import numpy as np

from dowager.backends.evaluate import Linear, merged
from dowager.knowledge.cells.masks import Masks, asked_parts, combined, to_mask
from dowager.knowledge.cells.numbers import runs
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.counting.suit_terms import HoldingTable, Op, Term, TermTable
from dowager.language.features import expand_bool, expand_int
from dowager.language.features.hcp import HCP
from dowager.language.tree import (
    SHAPE_KEYS,
    SHAPES,
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
)

_HCP_TABLE: HoldingTable = HCP.values.astype(np.int16)


class LinearForms:
    """Sums of trees that stay alive, as tables by suit; equal tables are one object."""

    def __init__(self) -> None:
        self._forms: dict[int, Linear] = {}
        self._tables: dict[bytes, HoldingTable] = {}

    def of(self, node: Int) -> Linear:
        """Return the tables of a sum."""
        form = self._forms.get(id(node))
        if form is None:
            whole = merged(node)
            suits = tuple((suit, self.table(values)) for suit, values in whole.suits)
            form = self._forms[id(node)] = replace(whole, suits=suits)
        return form

    def table(self, values: HoldingTable) -> HoldingTable:
        """Return the one table of these values."""
        return self._tables.setdefault(values.tobytes(), values)


class NodeMasks:
    """Masks in the plain space of the nodes of trees that stay alive, each worked out once."""

    def __init__(self) -> None:
        self._masks: dict[int, Masks] = {}

    def of(self, node: Bool) -> Masks:
        """Return the masks of a node."""
        masks = self._masks.get(id(node))
        if masks is None:
            masks = self._masks[id(node)] = self._work_out(node)
        return masks

    def _work_out(self, node: Bool) -> Masks:
        match node:
            case Range() | Shape():
                return plain_space().masks(node)
            case Predicate():
                return self.of(expand_bool(node))
            case _:
                return combined(node, plain_space().full, self.of)


@dataclass(frozen=True, slots=True)
class ShapeReader:
    """Reads conditions as terms for the hands of one shape.

    Attributes:
        shape: the number of the shape, 0 to 559.
        terms: makes the terms.
        masks: the masks of the conditions' nodes.
        forms: the conditions' sums.
    """

    shape: int
    terms: TermTable
    masks: NodeMasks
    forms: LinearForms

    @property
    def lengths(self) -> Lengths:
        """The four suit lengths, clubs first."""
        return SHAPES[self.shape]

    @property
    def cells(self) -> int:
        """All cells of the shape."""
        return cells_of_shapes()[self.shape]

    def condition(self, node: Bool, cells: int) -> Term:
        """Return a term that agrees with a condition on all hands in some cells of the shape."""
        masks = self.masks.of(node)
        if not masks.may & cells:
            return self.terms.false
        if not cells & ~masks.sure:
            return self.terms.true
        match node:
            case And():
                return self.terms.all_of(self._parts(node, cells))
            case Or():
                return self.terms.any_of(self._parts(node, cells))
            case Not(arg):
                return self.terms.negation(self.condition(arg, cells))
            case Range(value, low, high):
                return self.terms.between(self.number(value), low, high)
            case Predicate():
                return self.condition(expand_bool(node), cells)
            case Truth() | Shape():
                raise AssertionError("the shape decides it")
            case _:
                assert_never(node)

    def _parts(self, node: And | Or, cells: int) -> Iterator[Term]:
        for part, asked in asked_parts(node, cells, self.masks.of):
            yield self.condition(part, asked)

    def number(self, node: Int) -> Term:
        """Return a number as a term."""
        match node:
            case Feature():
                return self.number(expand_int(node))
            case Max(args):
                return self.terms.extreme(Op.MAX, map(self.number, args))
            case Min(args):
                return self.terms.extreme(Op.MIN, map(self.number, args))
            case Count(args):
                return self.terms.total(self.condition(arg, self.cells) for arg in args)
            case Const(value):
                return self.terms.const(value)
            case Sum() | SuitValue() | ShapeValue():
                return self.terms.total(self._addends(self.forms.of(node)))
            case _:
                assert_never(node)

    def _addends(self, form: Linear) -> Iterator[Term]:
        yield self.terms.const(form.constant)
        if form.shape is not None:
            yield self.terms.const(int(form.shape[SHAPE_KEYS[self.shape]]))
        for suit, table in form.suits:
            yield self.terms.table(suit, self.lengths[suit], table)
        for factor, node in form.rest:
            yield self.terms.times(factor, self.number(node))

    def within(self, node: Bool, cells: int) -> Term:
        """Return whether a hand of the shape lies in some cells and satisfies a condition."""
        condition = self.condition(node, cells)
        if cells == self.cells:
            return condition
        return self.terms.all_of([self.hcp_in(runs(hcp_of(cells))), condition])

    def hcp_in(self, ranges: Iterable[tuple[int, int]]) -> Term:
        """Return whether the HCP lie in one of some ranges."""
        table, terms = self.forms.table(_HCP_TABLE), self.terms
        total = terms.total(terms.table(s, n, table) for s, n in enumerate(self.lengths))
        return terms.any_of(terms.between(total, low, high) for low, high in ranges)


def numbers_of(cells: int) -> list[int]:
    """Return the numbers of some cells of one shape, which stand together, by HCP."""
    first = (cells & -cells).bit_length() - 1
    bits = bin(cells >> first)[:1:-1]
    return [first + offset for offset, bit in enumerate(bits) if bit == "1"]


def hcp_of(cells: int) -> list[int]:
    """Return the HCP of some cells of one shape, in ascending order."""
    hcp: list[int] = plain_space().hcp[numbers_of(cells)].tolist()
    return hcp


@cache
def cells_of_shapes() -> tuple[int, ...]:
    """Return the mask of each shape's cells."""
    shape = plain_space().shape
    return tuple(to_mask(shape == number) for number in range(len(SHAPES)))
