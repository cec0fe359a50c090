"""Owns evaluation: a node becomes a fast function of one hand, or of an array of hands.

One hand is evaluated by walking the tree, which needs no preparation: most conditions are asked
once or twice. For arrays a sum is merged into one table per suit, and the tree becomes a list of
numpy steps that share equal subtrees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial, reduce
from typing import Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.backends.tables import PLACE_TABLES, Linear, members, merged, within
from dowager.cards import Holdings
from dowager.language.features import expand_bool, expand_int
from dowager.language.tree import (
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
    shape_index,
)

HandArray: TypeAlias = NDArray[np.uint16]
"""Holdings of many hands, shape `(n, 4)`, clubs first."""

_Table: TypeAlias = NDArray[np.int16] | NDArray[np.bool_]

_MEMORY = 16_384
_BLOCK = 16_384  # hands at a time, so that the columns of a step stay in the processor's cache


def hand_value(node: Int) -> Callable[[Holdings], int]:
    """Return the function that gives the node's value, in units of its scale, for one hand."""
    return partial(value_of, node)


def hand_test(node: Bool) -> Callable[[Holdings], bool]:
    """Return the function that tells whether the node holds for one hand."""
    return partial(holds, node)


def value_of(node: Int, holdings: Holdings) -> int:
    """Return the value of a number, in units of its scale, for one hand."""
    match node:
        case SuitValue(table, suit):
            return table.values.item(holdings[suit])
        case Feature():
            return value_of(expand_int(node), holdings)
        case Sum(terms, constant):
            return constant + sum(factor * value_of(term, holdings) for factor, term in terms)
        case ShapeValue(table):
            return table.values.item(_shape_of(holdings))
        case Const(value):
            return value
        case Max(args):
            return max(value_of(arg, holdings) for arg in args)
        case Min(args):
            return min(value_of(arg, holdings) for arg in args)
        case Count(args):
            return sum(holds(arg, holdings) for arg in args)
        case _:
            assert_never(node)


def holds(node: Bool, holdings: Holdings) -> bool:
    """Return whether a condition holds for one hand."""
    match node:
        case Range(value, low, high):
            number = value_of(value, holdings)
            return (low is None or number >= low) and (high is None or number <= high)
        case And(args):
            return all(holds(arg, holdings) for arg in args)
        case Or(args):
            return any(holds(arg, holdings) for arg in args)
        case Not(arg):
            return not holds(arg, holdings)
        case Predicate():
            return holds(expand_bool(node), holdings)
        case Shape(shapes):
            return SHAPES[_shape_of(holdings)] in shapes
        case Truth(value):
            return value
        case _:
            assert_never(node)


def _shape_of(holdings: Holdings) -> int:
    return shape_index(*(holding.bit_count() for holding in holdings[:3]))


@lru_cache(maxsize=_MEMORY)
def array_value(node: Int) -> Callable[[HandArray], NDArray[np.int16]]:
    """Return the function that gives the node's values for holdings of shape `(n, 4)`."""
    steps = _Steps()
    result = steps.number(node)
    return lambda holdings: _run(steps.steps, result, holdings, np.dtype(np.int16))


@lru_cache(maxsize=_MEMORY)
def array_test(node: Bool) -> Callable[[HandArray], NDArray[np.bool_]]:
    """Return the function that tells, for holdings of shape `(n, 4)`, where the node holds."""
    steps = _Steps()
    result = steps.condition(node)
    return lambda holdings: _run(steps.steps, result, holdings, np.dtype(np.bool_))


# --- arrays: a list of steps ------------------------------------------------------------------

_Column: TypeAlias = NDArray[Any]
_Step: TypeAlias = Callable[[list[_Column]], _Column]


