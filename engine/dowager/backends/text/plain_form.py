"""The plainest form of a tree for a reader, which `writer` spells out.

In plain form `Not` stands only before a leaf that has no plainer opposite; a conjunction has one
range for each number; sums are flat, without constants in ranges; a table that is a feature has its
name. The tree holds for the same hands as before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import gcd
from typing import TypeAlias, assert_never

from dowager.backends.text.choices import fewer_choices
from dowager.backends.text.context import in_context
from dowager.cards import Suit
from dowager.language.features import all_features, feature_named
from dowager.language.tree import (
    FALSE,
    SHAPES,
    TRUE,
    And,
    Bool,
    Const,
    Count,
    Feature,
    HandFeature,
    Int,
    Lengths,
    Max,
    Min,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    ShapeTable,
    ShapeValue,
    SuitTable,
    SuitValue,
    Sum,
    Truth,
    all_of,
    all_of_merged,
    any_of,
    negation,
    permuted,
)

_Bound: TypeAlias = int | None
_ONE = Const(1)
_FEW = 4


def plain_condition(node: Bool) -> Bool:
    """Return the condition in plain form."""
    plain = in_context(_plain(node, True))
    # Dropping parts may bring together two ranges of one number, which then become one.
    while (again := in_context(_plain(plain, True))) != plain:
        plain = again
    return plain


def _plain(node: Bool, positive: bool) -> Bool:
    """Return the condition, or its opposite, in plain form."""
    match node:
        case Truth(value):
            return Truth(value == positive)
        case Not(arg):
            return _plain(arg, not positive)
        case And(args) | Or(args):
            parts = [_plain(arg, positive) for arg in args]
            return _together(parts) if isinstance(node, And) == positive else _either(parts)
        case Range(value, low, high):
            return _range(plain_number(value), low, high, positive)
        case Shape(shapes, words):
            return _shape(shapes, words, positive)
        case Predicate():
            return node if positive else Not(node)
        case _:
            assert_never(node)


# --- conjunctions and disjunctions --------------------------------------------------------------


def _together(parts: Iterable[Bool]) -> Bool:
    """Return the conjunction of plain parts, with one range for each number."""
    whole = all_of_merged(parts)
    return all_of(dict.fromkeys(whole.args)) if isinstance(whole, And) else whole


def _either(parts: Iterable[Bool]) -> Bool:
    whole = any_of(parts)
    return any_of(fewer_choices(whole.args)) if isinstance(whole, Or) else whole


# --- ranges -------------------------------------------------------------------------------------


def _bounded(value: Int, low: _Bound, high: _Bound) -> Bool:
    """Return the range, or a truth where the bounds alone decide it."""
    if never_negative(value):
        low = None if low is not None and low <= 0 else low
        if high is not None and high < 0:
            return FALSE
    if low is None and high is None:
        return TRUE
    return FALSE if low is not None and high is not None and low > high else Range(value, low, high)


def never_negative(value: Int) -> bool:
    """Whether a number is surely not negative: counts and features never are."""
    match value:
        case Sum(terms, constant):
            return constant >= 0 and all(f > 0 and never_negative(term) for f, term in terms)
        case SuitValue(SuitTable(_, values)) | ShapeValue(ShapeTable(_, values)):
            return bool(values.min() >= 0)
        case _:
            return isinstance(value, Feature | Count)


def _opposite(node: Bool) -> Bool:
    """Return the opposite of a condition that `_bounded` returned."""
    match node:
        case Range(value, int(low), None):
            return _bounded(value, None, low - 1)
        case Range(value, None, int(high)):
            return _bounded(value, high + 1, None)
        case Range(value, int(low), int(high)) if low < high:
            return _either([_bounded(value, None, low - 1), _bounded(value, high + 1, None)])
        case _:
            return negation(node)


def _range(value: Int, low: _Bound, high: _Bound, positive: bool) -> Bool:
    match value:
        case Const(number):
            inside = (low is None or low <= number) and (high is None or number <= high)
            return Truth(inside == positive)
        case Max(args):
            return _plain(_extreme(args, low, high, any_of, all_of), positive)
        case Min(args):
            return _plain(_extreme(args, low, high, all_of, any_of), positive)
        case Count(args):
            return _count(args, low, high, positive)
        case Sum():
            return _sum_range(value, low, high, positive)
        case SuitValue() | ShapeValue() | Feature():
            return _signed(_bounded(value, low, high), positive)
        case _:
            assert_never(value)


def _signed(node: Bool, positive: bool) -> Bool:
    return node if positive else _opposite(node)


_Join: TypeAlias = Callable[[Iterable[Bool]], Bool]


def _extreme(args: Iterable[Int], low: _Bound, high: _Bound, above: _Join, below: _Join) -> Bool:
    """Return the range of a greatest or least number as ranges of the numbers."""
    lower = TRUE if low is None else above(Range(arg, low, None) for arg in args)
    upper = TRUE if high is None else below(Range(arg, None, high) for arg in args)
    return all_of((lower, upper))


def _count(args: tuple[Bool, ...], low: _Bound, high: _Bound, positive: bool) -> Bool:
    """Return the range of a count; "all", "any" and "none" become conjunctions and the like."""
    size = len(args)
    low = None if low is not None and low <= 0 else low
    high = None if high is not None and high >= size else high
    if low is not None and low > size:
        return Truth(not positive)
    if (low, high) == (size, None):
        return _plain(all_of(args), positive)
    if (low, high) == (1, None):
        return _plain(any_of(args), positive)
    if (low, high) == (None, 0):
        return _plain(any_of(args), not positive)
    if (low, high) == (None, size - 1):
        return _plain(all_of(args), not positive)
    return _signed(_bounded(Count(args), low, high), positive)


def _sum_range(total: Sum, low: _Bound, high: _Bound, positive: bool) -> Bool:
    """Return the range of a sum without its constant and without a common factor."""
    factors = [factor for factor, _ in total.terms]
    divisor = gcd(*factors) if max(factors) > 0 else -gcd(*factors)
    bounds = _divided(_less(low, total.constant), _less(high, total.constant), divisor)
    terms = tuple((factor // divisor, term) for factor, term in total.terms)
    if len(terms) == 1:
        return _range(terms[0][1], *bounds, positive)
    return _signed(_bounded(Sum(terms), *bounds), positive)


def _less(bound: _Bound, constant: int) -> _Bound:
    return None if bound is None else bound - constant


def _divided(low: _Bound, high: _Bound, divisor: int) -> tuple[_Bound, _Bound]:
    """Return the bounds of x when those of `divisor * x` are given."""
    if divisor < 0:
        low, high, divisor = _minus(high), _minus(low), -divisor
    return None if low is None else -(-low // divisor), None if high is None else high // divisor


def _minus(bound: _Bound) -> _Bound:
    return None if bound is None else -bound


# --- numbers ------------------------------------------------------------------------------------


def plain_number(node: Int) -> Int:
    """Return the number in plain form."""
    match node:
        case Const() | Feature():
            return node
        case SuitValue(table, suit):
            return _as_feature(table.name, (suit,), node)
        case ShapeValue(table):
            return _as_feature(table.name, (), node)
        case Max(args) | Min(args):
            parts = tuple(plain_number(arg) for arg in args)
            return parts[0] if len(parts) == 1 else type(node)(parts)
        case Count(args):
            return Count(tuple(_plain(arg, True) for arg in args))
        case Sum():
            return _flat_sum(node)
        case _:
            assert_never(node)


def _as_feature(name: str, suits: tuple[Suit, ...], node: Int) -> Int:
    """Return the feature of that name, if its definition is just this node; else the node."""
    feature = feature_named(name)
    same = feature and len(suits) in feature.arities and feature.define(*suits) == node
    return Feature(name, suits) if same else node


def _flat_sum(node: Sum) -> Int:
    factors: Counter[Int] = Counter()
    for factor, term in _flat(node, 1):
        factors[term] += factor
    constant = factors.pop(_ONE, 0)
    terms = tuple((factor, term) for term, factor in _whole_hand(factors).items() if factor)
    if not terms:
        return Const(constant)
    return (
        terms[0][1]
        if not constant and len(terms) == 1 and terms[0][0] == 1
        else Sum(terms, constant)
    )


def _flat(node: Int, factor: int) -> Iterator[tuple[int, Int]]:
    """Yield the terms of a number, plain and never sums; constants as multiples of one."""
    match node:
        case Const(value):
            yield factor * value, _ONE
        case Sum(terms, constant):
            yield factor * constant, _ONE
            for times, term in terms:
                yield from _flat(term, factor * times)
        case Max() | Min():
            plain = plain_number(node)
            yield from [(factor, plain)] if isinstance(plain, Max | Min) else _flat(plain, factor)
        case _:
            yield factor, plain_number(node)


def _whole_hand(factors: Counter[Int]) -> dict[Int, int]:
    """Make one term of a feature's four suits, where the hand's number is their sum."""
    merged = dict(factors)
    for name in _totals():
        suits = [Feature(name, (suit,)) for suit in Suit]
        times = {merged.get(suit, 0) for suit in suits}
        if len(times) == 1 and times != {0}:
            merged[Feature(name)] = merged.get(Feature(name), 0) + times.pop()
            for suit in suits:
                del merged[suit]
    return merged


@cache
def _totals() -> tuple[str, ...]:
    """Return the features whose number for the hand is the sum of those for its suits."""
    return tuple(name for name, feature in all_features().items() if _is_total(feature))


def _is_total(feature: HandFeature) -> bool:
    if not {0, 1} <= set(feature.arities):
        return False
    suits = tuple((1, feature.define(suit)) for suit in Suit)
    return feature.define() == Sum(suits)  # type: ignore[arg-type]


# --- shapes -------------------------------------------------------------------------------------


def _shape(shapes: frozenset[Lengths], words: str, positive: bool) -> Bool:
    if not shapes or len(shapes) == len(SHAPES):
        return Truth(bool(shapes) == positive)
    words = words or _known_shapes().get(shapes, "")
    if words:
        return Shape(shapes, words) if positive else Not(Shape(shapes, words))
    box = _box(shapes)
    if box is not None:
        return _plain(box, positive)
    if len(shapes) > len(SHAPES) // 2:
        return _shape(frozenset(SHAPES) - shapes, "", not positive)
    parts = [Shape(part, name) for name, part in _parts(shapes)]
    return any_of(parts) if positive else all_of(map(Not, parts))


@cache
def _known_shapes() -> dict[frozenset[Lengths], str]:
    """Return the words of the features that are sets of shapes."""
    trees = [feature.define() for feature in all_features().values() if 0 in feature.arities]
    return {tree.shapes: tree.words for tree in trees if isinstance(tree, Shape) and tree.words}


@cache
def _box(shapes: frozenset[Lengths]) -> Bool | None:
    """Return ranges of the four lengths that are exactly these shapes, without implied bounds."""
    box = [(min(lengths), max(lengths)) for lengths in zip(*shapes, strict=True)]
    if _shapes_inside(box) != shapes:
        return None
    for suit, (low, high) in enumerate(box):
        for wider in ((0, 13), (low, 13), (0, high)):
            if _shapes_inside(trial := [*box[:suit], wider, *box[suit + 1 :]]) == shapes:
                box = trial
                break
    sides = [Range(Feature("length", (suit,)), *box[suit]) for suit in Suit]
    return all_of(_open_ended(side) for side in reversed(sides))


def _shapes_inside(box: Sequence[tuple[int, int]]) -> frozenset[Lengths]:
    return frozenset(
        shape
        for shape in SHAPES
        if all(low <= n <= high for n, (low, high) in zip(shape, box, strict=True))
    )


def _open_ended(side: Range) -> Range:
    return Range(side.value, side.low, None if side.high == 13 else side.high)


def _parts(shapes: frozenset[Lengths]) -> list[tuple[str, frozenset[Lengths]]]:
    """Split shapes into whole patterns such as 5-4-2-2, or into a few exact ones: 5=4=2=2."""
    patterns = {permuted(shape) for shape in shapes}
    if frozenset().union(*patterns) == shapes:
        return sorted((_pattern(pattern), pattern) for pattern in patterns)
    if len(shapes) <= _FEW:
        return [(_exact(shape), frozenset({shape})) for shape in sorted(shapes, key=_exact)]
    return [("", shapes)]


def _pattern(shapes: frozenset[Lengths]) -> str:
    return "-".join(str(length) for length in sorted(min(shapes), reverse=True))


def _exact(shape: Lengths) -> str:
    """Return a shape as printed, spades first: 5=4=2=2."""
    return "=".join(str(length) for length in reversed(shape))
