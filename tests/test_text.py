"""The words of conditions: pairs of tree and phrase, and promises on random trees."""

from __future__ import annotations

import string
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowager.backends.evaluate import hand_test, hand_value
from dowager.backends.text import describe
from dowager.backends.text.plain_form import plain_condition, plain_number
from dowager.backends.text.writer import Writer
from dowager.cards import Suit, random_deal
from dowager.knowledge.answers import read_condition
from dowager.language.features import all_features
from dowager.language.features.hcp import HCP
from dowager.language.features.length import LENGTH
from dowager.language.tree import (
    SHAPES,
    TRUE,
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
    Truth,
    permuted,
)
from dowager.language.tree import Sum as SumNode
from dowager.language.tree.hand_feature import shape_table, suit_table

C, D, H, S = Suit
CLUBS, DIAMONDS, HEARTS, SPADES = (Feature("length", (suit,)) for suit in Suit)
HCP_ALL = Feature("hcp")
BALANCED = Predicate("balanced")
QUICK = Feature("quick_tricks")


def at_least(value: Int, low: int) -> Range:
    return Range(value, low, None)


def at_most(value: Int, high: int) -> Range:
    return Range(value, None, high)


def exactly(value: Int, number: int) -> Range:
    return Range(value, number, number)


def total(*values: Int, constant: int = 0) -> SumNode:
    return SumNode(tuple((1, value) for value in values), constant)


def less(more: Int, fewer: Int) -> SumNode:
    return SumNode(((1, more), (-1, fewer)))


FIVE_SPADES, FOUR_HEARTS = at_least(SPADES, 5), at_least(HEARTS, 4)
OPENING = at_least(HCP_ALL, 12)
UNKNOWN_SUIT = suit_table("odd_cards", lambda holding: (holding & 0b1010101010101).bit_count())
UNKNOWN_SHAPE = shape_table("odd_suits", lambda shape: sum(length % 2 for length in shape))
SOME_SHAPES = frozenset(SHAPES[7:40:3])

