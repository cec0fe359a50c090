"""Expressions: text to tree and back, nonsense, and what the compiled condition means."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dowager.backends.evaluate import hand_test
from dowager.cards import Hand, random_deal
from dowager.errors import Fault, Span
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import cell_of
from dowager.language.compile import HandCondition
from dowager.language.compile.calls import call_of
from dowager.language.compile.conditions import public_test
from dowager.language.features import all_features
from dowager.language.text import Text, raw_argument, read_pattern, read_truth
from dowager.language.text.call_grammar import call_pattern, read_call
from dowager.language.text.grammar import Parser, read_any
from dowager.language.text.tokens import Wrong
from dowager.language.text.vocabulary import known_words
from dowager.language.tree import NUMBER_WORDS, SEAT_WORDS, TRUTH_WORDS, Bool, Env
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS, UNBOUND, suits_for, with_suit
from support.expression_meaning import FixedView, interpret, interpret_call
from support.expression_text import printed
from support.random_expressions import SPAN, call_patterns, calls, numbers, truths

SOUP = [
    *sorted(known_words()), *SEAT_WORDS, *NUMBER_WORDS, *TRUTH_WORDS, *all_features(), "word", "q",
    *"()()()[]{},,..*/+-<>=&|?$;:'\"", "..", ">=", "<=", "==", "!=", "min", "max", "mean", ".min",
    "0", "1", "2.5", "15..17", "15..", "..3", "4-4-3-2", "5=4=x=x", "1NT", "2C", "(2C)", "1-3x",
    "bid", "P", "X", "P|X", "and", "or", "not", "in", "start", "partner.", "us.", "other(", "at(",
    "\n", "é",
]  # fmt: skip

several = settings(
    deadline=None,
    database=None,
    derandomize=True,
    max_examples=200,
    suppress_health_check=list(HealthCheck),
)


@cache
def hands() -> list[Hand]:
    random = Random(7)
    return [hand for _ in range(6) for hand in random_deal(random)]


@cache
def views() -> list[FixedView]:
    return [FixedView(hands()[:8], seed) for seed in range(4)]


@st.composite
def bindings(draw: st.DrawFn) -> Env:
    return tuple(draw(st.sampled_from(suits_for(slot))) for slot in range(len(LETTERS)))


def parser(text: str) -> Parser:
    return Parser(text, lambda _: SPAN, raw_argument)


@several
@given(truths(defined=True))
def test_a_condition_is_read_as_it_was_printed(tree: ex.TruthExpr) -> None:
    assert parser(printed(tree)).whole_truth() == tree


@several
@given(numbers(defined=True))
def test_a_number_is_read_as_it_was_printed(tree: ex.NumberExpr) -> None:
    assert parser(printed(tree)).whole_number() == tree


@several
@given(calls())
def test_a_call_is_read_as_it_was_printed(tree: ex.CallExpr) -> None:
    faults: list[Fault] = []
    assert read_call(Text(printed(tree), SPAN), faults) == tree
    assert not faults


@several
@given(call_patterns())
def test_a_pattern_is_read_as_it_was_printed(tree: ex.CallPattern) -> None:
    assert call_pattern(printed(tree), 0) == tree


def test_brackets_and_white_space_change_nothing() -> None:
    plain = parser("hcp in 12..14 and not (S >= 5 or x == 4)").whole_truth()
    spaced = parser("((hcp)>=12 and hcp<=14)and(not(S>=5\n or\tx==4))").whole_truth()
    assert isinstance(plain, ex.Conjunction) and isinstance(spaced, ex.Conjunction)
    assert plain.args == spaced.args
    assert parser("12 <= hcp < 15").whole() == parser("12 <= hcp and hcp < 15").whole()


@several
@given(st.lists(st.sampled_from(SOUP), max_size=25), st.sampled_from(["", " "]))
def test_token_soup_gives_a_tree_or_one_fault(words: list[str], between: str) -> None:
    _read_everything(between.join(words))


@several
@given(st.text(max_size=40))
def test_any_text_gives_a_tree_or_one_fault(text: str) -> None:
    _read_everything(text)


@several
@given(truths(defined=True), st.data())
def test_a_spoilt_condition_gives_a_tree_or_one_fault(
    tree: ex.TruthExpr, data: st.DataObject
) -> None:
    text = printed(tree)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    _read_everything(text[:start] + data.draw(st.sampled_from(SOUP)) + text[end:])


def test_what_is_remembered_is_said_again_and_where_it_stands() -> None:
    for line in (3, 3, 8):
        faults: list[Fault] = []
        assert read_truth(Text("hcp >", Span("a", line, 5)), raw_argument, faults) == ex.Literal(
            True
        )
        assert read_pattern(Text("1NT 1C", Span("a", line, 5)), faults) == ()
        assert [fault.span for fault in faults] == [Span("a", line, 10), Span("a", line, 9)]


def _read_everything(words: str) -> None:
    text = Text(words, SPAN)
    for read in (
        lambda faults: read_truth(text, raw_argument, faults),
        lambda faults: read_any(text, raw_argument, faults),
        lambda faults: read_call(text, faults),
        lambda faults: read_pattern(text, faults),
    ):
        faults: list[Fault] = []
        read(faults)
        assert len(faults) <= 1
        for fault in faults:
            assert 1 <= fault.span.column <= len(words) + 1
    faults = []
    tree = read_truth(text, raw_argument, faults)
    if not faults and not any(isinstance(part, ex.DefinedWord) for part in ex.walk(tree)):
        _node(tree, views()[0], (2, 0, 0, 1, 2, 3, 0))


def _node(tree: ex.TruthExpr, view: FixedView, env: Env) -> Bool:
    try:
        condition = HandCondition(tree)
    except Wrong:
        assume(False)
    return condition.node(view, env)


@several
@given(truths(defined=False), bindings(), st.integers(0, 3))
def test_a_condition_means_what_is_written(tree: ex.TruthExpr, env: Env, number: int) -> None:
    view = views()[number]
    node = _node(tree, view, env)
    sure, may = plain_space().masks(node)
    holds = hand_test(node)
    for hand in hands():
        wanted = interpret(tree, view, env, hand)
        assert holds(hand.holdings) == wanted, f"{printed(tree)} of {hand}: {node}"
        bit = 1 << cell_of(hand)
        assert wanted or not sure & bit, f"{printed(tree)} is said to be sure of {hand}"
        assert not wanted or may & bit, f"{printed(tree)} is said to be impossible for {hand}"


@several
@given(truths(defined=False), bindings(), st.integers(0, 3))
def test_a_public_condition_means_what_is_written(
    tree: ex.TruthExpr, env: Env, number: int
) -> None:
    assume(ex.is_public(tree))
    view = views()[number]
    _node(tree, view, env)
    assert bool(public_test(tree)(view, env)) == interpret(tree, view, env, hands()[0])


@several
@given(calls(), bindings(), st.integers(0, 3))
def test_a_computed_call_is_the_one_that_is_written(
    tree: ex.CallExpr, env: Env, number: int
) -> None:
    view = views()[number]
    found = call_of(tree)(view, env)
    if isinstance(tree, ex.BidCall):
        assert found == interpret_call(tree, view, env)
    else:
        assert found == (tree.call if view.is_legal(tree.call) else None)


def test_a_letter_is_asked_which_suit_it_is() -> None:
    asked = public_test(parser("same_suit(x, D)").whole_truth())
    other = public_test(parser("same_suit(spades, other(M)) and not same_suit(S, M)").whole_truth())
    view, slots = views()[0], (LETTERS.index("x"), LETTERS.index("M"))
    answers = [asked(view, with_suit(UNBOUND, slots[0], suit)) for suit in range(4)]
    assert answers == [False, True, False, False]
    assert [other(view, with_suit(UNBOUND, slots[1], suit)) for suit in (2, 3)] == [True, False]


def test_letters_are_found_wherever_they_stand() -> None:
    text = (
        "M >= 3 and partner.points(x).min >= 8 and certain(lho, other(m) >= 3) and rho.last(1-2y)"
    )
    text += " and legal(cheapest(z)) and level_of(w) <= 3 and them.shown(t)"
    tree = parser(text).whole_truth()
    assert ex.letters_of(tree) == frozenset(range(len(LETTERS)))
    swapped = ex.replace_suits(tree, {slot: ex.SuitLetter(0) for slot in range(7)})
    assert ex.letters_of(swapped) == {0}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("max(S, H) >= 5", lambda h, s: max(h, s) >= 5),
        ("max(S, H) > 4", lambda h, s: max(h, s) > 4),
        ("max(S, H) <= 4", lambda h, s: max(h, s) <= 4),
        ("max(S, H) < 4", lambda h, s: max(h, s) < 4),
        ("max(S, H) == 4", lambda h, s: max(h, s) == 4),
        ("max(S, H) != 4", lambda h, s: max(h, s) != 4),
        ("min(S, H) >= 3", lambda h, s: min(h, s) >= 3),
        ("min(S, H) < 3", lambda h, s: min(h, s) < 3),
        ("3 <= min(S, H) <= 4", lambda h, s: 3 <= min(h, s) <= 4),
        ("5 > max(S, H, 4)", lambda h, s: max(h, s, 4) < 5),
        ("max(S, H) in 4..5", lambda h, s: 4 <= max(h, s) <= 5),
        ("min(S, H) in {2, 4}", lambda h, s: min(h, s) in (2, 4)),
        ("max(S, 2) == min(H, 5)", lambda h, s: max(s, 2) == min(h, 5)),
        ("not max(S + 1, H) > 5", lambda h, s: not max(s + 1, h) > 5),
    ],
)
def test_extremes(text: str, right: Callable[[int, int], bool]) -> None:
    faults: list[Fault] = []
    condition = read_truth(Text(text, SPAN), raw_argument, faults)
    test = hand_test(_node(condition, views()[0], (-1,) * len(LETTERS)))
    assert not faults
    for hand in hands():
        _, _, hearts, spades = hand.lengths
        assert test(hand.holdings) == right(hearts, spades), (text, hand)
