"""Written expressions at random, as strategies of hypothesis."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from dowager.auction import Strain
from dowager.cards import Suit
from dowager.errors import Span
from dowager.language.features import all_features
from dowager.language.text.fixed_totals import pack_total
from dowager.language.text.shape_patterns import parse_shapes
from dowager.language.text.vocabulary import COMPUTED_CALLS, QUESTIONS, SEATS, STATS
from dowager.language.tree import (
    NUMBER_WORDS,
    SEAT_WORDS,
    TRUTH_WORDS,
    is_truth_feature,
)
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS

SPAN = Span("test", 1, 1)
SUITS = tuple(Suit)
_SHAPES = ("4-4-3-2", "5=4=x=x", "5+-3-3-2,4-4-4-1", "x-x-x-7+", "6+=x=x=x, x=6+=x=x")


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
    kinds = {
        "s": suits(),
        "n": strains(),
        "c": call_patterns(),
        "k": calls(),
        "w": _WORDS,
        "a": _ASK_WORDS,
    }
    args = tuple(draw(kinds[kind]) for kind in words[name].args)
    return ex.PublicTruth(draw(st.sampled_from(list(SEATS.values()))) if seat else None, name, args)


_WORDS = st.sampled_from(["aces", "transfer", "majors"])
_ASK_WORDS = st.sampled_from(["aces", "majors", "trump_honours"])


def truths(defined: bool, depth: int = 2, expected: bool = True) -> st.SearchStrategy[ex.TruthExpr]:
    number = numbers(defined, expected)
    value = st.one_of(number, constants())
    operators = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    leaves: list[st.SearchStrategy[ex.TruthExpr]] = [
        st.builds(ex.Compare, operators, number, value),
        st.builds(ex.Compare, operators, value, number),
        st.builds(ex.OneOf, number, st.lists(constants(), min_size=1, max_size=3).map(tuple)),
        features(truth=True).map(lambda found: ex.HandTruth(*found)),
        st.builds(
            lambda pattern, suit: ex.HandTruth(f"holding {pattern}", (suit,)),
            st.sampled_from(("AQx+", "KQJ", "Hxx", "x", "AKQJT9xx+")),
            suits(),
        ),
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
        st.builds(ex.Conjunction, several),
        st.builds(ex.Disjunction, several),
        st.builds(ex.Negation, inner),
        _queries(elsewhere),
    )


@st.composite
def _queries(draw: st.DrawFn, inner: st.SearchStrategy[ex.TruthExpr]) -> ex.Query:
    question = draw(st.sampled_from(list(QUESTIONS.values())))
    likely = question is ex.Question.LIKELY
    chance = Fraction(draw(st.integers(0, 10)), 10) if likely else Fraction(1)
    return ex.Query(question, draw(st.sampled_from(list(ex.RelativeSeat))), draw(inner), chance)
