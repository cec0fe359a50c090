"""Written conditions, compiled: public ones to tests, those of a hand to nodes.

All is compiled once, when it is first asked for, to small functions of the view and the bound
letters; after that only those run. Of a condition on a hand the *public parts* become constants,
and from these and the bound letters comes the node.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar, assert_never

from dowager.language.compile.calls import call_of, pattern_calls
from dowager.language.compile.comparisons import (
    Builder,
    Comparison,
    Constants,
    PublicConstant,
    PublicTest,
    check_factors,
    comparison,
    public_comparison,
)
from dowager.language.compile.lazy import Lazy
from dowager.language.compile.public_numbers import by_state, seats_of
from dowager.language.compile.suits import predicate_node, suit_of, suits_of
from dowager.language.tree import expression as ex
from dowager.language.tree.nodes import (
    FALSE,
    TRUE,
    Bool,
    Shape,
    all_of_merged,
    any_of,
    negation,
)
from dowager.language.tree.public_words import SEAT_WORDS, TRUTH_WORDS, PublicView
from dowager.language.tree.suit_letters import UNBOUND, Env

_Argument: TypeAlias = ex.SuitRef | ex.CallPattern | ex.CallExpr | str

_Compiled = TypeVar("_Compiled")

_SLACK = 1e-9
_MOST_CONDITIONS = 4_096
_NO_VIEW: Any = None  # for arguments that ask no view


class _Condition(Lazy[ex.TruthExpr, _Compiled]):
    __slots__ = ()

    def __init__(self, written: ex.TruthExpr) -> None:
        """Take a condition without defined words.

        Raises:
            Wrong: it can never be compiled.
        """
        check_factors(written)
        super().__init__(written)


class PublicCondition(_Condition[PublicTest]):
    """A condition that everybody at the table can check."""

    __slots__ = ()

    def _compile(self) -> PublicTest:
        return public_test(self.written)

    @property
    def test(self) -> PublicTest:
        """The condition as a function of the view and the bound letters."""
        return self.compiled

    def parted(self) -> tuple[PublicCondition | None, PublicCondition | None]:
        """Return what a view's `state` and the letters decide of it, and the rest of it."""
        fixed: list[ex.TruthExpr] = []
        rest: list[ex.TruthExpr] = []
        for part in ex.conjuncts(self.written):
            (fixed if by_state(part) else rest).append(part)
        return _all(fixed), _all(rest)


def _all(parts: list[ex.TruthExpr]) -> PublicCondition | None:
    if not parts:
        return None
    return PublicCondition(parts[0] if len(parts) == 1 else ex.Conjunction(tuple(parts)))


@dataclass(slots=True, eq=False)
class Condition:
    """A condition in some positions: its node, and what others worked out from it."""

    node: Bool
    masks: object = field(default=None, repr=False)  # integers of thousands of digits
    conjuncts: object = field(default=None, repr=False)


class ConditionPart(Lazy[ex.TruthExpr, tuple[Builder, tuple[PublicConstant, ...], int]]):
    """A part of a condition on a hand, compiled; one for all rules that have the same."""

    __slots__ = ("_slots",)

    def __init__(self, written: ex.TruthExpr) -> None:
        super().__init__(written)
        self._slots = tuple(sorted(self.letters))

    def _compile(self) -> tuple[Builder, tuple[PublicConstant, ...], int]:
        publics = _Publics()
        builder = _builder(self.written, publics)
        return builder, tuple(publics.parts), publics.width

    @property
    def width(self) -> int:
        """How many public constants there are."""
        return self.compiled[2]

    def constants(self, view: PublicView, env: Env) -> Constants:
        """Return the values of the public parts, in order."""
        publics = self.compiled[1]
        if len(publics) == 1:
            return publics[0](view, env)
        return tuple([value for public in publics for value in public(view, env)])

    def node(self, env: Env, constants: Constants) -> Bool:
        """Return the node for bound letters and the values of the public parts."""
        return self.compiled[0](env, constants)

    def condition(self, view: PublicView, env: Env) -> Condition:
        """Return the condition in a position; the same object where letters and constants are."""
        suits = tuple([env[slot] for slot in self._slots])
        return _kept_condition(self, suits, self.constants(view, env))

    def build(self, suits: tuple[int, ...], constants: Constants) -> Condition:
        """Return the condition for the suits of its letters, in the order of their slots."""
        env = list(UNBOUND)
        for slot, suit in zip(self._slots, suits, strict=True):
            env[slot] = suit
        return Condition(self.node(tuple(env), constants))


