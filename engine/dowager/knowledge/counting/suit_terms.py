"""Conditions as terms grouped by suit, for hands whose suit lengths are fixed.

What depends on the lengths alone is a constant here. Operators that may be regrouped are: what
asks one suit stands together, then what asks the minors or the majors. So two holdings of a suit
that agree in the suit's own terms can never be distinguished by the whole.
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
HoldingTable: TypeAlias = NDArray[np.int16]
"""A number for each holding of a suit, shape `(8192,)`."""

MINORS, MAJORS = 0b0011, 0b1100
_GROUPS = (0b0001, 0b0010, 0b0100, 0b1000, MINORS, MAJORS)

HOLDINGS = np.argsort(LENGTH_OF, kind="stable")
"""The 8,192 holdings, shortest first."""

STARTS = np.searchsorted(LENGTH_OF[HOLDINGS], np.arange(15))
"""Where the holdings of each length, 0 to 13, start; and the end."""


class Op(Enum):
    """What a term does with its arguments."""

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
class Term:
    """A number or a truth; equal terms of one `TermTable` are one object.

    Attributes:
        number: its number in the order of making.
        op: what it does.
        args: its arguments.
        suits: the suits that it asks, a bit for each, clubs lowest; 0 for a constant.
        value: the constant or factor.
        low: the least number inside a RANGE; None for no bound.
        high: the greatest.
        table: of a TABLE, by holding.
    """

    number: int
    op: Op
    args: tuple[Term, ...]
    suits: int
    value: int = 0
    low: int | None = None
    high: int | None = None
    table: HoldingTable | None = None


class TermTable:
    """Makes terms, each once; a truth that the lengths decide is the constant 0 or 1."""

    def __init__(self) -> None:
        self._made: dict[object, Term] = {}
        self._constant: dict[tuple[int, int], int | None] = {}
        self._tables: list[HoldingTable] = []  # kept alive: keys have their identities
        self.false, self.true = self.const(0), self.const(1)

    def _make(self, key: object, *args: Any, **values: Any) -> Term:
        term = self._made.get(key)
        if term is None:
            term = self._made[key] = Term(len(self._made), *args, **values)
        return term

    def const(self, value: int) -> Term:
        """Return a constant."""
        return self._make((Op.CONST, value), Op.CONST, (), 0, value=value)

    def table(self, suit: int, length: int, table: HoldingTable) -> Term:
        """Return what a table says of a suit of a given length."""
        key = (id(table), length)
        if key not in self._constant:
            held = table[HOLDINGS[STARTS[length] : STARTS[length + 1]]]
            self._constant[key] = int(held[0]) if (held == held[0]).all() else None
            self._tables.append(table)
        value = self._constant[key]
        if value is not None:
            return self.const(value)
        return self._make((Op.TABLE, suit, id(table)), Op.TABLE, (), 1 << suit, table=table)

    def times(self, factor: int, term: Term) -> Term:
        """Return a multiple."""
        if factor == 1:
            return term
        if term.op is Op.CONST:
            return self.const(factor * term.value)
        return self._make((Op.TIMES, factor, term), Op.TIMES, (term,), term.suits, value=factor)

    def total(self, terms: Iterable[Term]) -> Term:
        """Return a sum; a truth counts one."""
        constant, others = 0, []
        for term in _flat(Op.SUM, terms):
            if term.op is Op.CONST:
                constant += term.value
            else:
                others.append(term)
        if constant or not others:
            others.append(self.const(constant))
        return self._gathered(Op.SUM, others)

    def extreme(self, op: Op, terms: Iterable[Term]) -> Term:
        """Return the greatest or the least of some numbers."""
        args = list(dict.fromkeys(_flat(op, terms)))
        constants = [arg.value for arg in args if arg.op is Op.CONST]
        if constants:
            value = max(constants) if op is Op.MAX else min(constants)
            args = [arg for arg in args if arg.op is not Op.CONST] + [self.const(value)]
        return self._gathered(op, args)

    def between(self, term: Term, low: int | None, high: int | None) -> Term:
        """Return whether a number lies in `low..high`."""
        if term.op is Op.SUM and term.args[-1].op is Op.CONST:
            constant = term.args[-1].value
            low = None if low is None else low - constant
            high = None if high is None else high - constant
            term = self._gathered(Op.SUM, term.args[:-1])
        if term.op is Op.CONST:
            inside = (low is None or term.value >= low) and (high is None or term.value <= high)
            return self.true if inside else self.false
        key = (Op.RANGE, term, low, high)
        return self._make(key, Op.RANGE, (term,), term.suits, low=low, high=high)

    def negation(self, term: Term) -> Term:
        """Return the opposite of a truth."""
        if term.op is Op.CONST:
            return self.false if term is self.true else self.true
        if term.op is Op.NOT:
            return term.args[0]
        return self._make((Op.NOT, term), Op.NOT, (term,), term.suits)

    def all_of(self, terms: Iterable[Term]) -> Term:
        """Return whether all truths hold."""
        return self._joined(Op.AND, terms, self.true, self.false)

    def any_of(self, terms: Iterable[Term]) -> Term:
        """Return whether one of the truths holds."""
        return self._joined(Op.OR, terms, self.false, self.true)

    def _joined(self, op: Op, terms: Iterable[Term], neutral: Term, ruling: Term) -> Term:
        args = dict.fromkeys(term for term in _flat(op, terms) if term is not neutral)
        if ruling in args:
            return ruling
        return self._gathered(op, list(args)) if args else neutral

    def _gathered(self, op: Op, terms: Iterable[Term]) -> Term:
        """Put together what asks the same suit, then the same two suits; a constant comes last."""
        args = sorted(terms, key=lambda term: (term.op is Op.CONST, term.number))
        for group in _GROUPS:
            inside = [arg for arg in args if arg.suits and not arg.suits & ~group]
            if 1 < len(inside) < len(args):
                args = [self._fold(op, inside), *(arg for arg in args if arg not in inside)]
        return args[0] if len(args) == 1 else self._fold(op, args)

    def _fold(self, op: Op, args: list[Term]) -> Term:
        suits = reduce(int.__or__, (arg.suits for arg in args))
        return self._make((op, *args), op, tuple(args), suits)


def _flat(op: Op, terms: Iterable[Term]) -> Iterable[Term]:
    for term in terms:
        if term.op is op:
            yield from _flat(op, term.args)
        else:
            yield term


def evaluated(term: Term, values: dict[Term, Column]) -> Column:
    """Return a term's values, which broadcast, and keep them.

    Args:
        term: the term.
        values: those already worked out, the tables among them; this adds to them.
    """
    column = values.get(term)
    if column is None:
        column = values[term] = _worked_out(term, values)
    return column


def _worked_out(term: Term, values: dict[Term, Column]) -> Column:
    match term.op:
        case Op.CONST:
            return np.array(term.value, dtype=np.int32)
        case Op.TIMES:
            return evaluated(term.args[0], values) * np.int32(term.value)
        case Op.RANGE:
            return within(evaluated(term.args[0], values), term.low, term.high)
        case Op.NOT:
            return ~evaluated(term.args[0], values)
        case Op.SUM | Op.MAX | Op.MIN | Op.AND | Op.OR:
            return _folded(term.op, (evaluated(arg, values) for arg in term.args))
        case Op.TABLE:
            raise AssertionError("the tables of a suit are looked up first")
        case _:
            assert_never(term.op)


def _folded(op: Op, columns: Iterable[Column]) -> Column:
    if op is Op.SUM:  # truths count one
        columns = (column.astype(np.int32, copy=False) for column in columns)
    return reduce(_FOLDS[op], columns)


def largest_within(term: Term, suits: int) -> Iterable[Term]:
    """Yield the largest terms inside a term that ask the given suits and no others."""
    if not term.suits & suits:
        return
    if not term.suits & ~suits:
        yield term
        return
    for arg in term.args:
        yield from largest_within(arg, suits)


def tables_of(term: Term) -> Iterable[Term]:
    """Yield the tables that a term looks up."""
    if term.op is Op.TABLE:
        yield term
    for arg in term.args:
        yield from tables_of(arg)
