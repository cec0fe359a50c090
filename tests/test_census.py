"""The census against known numbers, enumeration of whole shapes, large samples and set algebra."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.backends.evaluate import HandArray, array_test
from dowager.bidder import Bidder
from dowager.cards import Seat, Suit, holdings_of_deals, random_deal, shuffled_deals
from dowager.knowledge.answers import read_condition
from dowager.knowledge.cells import plain_space
from dowager.knowledge.cells.masks import to_mask
from dowager.knowledge.counting import ALL_HANDS, count_cells, count_hands, no_hands, tally
from dowager.knowledge.public import View
from dowager.knowledge.sampling import estimated, share, shares, together, uniform_hands
from dowager.language.files import load_system
from dowager.language.tree import (
    FALSE,
    SHAPES,
    TRUE,
    And,
    Bool,
    Const,
    Count,
    Feature,
    Lengths,
    Max,
    Min,
    Not,
    Or,
    Range,
    SuitValue,
    Sum,
    negation,
)
from support.random_nodes import ODD_TABLES, random_bool, random_int
from support.systems import shipped_bidder

SMALL: tuple[Lengths, ...] = ((12, 1, 0, 0), (0, 11, 2, 0), (1, 0, 11, 1), (0, 1, 0, 12))
"""Shapes with few hands: 19,604 in all."""


@cache
def _holdings(length: int) -> np.ndarray:
    sets = [sum(1 << rank for rank in ranks) for ranks in combinations(range(13), length)]
    return np.array(sets, dtype=np.uint16)


@cache
def _small_hands() -> HandArray:
    """Every hand of the small shapes."""
    grids = [
        np.stack(np.meshgrid(*map(_holdings, shape), indexing="ij"), axis=-1).reshape(-1, 4)
        for shape in SMALL
    ]
    return np.concatenate(grids)


@cache
def _small_cells() -> int:
    wanted = np.array([shape in SMALL for shape in SHAPES])
    return to_mask(wanted[plain_space().shape])


@cache
def _many_hands() -> HandArray:
    dealt = shuffled_deals(np.random.default_rng(5), 75_000, np.arange(52, dtype=np.uint8), 4)
    return holdings_of_deals(dealt).reshape(-1, 4)


def _z(node: Bool, count: int, total: int, hands: HandArray) -> float:
    """How many standard errors a sample lies from a count."""
    expected = count / total
    if expected in (0, 1):
        return 0.0 if array_test(node)(hands).mean() == expected else 99.0
    error = (expected * (1 - expected) / len(hands)) ** 0.5
    return float((array_test(node)(hands).mean() - expected) / error)


# --- known numbers


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("hcp >= 0", ALL_HANDS),
        ("hcp > 37", 0),
        ("balanced and hcp in 15..17", 30_897_212_184),
        ("honours == 0", 347_373_600),  # Lord Yarborough's wager: 1,827 to 1
        ("hcp == 10", 59_723_754_816),
        ("hcp == 37", 4),
        ("shape(4-4-3-2)", 136_852_887_600),
        ("shape(5=4=3=1)", 3_421_322_190),
        ("queen(S) and not queen(H)", comb(50, 12)),
        ("H in 2..3 and ace(S) and king(H)", sum(comb(12, n) * comb(38, 11 - n) for n in (1, 2))),
    ],
)
def test_known_numbers(text: str, hands: int) -> None:
    assert count_hands(read_condition(text)) == hands


@pytest.mark.parametrize("word", ["aces", "kings", "jacks", "tens"])
def test_so_many_of_a_rank_are_a_hypergeometric_count(word: str) -> None:
    for number in range(5):
        count = count_hands(read_condition(f"{word} == {number}"))
        assert count == comb(4, number) * comb(48, 13 - number)


def test_hands_with_points_of_some_cards() -> None:
    conditions = [Range(Feature("hcp", (Suit.SPADES,)), n, n) for n in range(11)]
    counts = tally(conditions)
    ways = [0] * 11
    for holding in range(8192):
        points = sum((holding >> 9 + n & 1) * (n + 1) for n in range(4))
        ways[points] += comb(39, 13 - holding.bit_count())
    assert counts == (*ways, 0)


# --- enumeration


@pytest.mark.parametrize("seed", range(60))
def test_random_conditions_on_every_hand_of_some_shapes(seed: int) -> None:
    node = random_bool(Random(seed), 4)
    expected = int(array_test(node)(_small_hands()).sum())
    assert count_hands(node, _small_cells()) == expected
    assert no_hands(node, _small_cells()) == (expected == 0)


@pytest.mark.parametrize("seed", range(40))
def test_random_numbers_on_every_hand_of_some_shapes(seed: int) -> None:
    random = Random(seed)
    value = Sum(((1, random_int(random, 3)), (-1, random_int(random, 2))), random.randint(-2, 2))
    low = random.randint(-4, 6)
    node = Range(value, low, low + random.randint(0, 5))
    expected = int(array_test(node)(_small_hands()).sum())
    assert count_hands(node, _small_cells()) == expected
    assert no_hands(node, _small_cells()) == (expected == 0)


def test_every_kind_of_number_at_once() -> None:
    spades = SuitValue(ODD_TABLES[1], Suit.SPADES)
    losers, quick = Feature("losers"), Feature("quick_tricks")
    count = Count((Range(spades, 1, None), Range(quick, 2, 4), Range(losers, None, 9)))
    node = Range(
        Sum(((2, Max((losers, Const(9), quick))), (-3, Min((spades, count))), (1, count)), 1),
        14,
        18,
    )
    expected = int(array_test(node)(_small_hands()).sum())
    assert 0 < expected < len(_small_hands())
    assert count_hands(node, _small_cells()) == expected


def test_the_first_condition_that_holds_counts() -> None:
    texts = ("king(C) and hcp in 10..13", "S > 10 and not ace(H)", "queen(S) or queen(D)")
    texts += ("hcp(D) >= 7", "hcp >= 10 and D > 10", "jack(H)", "tens(H) == 1")
    conditions = [read_condition(text) for text in texts]
    given = read_condition("losers <= 8 or good_suit(C)")
    rest = array_test(given)(_small_hands())
    expected = []
    for condition in conditions:
        hit = rest & array_test(condition)(_small_hands())
        expected.append(int(hit.sum()))
        rest &= ~hit
    expected.append(int(rest.sum()))
    assert min(expected) > 0
    assert tally(conditions, given=given, cells=_small_cells()) == tuple(expected)


# --- algebra of sets


@pytest.mark.parametrize("seed", range(8))
def test_counts_add_up(seed: int) -> None:
    random = Random(100 + seed)
    one, two = random_bool(random, 3), random_bool(random, 3)
    count = {
        node: count_hands(node)
        for node in (one, two, And((one, two)), Or((one, two)), Not(one), And((one, Not(two))))
    }
    assert None not in count.values()
    assert (count[one] or 0) + (count[Not(one)] or 0) == ALL_HANDS
    both, either = count[And((one, two))] or 0, count[Or((one, two))] or 0
    assert both + either == (count[one] or 0) + (count[two] or 0)
    assert tally([two], given=one) == (both, count[And((one, Not(two)))])


def test_cells_of_a_condition_sum_to_its_count() -> None:
    node = read_condition("losers <= 7 and stopper(S) and hcp in 9..20")
    mask = plain_space().masks(read_condition("hcp in 8..14 or S > 5")).may
    cells = count_cells(node, mask)
    assert cells is not None
    assert int(cells.sum()) == count_hands(node, mask)
    points = [int(cells[plain_space().hcp == hcp].sum()) for hcp in range(38)]
    for hcp in (8, 9, 12, 16):
        part = And((node, Range(Feature("hcp"), hcp, hcp)))
        assert points[hcp] == count_hands(part, mask)
    assert points[8] == 0 and points[12] and points[16]


# --- large samples of real rules


def test_real_rules_agree_with_a_sample() -> None:
    bidder, random = shipped_bidder(), Random(2)
    scores = []
    for _ in range(4):
        whole = bidder.bid(random_deal(random), Auction(Seat.NORTH))
        calls = whole.calls[: random.randrange(len(whole.calls))]
        view = bidder.view(Auction(Seat.NORTH, Vulnerability.NONE, calls))
        for call in view.position.calls()[:12]:
            node = view.position.node(call)
            count = count_hands(node)
            assert count is not None
            if count * len(_many_hands()) > 30 * ALL_HANDS or not count:
                scores.append(_z(node, count, ALL_HANDS, _many_hands()))
    assert len(scores) > 15
    assert max(map(abs, scores)) < 4.5
    assert sum(score * score for score in scores) / len(scores) < 2


# --- effort


def test_too_much_work_is_refused_and_what_cells_decide_is_no_work() -> None:
    node = read_condition("losers in 5..7 and fifths in 8..12 and new_losers in 6..8")
    assert count_hands(node, effort=10_000) is None
    assert tally([node, TRUE], effort=10_000) is None
    assert count_cells(node, effort=10_000) is None
    assert not no_hands(read_condition("aces == 2 and controls == 3"), effort=10)
    assert no_hands(read_condition("aces == 2 and controls == 3"))
    assert count_hands(node) is not None
    assert count_hands(read_condition("balanced and hcp in 15..17"), effort=0) == 30_897_212_184


# --- shares


def _view(calls: str) -> View:
    bidder = Bidder(load_system("tests/data/tiny"))
    words = parse_calls(calls.split())
    return bidder.view(Auction.of_calls(Seat.NORTH, Vulnerability.NONE, words))


def test_a_share_is_exact_or_sampled_with_an_error() -> None:
    shown = _view("1NT").players[Seat.NORTH].shown
    node = read_condition("good_suit(S) or losers <= 6")
    exact = share(node, shown, np.random.default_rng(1))
    assert exact.exact and exact.error == 0 and exact.of == 30_897_212_184
    assert exact.hands is not None and exact.value == exact.hands / exact.of
    sampled = share(node, shown, np.random.default_rng(1), effort=10)
    assert not sampled.exact and sampled.of == exact.of and 0 < sampled.error < 0.01
    assert abs(sampled.value - exact.value) < 2 * sampled.error
    assert sampled == share(node, shown, np.random.default_rng(1), effort=10)
    assert sampled != share(node, shown, np.random.default_rng(2), effort=10)


def test_shares_of_a_position_sum_to_one() -> None:
    view = _view("1NT P")
    conditions = [candidate.condition.node for candidate in view.position]
    found = shares(conditions, view.players[Seat.SOUTH].shown, np.random.default_rng(1))
    assert sum(part.hands or 0 for part in found) == ALL_HANDS == found[0].of
    assert together(found).hands == ALL_HANDS and together(found).value == 1
    sampled = shares(
        conditions, view.players[Seat.SOUTH].shown, np.random.default_rng(1), effort=0, hands=900
    )
    assert together(sampled).value == 1 and together(sampled[:1]) == sampled[0]


def test_hands_drawn_are_those_that_the_calls_leave() -> None:
    shown = _view("1NT").players[Seat.NORTH].shown
    hands = uniform_hands(shown, np.random.default_rng(4), 20_000)
    assert hands.shape == (4, 20_000)
    assert array_test(read_condition("balanced and hcp in 15..17"))(hands.T).all()
    node = read_condition("good_suit(S)")
    count = count_hands(And((node, shown.node())), shown.mask)
    assert count is not None and abs(_z(node, count, 30_897_212_184, hands.T)) < 4


def test_an_estimate_is_never_sure_of_itself() -> None:
    assert estimated(0, 400).value == 0 and 0.004 < estimated(0, 400).error < 0.02
    assert estimated(400, 400).error == pytest.approx(estimated(0, 400).error)
    assert abs(estimated(200, 400).error - 0.05) < 0.001
    assert estimated(0, 0).error == 1


def test_what_no_hand_satisfies() -> None:
    assert count_hands(FALSE) == 0 and count_hands(negation(FALSE)) == ALL_HANDS
    assert count_hands(TRUE, 0) == 0 and tally([], cells=0) == (0,)
