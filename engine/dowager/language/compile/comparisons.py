"""Comparisons of numbers: a test of what is public, a node of what the hand decides.

In `left operator right` all that is public becomes one bound, and all that the hand decides one
sum with whole factors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import TypeAlias, assert_never

from dowager.language.compile.public_numbers import (
    SLOPES,
    PublicValue,
    expected_value,
    known_answers,
    public_value,
)
from dowager.language.compile.suits import feature_node, suits_of
from dowager.language.features import all_features
from dowager.language.text.tokens import Wrong
from dowager.language.tree import expression as ex
from dowager.language.tree.nodes import FALSE, TRUE, Bool, Int, Range, Sum, negation
from dowager.language.tree.public_words import PublicView
from dowager.language.tree.suit_letters import Env

PublicTest: TypeAlias = Callable[[PublicView, Env], bool]
Constants: TypeAlias = tuple[float, ...]
PublicConstant: TypeAlias = Callable[[PublicView, Env], Constants]
Builder: TypeAlias = Callable[[Env, Constants], Bool]
_NodeOf: TypeAlias = Callable[[Env], Int]

_SLACK = 1e-9
_MOST_NODES = 64
"""How many nodes a comparison keeps, so that equal ones are mostly one object."""

_MOST_FACTORS = 150
"""Tables of cells hold 16-bit integers, and no feature exceeds 200 in its units."""


_TESTS: dict[str, Callable[[float, float], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right - _SLACK,
    "<=": lambda left, right: left <= right + _SLACK,
    ">": lambda left, right: left > right + _SLACK,
    ">=": lambda left, right: left >= right - _SLACK,
}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def public_comparison(operator: str, left: ex.NumberExpr, right: ex.NumberExpr) -> PublicTest:
    """Return the test of two public numbers."""
    number = public_value(left)
    if isinstance(right, ex.Constant):
        return _against(operator, number, float(right.value))
    test, other = _TESTS[operator], public_value(right)
    return lambda view, env: test(number(view, env), other(view, env))


def _against(operator: str, number: PublicValue, bound: float) -> PublicTest:
    """Return the test of a public number against a constant."""
    match operator:
        case "==":
            return lambda view, env: number(view, env) == bound
        case "!=":
            return lambda view, env: number(view, env) != bound
        case "<":
            low = bound - _SLACK
            return lambda view, env: number(view, env) < low
        case "<=":
            high = bound + _SLACK
            return lambda view, env: number(view, env) <= high
        case ">":
            high = bound + _SLACK
            return lambda view, env: number(view, env) > high
        case _:
            low = bound - _SLACK
            return lambda view, env: number(view, env) >= low


@dataclass(frozen=True, slots=True)
class _Linear:
    """A number: features, expectations and public terms with their factors, and a constant."""

    hand: tuple[tuple[Fraction, _NodeOf], ...]
    expected: tuple[tuple[Fraction, ex.Expected], ...]
    public: tuple[tuple[float, PublicValue], ...]
    constant: float

    def factors(self) -> tuple[list[int], list[int], float]:
        """Return the factors made whole: of features, of slopes; and what made them whole."""
        slopes = [factor / SLOPES for factor, _ in self.expected]
        whole, scale = _factors([factor for factor, _ in self.hand] + slopes)
        return whole[: len(self.hand)], whole[len(self.hand) :], scale

    def nodes(self) -> list[_NodeOf]:
        """Return what gives the nodes of the features, those of expectations last."""
        expected = [_feature_of(leaf.name, leaf.suits) for _, leaf in self.expected]
        return [node_of for _, node_of in self.hand] + expected


def check_factors(written: ex.Part) -> None:
    """Check that sums of hand features fit into the tables of cells.

    Raises:
        Wrong: they do not.
    """
    for part in ex.walk(written):
        if isinstance(part, ex.Compare) and ex.Add in (type(part.left), type(part.right)):
            _check_size(_hand_terms(part.left, part.right))
        elif isinstance(part, ex.OneOf) and isinstance(part.value, ex.Add):
            _check_size(_hand_terms(part.value, *part.choices))


def _hand_terms(*numbers: ex.NumberExpr) -> list[tuple[Fraction, ex.HandNumber | ex.Expected]]:
    return [
        (factor / all_features()[leaf.name].scale, leaf)
        for number in numbers
        for factor, leaf in ex.leaves(number)
        if isinstance(leaf, ex.HandNumber | ex.Expected)
    ]


def _check_size(terms: Sequence[tuple[Fraction, ex.HandNumber | ex.Expected]]) -> None:
    """Check the factors, those of expectations at their greatest: a slope is at most 1."""
    parts = [f / SLOPES if isinstance(leaf, ex.Expected) else f for f, leaf in terms]
    most = [SLOPES if isinstance(leaf, ex.Expected) else 1 for _, leaf in terms]
    whole, _ = _factors(parts)
    size = sum(abs(number) * times for number, times in zip(whole, most, strict=True))
    if len(whole) > 1 and size > _MOST_FACTORS:
        raise Wrong(0, "the factors of this comparison are too large or too fine; round them")


def _factors(factors: Sequence[Fraction]) -> tuple[list[int], float]:
    """Return the factors made whole, and what they were multiplied by."""
    unit = Fraction(
        math.lcm(*(factor.denominator for factor in factors)),
        math.gcd(*(factor.numerator for factor in factors)) or 1,
    )
    return [int(factor * unit) for factor in factors], float(unit)


def _linear(left: ex.NumberExpr, right: ex.NumberExpr) -> _Linear:
    """Collect `left - right`."""
    hand: list[tuple[Fraction, _NodeOf]] = []
    expected: list[tuple[Fraction, ex.Expected]] = []
    public: list[tuple[float, PublicValue]] = []
    constant = Fraction(0)
    for factor, leaf in (*ex.leaves(left), *ex.leaves(right, Fraction(-1))):
        match leaf:
            case ex.Constant(value):
                constant += factor * value
            case ex.HandNumber(name, refs):
                scale = all_features()[name].scale
                hand.append((factor / scale if scale > 1 else factor, _feature_of(name, refs)))
            case ex.Expected(_, name, _):
                expected.append((factor / all_features()[name].scale, leaf))
            case ex.PublicNumber() | ex.SeatNumber():
                public.append((float(factor), public_value(leaf)))
            case ex.DefinedWord():
                raise AssertionError(f"{leaf} should have been expanded")
            case _:
                assert_never(leaf)
    return _Linear(tuple(hand), tuple(expected), tuple(public), float(constant))


def _feature_of(name: str, refs: tuple[ex.SuitRef, ...]) -> _NodeOf:
    if not refs:
        only = feature_node(name, ())
        return lambda env: only
    suits = suits_of(refs)
    return lambda env: feature_node(name, suits(env))


class Comparison:
    """A comparison that the hand decides, compiled; one for all rules that have the same.

    Attributes:
        public: returns what is public in it, None when nothing is: a bound, after the slopes of
            expectations. It is rounded, so that a mean that differs in the tenth decimal gives a
            condition that is known already.
        width: how many numbers that are.
    """

    __slots__ = (
        "_factors",
        "_fixed",
        "_kept",
        "_nodes",
        "_operator",
        "_slots",
        "_weights",
        "public",
        "width",
    )

    def __init__(self, operator: str, total: _Linear, letters: frozenset[int]) -> None:
        self._operator, self._nodes = operator, total.nodes()
        self._factors, self._weights, scale = total.factors()
        self._fixed = _ROUNDED[operator](-total.constant * scale)
        self._slots = tuple(sorted(letters))
        self._kept: dict[tuple[tuple[int, ...], Constants], Bool] = {}
        self.public: PublicConstant | None = None
        self.width = len(total.expected) + bool(total.expected or total.public)
        if total.expected:
            self.public = known_answers(partial(_Weighed, total, operator), letters)
        elif total.public:
            bound = _bound_of(total, operator)
            self.public = lambda view, env: (bound(view, env),)

    def node(self, env: Env, constant: Constants) -> Bool:
        """Return the node for bound letters and what `public` has returned."""
        key = tuple([env[slot] for slot in self._slots]), constant
        node = self._kept.get(key)
        if node is None:
            if len(self._kept) >= _MOST_NODES:
                self._kept.clear()
            node = self._kept[key] = self._build(env, constant)
        return node

    def _build(self, env: Env, constant: Constants) -> Bool:
        slopes = constant[:-1]
        varying = [int(w * slope) for w, slope in zip(self._weights, slopes, strict=True)]
        nodes = [node_of(env) for node_of in self._nodes]
        bound = constant[-1] if constant else self._fixed
        return _range(self._operator, self._factors + varying, nodes, bound)


@lru_cache(maxsize=4096)
def comparison(operator: str, left: ex.NumberExpr, right: ex.NumberExpr) -> Comparison:
    """Compile a comparison that the hand decides."""
    return Comparison(operator, _linear(left, right), ex.letters_of(left, right))


def _bound_of(total: _Linear, operator: str) -> PublicValue:
    """Return the function that gives the rounded bound of `total operator 0`."""
    _, _, scale = total.factors()
    public, constant, rounded = total.public, total.constant, _ROUNDED[operator]
    bases = [(float(leaf[0]), expected_value(leaf[1])) for leaf in total.expected]

    def bound(view: PublicView, env: Env) -> float:
        base = constant + sum([factor * part(view, env) for factor, part in public])
        return rounded(-scale * (base + sum([f * line(view, env)[0] for f, line in bases])))

    return bound


class _Weighed:
    """The slopes of a comparison's expectations and then its bound, `Asked` of a view."""

    __slots__ = ("_bound", "_env", "_lines")

    def __init__(self, total: _Linear, operator: str, env: Env) -> None:
        self._bound = _bound_of(total, operator)
        self._lines = [expected_value(leaf) for _, leaf in total.expected]
        self._env = env

    def ask(self, view: PublicView) -> Constants:
        slopes = [line(view, self._env)[1] for line in self._lines]
        return (*slopes, self._bound(view, self._env))


