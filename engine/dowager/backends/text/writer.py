"""Spelling out plain trees, in short English phrases.

A feature's `words` may contain `{0}` and `{1}` for the suits, and in square brackets a part that is
omitted when no suit is named; words without `{0}` are followed by " in spades" or the like.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import assert_never

from dowager.backends.text.plain_form import never_negative, plain_condition
from dowager.cards import Suit
from dowager.language.features import feature_named
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

_NO_SUIT = "a suit"
_PREPOSITION = re.compile(r"(?= (?:in|of|for|by|with) )")
_OPTIONAL = re.compile(r"\[(.*?)\]")
VALUES = "with the values for it"
NO_MORE = "without the values for more"
"""What stands for a lower and for an upper bound of a sum that nobody adds up at the table."""
_SHORTAGES = {(1, Feature("singletons", ())), (1, Feature("voids", ()))}
_SHORT = {
    (1, None): "a singleton or void",
    (None, 0): "no singleton or void",
    (0, 0): "no singleton or void",
}
_SMALL = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def describe(node: Bool, *, symbols: bool = False, sums: bool = True) -> str:
    """Return a condition in English: "15–17 HCP, balanced".

    Args:
        node: the condition, in any form.
        symbols: write suits as ♠ rather than as spades.
        sums: write sums that nobody adds up at the table, such as "44+ for 4 × HCP plus 9 ×
            spades"; otherwise it only says that they ask for the values.
    """
    return Writer(symbols, sums).phrase(plain_condition(node))


def format_number(value: Fraction) -> str:
    """Return a number as printed: `7`, `5½`, `-½`, `2.8`."""
    whole, part = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    if part == 0:
        return f"{sign}{whole}"
    if part in _SMALL:
        return f"{sign}{whole or ''}{_SMALL[part]}"
    return f"{float(value):g}"


def _joined(names: Sequence[str], last: str) -> str:
    """Join as in a sentence: "a", "a and b", "a, b and c"."""
    return f" {last} ".join([*([", ".join(names[:-1])] if names[1:] else []), *names[-1:]])


def _fill(words: str, names: Sequence[str]) -> str:
    """Put the suits' names into a feature's words."""
    text = _OPTIONAL.sub(r"\1" if names else "", words)
    if names and "{0}" not in text:
        text += " in {0}"
    if "{1}" in text and len(names) > 1:
        return text.replace("{0}", names[0]).replace("{1}", _joined(names[1:], "and"))
    return text.replace("{0}", _joined(names, "and") or _NO_SUIT).replace("{1}", _NO_SUIT)


def _singular(unit: str) -> str:
    """Return the singular of a unit: "quick trick", "card in the longest suit"."""
    head, *rest = _PREPOSITION.split(unit, maxsplit=1)
    singular = head[:-1] if head.endswith("s") and not head.endswith("ss") else head
    return "".join([singular, *rest])


def _scale(node: Int) -> int:
    """Return how many units of a number make one."""
    match node:
        case Feature(name):
            feature = feature_named(name)
            return feature.scale if feature else 1
        case Sum(terms):
            return gcd(*(factor * _scale(term) for factor, term in terms)) or 1
        case Max(args) | Min(args):
            scales = {_scale(arg) for arg in args}
            return scales.pop() if len(scales) == 1 else 1
        case Const() | SuitValue() | ShapeValue() | Count():
            return 1
        case _:
            assert_never(node)


def _words(name: str) -> tuple[str, str]:
    """Return a feature's words and their negative; for an unknown feature, those of its name."""
    feature = feature_named(name)
    words = feature.words if feature else name.replace("_", " ")
    return words, (feature.negative if feature else "") or f"not {words}"


def _amount(node: Range, scale: int) -> str:
    low = None if node.low is None else format_number(Fraction(node.low, scale))
    high = None if node.high is None else format_number(Fraction(node.high, scale))
    if low is None or high is None:
        return f"{low}+" if low is not None else f"at most {high}" if high is not None else "any"
    return f"exactly {low}" if low == high else f"{low}–{high}"


def _values_last(texts: Iterable[str]) -> list[str]:
    """Return different texts; that the hand has the values comes last, and once."""
    different = dict.fromkeys(texts)
    late = [text for text in (VALUES, NO_MORE) if text in different]
    return [text for text in different if text not in late] + late


def _shortages(value: Int) -> bool:
    """Whether a number counts the singletons and voids."""
    return isinstance(value, Sum) and set(value.terms) == _SHORTAGES and not value.constant


