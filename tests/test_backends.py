"""Every feature and random trees: one hand, an array of hands and the solver must agree.

Features are found by reflection, so a new one is tested, or fails, without a line here. The truth
that all back ends are held to is `plain_value` and `plain_test`: the definitions, read slowly.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import assert_never

import numpy as np
import pytest
from numpy.typing import NDArray

from dowager.backends.cpsat import DealModel, SolverStatus
from dowager.backends.evaluate import array_test, hand_test, hand_value
from dowager.cards import FULL_PACK, Hand, Holdings, Seat, Suit, random_deal
from dowager.knowledge.solving import Proof
from dowager.language.features import all_features, expand_bool, expand_int
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
    Sum,
    Truth,
)
from support.exact_answers import hand_bounds
from support.random_nodes import exactly, feature_nodes, held, random_bool, random_int

LIMIT = 300.0
NODES = feature_nodes()
NUMBERS = [node for node in NODES if isinstance(node, Feature)]
CONDITIONS = [node for node in NODES if isinstance(node, Predicate)]

# Hands at the edges, which random deals do not show.
EDGES = [
    Hand.parse(text)
    for text in (
        "AKQJT98765432...",
        "...AKQJT98765432",
        "AKQJ.AKQ.AKQ.AKQ",
        "5432.432.432.432",
        "AKQJT9.AKQJT98..",
        "AK.QJT.9876.5432",
        "A.AKQJ.AKQJ.AKQJ",
    )
]


def _length(holdings: Holdings) -> tuple[int, ...]:
    return tuple(holding.bit_count() for holding in holdings)


def plain_value(node: Int, holdings: Holdings) -> int:
    """The definition of each integer node, word for word."""
    match node:
        case Const(value):
            return value
        case SuitValue(table, suit):
            return int(table.values[holdings[suit]])
        case ShapeValue(by_shape):
            return int(by_shape.values[SHAPES.index(_length(holdings))])
        case Sum(terms, constant):
            return sum(factor * plain_value(term, holdings) for factor, term in terms) + constant
        case Max(args):
            return max(plain_value(arg, holdings) for arg in args)
        case Min(args):
            return min(plain_value(arg, holdings) for arg in args)
        case Count(conditions):
            return sum(plain_test(condition, holdings) for condition in conditions)
        case Feature():
            return plain_value(expand_int(node), holdings)
        case _:
            assert_never(node)


def plain_test(node: Bool, holdings: Holdings) -> bool:
    """The definition of each condition, word for word."""
    match node:
        case Truth(value):
            return value
        case Range(number, low, high):
            found = plain_value(number, holdings)
            return (low is None or low <= found) and (high is None or found <= high)
        case Shape(shapes):
            return _length(holdings) in shapes
        case And(args):
            return all(plain_test(arg, holdings) for arg in args)
        case Or(args):
            return any(plain_test(arg, holdings) for arg in args)
        case Not(arg):
            return not plain_test(arg, holdings)
        case Predicate():
            return plain_test(expand_bool(node), holdings)
        case _:
            assert_never(node)


@cache
def _hands(count: int) -> tuple[Hand, ...]:
    random = Random(1934)
    dealt = [hand for _ in range(count // 4) for hand in random_deal(random).hands]
    return (*EDGES, *dealt)


@cache
def _array(count: int) -> NDArray[np.uint16]:
    return np.array([hand.holdings for hand in _hands(count)], dtype=np.uint16)


@cache
def _fixed(hand: Hand) -> DealModel:
    """Return a model of one hand that is this one."""
    model = DealModel(1)
    model.require(0, exactly(hand))
    return model


def _solver_agrees(node: Bool, hand: Hand, expected: bool) -> None:
    """Check a condition as a demand, denied, and as a literal of either sign."""
    for demand, wanted in ((node, expected), (Not(node), not expected)):
        model = _fixed(hand).fork()
        model.require(0, demand)
        assert (model.solve(LIMIT).status is SolverStatus.SAT) == wanted, (node, str(hand))
    model = _fixed(hand).fork()
    literal = model.literal(0, node)
    assert (model.solve(LIMIT, every=[literal]).status is SolverStatus.SAT) == expected
    assert (model.solve(LIMIT, every=[~literal]).status is SolverStatus.SAT) != expected


def _check_number(node: Int, hands: int, solved: int) -> None:
    dealt = _hands(hands)
    values = [plain_value(node, hand.holdings) for hand in dealt]
    assert [hand_value(node)(hand.holdings) for hand in dealt] == values
    for value in set(values):
        column = array_test(Range(node, value, value))(_array(hands))
        assert column.tolist() == [each == value for each in values]
    for hand, value in list(zip(dealt, values, strict=True))[:: max(1, len(dealt) // solved)]:
        _solver_agrees(Range(node, value, value), hand, True)


def _check_condition(node: Bool, hands: int, solved: int) -> None:
    dealt = _hands(hands)
    truths = [plain_test(node, hand.holdings) for hand in dealt]
    assert [hand_test(node)(hand.holdings) for hand in dealt] == truths
    column = array_test(node)(_array(hands))
    assert column.dtype == np.bool_ and column.tolist() == truths
    for hand, truth in list(zip(dealt, truths, strict=True))[:: max(1, len(dealt) // solved)]:
        _solver_agrees(node, hand, truth)


def test_every_feature_is_tested_with_every_arity() -> None:
    tested = {(node.name, len(node.suits)) for node in NODES}
    assert tested == {(f.name, arity) for f in all_features().values() for arity in f.arities}
    for name, arity in tested:
        choices = [node.suits for node in NODES if (node.name, len(node.suits)) == (name, arity)]
        assert all({suits[slot] for suits in choices} == set(Suit) for slot in range(arity))


@pytest.mark.parametrize("node", NUMBERS, ids=str)
def test_number_agrees(node: Feature) -> None:
    _check_number(node, 200, 3)


@pytest.mark.parametrize("pattern", ["AQx+", "Hxx", "x", "KQJ"])
def test_holdings_agree(pattern: str) -> None:
    _check_condition(Predicate(f"holding {pattern}", (Suit.SPADES,)), 200, 3)


@pytest.mark.parametrize("node", CONDITIONS, ids=str)
def test_condition_agrees(node: Predicate) -> None:
    _check_condition(node, 200, 3)


@pytest.mark.parametrize(
    "node", [n for n in NUMBERS if n.suits[:1] in ((), (Suit.HEARTS,))], ids=str
)
def test_solutions_of_ranges_evaluate_into_the_range(node: Feature) -> None:
    proof, [interval] = hand_bounds(TRUE, [node], limit=LIMIT)
    assert proof is Proof.YES and interval.exact
    low, high = interval.low, interval.high
    hands = _array(20_000)
    assert array_test(Range(node, low, high))(hands).all()
    above = [array_test(Range(node, value, None))(hands) for value in range(low + 1, high + 1)]
    seen = low + np.sum(above, axis=0)
    middle = int(np.median(seen))
    for first, last in (
        (low, low),
        (high, high),
        (middle, middle),
        (low, middle),
        (high - 1, None),
    ):
        model = DealModel(1)
        model.require(0, Range(node, first, last))
        answer = model.solve(LIMIT)
        if answer.status is SolverStatus.UNSAT:
            assert not ((seen >= first) & (seen <= (high if last is None else last))).any()
        else:
            assert answer.status is SolverStatus.SAT
            assert plain_test(Range(node, first, last), answer.hands[0].holdings)
    for outside in (Range(node, None, low - 1), Range(node, high + 1, None)):
        model = DealModel(1)
        model.require(0, outside)
        assert model.solve(LIMIT).status is SolverStatus.UNSAT


@pytest.mark.parametrize(
    "node", [n for n in CONDITIONS if n.suits[:1] in ((), (Suit.SPADES,))], ids=str
)
def test_solutions_of_conditions_evaluate_to_them(node: Predicate) -> None:
    for demand in (node, Not(node)):
        model = DealModel(1)
        model.require(0, demand)
        answer = model.solve(LIMIT)
        assert answer.status is SolverStatus.SAT, f"{demand} holds for no hand"
        assert plain_test(demand, answer.hands[0].holdings)


@pytest.mark.parametrize("seed", range(60))
def test_random_number_agrees(seed: int) -> None:
    _check_number(random_int(Random(seed)), 80, 2)


@pytest.mark.parametrize("seed", range(100))
def test_random_condition_agrees(seed: int) -> None:
    _check_condition(random_bool(Random(seed)), 80, 2)


@pytest.mark.parametrize("seed", range(40))
def test_solutions_of_random_conditions_on_four_hands_evaluate_to_them(seed: int) -> None:
    random = Random(seed)
    demands = [random_bool(random, 2) for _ in Seat]
    model = DealModel(4)
    for hand, demand in enumerate(demands):
        model.require(hand, demand)
    answer = model.solve(LIMIT)
    if answer.status is SolverStatus.SAT:
        for found, demand in zip(answer.hands, demands, strict=True):
            assert plain_test(demand, found.holdings)
    for _ in range(500):  # an outside truth for UNSAT: no random deal may refute it
        deal = random_deal(random)
        fits = [plain_test(d, h.holdings) for d, h in zip(demands[:2], deal.hands[:2], strict=True)]
        if answer.status is SolverStatus.UNSAT and all(fits):
            rest = zip(demands[2:], deal.hands[2:], strict=True)
            assert not all(plain_test(demand, hand.holdings) for demand, hand in rest)


@pytest.mark.parametrize("seed", range(20))
def test_hands_from_the_cards_left(seed: int) -> None:
    random = Random(seed)
    deal = random_deal(random)
    cards = FULL_PACK & ~deal.hands[0].bits
    node = random_int(random, 2)
    for hands in (1, 3):
        model = DealModel(hands, cards)
        value = plain_value(node, deal.hands[1].holdings)
        model.require(0, Range(node, value, value))
        answer = model.solve(LIMIT)
        assert answer.status is SolverStatus.SAT and len(answer.hands) == hands
        assert all(hand.bits & ~cards == 0 for hand in answer.hands)
        assert plain_value(node, answer.hands[0].holdings) == value


def test_deep_trees_compile() -> None:
    node: Bool = TRUE
    for low in range(60):
        node = Not(And((node, Range(Feature("hcp"), low % 20, None))))
    _check_condition(node, 80, 2)


def test_excluded_cards_and_impossible_hands() -> None:
    model = DealModel(4)
    thirteen_spades = Hand.parse("AKQJT98765432...")
    model.require(0, Range(held(FULL_PACK & ~thirteen_spades.bits), 0, 0))
    answer = model.solve(LIMIT)
    assert answer.hands[0] == thirteen_spades
    other = DealModel(1, FULL_PACK & ~thirteen_spades.bits)
    other.require(0, exactly(thirteen_spades))
    assert other.solve(LIMIT).status is SolverStatus.UNSAT


def test_no_time_is_unknown() -> None:
    assert DealModel(4).solve(0.0).status is SolverStatus.UNKNOWN


def test_a_fork_leaves_its_model_alone() -> None:
    model = DealModel(1)
    fork = model.fork()
    fork.require(0, Range(Feature("hcp"), 38, None))
    assert fork.solve(LIMIT).status is SolverStatus.UNSAT
    assert model.solve(LIMIT).status is SolverStatus.SAT
