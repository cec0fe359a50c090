"""Owns conditions cut into parts by suit, for hands whose suit lengths are fixed.

What depends on the lengths alone is a constant here. Operators that may be regrouped are: what
asks one suit stands together, then what asks the minors or the majors. So two holdings of a suit
that agree in the suit's own parts can never be told apart by the whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from typing import Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import within
from dowager.cards import LENGTH_OF

Column: TypeAlias = NDArray[Any]
Table: TypeAlias = NDArray[np.int16]

MINORS, MAJORS = 0b0011, 0b1100
_GROUPS = (0b0001, 0b0010, 0b0100, 0b1000, MINORS, MAJORS)

HOLDINGS = np.argsort(LENGTH_OF, kind="stable")
"""The 8,192 holdings, shortest first."""

STARTS = np.searchsorted(LENGTH_OF[HOLDINGS], np.arange(15))
"""Where the holdings of each length, 0 to 13, start; and the end."""


class Op(Enum):
    """What a part does with its arguments."""

    CONST = "constant"
    TABLE = "look up the holding"
    TIMES = "multiply"
    SUM = "add"
    MAX = "greatest"
    MIN = "least"
    RANGE = "lies between"
    NOT = "not"
    AND = "and"
    OR = "or"


_FOLDS: dict[Op, np.ufunc] = {
    Op.SUM: np.add,
    Op.MAX: np.maximum,
    Op.MIN: np.minimum,
    Op.AND: np.logical_and,
    Op.OR: np.logical_or,
}


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A number or a truth; equal parts of one `Parts` are one object.

    Attributes:
        number: its place in the order of making.
        op: what it does.
        args: its arguments.
        suits: the suits that it asks, a bit for each, clubs lowest; 0 for a constant.
        value: the constant or factor.
        low: the least number that a RANGE takes in; None for no bound.
        high: the greatest.
        table: of a TABLE, by holding.
    """

    number: int
    op: Op
    args: tuple[Part, ...]
    suits: int
    value: int = 0
    low: int | None = None
    high: int | None = None
    table: Table | None = None