PHRASES: list[tuple[Bool, str]] = [
    # one range
    (Range(HCP_ALL, 15, 17), "15–17 HCP"),
    (OPENING, "12+ HCP"),
    (at_most(HCP_ALL, 9), "at most 9 HCP"),
    (FIVE_SPADES, "5+ spades"),
    (exactly(HEARTS, 4), "exactly 4 hearts"),
    (exactly(HEARTS, 1), "exactly 1 heart"),
    (at_most(HEARTS, 1), "at most 1 heart"),
    (exactly(HEARTS, 0), "no hearts"),
    (at_most(Feature("losers"), 7), "at most 7 losers"),
    (exactly(Feature("aces"), 1), "exactly 1 ace"),
    (exactly(Feature("keycards", (S,)), 1), "exactly 1 key card for spades"),
    (Range(Feature("points", (S,)), 10, 12), "10–12 points in support of spades"),
    (Range(Feature("points"), 10, 12), "10–12 points"),
    (at_least(Feature("hcp", (S, H)), 8), "8+ HCP in spades and hearts"),
    (at_least(Feature("controls", (D,)), 2), "2+ controls in diamonds"),
    (at_least(Feature("top3", (D,)), 2), "2+ of the top three in diamonds"),
    (exactly(Feature("top3", (D,)), 0), "none of the top three in diamonds"),
    (at_least(Feature("longest_length"), 6), "6+ cards in the longest suit"),
    (exactly(Feature("shortest"), 1), "exactly 1 card in the shortest suit"),
    (at_least(Feature("rule_of_20"), 20), "20+ points by the rule of 20"),
    # scales
    (at_least(QUICK, 3), "1½+ quick tricks"),
    (exactly(QUICK, 2), "exactly 1 quick trick"),
    (at_most(QUICK, 1), "at most ½ quick trick"),
    (Range(Feature("playing_tricks"), 16, 17), "8–8½ playing tricks"),
    (at_least(Feature("fifths"), 71), "14.2+ notrump points by fifths"),
    # named conditions
    (BALANCED, "balanced"),
    (Not(BALANCED), "not balanced"),
    (Predicate("stopper", (C,)), "a stopper in clubs"),
    (Not(Predicate("stopper", (C,))), "no stopper in clubs"),
    (Predicate("longest", (C,)), "no suit longer than clubs"),
    (Not(Predicate("longest", (C,))), "a suit longer than clubs"),
    (Not(Not(Predicate("void", (C,)))), "a void in clubs"),
    # opposites of ranges
    (Not(OPENING), "at most 11 HCP"),
    (Not(at_most(HCP_ALL, 9)), "10+ HCP"),
    (Not(Range(HCP_ALL, 12, 14)), "at most 11 or 15+ HCP"),
    (Not(exactly(HEARTS, 4)), "not exactly 4 hearts"),
    (Not(exactly(HEARTS, 0)), "1+ hearts"),
    (Not(at_least(HEARTS, 1)), "no hearts"),
    # conjunctions
    (And((OPENING, at_most(HCP_ALL, 17), BALANCED)), "12–17 HCP, balanced"),
    (And((OPENING, Not(at_least(HCP_ALL, 18)))), "12–17 HCP"),
    (And((OPENING, And((FIVE_SPADES, OPENING)))), "12+ HCP, 5+ spades"),
    (And((FIVE_SPADES, at_most(SPADES, 3))), "no hand"),
    (And((FIVE_SPADES, at_most(SPADES, 3), at_least(SPADES, 2))), "no hand"),
    (And((TRUE, FIVE_SPADES)), "5+ spades"),
    (And(()), "any hand"),
    # disjunctions
    (Or((FOUR_HEARTS, at_least(SPADES, 4))), "4+ hearts or 4+ spades"),
    (Or((FOUR_HEARTS, FOUR_HEARTS)), "4+ hearts"),
    (Or((exactly(HEARTS, 0), at_least(HEARTS, 5))), "exactly 0 or 5+ hearts"),
    (Or((Range(HCP_ALL, 10, 12), Range(HCP_ALL, 16, 18))), "10–12 or 16–18 HCP"),
    (Or(()), "no hand"),
    (
        Or((And((Range(HCP_ALL, 15, 17), BALANCED)), And((OPENING, FIVE_SPADES)))),
        "15–17 HCP and balanced, or 12+ HCP and 5+ spades",
    ),
    (
        And((OPENING, Or((FOUR_HEARTS, at_least(SPADES, 4), BALANCED)))),
        "12+ HCP, either 4+ hearts, 4+ spades or balanced",
    ),
    (And((BALANCED, Not(Range(HCP_ALL, 12, 14)))), "balanced, at most 11 or 15+ HCP"),
    (
        And((OPENING, Or((FOUR_HEARTS, And((FIVE_SPADES, BALANCED)))))),
        "12+ HCP, either 4+ hearts or (5+ spades, balanced)",
    ),
    (
        Or((BALANCED, And((OPENING, Or((FOUR_HEARTS, FIVE_SPADES)))))),
        "balanced, or 12+ HCP and (4+ hearts or 5+ spades)",
    ),
    (Not(And((FIVE_SPADES, OPENING))), "at most 4 spades or at most 11 HCP"),
    (Not(Or((FIVE_SPADES, OPENING))), "at most 4 spades, at most 11 HCP"),
    # sums and differences
    (at_least(total(SPADES, HEARTS), 9), "9+ spades and hearts together"),
    (at_most(total(SPADES, HEARTS), 5), "at most 5 spades and hearts together"),
    (at_least(total(SPADES, HEARTS, constant=1), 10), "9+ spades and hearts together"),
    (at_least(SumNode(((2, SPADES), (2, HEARTS))), 17), "9+ spades and hearts together"),
    (at_least(SumNode(((2, SPADES),)), 9), "5+ spades"),
    (at_least(SumNode(((-2, SPADES),)), -9), "at most 4 spades"),
    (
        at_least(total(*(SuitValue(HCP, suit) for suit in Suit)), 12),
        "12+ HCP",
    ),
    (
        at_least(total(Feature("hcp", (S,)), Feature("hcp", (H,))), 8),
        "8+ HCP in spades and hearts together",
    ),
    (at_least(total(HCP_ALL, SPADES), 15), "15+ for HCP plus spades"),
    (at_least(SumNode(((2, HCP_ALL), (1, QUICK))), 26), "13+ for HCP plus quick tricks"),
    (at_least(SumNode(((1, HCP_ALL), (-2, SPADES))), 3), "3+ for HCP minus 2 × spades"),
    (at_most(SumNode(((1, HCP_ALL), (-2, SPADES))), 0), "at most 0 for HCP minus 2 × spades"),
    (at_most(total(HCP_ALL, SPADES), 0), "exactly 0 for HCP plus spades"),
    (at_least(less(SPADES, HEARTS), 1), "more spades than hearts"),
    (at_least(less(SPADES, HEARTS), 0), "at least as many spades as hearts"),
    (at_least(less(SPADES, HEARTS), 2), "at least 2 more spades than hearts"),
    (at_least(less(SPADES, HEARTS), -1), "at most 1 more heart than spades"),
    (at_most(less(SPADES, HEARTS), 0), "at least as many hearts as spades"),
    (at_most(less(SPADES, HEARTS), -1), "more hearts than spades"),
    (at_most(less(SPADES, HEARTS), 2), "at most 2 more spades than hearts"),
    (exactly(less(SPADES, HEARTS), 0), "as many spades as hearts"),
    (exactly(less(SPADES, HEARTS), 1), "exactly 1 more spade than hearts"),
    (exactly(less(SPADES, HEARTS), -2), "exactly 2 more hearts than spades"),
    (Range(less(SPADES, HEARTS), 1, 3), "1–3 more spades than hearts"),
    (Range(less(SPADES, HEARTS), -3, -1), "1–3 more hearts than spades"),
    (
        Range(less(SPADES, HEARTS), -1, 1),
        "at most 1 more heart than spades and at most 1 more spade than hearts",
    ),
    (Not(at_least(less(SPADES, HEARTS), 1)), "at least as many hearts as spades"),
    (Not(exactly(less(SPADES, HEARTS), 0)), "not as many spades as hearts"),
    # greatest, least, counts
    (at_least(Max((SPADES, HEARTS)), 5), "5+ spades or 5+ hearts"),
    (at_most(Max((SPADES, HEARTS)), 4), "at most 4 spades, at most 4 hearts"),
    (at_least(Min((SPADES, HEARTS)), 4), "4+ spades, 4+ hearts"),
    (at_least(Max((SPADES,)), 5), "5+ spades"),
    (at_least(Count((FIVE_SPADES, FOUR_HEARTS)), 1), "5+ spades or 4+ hearts"),
    (at_least(Count((FIVE_SPADES, FOUR_HEARTS)), 2), "5+ spades, 4+ hearts"),
    (at_most(Count((FIVE_SPADES, FOUR_HEARTS)), 0), "at most 4 spades, at most 3 hearts"),
    (at_most(Count((FIVE_SPADES, FOUR_HEARTS)), 1), "at most 4 spades or at most 3 hearts"),
    (at_least(Count((FIVE_SPADES, FOUR_HEARTS)), 3), "no hand"),
    (
        at_least(Count((FIVE_SPADES, FOUR_HEARTS, BALANCED)), 2),
        "2+ of (5+ spades; 4+ hearts; balanced)",
    ),
    (
        Not(exactly(Count((FIVE_SPADES, FOUR_HEARTS, BALANCED)), 2)),
        "not exactly 2 of (5+ spades; 4+ hearts; balanced)",
    ),
    # shapes
    (Shape(permuted((4, 3, 3, 3)), "flat as a pancake"), "flat as a pancake"),
    (Shape(permuted((5, 4, 2, 2)) | permuted((6, 3, 2, 2))), "semi-balanced"),
    (Shape(permuted((4, 4, 3, 2)) | permuted((5, 4, 2, 2))), "4-4-3-2 or 5-4-2-2"),
    (Not(Shape(permuted((4, 4, 3, 2)))), "not 4-4-3-2"),
    (Shape(frozenset(SHAPES) - permuted((4, 4, 3, 2))), "not 4-4-3-2"),
    (
        Shape(frozenset(shape for shape in SHAPES if shape[S] >= 5 and shape[H] == 4)),
        "5+ spades, exactly 4 hearts",
    ),
    (Shape(frozenset({(2, 2, 4, 5), (4, 2, 3, 4)})), "4=3=2=4 or 5=4=2=2"),
    (Shape(SOME_SHAPES), "one of 11 shapes"),
    (Shape(frozenset()), "no hand"),
    (Shape(frozenset(SHAPES)), "any hand"),
    # tables that are a feature, and names that nothing explains
    (at_least(SuitValue(LENGTH, S), 5), "5+ spades"),
    (And((at_least(SuitValue(LENGTH, S), 5), at_most(SPADES, 6))), "5–6 spades"),
    (at_least(SuitValue(UNKNOWN_SUIT, S), 2), "2+ odd cards in spades"),
    (at_most(ShapeValue(UNKNOWN_SHAPE), 2), "at most 2 odd suits"),
    (at_least(Feature("grand_trumps", (S,)), 2), "2+ grand trumps in spades"),
    (Not(Predicate("lucky")), "not lucky"),
    (at_least(Const(3), 4), "no hand"),
    (Range(Const(3), None, None), "any hand"),
]


