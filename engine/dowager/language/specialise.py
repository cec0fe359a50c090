"""Owns turning written conditions into nodes: letters bound, public questions answered.

Everything is compiled once, when it is first asked for, into small functions of `(view, env)`;
after that only those run. A condition on a hand is split: its *public parts* become constants, and
from the constants and the bound letters comes the node.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

from dowager.language import expression as ex
from dowager.language.answers import (
    Env,
    PublicValue,
    call_of,
    feature_node,
    pattern_calls,
    predicate_node,
    public_value,
    seats_of,
    suit_of,
    suits_of,
)
from dowager.language.features import all_features
from dowager.language.nodes import (
    FALSE,
    TRUE,
    Bool,
    Int,
    Not,
    Range,
    Shape,
    Sum,
    any_of,
)
from dowager.language.public import SEAT_WORDS, TRUTH_WORDS, PublicView
from dowager.language.simplify import conjunction
from dowager.language.tokens import Wrong

PublicTest: TypeAlias = Callable[[PublicView, Env], bool]
Constants: TypeAlias = tuple[float, ...]
Builder: TypeAlias = Callable[[Env, Constants], Bool]
_NodeOf: TypeAlias = Callable[[Env], Int]

_SLACK = 1e-9
_MOST_FACTORS = 150
"""Cells keep 16-bit integers; no feature is beyond 200 in its units."""


# -- what everybody knows --------------------------------------------------------------------------


def public_test(node: ex.TruthExpr) -> PublicTest:
    """Compile a condition that asks nothing of one's own hand."""
    match node:
        case ex.Literal(truth):
            return lambda view, env: truth
        case ex.Compare(operator, left, right):
            return _comparison(operator, public_value(left), public_value(right))
        case ex.OneOf(value, choices):
            number = public_value(value)
            equal = [_comparison("==", number, public_value(choice)) for choice in choices]
            return lambda view, env: any(test(view, env) for test in equal)
        case ex.PublicTruth():
            return _public_truth(node)
        case ex.Query():
            return _query(node)
        case ex.AllOf(args):
            every = [public_test(arg) for arg in args]
            return lambda view, env: all(test(view, env) for test in every)
        case ex.AnyOf(args):
            some = [public_test(arg) for arg in args]
            return lambda view, env: any(test(view, env) for test in some)
        case ex.Negate(arg):
            inner = public_test(arg)
            return lambda view, env: not inner(view, env)
        case ex.HandTruth() | ex.ShapeOf() | ex.Use():
            raise AssertionError(f"{node} is not public")
        case _:
            assert_never(node)


def _comparison(operator: str, left: PublicValue, right: PublicValue) -> PublicTest:
    match operator:
        case "==":
            return lambda view, env: left(view, env) == right(view, env)
        case "!=":
            return lambda view, env: left(view, env) != right(view, env)
        case "<":
            return lambda view, env: left(view, env) < right(view, env) - _SLACK
        case "<=":
            return lambda view, env: left(view, env) <= right(view, env) + _SLACK
        case ">":
            return lambda view, env: left(view, env) > right(view, env) + _SLACK
        case _:
            return lambda view, env: left(view, env) >= right(view, env) - _SLACK


def _public_truth(node: ex.PublicTruth) -> PublicTest:
    args = [_argument(arg) for arg in node.args]
    if node.who is None:
        ask = TRUTH_WORDS[node.name].ask
        match args:
            case []:
                return lambda view, env: ask(view)
            case [only]:
                return lambda view, env: ask(view, only(view, env))
            case _:
                return lambda view, env: ask(view, *(arg(view, env) for arg in args))
    ask, seats = SEAT_WORDS[node.name].ask, seats_of(node.who)
    if len(seats) == 1:
        who = seats[0]
        return lambda view, env: ask(view, who, *(arg(view, env) for arg in args))
    return lambda view, env: any(ask(view, who, *(arg(view, env) for arg in args)) for who in seats)


def _argument(
    arg: ex.SuitRef | ex.CallPattern | ex.CallExpr | str,
) -> Callable[[PublicView, Env], object]:
    match arg:
        case str():
            return lambda view, env: arg
        case ex.CallPattern():
            matching = pattern_calls(arg)
            return lambda view, env: matching(env)
        case ex.FixedCall() | ex.BidCall():
            return call_of(arg)
        case _:
            suit = suit_of(arg)
            return lambda view, env: suit(env)


