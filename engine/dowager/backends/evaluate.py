"""Owns evaluation: a node becomes a fast function of one hand, or of an array of hands.

Pipeline: a sum is merged into one table per suit; then the tree becomes, for one hand, generated
Python source over tuples, and for arrays, a list of numpy steps that share equal subtrees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from typing import Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.backends.tables import PLACE_TABLES, Linear, members, merged, within
from dowager.cards import Holdings
from dowager.language.features import expand_bool, expand_int
from dowager.language.nodes import (
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

_Table: TypeAlias = NDArray[np.int16] | NDArray[np.bool_]

_MEMORY = 16_384
_BLOCK = 16_384  # hands at a time, so that the columns of a step stay in the processor's cache
_DEEPEST = 24  # Python's parser limits nesting; deeper code gets a statement of its own


@lru_cache(maxsize=_MEMORY)
def hand_value(node: Int) -> Callable[[Holdings], int]:
    """Return the function that gives the node's value, in units of its scale, for one hand."""
    writer = _Writer(_repeated(node))
    value: Callable[[Holdings], int] = writer.function(writer.number(node))
    return value


@lru_cache(maxsize=_MEMORY)
def hand_test(node: Bool) -> Callable[[Holdings], bool]:
    """Return the function that tells whether the node holds for one hand."""
    writer = _Writer(_repeated(node))
    test: Callable[[Holdings], bool] = writer.function(writer.condition(node))
    return test


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


def _children(node: Int | Bool) -> tuple[Int | Bool, ...]:
    match node:
        case Sum(terms):
            return tuple(term for _, term in terms)
        case Max(args) | Min(args):
            return args
        case Count(conditions) | And(conditions) | Or(conditions):
            return conditions
        case Range(value):
            return (value,)
        case Not(arg):
            return (arg,)
        case Feature():
            return (expand_int(node),)
        case Predicate():
            return (expand_bool(node),)
        case Const() | SuitValue() | ShapeValue() | Truth() | Shape():
            return ()
        case _:
            assert_never(node)


def _repeated(root: Int | Bool) -> frozenset[Int | Bool]:
    """Return the composite nodes that occur more than once in the tree."""
    seen: set[Int | Bool] = set()
    again: set[Int | Bool] = set()
    waiting: list[Int | Bool] = [root]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting.extend(_children(node))
        elif isinstance(node, Sum | Max | Min | Count | Feature | And | Or):
            again.add(node)
    return frozenset(again)


# --- one hand: generated source ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Code:
    """An expression, bracketed where it needs to be, and how deep its brackets nest."""

    text: str
    depth: int = 0


@lru_cache(maxsize=1024)
def _as_tuple(data: bytes, dtype: str) -> tuple[int, ...]:
    """Return a table as a tuple, one for all functions that use it."""
    return tuple(np.frombuffer(data, dtype=dtype).tolist())


@dataclass(slots=True)
class _Writer:
    """Writes the body of one function; what occurs again is computed once, before the result."""

    repeated: frozenset[Int | Bool]
    names: dict[str, Any] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    known: dict[Int | Bool, _Code] = field(default_factory=dict)
    tables: dict[bytes, str] = field(default_factory=dict)

    def function(self, result: _Code) -> Callable[[Holdings], Any]:
        """Compile the lines written so far and the result."""
        lines = ["def evaluate(holdings):", " c, d, h, s = holdings", *self.lines]
        source = "\n".join([*lines, f" return {result.text}"])
        exec(compile(source, "<node>", "exec"), self.names)
        function: Callable[[Holdings], Any] = self.names["evaluate"]
        return function

    def number(self, node: Int) -> _Code:
        """Write an integer node."""
        return self.known.get(node) or self._keep(node, self._number(node))

    def condition(self, node: Bool) -> _Code:
        """Write a condition; its value is a Python bool."""
        return self.known.get(node) or self._keep(node, self._condition(node))

    def _keep(self, node: Int | Bool, code: _Code) -> _Code:
        if node in self.repeated:
            code = self.known[node] = self._statement(code)
        return code

    def _condition(self, node: Bool) -> _Code:
        match node:
            case Truth(value):
                return _Code(str(value))
            case Range():
                return self._range(node)
            case Shape(shapes):
                return self._look_up(None, members(shapes))
            case And(args):
                return self._join(" and ", [self.condition(arg) for arg in args], "True")
            case Or(args):
                return self._join(" or ", [self.condition(arg) for arg in args], "False")
            case Not(arg):
                return self._wrap("(not {})", [self.condition(arg)])
            case Predicate():
                return self.condition(expand_bool(node))
            case _:
                assert_never(node)

    def _number(self, node: Int) -> _Code:
        match node:
            case Const(value):
                return _Code(f"({value})")
            case SuitValue() | ShapeValue() | Sum():
                return self._sum(merged(node))
            case Max(args):
                return self._join(", ", [self.number(arg) for arg in args], "", "max")
            case Min(args):
                return self._join(", ", [self.number(arg) for arg in args], "", "min")
            case Count(args):
                return self._join(" + ", [self.condition(arg) for arg in args], "0")
            case Feature():
                return self.number(expand_int(node))
            case _:
                assert_never(node)

    def _sum(self, linear: Linear) -> _Code:
        parts = [self._look_up(suit, table) for suit, table in linear.suits]
        if linear.shape is not None:
            parts.append(self._look_up(None, linear.shape))
        for factor, term in linear.rest:
            code = self.number(term)
            parts.append(code if factor == 1 else self._wrap(f"({factor} * {{}})", [code]))
        if linear.constant or not parts:
            parts.append(_Code(f"({linear.constant})"))
        return self._join(" + ", parts, "0")

    def _range(self, node: Range) -> _Code:
        sole = merged(node.value).sole_table() if node.value not in self.known else None
        if sole is not None:
            suit, table = sole
            return self._look_up(suit, within(table, node.low, node.high))
        low = "" if node.low is None else f"{node.low} <= "
        high = "" if node.high is None else f" <= {node.high}"
        if not low and not high:
            return _Code("True")
        return self._wrap(f"({low}{{}}{high})", [self.number(node.value)])

    def _look_up(self, suit: int | None, table: _Table) -> _Code:
        if suit is not None:
            return _Code(f"{self._table(table)}[{'cdhs'[suit]}]")
        steps = [self._table(table) for table in PLACE_TABLES]
        place = " + ".join(f"{step}[{suit}]" for step, suit in zip(steps, "cdh", strict=True))
        return _Code(f"{self._table(table)}[{place}]", 1)

    def _table(self, table: _Table) -> str:
        data = table.tobytes()
        name = self.tables.setdefault(data, f"table{len(self.tables)}")
        self.names[name] = _as_tuple(data, table.dtype.str)
        return name

    def _join(self, operator: str, parts: list[_Code], empty: str, function: str = "") -> _Code:
        if len(parts) < 2:
            return parts[0] if parts else _Code(empty)
        return self._wrap(f"{function}({operator.join(['{}'] * len(parts))})", parts)

    def _wrap(self, pattern: str, parts: list[_Code]) -> _Code:
        depth = 1 + max(part.depth for part in parts)
        code = _Code(pattern.format(*(part.text for part in parts)), depth)
        return code if depth < _DEEPEST else self._statement(code)

    def _statement(self, code: _Code) -> _Code:
        name = f"part{len(self.lines)}"
        self.lines.append(f" {name} = {code.text}")
        return _Code(name)


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