@pytest.mark.parametrize(("node", "words"), PHRASES, ids=[words for _, words in PHRASES])
def test_phrase(node: Bool, words: str) -> None:
    assert describe(node) == words


SYMBOLS: list[tuple[Bool, str]] = [
    (And((FIVE_SPADES, exactly(HEARTS, 1))), "5+ ♠, exactly 1 ♥"),
    (at_least(less(SPADES, HEARTS), 1), "more ♠ than ♥"),
    (Not(Predicate("stopper", (C,))), "no stopper in ♣"),
]


@pytest.mark.parametrize(("node", "words"), SYMBOLS, ids=[words for _, words in SYMBOLS])
def test_phrase_with_symbols(node: Bool, words: str) -> None:
    assert describe(node, symbols=True) == words


NOUNS: list[tuple[Int, str]] = [
    (HCP_ALL, "HCP"),
    (Feature("top2", (S,)), "cards of the top two in spades"),
    (total(SPADES, HEARTS), "spades and hearts together"),
    (SumNode(((-1, SPADES),), 13), "minus spades plus 13"),
    (Max((SPADES, HEARTS)), "the greatest of (spades; hearts)"),
    (Count((BALANCED, OPENING)), "how many hold of (balanced; 12+ HCP)"),
    (Const(3), "3"),
]


