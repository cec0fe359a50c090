"""Owns turning written conditions into nodes: letters bound, public questions answered.

Everything is compiled once, when it is first asked for, into small functions of `(view, env)`;
after that only those run. A condition on a hand is split: its *public parts* become constants, and
from the constants and the bound letters comes the node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from dowager.language.compile.comparisons import (
    Builder,
    Constants,
    PublicTest,
    check_factors,
    comparison,
    negated,
    public_comparison,
)
from dowager.language.compile.public_answers import (
    Env,
    PublicValue,
    call_of,
    pattern_calls,
    predicate_node,
    public_value,
    seats_of,
    suit_of,
    suits_of,
)
from dowager.language.tree import expression as ex
from dowager.language.tree.nodes import (
    FALSE,
    TRUE,
    Bool,
    Shape,
    any_of,
)
from dowager.language.tree.public_words import SEAT_WORDS, TRUTH_WORDS, PublicView
from dowager.language.tree.simplify import conjunction

_SLACK = 1e-9


# -- what everybody knows --------------------------------------------------------------------------


def public_test(node: ex.TruthExpr) -> PublicTest:
    """Compile a condition that asks nothing of one's own hand."""
    match node:
        case ex.Literal(truth):
            return lambda view, env: truth
        case ex.Compare(operator, left, right):
            return public_comparison(operator, public_value(left), public_value(right))
        case ex.OneOf(value, choices):
            number = public_value(value)
            equal = [public_comparison("==", number, public_value(choice)) for choice in choices]
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

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Return what a copy or a kept system needs: nothing that is compiled."""
        fresh = {"_publics": (), "_build": None}
        return None, {"letters": self.letters, "_written": self._written, **fresh}

    @property
    def written(self) -> ex.TruthExpr:
        """The condition as written, definitions replaced."""
        return self._written

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
            return comparison(operator, left, right, publics)
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
            return lambda env, constants: negated(inner(env, constants))
        case ex.PublicTruth() | ex.Query() | ex.Use():
            raise AssertionError(f"{node} should have been replaced")
        case _:
            assert_never(node)