@lru_cache(maxsize=_MOST_CONDITIONS)
def _kept_condition(part: ConditionPart, suits: tuple[int, ...], constants: Constants) -> Condition:
    return part.build(suits, constants)


condition_part = lru_cache(maxsize=_MOST_CONDITIONS)(ConditionPart)


class HandCondition(_Condition[tuple[tuple[ConditionPart, ...], tuple[ConditionPart, ...]]]):
    """A condition on a hand: a node, once letters are bound and public parts known."""

    __slots__ = ()

    def _compile(self) -> tuple[tuple[ConditionPart, ...], tuple[ConditionPart, ...]]:
        written = tuple(map(condition_part, ex.conjuncts(self.written)))
        fixed = tuple([part.written for part in written if not part.width])
        if len(fixed) < 2:
            return written, tuple(sorted(written, key=_has_constants))
        varying = [part for part in written if part.width]
        return written, (condition_part(ex.Conjunction(fixed)), *varying)

    @property
    def written_parts(self) -> tuple[ConditionPart, ...]:
        """The conditions that must all hold, as written."""
        return self.compiled[0]

    @property
    def parts(self) -> tuple[ConditionPart, ...]:
        """The same as few conditions: first what is public in none of them, then the others."""
        return self.compiled[1]

    @property
    def width(self) -> int:
        """How many public constants there are."""
        return sum(part.width for part in self.written_parts)

    def constants(self, view: PublicView, env: Env) -> Constants:
        """Return the values of the public parts, in order."""
        return tuple([value for part in self.written_parts for value in part.constants(view, env)])

    def build(self, env: Env, constants: Constants) -> Bool:
        """Return the node for bound letters and the values of the public parts."""
        nodes: list[Bool] = []
        first = 0
        for part in self.written_parts:
            last = first + part.width
            nodes.append(part.node(env, constants[first:last]))
            first = last
        return all_of_merged(nodes)

    def node(self, view: PublicView, env: Env) -> Bool:
        """Return the node for a position."""
        return self.build(env, self.constants(view, env))


def _has_constants(part: ConditionPart) -> bool:
    return part.width > 0


class _Publics:
    """The public parts of a condition as it is compiled, and how many constants they give."""

    __slots__ = ("parts", "width")

    def __init__(self) -> None:
        self.parts: list[PublicConstant] = []
        self.width = 0

    def add(self, part: PublicConstant, width: int) -> tuple[int, int]:
        """Add a part; return where its constants begin and end."""
        first = self.width
        self.parts.append(part)
        self.width += width
        return first, self.width


# -- what everybody knows --------------------------------------------------------------------------


def public_test(node: ex.TruthExpr) -> PublicTest:
    """Compile a condition that asks nothing of the caller's hand."""
    match node:
        case ex.Literal(truth):
            return lambda view, env: truth
        case ex.Compare(operator, left, right):
            return public_comparison(operator, left, right)
        case ex.OneOf(value, choices):
            equal = tuple(ex.Compare("==", value, choice) for choice in choices)
            return public_test(ex.Disjunction(equal))
        case ex.PublicTruth():
            return _public_truth(node)
        case ex.Query():
            return _query(node)
        case ex.Conjunction(args):
            return every_test([public_test(arg) for arg in args])
        case ex.Disjunction(args):
            return _some_test([public_test(arg) for arg in args])
        case ex.Negation(arg):
            inner = public_test(arg)
            return lambda view, env: not inner(view, env)
        case ex.HandTruth() | ex.ShapeOf() | ex.DefinedWord():
            raise AssertionError(f"{node} is not public")
        case _:
            assert_never(node)