def _query(node: ex.Query) -> PublicTest:
    condition, who = HandCondition(node.condition), int(node.who)
    probability = float(node.probability)
    match node.question:
        case ex.Question.POSSIBLE:
            return lambda view, env: view.chance(who, condition.node(view, env))[0]
        case ex.Question.CERTAIN:
            return lambda view, env: view.chance(who, condition.node(view, env))[1]
        case _:
            return lambda view, env: (
                view.chance(who, condition.node(view, env))[2] >= probability - _SLACK
            )


# -- conditions on a hand --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Linear:
    """A number: features and public terms with their factors, and a constant."""

    hand: tuple[tuple[Fraction, _NodeOf], ...]
    public: tuple[tuple[float, PublicValue], ...]
    constant: float


class HandCondition:
    """A condition on a hand, ready to become a node once letters and public parts are known.

    It is compiled when it is first asked for: a session meets few of a system's rules.

    Attributes:
        letters: the places of the suit letters that it uses.
    """

    __slots__ = ("_build", "_publics", "_written", "letters")

    def __init__(self, written: ex.TruthExpr) -> None:
        """Take a condition.

        Raises:
            Wrong: it can never be compiled.
        """
        check_factors(written)
        self.letters = tuple(sorted(ex.letters_of(written)))
        self._written = written
        self._publics: tuple[PublicValue, ...] = ()
        self._build: Builder | None = None

    def _compile(self) -> Builder:
        publics: list[PublicValue] = []
        self._build = build = _builder(self._written, publics)
        self._publics = tuple(publics)
        return build

    @property
    def width(self) -> int:
        """How many public parts there are."""
        if self._build is None:
            self._compile()
        return len(self._publics)

    def constants(self, view: PublicView, env: Env) -> Constants:
        """Return the values of the public parts, in order."""
        if self._build is None:
            self._compile()
        return tuple([part(view, env) for part in self._publics])

    def build(self, env: Env, constants: Constants) -> Bool:
        """Return the node for bound letters and the values of the public parts."""
        return (self._build or self._compile())(env, constants)

    def node(self, view: PublicView, env: Env) -> Bool:
        """Return the node for a position."""
        return self.build(env, self.constants(view, env))


def check_factors(written: ex.TruthExpr) -> None:
    """Check that sums of hand features stay within what the tables of cells can hold.

    Raises:
        Wrong: they do not.
    """
    for part in ex.walk(written):
        if isinstance(part, ex.Compare) and ex.Add in (type(part.left), type(part.right)):
            _factors([factor for factor, _ in _hand_terms(part.left, part.right)])
        elif isinstance(part, ex.OneOf) and isinstance(part.value, ex.Add):
            _factors([factor for factor, _ in _hand_terms(part.value, *part.choices)])


def _hand_terms(*numbers: ex.NumberExpr) -> list[tuple[Fraction, ex.HandNumber]]:
    return [
        (factor / all_features()[leaf.name].scale, leaf)
        for number in numbers
        for factor, leaf in ex.leaves(number)
        if isinstance(leaf, ex.HandNumber)
    ]


def _factors(factors: Sequence[Fraction]) -> tuple[list[int], float]:
    """Return whole factors, and what they were multiplied by.

    Raises:
        Wrong: they are too large.
    """
    unit = Fraction(
        math.lcm(*(factor.denominator for factor in factors)),
        math.gcd(*(factor.numerator for factor in factors)) or 1,
    )
    whole = [int(factor * unit) for factor in factors]
    if len(whole) > 1 and sum(map(abs, whole)) > _MOST_FACTORS:
        raise Wrong(0, "the factors of this comparison are too large or too fine; round them")
    return whole, float(unit)