def _run(
    steps: list[_Step], result: int, holdings: HandArray, dtype: np.dtype[Any]
) -> NDArray[Any]:
    """Evaluate block by block and return the column of step `result`."""
    values = np.empty(len(holdings), dtype=dtype)
    for start in range(0, len(holdings), _BLOCK):
        block = holdings[start : start + _BLOCK].astype(np.intp)
        columns: list[_Column] = [np.ascontiguousarray(block[:, suit]) for suit in range(4)]
        for step in steps:
            columns.append(step(columns))
        values[start : start + _BLOCK] = columns[result]
    return values


@dataclass(slots=True)
class _Steps:
    """Numpy steps in order; each reads earlier columns, the first four are the holdings."""

    steps: list[_Step] = field(default_factory=list)
    known: dict[Int | Bool | None, int] = field(default_factory=dict)

    def number(self, node: Int) -> int:
        """Return the place of the column of a number, adding the steps it still needs."""
        if node not in self.known:
            self.known[node] = self._number(node)
        return self.known[node]

    def condition(self, node: Bool) -> int:
        """Return the place of the column of a condition."""
        if node not in self.known:
            self.known[node] = self._condition(node)
        return self.known[node]

    def _add(self, step: _Step) -> int:
        self.steps.append(step)
        return len(self.steps) + 3

    def _number(self, node: Int) -> int:
        match node:
            case Const(value):
                return self._full(np.int16(value))
            case SuitValue() | ShapeValue() | Sum():
                return self._sum(merged(node))
            case Max(args):
                return self._fold(np.maximum, [self.number(arg) for arg in args])
            case Min(args):
                return self._fold(np.minimum, [self.number(arg) for arg in args])
            case Count(args):
                zero = self._full(np.int16(0))
                return self._fold(np.add, [zero, *(self.condition(arg) for arg in args)])
            case Feature():
                return self.number(expand_int(node))
            case _:
                assert_never(node)

    def _condition(self, node: Bool) -> int:
        match node:
            case Truth(value):
                return self._full(np.bool_(value))
            case Range(value, low, high):
                return self._range(value, low, high)
            case Shape(shapes):
                return self._look_up(None, members(shapes))
            case And(args) | Or(args):
                start = self._full(np.bool_(isinstance(node, And)))
                both = np.logical_and if isinstance(node, And) else np.logical_or
                return self._fold(both, [self.condition(arg) for arg in args] or [start])
            case Not(arg):
                inner = self.condition(arg)
                return self._add(lambda columns: ~columns[inner])
            case Predicate():
                return self.condition(expand_bool(node))
            case _:
                assert_never(node)

    def _full(self, value: np.int16 | np.bool_) -> int:
        return self._add(lambda columns: np.full(len(columns[0]), value))

    def _fold(self, function: np.ufunc, parts: list[int]) -> int:
        if len(parts) == 1:
            return parts[0]
        return self._add(lambda columns: reduce(function, [columns[part] for part in parts]))

    def _sum(self, linear: Linear) -> int:
        parts = [self._look_up(suit, table) for suit, table in linear.suits]
        if linear.shape is not None:
            parts.append(self._look_up(None, linear.shape))
        for factor, term in linear.rest:
            parts.append(self._times(np.int16(factor), self.number(term)))
        if linear.constant or not parts:
            parts.append(self._full(np.int16(linear.constant)))
        return self._fold(np.add, parts)

    def _times(self, factor: np.int16, part: int) -> int:
        return part if factor == 1 else self._add(lambda columns: columns[part] * factor)

    def _range(self, value: Int, low: int | None, high: int | None) -> int:
        sole = merged(value).sole_table() if value not in self.known else None
        if sole is not None:
            return self._look_up(sole[0], within(sole[1], low, high))
        number = self.number(value)
        return self._add(lambda columns: within(columns[number], low, high))

    def _look_up(self, suit: int | None, table: _Table) -> int:
        place = self._place() if suit is None else int(suit)
        return self._add(lambda columns: table.take(columns[place]))

    def _place(self) -> int:
        if None not in self.known:
            parts = [self._look_up(suit, table) for suit, table in enumerate(PLACE_TABLES)]
            self.known[None] = self._fold(np.add, parts)
        return self.known[None]