class Parts:
    """Makes parts; truths that are known are the constants 0 and 1."""

    def __init__(self) -> None:
        self._made: dict[object, Part] = {}
        self._constant: dict[tuple[int, int], int | None] = {}
        self._tables: list[Table] = []  # alive, as they are known by their identity
        self.false, self.true = self.const(0), self.const(1)

    def _make(self, key: object, *args: Any, **values: Any) -> Part:
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Part(len(self._made), *args, **values)
        return found

    def const(self, value: int) -> Part:
        """Return a constant."""
        return self._make((Op.CONST, value), Op.CONST, (), 0, value=value)

    def table(self, suit: int, length: int, table: Table) -> Part:
        """Return what a table says of a suit of some length."""
        key = (id(table), length)
        if key not in self._constant:
            held = table[HOLDINGS[STARTS[length] : STARTS[length + 1]]]
            self._constant[key] = int(held[0]) if (held == held[0]).all() else None
            self._tables.append(table)
        value = self._constant[key]
        if value is not None:
            return self.const(value)
        return self._make((Op.TABLE, suit, id(table)), Op.TABLE, (), 1 << suit, table=table)

    def times(self, factor: int, part: Part) -> Part:
        """Return a multiple."""
        if factor == 1:
            return part
        if part.op is Op.CONST:
            return self.const(factor * part.value)
        return self._make((Op.TIMES, factor, part), Op.TIMES, (part,), part.suits, value=factor)

    def total(self, parts: Iterable[Part]) -> Part:
        """Return a sum; a truth counts one."""
        constant, others = 0, []
        for part in _flat(Op.SUM, parts):
            if part.op is Op.CONST:
                constant += part.value
            else:
                others.append(part)
        if constant or not others:
            others.append(self.const(constant))
        return self._gathered(Op.SUM, others)

    def extreme(self, op: Op, parts: Iterable[Part]) -> Part:
        """Return the greatest or the least of some numbers."""
        found = list(dict.fromkeys(_flat(op, parts)))
        constants = [part.value for part in found if part.op is Op.CONST]
        if constants:
            value = max(constants) if op is Op.MAX else min(constants)
            found = [part for part in found if part.op is not Op.CONST] + [self.const(value)]
        return self._gathered(op, found)

    def between(self, part: Part, low: int | None, high: int | None) -> Part:
        """Return whether a number lies in `low..high`."""
        if part.op is Op.SUM and part.args[-1].op is Op.CONST:
            constant = part.args[-1].value
            low = None if low is None else low - constant
            high = None if high is None else high - constant
            part = self._gathered(Op.SUM, part.args[:-1])
        if part.op is Op.CONST:
            inside = (low is None or part.value >= low) and (high is None or part.value <= high)
            return self.true if inside else self.false
        key = (Op.RANGE, part, low, high)
        return self._make(key, Op.RANGE, (part,), part.suits, low=low, high=high)

    def negation(self, part: Part) -> Part:
        """Return the opposite of a truth."""
        if part.op is Op.CONST:
            return self.false if part is self.true else self.true
        if part.op is Op.NOT:
            return part.args[0]
        return self._make((Op.NOT, part), Op.NOT, (part,), part.suits)

    def all_of(self, parts: Iterable[Part]) -> Part:
        """Return whether all truths hold."""
        return self._joined(Op.AND, parts, self.true, self.false)

    def any_of(self, parts: Iterable[Part]) -> Part:
        """Return whether one of the truths holds."""
        return self._joined(Op.OR, parts, self.false, self.true)

    def _joined(self, op: Op, parts: Iterable[Part], neutral: Part, ruling: Part) -> Part:
        found = dict.fromkeys(part for part in _flat(op, parts) if part is not neutral)
        if ruling in found:
            return ruling
        return self._gathered(op, list(found)) if found else neutral

    def _gathered(self, op: Op, parts: Iterable[Part]) -> Part:
        """Put together what asks the same suit, then the same two suits; a constant comes last."""
        found = sorted(parts, key=lambda part: (part.op is Op.CONST, part.number))
        for group in _GROUPS:
            inside = [part for part in found if part.suits and not part.suits & ~group]
            if 1 < len(inside) < len(found):
                found = [self._fold(op, inside), *(p for p in found if p not in inside)]
        return found[0] if len(found) == 1 else self._fold(op, found)

    def _fold(self, op: Op, args: list[Part]) -> Part:
        suits = reduce(int.__or__, (arg.suits for arg in args))
        return self._make((op, *args), op, tuple(args), suits)


def _flat(op: Op, parts: Iterable[Part]) -> Iterable[Part]:
    for part in parts:
        if part.op is op:
            yield from _flat(op, part.args)
        else:
            yield part


def evaluated(part: Part, values: dict[Part, Column]) -> Column:
    """Return a part's values, which broadcast, and keep them.

    Args:
        part: the part.
        values: those of parts that are known, the tables among them; grows.
    """
    found = values.get(part)
    if found is None:
        found = values[part] = _worked_out(part, values)
    return found


def _worked_out(part: Part, values: dict[Part, Column]) -> Column:
    match part.op:
        case Op.CONST:
            return np.array(part.value, dtype=np.int32)
        case Op.TIMES:
            return evaluated(part.args[0], values) * np.int32(part.value)
        case Op.RANGE:
            return within(evaluated(part.args[0], values), part.low, part.high)
        case Op.NOT:
            return ~evaluated(part.args[0], values)
        case Op.SUM | Op.MAX | Op.MIN | Op.AND | Op.OR:
            return _folded(part.op, (evaluated(arg, values) for arg in part.args))
        case Op.TABLE:
            raise AssertionError("the tables of a suit are always known")
        case _:
            assert_never(part.op)


def _folded(op: Op, columns: Iterable[Column]) -> Column:
    if op is Op.SUM:  # truths count one
        columns = (column.astype(np.int32, copy=False) for column in columns)
    return reduce(_FOLDS[op], columns)


def wanted_of(part: Part, suits: int) -> Iterable[Part]:
    """Yield the largest parts of a part that ask some suits and no others."""
    if not part.suits & suits:
        return
    if not part.suits & ~suits:
        yield part
        return
    for arg in part.args:
        yield from wanted_of(arg, suits)


def tables_of(part: Part) -> Iterable[Part]:
    """Yield the tables that a part looks up."""
    if part.op is Op.TABLE:
        yield part
    for arg in part.args:
        yield from tables_of(arg)