@pytest.mark.parametrize(("node", "words"), NOUNS, ids=[words for _, words in NOUNS])
def test_noun(node: Int, words: str) -> None:
    assert Writer(symbols=False).noun(plain_number(node)) == words


# --- promises on random trees ------------------------------------------------------------------


def _uses() -> Iterator[Feature | Predicate]:
    """Yield every feature with every suit."""
    for name, feature in all_features().items():
        for arity, suit in product(feature.arities, Suit):
            suits = (suit, S)[:arity]
            truth = isinstance(feature.define(*suits), Range | Shape)
            yield Predicate(name, suits) if truth else Feature(name, suits)


NUMBERS = [use for use in dict.fromkeys(_uses()) if isinstance(use, Feature)]
CONDITIONS = [use for use in dict.fromkeys(_uses()) if isinstance(use, Predicate)]
SHAPE_SETS = [
    frozenset(SHAPES),
    frozenset(),
    SOME_SHAPES,
    frozenset(SHAPES) - SOME_SHAPES,
    permuted((5, 4, 2, 2)),
    frozenset(shape for shape in SHAPES if shape[S] >= 5),
    frozenset(SHAPES[:2]),
]

suits = st.sampled_from(list(Suit))
atoms = st.one_of(
    st.integers(0, len(NUMBERS) - 1).map(lambda index: NUMBERS[index]),
    st.builds(Const, st.integers(-3, 12)),
    st.builds(SuitValue, st.sampled_from([LENGTH, HCP, UNKNOWN_SUIT]), suits),
    st.just(ShapeValue(UNKNOWN_SHAPE)),
)
bounds = st.none() | st.integers(-3, 20)