def _exact_zero(node: Range) -> Range:
    """Return "exactly 0" for "at most 0" of what is never less."""
    if (node.low, node.high) == (None, 0) and never_negative(node.value):
        return Range(node.value, 0, 0)
    return node


def _amounts(ranges: list[Range], scale: int) -> str:
    return _joined([_amount(part, scale) for part in ranges], "or")


def _difference(value: Int) -> tuple[Int, Int] | None:
    """Return a and b when the value is a - b."""
    match value:
        case Sum(((1, more), (-1, less)), 0) | Sum(((-1, less), (1, more)), 0):
            return more, less
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes plain trees.

    Attributes:
        symbols: whether suits are written as ♠ rather than as spades.
        sums: whether sums are written that nobody adds up at the table.
    """

    symbols: bool
    sums: bool = True

    def phrase(self, node: Bool) -> str:
        """Write a condition that stands alone."""
        match node:
            case And(args):
                return ", ".join(_values_last(self._listed(arg) for arg in args))
            case Or(args):
                compound = any(isinstance(arg, And) for arg in args)
                return (", or " if compound else " or ").join(self._choices(args, self._clause))
            case _:
                return self._leaf(node)

    def _listed(self, node: Bool) -> str:
        """Write a condition as one of a list with commas."""
        if not isinstance(node, Or):
            return self._leaf(node)
        choices = self._choices(node.args, self._leaf)
        return choices[0] if len(choices) == 1 else f"either {_joined(choices, 'or')}"

    def _clause(self, node: Bool) -> str:
        """Write a condition as one choice of an `Or` that stands alone."""
        if isinstance(node, And):
            return " and ".join(_values_last(self._leaf(arg) for arg in node.args))
        return self._leaf(node)

    def _choices(self, args: Iterable[Bool], write: Callable[[Bool], str]) -> list[str]:
        """Write choices; ranges of one number are joined: "at most 11 or 15+ HCP"."""
        groups: dict[Bool | Int, list[Bool]] = {}
        for arg in args:
            groups.setdefault(arg.value if isinstance(arg, Range) else arg, []).append(arg)
        return list(dict.fromkeys(self._group(group, write) for group in groups.values()))

    def _group(self, group: list[Bool], write: Callable[[Bool], str]) -> str:
        ranges = [arg for arg in group if isinstance(arg, Range)]
        return self._ranges(ranges) if len(ranges) > 1 else write(group[0])

    def _leaf(self, node: Bool) -> str:
        """Write a condition so that it cannot run into its neighbours."""
        match node:
            case Truth(value):
                return "any hand" if value else "no hand"
            case Range():
                return self._ranges([node])
            case Shape(shapes, words):
                return words or f"one of {len(shapes)} shapes"
            case Predicate(name, suits):
                return _fill(_words(name)[0], self._names(suits))
            case Not(Predicate(name, suits)):
                return _fill(_words(name)[1], self._names(suits))
            case Not(arg):
                return f"not {self._leaf(arg)}"
            case And() | Or():
                return f"({self.phrase(node)})"
            case _:
                assert_never(node)

    def _names(self, suits: Iterable[Suit]) -> list[str]:
        return [suit.symbol if self.symbols else suit.word for suit in suits]

    # --- numbers ------------------------------------------------------------------------------

    def _ranges(self, ranges: list[Range]) -> str:
        """Write ranges of one number, of which one must hold."""
        value = ranges[0].value
        if _shortages(value) and (said := _SHORT.get((ranges[0].low, ranges[0].high))):
            return said
        if not self.sums and self._added_up(value):
            return VALUES if ranges[0].low is not None else NO_MORE
        ranges = [_exact_zero(part) for part in ranges]
        difference = _difference(value)
        if difference is not None:
            scale = _scale(value)
            return " or ".join(self._comparison(*difference, part, scale) for part in ranges)
        if isinstance(value, Count):
            return f"{_amounts(ranges, 1)} of {self._several(value.args)}"
        return self._counted(value, ranges)

    def _counted(self, value: Int, ranges: list[Range]) -> str:
        unit, scale, last = self._unit(value), _scale(value), ranges[-1]
        if len(ranges) == 1 and (last.low, last.high) == (0, 0) and not unit.startswith("for "):
            return f"none {unit}" if unit.startswith("of ") else f"no {unit}"
        single = last.high is not None and 0 < last.high <= scale
        return f"{_amounts(ranges, scale)} {_singular(unit) if single else unit}"

    def _added_up(self, value: Int) -> bool:
        """Whether a number is a sum that nobody adds up at the table."""
        match value:
            case Sum():
                return not self._together(value) and _difference(value) is None
            case Max(args) | Min(args):
                return any(map(self._added_up, args))
            case _:
                return False

    def _unit(self, value: Int) -> str:
        """Write what follows the amount."""
        match value:
            case Feature(name, suits):
                return _fill(_words(name)[0], self._names(suits))
            case SuitValue(table, suit):
                return _fill(table.name.replace("_", " "), self._names([suit]))
            case ShapeValue(table):
                return table.name.replace("_", " ")
            case Sum() as total:
                return self._together(total) or f"for {self.noun(value)}"
            case Const() | Max() | Min() | Count():
                return f"for {self.noun(value)}"
            case _:
                assert_never(value)

    def _together(self, total: Sum) -> str:
        """Write the sum of one feature over some suits, or nothing if it is another sum."""
        names: set[str] = set()
        suits: list[Suit] = []
        for factor, term in total.terms:
            if factor != 1 or not isinstance(term, Feature) or len(term.suits) != 1:
                return ""
            names.add(term.name)
            suits.extend(term.suits)
        if len(names) != 1 or total.constant:
            return ""
        return f"{_fill(_words(names.pop())[0], self._names(suits))} together"

    def _several(self, args: Iterable[Bool]) -> str:
        return f"({'; '.join(self.phrase(arg) for arg in args)})"

    def _comparison(self, more: Int, less: Int, part: Range, scale: int) -> str:
        """Write the bounds of `more - less`."""
        low, high = part.low, part.high
        if (low is None or low < 0) and high is not None and high <= 0:
            return self._comparison(less, more, Range(part.value, -high, _negated(low)), scale)
        if low is not None and low < 0 and high is not None:
            sides = (Range(part.value, low, None), Range(part.value, None, high))
            return " and ".join(self._comparison(more, less, side, scale) for side in sides)
        if low is not None and low < 0:
            return f"at most {self._excess(less, more, -low, scale)}"
        return self._more(more, less, part, scale)

    def _more(self, more: Int, less: Int, part: Range, scale: int) -> str:
        """Write a comparison whose low bound, if any, is not negative."""
        first, second = self.noun(more), self.noun(less)
        match part.low, part.high:
            case 0, 0:
                return f"as many {first} as {second}"
            case 0, None:
                return f"at least as many {first} as {second}"
            case 1, None:
                return f"more {first} than {second}"
            case int(low), None:
                return f"at least {self._excess(more, less, low, scale)}"
            case None, int(high):
                return f"at most {self._excess(more, less, high, scale)}"
            case int(low), int(high) if low == high:
                return f"exactly {self._excess(more, less, low, scale)}"
            case _:
                return f"{_amount(part, scale)} more {first} than {second}"

    def _excess(self, more: Int, less: Int, units: int, scale: int) -> str:
        noun = self.noun(more)
        counted = _singular(noun) if units == scale else noun
        return f"{format_number(Fraction(units, scale))} more {counted} than {self.noun(less)}"

    def noun(self, node: Int) -> str:
        """Write what a number counts."""
        match node:
            case Const(value):
                return str(value)
            case Feature() | SuitValue() | ShapeValue():
                unit = self._unit(node)
                return f"cards {unit}" if unit.startswith("of ") else unit
            case Sum():
                return self._together(node) or self._added(node)
            case Max(args) | Min(args):
                which = "greatest" if isinstance(node, Max) else "least"
                return f"the {which} of ({'; '.join(self.noun(arg) for arg in args)})"
            case Count(args):
                return f"how many hold of {self._several(args)}"
            case _:
                assert_never(node)

    def _added(self, total: Sum) -> str:
        """Write a sum with signs, in the greatest unit that leaves whole factors."""
        scale = _scale(total)
        addends = [(Fraction(f * _scale(term), scale), self.noun(term)) for f, term in total.terms]
        if total.constant:
            addends.append((Fraction(total.constant, scale), ""))
        text = "".join(_signed(factor, noun) for factor, noun in addends)
        return text.removeprefix(" plus ").strip()


def _negated(bound: int | None) -> int | None:
    return None if bound is None else -bound


def _signed(factor: Fraction, noun: str) -> str:
    sign = " minus " if factor < 0 else " plus "
    if not noun:
        return sign + format_number(abs(factor))
    return sign + (noun if abs(factor) == 1 else f"{format_number(abs(factor))} × {noun}")