def every_test(tests: Sequence[PublicTest]) -> PublicTest:
    """Return the test of whether all of some tests hold; few of them need no loop."""
    match tests:
        case []:
            return lambda view, env: True
        case [only]:
            return only
        case [a, b]:
            return lambda view, env: a(view, env) and b(view, env)
        case [a, b, c]:
            return lambda view, env: a(view, env) and b(view, env) and c(view, env)

    def every(view: PublicView, env: Env) -> bool:
        for test in tests:  # noqa: SIM110 - `all` takes twice the time
            if not test(view, env):
                return False
        return True

    return every


def _some_test(tests: Sequence[PublicTest]) -> PublicTest:
    match tests:
        case [only]:
            return only
        case [a, b]:
            return lambda view, env: a(view, env) or b(view, env)

    def some(view: PublicView, env: Env) -> bool:
        for test in tests:  # noqa: SIM110 - `any` takes twice the time
            if test(view, env):
                return True
        return False

    return some


def _public_truth(node: ex.PublicTruth) -> PublicTest:
    if node.who is None:
        return _asking(TRUTH_WORDS[node.name].ask, (), node.args)
    ask = SEAT_WORDS[node.name].ask
    return _some_test([_asking(ask, (who,), node.args) for who in seats_of(node.who)])


def _asking(
    ask: Callable[..., bool], first: tuple[ex.RelativeSeat, ...], args: Sequence[_Argument]
) -> PublicTest:
    """Return the test that asks the view; arguments without letters are worked out now."""
    functions = [_argument(arg) for arg in args]
    if all(isinstance(arg, str | ex.SuitName) or _is_fixed(arg) for arg in args):
        known = [function(_NO_VIEW, UNBOUND) for function in functions]
        fixed = (*first, *known)
        return (lambda view, env: ask(view, *fixed)) if fixed else lambda view, env: ask(view)
    if len(functions) == 1:
        only = functions[0]
        if not first:
            return lambda view, env: ask(view, only(view, env))
        who = first[0]
        return lambda view, env: ask(view, who, only(view, env))
    return lambda view, env: ask(view, *first, *[arg(view, env) for arg in functions])


def _is_fixed(arg: _Argument) -> bool:
    """Whether an argument is the same in every position: a pattern of calls without a letter."""
    return isinstance(arg, ex.CallPattern) and not arg.levels


def _argument(arg: _Argument) -> Callable[[PublicView, Env], object]:
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
    condition, who = HandCondition(node.condition), node.who
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


def _comparison(compared: Comparison, publics: _Publics) -> Builder:
    """Compile a comparison; its public part, if it has one, is added to `publics`."""
    node = compared.node
    if compared.public is None:
        return lambda env, constants: node(env, ())
    first, last = publics.add(compared.public, compared.width)
    return lambda env, constants: node(env, constants[first:last])


def _builder(node: ex.TruthExpr, publics: _Publics) -> Builder:
    """Compile a condition; its public parts are added to `publics`."""
    if not isinstance(node, ex.Literal) and ex.is_public(node):
        test = public_test(node)
        index, _ = publics.add(lambda view, env: (test(view, env),), 1)
        return lambda env, constants: TRUE if constants[index] else FALSE
    match node:
        case ex.Literal(value):
            constant = TRUE if value else FALSE
            return lambda env, constants: constant
        case ex.Compare(operator, left, right):
            return _comparison(comparison(operator, left, right), publics)
        case ex.OneOf(value, choices):
            equal = tuple(ex.Compare("==", value, choice) for choice in choices)
            return _builder(ex.Disjunction(equal), publics)
        case ex.HandTruth(name, refs):
            suits = suits_of(refs)
            return lambda env, constants: predicate_node(name, suits(env))
        case ex.ShapeOf(shapes, words):
            shape = Shape(shapes, words)
            return lambda env, constants: shape
        case ex.Conjunction(args):
            every = [_builder(arg, publics) for arg in args]
            return lambda env, constants: all_of_merged([part(env, constants) for part in every])
        case ex.Disjunction(args):
            some = [_builder(arg, publics) for arg in args]
            return lambda env, constants: any_of([part(env, constants) for part in some])
        case ex.Negation(arg):
            inner = _builder(arg, publics)
            return lambda env, constants: negation(inner(env, constants))
        case ex.PublicTruth() | ex.Query() | ex.DefinedWord():
            raise AssertionError(f"{node} should have been compiled or expanded")
        case _:
            assert_never(node)
