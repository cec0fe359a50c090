"""Written expressions for tests: random ones, their text, and what they mean, read directly.

`interpret` shares nothing with `compile`: it walks the written tree with exact fractions, for
one hand, and asks the public words themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from hypothesis import strategies as st

from dowager.auction import CALLS, Call, Strain
from dowager.backends.evaluate import hand_test, hand_value
from dowager.cards import Hand, Suit
from dowager.errors import Span
from dowager.language.features import all_features
from dowager.language.text.fixed_totals import pack_total
from dowager.language.text.shape_patterns import parse_shapes
from dowager.language.text.vocabulary import COMPUTED_CALLS, EXPECTED, QUESTIONS, SEATS, STATS
from dowager.language.tree import (
    NUMBER_WORDS,
    SEAT_WORDS,
    TRUTH_WORDS,
    Bool,
    Env,
    Feature,
    Int,
    Predicate,
    is_truth_feature,
)
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS

SPAN = Span("test", 1, 1)
SUITS = tuple(Suit)
SEATS_OF = {
    "me": (0,), "lho": (1,), "partner": (2,), "rho": (3,), "us": (0, 2), "them": (1, 3)
}  # fmt: skip
_SHAPES = ("4-4-3-2", "5=4=x=x", "5+-3-3-2,4-4-4-1", "x-x-x-7+", "6+=x=x=x, x=6+=x=x")


# -- random trees ------------------------------------------------------------------------------


def suits() -> st.SearchStrategy[ex.SuitRef]:
    plain = st.one_of(
        st.sampled_from([ex.SuitName(Strain(suit)) for suit in SUITS]),
        st.sampled_from([ex.SuitLetter(slot) for slot in range(len(LETTERS))]),
    )
    return st.one_of(plain, plain.map(ex.OtherSuit))


def strains() -> st.SearchStrategy[ex.SuitRef]:
    return st.one_of(suits(), st.just(ex.SuitName(Strain.NOTRUMP)))


@st.composite
def features(draw: st.DrawFn, truth: bool) -> tuple[str, tuple[ex.SuitRef, ...]]:
    found = [each for each in all_features().values() if is_truth_feature(each) == truth]
    feature = draw(st.sampled_from(found))
    return feature.name, tuple(draw(suits()) for _ in range(draw(st.sampled_from(feature.arities))))


def constants() -> st.SearchStrategy[ex.NumberExpr]:
    return st.integers(0, 60).map(lambda quarters: ex.Constant(Fraction(quarters, 4)))


@st.composite
def seat_numbers(draw: st.DrawFn) -> ex.SeatNumber:
    name, refs = draw(features(truth=False))
    who = draw(st.sampled_from(list(SEATS.values())))
    return ex.SeatNumber(who, name, refs, draw(st.sampled_from(list(STATS.values()))))


@st.composite
def expectations(draw: st.DrawFn) -> ex.Expected:
    found = [(name, arity) for name, each in all_features().items() for arity in each.arities]
    fixed = [pair for pair in found if pack_total(*pair) is not None]
    name, arity = draw(st.sampled_from(fixed))
    who = draw(st.sampled_from([ex.RelativeSeat.LHO, ex.RelativeSeat.PARTNER, ex.RelativeSeat.RHO]))
    return ex.Expected(who, name, tuple(draw(suits()) for _ in range(arity)))


@st.composite
def public_numbers(draw: st.DrawFn) -> ex.PublicNumber:
    name = draw(st.sampled_from(sorted(NUMBER_WORDS)))
    kinds = NUMBER_WORDS[name].args
    return ex.PublicNumber(name, tuple(draw(strains() if k == "n" else suits()) for k in kinds))


def uses(wanted: str) -> st.SearchStrategy[ex.DefinedWord]:
    names = st.sampled_from(["strong", "good", "trumps_of"])
    return st.builds(
        lambda name, refs: ex.DefinedWord(name, tuple(refs), SPAN, wanted),
        names,
        st.lists(suits(), max_size=2),
    )


def numbers(defined: bool, expected: bool = True) -> st.SearchStrategy[ex.NumberExpr]:
    leaves: list[st.SearchStrategy[ex.NumberExpr]] = [
        features(truth=False).map(lambda found: ex.HandNumber(*found)),
        seat_numbers(),
        public_numbers(),
        *([expectations()] if expected else []),
        *([uses("number")] if defined else []),
    ]
    leaf = st.one_of(*leaves)
    factor = st.integers(-12, 12).filter(bool).map(lambda quarters: Fraction(quarters, 4))
    scaled = st.builds(lambda f, number: ex.Add(((f, number),)), factor, leaf)
    term = st.one_of(leaf, constants(), scaled)
    signed = st.tuples(st.sampled_from([Fraction(1), Fraction(-1)]), term)
    total = st.builds(
        lambda first, rest: ex.Add(((Fraction(1), first), *rest)),
        term,
        st.lists(signed, min_size=1, max_size=2),
    )
    twice = st.builds(
        lambda f, number: ex.Add(((Fraction(1), number), (Fraction(-1), ex.Add(((f, number),))))),
        factor,
        total,
    )
    return st.one_of(leaf, scaled, total, twice)


@st.composite
def call_patterns(draw: st.DrawFn) -> ex.CallPattern:
    if draw(st.booleans()):
        return ex.CallPattern(draw(st.frozensets(st.integers(0, 37), min_size=1, max_size=5)))
    low, high = sorted((draw(st.integers(1, 7)), draw(st.integers(1, 7))))
    letter = ex.SuitLetter(draw(st.integers(0, len(LETTERS) - 1)))
    return ex.CallPattern(frozenset(), tuple(range(low, high + 1)), letter)


@st.composite
def calls(draw: st.DrawFn) -> ex.CallExpr:
    if draw(st.booleans()):
        return ex.FixedCall(draw(st.integers(0, 2)))
    how = draw(st.sampled_from(list(COMPUTED_CALLS.values())))
    level: ex.NumberExpr | None = None
    if how in (ex.ComputedCall.AT, ex.ComputedCall.STEP):
        level = draw(
            st.one_of(st.builds(ex.Constant, st.integers(1, 7).map(Fraction)), public_numbers())
        )
    return ex.BidCall(how, level, None if how is ex.ComputedCall.STEP else draw(strains()))


@st.composite
def public_truths(draw: st.DrawFn) -> ex.PublicTruth:
    seat = draw(st.booleans())
    words = SEAT_WORDS if seat else TRUTH_WORDS
    name = draw(st.sampled_from(sorted(words)))
    kinds = {"s": suits(), "n": strains(), "c": call_patterns(), "k": calls(), "w": _WORDS}
    args = tuple(draw(kinds[kind]) for kind in words[name].args)
    return ex.PublicTruth(draw(st.sampled_from(list(SEATS.values()))) if seat else None, name, args)


_WORDS = st.sampled_from(["aces", "transfer", "majors"])


def truths(defined: bool, depth: int = 2, expected: bool = True) -> st.SearchStrategy[ex.TruthExpr]:
    number = numbers(defined, expected)
    value = st.one_of(number, constants())
    operators = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    leaves: list[st.SearchStrategy[ex.TruthExpr]] = [
        st.builds(ex.Compare, operators, number, value),
        st.builds(ex.Compare, operators, value, number),
        st.builds(ex.OneOf, number, st.lists(constants(), min_size=1, max_size=3).map(tuple)),
        features(truth=True).map(lambda found: ex.HandTruth(*found)),
        st.sampled_from(_SHAPES).map(lambda text: ex.ShapeOf(parse_shapes(text), text)),
        st.booleans().map(ex.Literal),
        public_truths(),
        *([uses("condition")] if defined else []),
    ]
    if not depth:
        return st.one_of(*leaves)
    inner = st.deferred(lambda: truths(defined, depth - 1, expected))
    elsewhere = st.deferred(lambda: truths(defined, depth - 1, expected=False))
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        *leaves,
        st.builds(ex.And, several),
        st.builds(ex.Or, several),
        st.builds(ex.Not, inner),
        _queries(elsewhere),
    )


@st.composite
def _queries(draw: st.DrawFn, inner: st.SearchStrategy[ex.TruthExpr]) -> ex.Query:
    question = draw(st.sampled_from(list(QUESTIONS.values())))
    likely = question is ex.Question.LIKELY
    chance = Fraction(draw(st.integers(0, 10)), 10) if likely else Fraction(1)
    return ex.Query(question, draw(st.sampled_from(list(ex.RelativeSeat))), draw(inner), chance)


# -- their text --------------------------------------------------------------------------------


def printed(node: ex.Node) -> str:
    """Return the text of an expression, a call or a pattern; reading it gives the same tree."""
    match node:
        case ex.SuitName(strain):
            return "NT" if strain is Strain.NOTRUMP else Suit(strain).letter
        case ex.SuitLetter(slot):
            return LETTERS[slot]
        case ex.OtherSuit(of):
            return f"other({printed(of)})"
        case ex.Constant(value):
            return _decimal(value)
        case ex.HandNumber(name, refs) | ex.HandTruth(name, refs) | ex.PublicNumber(name, refs):
            return name + _arguments(refs)
        case ex.SeatNumber(who, name, refs, stat):
            return f"{_key(SEATS, who)}.{name}{_arguments(refs)}.{_key(STATS, stat)}"
        case ex.Expected(who, name, refs):
            return f"{_key(SEATS, who)}.{name}{_arguments(refs)}.{EXPECTED}"
        case ex.Add(terms):
            return _printed_sum(terms)
        case ex.Literal(value):
            return "true" if value else "false"
        case ex.Compare(operator, left, right):
            return f"{printed(left)} {operator} {printed(right)}"
        case ex.OneOf(value, choices):
            return f"{printed(value)} in {{{', '.join(map(printed, choices))}}}"
        case ex.ShapeOf(_, words):
            return f"shape({words})"
        case ex.PublicTruth(who, name, args):
            return ("" if who is None else _key(SEATS, who) + ".") + name + _arguments(args)
        case ex.Query(question, who, condition, probability):
            chance = f", {_decimal(probability)}" if question is ex.Question.LIKELY else ""
            return f"{_key(QUESTIONS, question)}({_key(SEATS, who)}, {printed(condition)}{chance})"
        case ex.And(args):
            return " and ".join(map(_bracketed, args))
        case ex.Or(args):
            return " or ".join(map(_bracketed, args))
        case ex.Not(arg):
            return f"not {_bracketed(arg)}"
        case ex.DefinedWord(name, refs):
            return name + _arguments(refs)
        case ex.CallPattern(found, levels, strain):
            if strain is None:
                return "|".join(str(CALLS[call]) for call in sorted(found))
            return f"{levels[0]}-{levels[-1]}{printed(strain)}"
        case ex.FixedCall(call):
            return str(CALLS[call])
        case ex.BidCall(how, level, strain):
            parts = [printed(part) for part in (level, strain) if part is not None]
            return f"{_key(COMPUTED_CALLS, how)}({', '.join(parts)})"
        case _:
            raise AssertionError(node)


def _printed_sum(terms: Sequence[tuple[Fraction, ex.NumberExpr]]) -> str:
    if len(terms) == 1:
        factor, term = terms[0]
        return f"{_decimal(factor)} * {_bracketed(term)}"
    words = [_bracketed(terms[0][1])]
    for factor, term in terms[1:]:
        words += ["+" if factor > 0 else "-", _bracketed(term)]
    return " ".join(words)


def _bracketed(node: ex.Node) -> str:
    inside = isinstance(node, ex.And | ex.Or | ex.Not)
    inside = inside or (isinstance(node, ex.Add) and len(node.terms) > 1)
    return f"({printed(node)})" if inside else printed(node)


def _arguments(args: Sequence[object]) -> str:
    words = [printed(arg) if isinstance(arg, ex.Node) else str(arg) for arg in args]
    return f"({', '.join(words)})" if words else ""


def _decimal(value: Fraction) -> str:
    text = f"{float(abs(value)):g}"
    return "-" + text if value < 0 else text


def _key(table: dict, value: object) -> str:
    return next(key for key, each in table.items() if each is value)


# -- what they mean ----------------------------------------------------------------------------


@dataclass
class FixedView:
    """A public view of constants, some of them made of the question; seats hold `hands`."""

    hands: Sequence[Hand]
    seed: int = 0
    vulnerable: tuple[bool, bool] = (True, False)
    last_bid: Call = Call.D1
    level: int = 1
    ours: bool = False
    doubled: int = 0
    passes: int = 1
    seat_number: int = 2
    turn_number: int = 1
    length: int = 3
    opener: int = 1
    contested: bool = False
    forced: bool = True
    game_forced: bool = False
    agreed: int = 2

    def _number(self, *question: object) -> int:
        plain = [int(each) if isinstance(each, int) else each for each in question]
        return sum(map(ord, repr((self.seed, *plain)))) % 7

    def stat(self, who: int, value: Int, stat: int) -> float:
        return (self._number("stat", who, value, stat) * 3 + 2 * stat) / (2 if stat == 2 else 1)

    def expected(self, who: int, value: Int, total: int) -> tuple[float, float]:
        return self._number("base", value) + total / 16, -self._number("slope", who, value) / 16

    def has_bid(self, who: int, strain: int) -> bool:
        return self._number("bid", who, strain) < 2

    def has_shown(self, who: int, suit: int) -> bool:
        return self._number("shown", who, suit) < 3

    def last_call(self, who: int) -> int:
        return (0, 6, 0, 1)[who]

    def calls_of(self, who: int) -> tuple[int, ...]:
        return ((), (0, 6), (0,), (1,))[who]

    def tags(self, who: int, ever: bool) -> frozenset[str]:
        return frozenset({"transfer"} if self._number("tags", who, ever) < 3 else ())

    def asks(self, who: int) -> str:
        return "aces" if who == 2 else ""

    def force(self, who: int) -> str:
        return ("no", "round", "game", "signoff")[self._number("force", who) % 4]

    def limited(self, who: int) -> bool:
        return self._number("limited", who) < 3

    def passed_hand(self, who: int) -> bool:
        return who == 2

    def is_legal(self, call: int) -> bool:
        return call in (0, 1) or call > self.last_bid

    def chance(self, who: int, condition: Bool) -> tuple[bool, bool, float]:
        test = hand_test(condition)
        return _summary([test(hand.holdings) for hand in self.hands])


def _summary(found: list[bool]) -> tuple[bool, bool, float]:
    return any(found), all(found), sum(found) / len(found)


def _suit(ref: ex.SuitRef, env: Env) -> int:
    match ref:
        case ex.SuitName(strain):
            return int(strain)
        case ex.SuitLetter(slot):
            return env[slot]
        case ex.OtherSuit(of):
            return {0: 1, 1: 0, 2: 3, 3: 2}[_suit(of, env)]


def _suits(refs: Sequence[ex.SuitRef], env: Env) -> tuple[Suit, ...]:
    return tuple(SUITS[_suit(ref, env)] for ref in refs)


def interpret_number(node: ex.NumberExpr, view: FixedView, env: Env, hand: Hand) -> Fraction:
    """Return the value of a written number for a hand."""
    match node:
        case ex.Constant(value):
            return value
        case ex.HandNumber(name, refs):
            value = hand_value(Feature(name, _suits(refs, env)))(hand.holdings)
            return Fraction(value, all_features()[name].scale)
        case ex.SeatNumber(who, name, refs, stat):
            seats = SEATS_OF[_key(SEATS, who)]
            feature = Feature(name, _suits(refs, env))
            total = sum(Fraction(view.stat(seat, feature, int(stat))) for seat in seats)
            return Fraction(total) / all_features()[name].scale
        case ex.Expected(who, name, refs):
            return _interpret_expected(node, view, env, hand)
        case ex.PublicNumber(name, refs):
            return Fraction(NUMBER_WORDS[name].ask(view, *(_suit(ref, env) for ref in refs)))
        case ex.Add(terms):
            return sum(
                (factor * interpret_number(term, view, env, hand) for factor, term in terms),
                Fraction(0),
            )
        case ex.DefinedWord():
            raise AssertionError(node)
        case _:
            assert_never(node)


def _interpret_expected(node: ex.Expected, view: FixedView, env: Env, hand: Hand) -> Fraction:
    """The slope counts in whole eighths; the line turns about what the public expects of me."""
    suits = _suits(node.suits, env)
    feature = Feature(node.name, suits)
    total = pack_total(node.name, len(suits))
    assert total is not None
    base, slope = map(Fraction, view.expected(int(node.who), feature, total))
    usual = Fraction(view.stat(0, feature, 2))
    own = hand_value(feature)(hand.holdings)
    value = base + slope * usual + Fraction(round(8 * slope), 8) * (own - usual)
    return value / all_features()[node.name].scale


def interpret(node: ex.TruthExpr, view: FixedView, env: Env, hand: Hand) -> bool:
    """Return whether a written condition holds for a hand."""
    match node:
        case ex.Literal(value):
            return value
        case ex.Compare(operator, left, right):
            difference = interpret_number(left, view, env, hand) - interpret_number(
                right, view, env, hand
            )
            sign = (difference > 0) - (difference < 0)
            return sign in {
                "==": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)
            }[operator]  # fmt: skip
        case ex.OneOf(value, choices):
            number = interpret_number(value, view, env, hand)
            return number in [interpret_number(choice, view, env, hand) for choice in choices]
        case ex.HandTruth(name, refs):
            return hand_test(Predicate(name, _suits(refs, env)))(hand.holdings)
        case ex.ShapeOf(shapes):
            return hand.lengths in shapes
        case ex.PublicTruth():
            return _interpret_public(node, view, env)
        case ex.Query(question, _, condition, probability):
            found = [interpret(condition, view, env, other) for other in view.hands]
            possible, certain, chance = _summary(found)
            likely = chance >= float(probability) - 1e-9
            return {0: certain, 1: possible, 2: likely}[int(question)]
        case ex.And(args):
            return all(interpret(arg, view, env, hand) for arg in args)
        case ex.Or(args):
            return any(interpret(arg, view, env, hand) for arg in args)
        case ex.Not(arg):
            return not interpret(arg, view, env, hand)
        case ex.DefinedWord():
            raise AssertionError(node)
        case _:
            assert_never(node)


def _interpret_public(node: ex.PublicTruth, view: FixedView, env: Env) -> bool:
    args = [_argument(arg, view, env) for arg in node.args]
    if node.who is None:
        return bool(TRUTH_WORDS[node.name].ask(view, *args))
    seats = SEATS_OF[_key(SEATS, node.who)]
    return any(SEAT_WORDS[node.name].ask(view, seat, *args) for seat in seats)


def _argument(arg: object, view: FixedView, env: Env) -> object:
    match arg:
        case str():
            return arg
        case ex.CallPattern(found, levels, strain):
            if strain is None:
                return found
            return {int(Call.bid(level, _suit(strain, env))) for level in levels}
        case ex.FixedCall(call):
            return CALLS[call] if view.is_legal(call) else None
        case ex.BidCall():
            return interpret_call(arg, view, env)
        case _:
            assert isinstance(arg, ex.SuitName | ex.SuitLetter | ex.OtherSuit)
            return _suit(arg, env)


def interpret_call(node: ex.BidCall, view: FixedView, env: Env) -> Call | None:
    """Return the bid that a computed call stands for, None when it is none or not legal."""
    legal = [call for call in CALLS if call.is_bid and view.is_legal(call)]
    number = (
        interpret_number(node.level, view, env, view.hands[0]) if node.level is not None else None
    )
    if node.how is ex.ComputedCall.STEP:
        assert number is not None
        index = int(number) - 1
        return legal[index] if 0 <= index < len(legal) else None
    assert node.strain is not None
    strain = _suit(node.strain, env)
    match node.how:
        case ex.ComputedCall.CHEAPEST | ex.ComputedCall.JUMP | ex.ComputedCall.DOUBLE_JUMP:
            cheapest = min((call.level for call in legal if call.strain == strain), default=8)
            level = cheapest + int(node.how)
        case ex.ComputedCall.GAME:
            level = {Strain.NOTRUMP: 3, Strain.HEARTS: 4, Strain.SPADES: 4}.get(Strain(strain), 5)
        case ex.ComputedCall.SLAM:
            level = 6
        case ex.ComputedCall.GRAND:
            level = 7
        case _:
            assert number is not None
            level = int(number)
    return next((c for c in legal if c.level == level and c.strain == strain), None)
