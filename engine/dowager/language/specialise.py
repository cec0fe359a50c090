"""Owns turning written conditions into nodes: letters bound, public questions answered.

Everything is compiled once, at load time, into small functions of `(view, env)`; at the table only
those run. A condition on a hand is split: its *public parts* become constants, and from the
constants and the bound letters comes the node.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias, assert_never

from dowager.auction import Call
from dowager.auction.call import CALLS
from dowager.cards import Suit
from dowager.language import expression as ex
from dowager.language.features import all_features
from dowager.language.nodes import (
    FALSE,
    TRUE,
    Bool,
    Feature,
    Int,
    Not,
    Predicate,
    Range,
    Shape,
    Sum,
    any_of,
)
from dowager.language.public import (
    NUMBER_WORDS,
    SEAT_WORDS,
    TRUTH_WORDS,
    PublicView,
    game_level,
    level_of,
)
from dowager.language.simplify import conjunction
from dowager.language.tokens import Wrong

Env: TypeAlias = ex.Env
PublicTest: TypeAlias = Callable[[PublicView, Env], bool]
PublicValue: TypeAlias = Callable[[PublicView, Env], float]
SuitOf: TypeAlias = Callable[[Env], int]
Constants: TypeAlias = tuple[float, ...]
Builder: TypeAlias = Callable[[Env, Constants], Bool]
CallOf: TypeAlias = Callable[[PublicView, Env], Call | None]
_NodeOf: TypeAlias = Callable[[Env], Int]

_SUITS = tuple(Suit)
_SLACK = 1e-9
_MOST_FACTORS = 150
"""Cells keep 16-bit integers; no feature is beyond 200 in its units."""


@lru_cache(maxsize=4096)
def feature_node(name: str, suits: tuple[int, ...]) -> Feature:
    """Return the node of a number feature for suits given by number."""
    return Feature(name, tuple(_SUITS[suit] for suit in suits))


@lru_cache(maxsize=4096)
def predicate_node(name: str, suits: tuple[int, ...]) -> Predicate:
    """Return the node of a true-or-false feature for suits given by number."""
    return Predicate(name, tuple(_SUITS[suit] for suit in suits))


def suit_of(ref: ex.SuitRef) -> SuitOf:
    """Return the function from bound letters to a suit or strain number."""
    match ref:
        case ex.SuitName(strain):
            number = int(strain)
            return lambda env: number
        case ex.SuitLetter(place):
            return lambda env: env[place]
        case ex.OtherSuit(of):
            inner = suit_of(of)
            return lambda env: inner(env) ^ 1
        case _:
            assert_never(ref)


def suits_of(refs: Sequence[ex.SuitRef]) -> Callable[[Env], tuple[int, ...]]:
    """Return the function from bound letters to the numbers of several suits."""
    functions = [suit_of(ref) for ref in refs]
    if not functions:
        return lambda env: ()
    if len(functions) == 1:
        only = functions[0]
        return lambda env: (only(env),)
    return lambda env: tuple(function(env) for function in functions)


# -- what everybody knows --------------------------------------------------------------------------


def public_value(node: ex.NumberExpr) -> PublicValue:
    """Compile a number that asks nothing of one's own hand."""
    match node:
        case ex.Number(value):
            constant = float(value)
            return lambda view, env: constant
        case ex.PublicNumber(name, refs):
            ask, suits = NUMBER_WORDS[name].ask, suits_of(refs)
            return lambda view, env: ask(view, *suits(env))
        case ex.SeatNumber():
            return _seat_value(node)
        case ex.Add(terms):
            parts = [(float(factor), public_value(term)) for factor, term in terms]
            return lambda view, env: sum([factor * part(view, env) for factor, part in parts])
        case ex.HandNumber() | ex.Use():
            raise AssertionError(f"{node} is not public")
        case _:
            assert_never(node)


def _seat_value(node: ex.SeatNumber) -> PublicValue:
    name, suits, stat = node.name, suits_of(node.suits), int(node.stat)
    scale = all_features()[name].scale
    seats = _seats(node.who)
    if len(seats) == 1:
        who = seats[0]
        return lambda view, env: view.stat(who, feature_node(name, suits(env)), stat) / scale
    return lambda view, env: (
        sum(view.stat(who, feature_node(name, suits(env)), stat) for who in seats) / scale
    )


def _seats(who: ex.Who | ex.Side) -> tuple[int, ...]:
    match who:
        case ex.Side.US:
            return (0, 2)
        case ex.Side.THEM:
            return (1, 3)
        case _:
            return (int(who),)


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
    ask, seats = SEAT_WORDS[node.name].ask, _seats(node.who)
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


def pattern_calls(pattern: ex.CallPattern) -> Callable[[Env], frozenset[int]]:
    """Return the function from bound letters to the calls that a one-call pattern matches."""
    if not pattern.levels:
        return lambda env: pattern.calls
    assert pattern.strain is not None
    suit, levels = suit_of(pattern.strain), pattern.levels
    return lambda env: frozenset(int(Call.bid(level, suit(env))) for level in levels)


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


# -- calls -----------------------------------------------------------------------------------------


def call_of(node: ex.CallExpr) -> CallOf:
    """Compile a call; the function gives None when the position has no such legal call."""
    match node:
        case ex.FixedCall(number):
            fixed = CALLS[number]
            return lambda view, env: fixed if view.is_legal(fixed) else None
        case ex.BidCall(ex.Step.STEP, level, _):
            assert level is not None
            steps = public_value(level)
            return lambda view, env: _bid_number(
                view, max(int(view.last_bid), 2) + int(steps(view, env))
            )
        case ex.BidCall(step, level, strain):
            assert strain is not None
            suit, height = suit_of(strain), _level_of(step, level)
            return lambda view, env: _bid(view, height(view, env, suit(env)), suit(env))
        case _:
            assert_never(node)


def _level_of(step: ex.Step, level: ex.NumberExpr | None) -> Callable[[PublicView, Env, int], int]:
    match step:
        case ex.Step.CHEAPEST | ex.Step.JUMP | ex.Step.DOUBLE_JUMP:
            more = int(step)
            return lambda view, env, suit: level_of(view, suit) + more
        case ex.Step.GAME:
            return lambda view, env, suit: game_level(suit)
        case ex.Step.SLAM | ex.Step.GRAND:
            height = 6 if step is ex.Step.SLAM else 7
            return lambda view, env, suit: height
        case _:
            assert level is not None
            value = public_value(level)
            return lambda view, env, suit: int(value(view, env))


def _bid(view: PublicView, level: int, strain: int) -> Call | None:
    return _bid_number(view, 5 * level - 2 + strain) if 1 <= level <= 7 else None


def _bid_number(view: PublicView, number: int) -> Call | None:
    return CALLS[number] if 3 <= number < 38 and view.is_legal(CALLS[number]) else None


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