def _numbers_of(conditions: st.SearchStrategy[Bool]) -> st.SearchStrategy[Int]:
    factors = st.integers(-2, 3)
    return st.recursive(
        atoms | st.builds(Count, st.lists(conditions, max_size=3).map(tuple)),
        lambda inner: st.one_of(
            st.builds(
                SumNode,
                st.lists(st.tuples(factors, inner), max_size=4).map(tuple),
                st.integers(-2, 2),
            ),
            st.builds(Max, st.lists(inner, min_size=1, max_size=3).map(tuple)),
            st.builds(Min, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        ),
        max_leaves=4,
    )


leaves: st.SearchStrategy[Bool] = st.one_of(
    st.builds(Truth, st.booleans()),
    st.integers(0, len(CONDITIONS) - 1).map(lambda index: CONDITIONS[index]),
    st.integers(0, len(SHAPE_SETS) - 1).map(lambda index: Shape(SHAPE_SETS[index])),
    st.builds(Range, atoms, bounds, bounds),
)
conditions: st.SearchStrategy[Bool] = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(And, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Or, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Not, inner),
        st.builds(Range, _numbers_of(inner), bounds, bounds),
    ),
    max_leaves=8,
)
HANDS = [random_deal(Random(seed)).hands[0].holdings for seed in range(40)]


@settings(max_examples=300, deadline=None)
@given(conditions)
def test_every_tree_has_words(node: Bool) -> None:
    words = describe(node)
    assert words == words.strip() != ""
    assert "None" not in words and "{" not in words and "[" not in words
    assert words.count("(") == words.count(")")
    assert describe(node) == words


@settings(max_examples=300, deadline=None)
@given(conditions)
def test_plain_form_means_the_same(node: Bool) -> None:
    test, plain = hand_test(node), hand_test(plain_condition(node))
    assert [test(hand) for hand in HANDS] == [plain(hand) for hand in HANDS]


@settings(max_examples=200, deadline=None)
@given(_numbers_of(leaves))
def test_plain_number_is_the_same(node: Int) -> None:
    value, plain = hand_value(node), hand_value(plain_number(node))
    assert [value(hand) for hand in HANDS] == [plain(hand) for hand in HANDS]


@settings(max_examples=200, deadline=None)
@given(conditions)
def test_plain_form_is_final(node: Bool) -> None:
    """The plain form of a plain form is itself, and its words are the same."""
    assert describe(plain_condition(node)) == describe(node)


def test_what_a_context_leaves_becomes_one_range() -> None:
    odd = ShapeValue(UNKNOWN_SHAPE)
    node = Not(Or((Range(odd, None, 0), Range(odd, 1, 2))))
    assert describe(node) == "3+ odd suits"


def test_every_feature_has_words() -> None:
    allowed = set(string.ascii_letters + string.digits + " +-–½()")
    for number in NUMBERS:
        assert set(describe(at_least(number, 3))) <= allowed | set(".")
    for condition in CONDITIONS:
        assert describe(condition) != describe(Not(condition))
        assert set(describe(condition)) | set(describe(Not(condition))) <= allowed


# --- what a player would say --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("S >= 4 and points(S) in 10..12", "4+ spades, 10–12 points in support of spades"),
        ("4 * hcp + 9 * S >= 44 and S >= 5", "5+ spades, with the values for it"),
        ("points(S) + S <= 17 and balanced", "balanced, without the values for more"),
        ("S + H >= 9", "9+ spades and hearts together"),
        ("S > H", "more spades than hearts"),
        ("singletons + voids >= 1 and S >= 4", "a singleton or void, 4+ spades"),
    ],
)
def test_sums_that_nobody_adds_up_can_be_left_out(written: str, said: str) -> None:
    assert describe(read_condition(written), sums=False) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("S in 3..4 or S == 2", "2–4 spades"),
        ("top3(S) >= 3 or top3(S) >= 2", "2+ of the top three in spades"),
        ("hcp <= 5 or hcp in 8..9 or hcp in 6..7", "at most 9 HCP"),
        ("S >= 4 and H >= 5 or H >= 5 or S >= 4 and H >= 6", "5+ hearts"),
        ("hcp >= 10 or hcp <= 9", "any hand"),
    ],
)
def test_choices_that_say_the_same_are_one(written: str, said: str) -> None:
    assert describe(read_condition(written)) == said
