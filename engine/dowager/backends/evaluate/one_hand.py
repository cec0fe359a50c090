"""Evaluation for one hand, by walking the tree.

It needs no preparation, which pays because most conditions are asked once or twice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import assert_never

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


def hand_value(node: Int) -> Callable[[Holdings], int]:
    """Return the function that gives a number, in units of its scale, for a hand."""
    return partial(_value, node)


def hand_test(node: Bool) -> Callable[[Holdings], bool]:
    """Return the function that says whether a condition holds for a hand."""
    return partial(_holds, node)


def _value(node: Int, holdings: Holdings) -> int:
    match node:
        case SuitValue(table, suit):
            return table.values.item(holdings[suit])
        case Feature():
            return _value(expand_int(node), holdings)
        case Sum(terms, constant):
            return constant + sum(factor * _value(term, holdings) for factor, term in terms)
        case ShapeValue(table):
            return table.values.item(_shape_of(holdings))
        case Const(value):
            return value
        case Max(args):
            return max(_value(arg, holdings) for arg in args)
        case Min(args):
            return min(_value(arg, holdings) for arg in args)
        case Count(args):
            return sum(_holds(arg, holdings) for arg in args)
        case _:
            assert_never(node)


def _holds(node: Bool, holdings: Holdings) -> bool:
    match node:
        case Range(value, low, high):
            number = _value(value, holdings)
            return (low is None or number >= low) and (high is None or number <= high)
        case And(args):
            return all(_holds(arg, holdings) for arg in args)
        case Or(args):
            return any(_holds(arg, holdings) for arg in args)
        case Not(arg):
            return not _holds(arg, holdings)
        case Predicate():
            return _holds(expand_bool(node), holdings)
        case Shape(shapes):
            return SHAPES[_shape_of(holdings)] in shapes
        case Truth(value):
            return value
        case _:
            assert_never(node)


def _shape_of(holdings: Holdings) -> int:
    return shape_index(*(holding.bit_count() for holding in holdings[:3]))
