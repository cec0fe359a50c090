"""Evaluation for arrays of hands: the tree becomes a list of numpy steps that share subtrees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from typing import Any, TypeAlias, TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate.lookup_tables import (
    SHAPE_KEYS_OF,
    Linear,
    members,
    merged,
    within,
)
from dowager.language.features import expand_bool, expand_int
from dowager.language.tree import (
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

HandArray: TypeAlias = NDArray[np.uint16]
"""Holdings of many hands, shape `(n, 4)`, clubs first."""

_Column: TypeAlias = NDArray[Any]
_Step: TypeAlias = Callable[[list[_Column]], _Column]
_Table: TypeAlias = NDArray[np.int16] | NDArray[np.bool_]

_Value = TypeVar("_Value", np.bool_, np.int16)

_MEMORY = 16_384
_BLOCK = 16_384  # hands at a time, so that the columns of a step stay in the processor's cache


@lru_cache(maxsize=_MEMORY)
def array_test(node: Bool) -> Callable[[HandArray], NDArray[np.bool_]]:
    """Return the function that says, for holdings of shape `(n, 4)`, where a condition holds."""
    steps = _Steps()
    result = steps.condition(node)
    return lambda holdings: _run(steps.steps, result, holdings, np.empty(len(holdings), np.bool_))


@lru_cache(maxsize=_MEMORY)
def array_value(node: Int) -> Callable[[HandArray], NDArray[np.int16]]:
    """Return the function that gives a number, in units of its scale, for holdings `(n, 4)`."""
    steps = _Steps()
    result = steps.number(node)
    return lambda holdings: _run(steps.steps, result, holdings, np.empty(len(holdings), np.int16))


def _run(
    steps: list[_Step], result: int, holdings: HandArray, values: NDArray[_Value]
) -> NDArray[_Value]:
    """Take the steps block by block and return column `result`, in `values`."""
    for start in range(0, len(holdings), _BLOCK):
        block = holdings[start : start + _BLOCK].astype(np.intp)
        columns: list[_Column] = [np.ascontiguousarray(block[:, suit]) for suit in range(4)]
        for step in steps:
            columns.append(step(columns))
        values[start : start + _BLOCK] = columns[result]
    return values


@dataclass(slots=True)
class _Steps:
    """Numpy steps in order, each of which makes a column of earlier ones.

    Attributes:
        steps: the steps; the first four columns are the holdings, and need none.
        columns: the index of the column of each node; under None that of the shapes' keys.
    """

    steps: list[_Step] = field(default_factory=list)
    columns: dict[Int | Bool | None, int] = field(default_factory=dict)

    def number(self, node: Int) -> int:
        """Return the index of the column of a number, adding the steps that it needs."""
        if node not in self.columns:
            self.columns[node] = self._number(node)
        return self.columns[node]

    def condition(self, node: Bool) -> int:
        """Return the index of the column of a condition, adding the steps that it needs."""
        if node not in self.columns:
            self.columns[node] = self._condition(node)
        return self.columns[node]

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
        sole = merged(value).sole_table() if value not in self.columns else None
        if sole is not None:
            return self._look_up(sole[0], within(sole[1], low, high))
        number = self.number(value)
        return self._add(lambda columns: within(columns[number], low, high))

    def _look_up(self, suit: int | None, table: _Table) -> int:
        index = self._shape_key() if suit is None else int(suit)
        return self._add(lambda columns: table.take(columns[index]))

    def _shape_key(self) -> int:
        if None not in self.columns:
            parts = [self._look_up(suit, table) for suit, table in enumerate(SHAPE_KEYS_OF)]
            self.columns[None] = self._fold(np.add, parts)
        return self.columns[None]