def _builder(node: ex.TruthExpr, publics: list[PublicValue]) -> Builder:
    if not isinstance(node, ex.Literal) and ex.is_public(node):
        publics.append(public_test(node))
        place = len(publics) - 1
        return lambda env, constants: TRUE if constants[place] else FALSE
    match node:
        case ex.Literal(value):
            constant = TRUE if value else FALSE
            return lambda env, constants: constant
        case ex.Compare(operator, left, right):
            return _compare(operator, _linear(left, right), publics)
        case ex.OneOf(value, choices):
            equal: tuple[ex.TruthExpr, ...] = tuple(
                ex.Compare("==", value, choice) for choice in choices
            )
            return _builder(ex.AnyOf(equal), publics)
        case ex.HandTruth(name, refs):
            suits = suits_of(refs)
            return lambda env, constants: predicate_node(name, suits(env))
        case ex.ShapeOf(shapes, words):
            shape = Shape(shapes, words)
            return lambda env, constants: shape
        case ex.AllOf(args):
            every = [_builder(arg, publics) for arg in args]
            return lambda env, constants: conjunction([part(env, constants) for part in every])
        case ex.AnyOf(args):
            some = [_builder(arg, publics) for arg in args]
            return lambda env, constants: any_of([part(env, constants) for part in some])
        case ex.Negate(arg):
            inner = _builder(arg, publics)
            return lambda env, constants: _negated(inner(env, constants))
        case ex.PublicTruth() | ex.Query() | ex.Use():
            raise AssertionError(f"{node} should have been replaced")
        case _:
            assert_never(node)


def _negated(node: Bool) -> Bool:
    if node is TRUE:
        return FALSE
    if node is FALSE:
        return TRUE
    return node.arg if isinstance(node, Not) else Not(node)


def _linear(left: ex.NumberExpr, right: ex.NumberExpr) -> _Linear:
    """Collect `left - right`."""
    hand: list[tuple[Fraction, _NodeOf]] = []
    public: list[tuple[float, PublicValue]] = []
    constant = Fraction(0)
    for factor, leaf in (*ex.leaves(left), *ex.leaves(right, Fraction(-1))):
        match leaf:
            case ex.Number(value):
                constant += factor * value
            case ex.HandNumber(name, refs):
                scale = all_features()[name].scale
                hand.append((factor / scale if scale > 1 else factor, _feature_of(name, refs)))
            case ex.PublicNumber() | ex.SeatNumber():
                public.append((float(factor), public_value(leaf)))
            case ex.Use():
                raise AssertionError(f"{leaf} should have been replaced")
            case _:
                assert_never(leaf)
    return _Linear(tuple(hand), tuple(public), float(constant))


def _feature_of(name: str, refs: tuple[ex.SuitRef, ...]) -> _NodeOf:
    if not refs:
        only = feature_node(name, ())
        return lambda env: only
    suits = suits_of(refs)
    return lambda env: feature_node(name, suits(env))


def _compare(operator: str, total: _Linear, publics: list[PublicValue]) -> Builder:
    """Compile `total operator 0`; what is public in it becomes one bound, rounded at once.

    Rounded, because a mean that differs in the tenth decimal gives the same condition: the same
    node is then found again instead of built.
    """
    factors, scale = _factors([factor for factor, _ in total.hand])
    nodes = [node_of for _, node_of in total.hand]
    public, constant, rounded = total.public, total.constant, _ROUNDED[operator]
    if not public:
        fixed = rounded(-constant * scale)
        return lambda env, constants: _range(operator, factors, [n(env) for n in nodes], fixed)
    place = len(publics)
    publics.append(
        lambda view, env: rounded(
            -scale * (constant + sum([factor * part(view, env) for factor, part in public]))
        )
    )
    return lambda env, constants: _range(
        operator, factors, [node_of(env) for node_of in nodes], constants[place]
    )


def _nearest(bound: float) -> float:
    """Return a whole number for one that is whole but for rounding, else the number itself."""
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
    merged: dict[Int, int] = {}
    for factor, node in zip(factors, nodes, strict=True):
        merged[node] = merged.get(node, 0) + factor
    terms = [(factor, node) for node, factor in merged.items() if factor]
    if operator == "!=":
        return _negated(_range("==", factors, nodes, bound))
    if not terms:
        return TRUE if _holds(operator, 0.0, bound) else FALSE
    if all(factor < 0 for factor, _ in terms):
        terms = [(-factor, node) for factor, node in terms]
        operator, bound = (
            {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(operator, operator),
            -bound,
        )
    value: Int = Sum(tuple(terms))
    if len(terms) == 1:
        bound, value = bound / terms[0][0], terms[0][1]
    return _bounded(operator, value, bound)


def _holds(operator: str, left: float, right: float) -> bool:
    return _comparison(operator, lambda view, env: left, lambda view, env: right)(None, ())  # type: ignore[arg-type]


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