def _nearest(bound: float) -> float:
    """Return the whole number that a bound is but for rounding errors, else the bound itself."""
    whole = round(bound)
    return whole if abs(bound - whole) <= _SLACK else bound


_ROUNDED: dict[str, Callable[[float], float]] = {
    ">=": lambda bound: math.ceil(bound - _SLACK),
    "<": lambda bound: math.ceil(bound - _SLACK),
    ">": lambda bound: math.floor(bound + _SLACK),
    "<=": lambda bound: math.floor(bound + _SLACK),
    "==": _nearest,
    "!=": _nearest,
}


def _range(operator: str, factors: list[int], nodes: list[Int], bound: float) -> Bool:
    """Return the node of `sum(factor * node) operator bound`."""
    if operator == "!=":
        return negation(_range("==", factors, nodes, bound))
    merged: dict[Int, int] = {}
    for factor, node in zip(factors, nodes, strict=True):
        merged[node] = merged.get(node, 0) + factor
    terms = [(factor, node) for node, factor in merged.items() if factor]
    if not terms:
        return TRUE if _TESTS[operator](0.0, bound) else FALSE
    if all(factor < 0 for factor, _ in terms):
        terms = [(-factor, node) for factor, node in terms]
        operator, bound = _MIRRORED.get(operator, operator), -bound
    if len(terms) == 1:
        return _bounded(operator, terms[0][1], bound / terms[0][0])
    return _bounded(operator, Sum(tuple(terms)), bound)


def _bounded(operator: str, value: Int, bound: float) -> Bool:
    least, most = math.ceil(bound - _SLACK), math.floor(bound + _SLACK)
    match operator:
        case ">=":
            return Range(value, least, None)
        case ">":
            return Range(value, most + 1, None)
        case "<=":
            return Range(value, None, most)
        case "<":
            return Range(value, None, least - 1)
        case _:
            return Range(value, least, least) if least == most else FALSE
