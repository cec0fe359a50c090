"""`max(S, H)` and `min(S, H)` on one side of a comparison, as what they stand for.

The greatest of some numbers is at least five if one of them is: so a comparison becomes several,
joined by `or` or `and`, and nothing after the reading knows of extremes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from dowager.language.tree import expression as ex

EXTREMES = ("max", "min")
_FLIPPED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "==": "==", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Extreme:
    """The greatest or the least of some numbers.

    Attributes:
        word: `max` or `min`.
        numbers: the numbers, at least one.
    """

    word: str
    numbers: tuple[ex.NumberExpr, ...]


Side: TypeAlias = ex.NumberExpr | Extreme
"""One side of a comparison."""

Read: TypeAlias = ex.Expr | Extreme
"""What the reading of a part may give."""


def compared(operator: str, left: Side, right: Side) -> ex.TruthExpr:
    """Return the condition that two sides compare so.

    Args:
        operator: `==`, `!=`, `<`, `<=`, `>` or `>=`.
        left: the left side.
        right: the right side.
    """
    if isinstance(left, Extreme):
        return _extreme_compared(operator, left, right)
    if isinstance(right, Extreme):
        return _extreme_compared(_FLIPPED[operator], right, left)
    return ex.Compare(operator, left, right)


def between(value: Side, low: ex.NumberExpr | None, high: ex.NumberExpr | None) -> ex.TruthExpr:
    """Return the condition that a side lies in a range, one end of which may be open."""
    parts: list[ex.TruthExpr] = []
    if low is not None:
        parts.append(compared(">=", value, low))
    if high is not None:
        parts.append(compared("<=", value, high))
    return parts[0] if len(parts) == 1 else ex.Conjunction(tuple(parts))


def _extreme_compared(operator: str, extreme: Extreme, other: Side) -> ex.TruthExpr:
    if operator in ("==", "!="):
        equal = ex.Conjunction((compared(">=", extreme, other), compared("<=", extreme, other)))
        return equal if operator == "==" else ex.Negation(equal)
    parts = tuple(compared(operator, number, other) for number in extreme.numbers)
    one_is_enough = operator in (">", ">=") if extreme.word == "max" else operator in ("<", "<=")
    return ex.Disjunction(parts) if one_is_enough else ex.Conjunction(parts)


def times(factor: Fraction, number: ex.NumberExpr) -> ex.NumberExpr:
    """Return a number with a factor; factors of factors are multiplied out."""
    if isinstance(number, ex.Add) and len(number.terms) == 1:
        inner, term = number.terms[0]
        return ex.Add(((factor * inner, term),))
    return ex.Add(((factor, number),))
