"""Samples of deals: uniform against exact counts and against plain shuffles, exact, and honest.

Frequencies are judged by chi-square as a normal deviate; seeds are fixed, and a correct sampler
stays below the limit with a wide margin. The last tests of a group show that bias does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.backends.evaluate import array_test, hand_test
from dowager.bidder import Bidder
from dowager.cards import LENGTH_OF, Hand, Seat, Suit, holdings_of_deals, shuffled_deals
from dowager.knowledge.cells import FULL_HOLDINGS, HCP_OF, from_mask, plain_space
from dowager.knowledge.cells.suit_counts import suit_counts
from dowager.knowledge.sampling import (
    Constraint,
    Fit,
    HandTable,
    Sample,
    Sampler,
    SampleStatus,
    deals_for,
    narrowed,
)
from dowager.knowledge.sampling.fitting import mask_node
from dowager.knowledge.sampling.shape_chain import ShapeChain
from dowager.language.tree import (
    SHAPES,
    And,
    Bool,
    Feature,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    permuted,
    shape_indices,
)
from support.random_nodes import random_bool
from support.systems import shipped

NORTH, EAST, SOUTH, WEST = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit
FULL = plain_space().full
LIMIT = 4.5  # a normal deviate: three in a million

BALANCED = Shape(permuted((4, 3, 3, 3)) | permuted((4, 4, 3, 2)) | permuted((5, 3, 3, 2)))
MINE = Hand.parse("AQ32.K32.QJ54.A2")


def points(low: int | None, high: int | None = None) -> Bool:
    return Range(Feature("hcp"), low, high)


def length(suit: Suit, low: int, high: int | None = None) -> Bool:
    return Range(Feature("length", (suit,)), low, high)


def fitting(node: Bool) -> Constraint:
    return Constraint(plain_space().masks(node).may, node)


def sampler(nodes: Mapping[Seat, Bool], known: Mapping[Seat, Hand] | None = None) -> Sampler:
    return Sampler({seat: fitting(node) for seat, node in nodes.items()}, known)


STRONG = And((points(15, 17), BALANCED))
SPADE_OVERCALL = And((points(8, 15), length(SPADES, 5), Predicate("good_suit", (SPADES,))))
HEARTS_LONG = And((points(6, 12), length(HEARTS, 4)))
SILENT = Not(Or((points(14), And((points(9), length(CLUBS, 6))))))


# --- measuring ----------------------------------------------------------------------------------


def deviate(chi: float, freedom: int) -> float:
    """Turn a chi-square value into a normal deviate (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def off(observed: NDArray[np.int64], weights: NDArray[np.float64]) -> float:
    """Return how far counts are from weights; rare classes are judged together."""
    expected = weights * observed.sum() / weights.sum()
    rare = expected < 10
    observed = np.append(observed[~rare], observed[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    assert expected[-1] > 0 or observed[-1] == 0
    some = expected > 0
    chi = ((observed[some] - expected[some]) ** 2 / expected[some]).sum()
    return deviate(float(chi), int(some.sum()) - 1)


def off_each_other(first: NDArray[np.int64], second: NDArray[np.int64]) -> float:
    """Return how far two independent samples' counts are from one another."""
    common = first + second >= 20
    first = np.append(first[common], first[~common].sum())
    second = np.append(second[common], second[~common].sum())
    some = first + second > 0
    ratio = (second.sum() / first.sum()) ** 0.5
    gaps = (first[some] * ratio - second[some] / ratio) ** 2 / (first[some] + second[some])
    return deviate(float(gaps.sum()), int(some.sum()) - 1)


def cells(holdings: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return how often each shape and HCP occurs among hands `(n, 4)`, flat."""
    lengths = LENGTH_OF[holdings]
    hcp = HCP_OF[holdings].sum(axis=1)
    return np.bincount(shape_indices(lengths) * 38 + hcp, minlength=560 * 38)


def owners(holdings: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return how often each seat holds each card, `(4 * 52)`."""
    bits = holdings[..., None] >> np.arange(13, dtype=np.uint16) & 1
    held: NDArray[np.int64] = bits.sum(axis=0, dtype=np.int64).ravel()
    return held


def allowed_weights(node: Bool, cards: tuple[int, int, int, int]) -> NDArray[np.float64]:
    """Return the exact number of hands by shape and HCP, flat; the cells decide the node."""
    masks = plain_space().masks(node)
    assert masks.sure == masks.may
    counts = suit_counts(cards=cards)[0][:, :, 0]
    allowed = np.zeros_like(counts)
    cells_of = plain_space()
    allowed[cells_of.shape, cells_of.hcp] = from_mask(masks.may, cells_of.size)
    return (counts * allowed).ravel()


@cache
def shuffled() -> NDArray[np.uint16]:
    """Return many deals, made the plain way."""
    generator = np.random.default_rng(99)
    pack = np.arange(52, dtype=np.uint8)
    parts = (shuffled_deals(generator, 50_000, pack, 4) for _ in range(20))
    return np.concatenate([holdings_of_deals(part) for part in parts])


def assert_sound(sample: Sample, nodes: Mapping[Seat, Bool]) -> None:
    """Every card once in each deal, and every hand right by the evaluator of one hand."""
    assert (np.bitwise_or.reduce(sample.holdings, axis=1) == 8191).all()
    assert (LENGTH_OF[sample.holdings].sum(axis=2) == 13).all()
    tests = {seat: hand_test(node) for seat, node in nodes.items()}
    for deal in sample:
        assert all(test(deal[seat].holdings) for seat, test in tests.items())


# --- drawing ------------------------------------------------------------------------------------


def test_a_hand_table_counts_every_hand() -> None:
    everything = np.ones((560, 38), dtype=np.bool_)
    assert HandTable(FULL_HOLDINGS, everything).total == comb(52, 13)
    rest = tuple(8191 & ~held for held in MINE.holdings)
    assert HandTable((rest[0], rest[1], rest[2], rest[3]), everything).total == comb(39, 13)


def test_a_shape_chain_counts_every_deal() -> None:
    everything = HandTable(FULL_HOLDINGS, np.ones((560, 38), dtype=np.bool_))
    every = np.ones(560, dtype=np.bool_)
    balanced = np.array([shape in BALANCED.shapes for shape in SHAPES])
    deals = comb(52, 13) * comb(39, 13) * comb(26, 13)
    share = allowed_weights(BALANCED, FULL_HOLDINGS).sum() / comb(52, 13)
    for middle, last, part in (
        ([every], None, 1.0),
        ([every, every], every, 1.0),
        ([balanced], None, share),
        ([every, balanced], every, share),
        ([every, every], balanced, share),
    ):
        chain = ShapeChain(FULL_HOLDINGS, everything, middle, last)
        assert chain.total == pytest.approx(deals * part, rel=1e-11)


# --- uniformity ---------------------------------------------------------------------------------


def test_one_constrained_seat_follows_the_exact_weights_of_its_cells() -> None:
    sample = sampler({EAST: STRONG}).sample(np.random.default_rng(1), 60_000)
    weights = allowed_weights(STRONG, FULL_HOLDINGS)
    assert sample.status is SampleStatus.COMPLETE and sample.acceptance == 1.0
    assert sample.probability == pytest.approx(weights.sum() / comb(52, 13), rel=1e-12)
    seen = cells(sample.holdings[:, EAST])
    assert off(seen, weights) < LIMIT
    by_hcp, by_shape = seen.reshape(560, 38).sum(axis=0), seen.reshape(560, 38).sum(axis=1)
    assert off(by_hcp, weights.reshape(560, 38).sum(axis=0)) < LIMIT
    assert off(by_shape, weights.reshape(560, 38).sum(axis=1)) < LIMIT


def test_an_unconstrained_deal_is_uniform_over_cells_and_cards() -> None:
    holdings = Sampler({}).sample(np.random.default_rng(2), 60_000).holdings
    weights = suit_counts()[0][:, :, 0].ravel()
    for seat in Seat:
        assert off(cells(holdings[:, seat]), weights) < LIMIT
    assert off(owners(holdings), np.ones(208)) < LIMIT


def test_cards_within_a_suit_length_and_hcp_are_uniform() -> None:
    node = And((Shape(frozenset({(3, 3, 3, 4)})), points(10, 10)))
    held = sampler({NORTH: node}).sample(np.random.default_rng(3), 50_000).holdings[:, NORTH]
    three = held[LENGTH_OF[held[:, CLUBS] & 511] == 3][:, CLUBS] & 511
    assert off(np.bincount(three, minlength=512)[LENGTH_OF[:512] == 3], np.ones(84)) < LIMIT


def test_beside_a_known_hand_the_weights_are_those_of_the_cards_left() -> None:
    sample = sampler({NORTH: STRONG}, {SOUTH: MINE}).sample(np.random.default_rng(4), 50_000)
    left = [8191 & ~held for held in MINE.holdings]
    weights = allowed_weights(STRONG, (left[0], left[1], left[2], left[3]))
    assert off(cells(sample.holdings[:, NORTH]), weights) < LIMIT
    assert {deal[SOUTH] for deal in list(sample)[:100]} == {MINE}


def test_shapes_drawn_together_follow_the_exact_number_of_deals() -> None:
    mine = frozenset(shape for shape in SHAPES if shape[3] >= 6)
    yours = frozenset(shape for shape in SHAPES if shape[2] >= 6)
    subject = sampler({NORTH: Shape(mine), WEST: Shape(yours)})
    sample = subject.sample(np.random.default_rng(5), 80_000)
    assert subject._plans.cheapest(80_000).chain is not None
    assert sample.acceptance == 1.0
    shapes = shape_indices(LENGTH_OF[sample.holdings].reshape(-1, 4)).reshape(-1, 4)
    seen = np.bincount(shapes[:, NORTH].astype(np.int64) * 560 + shapes[:, WEST], minlength=560**2)
    weights = np.zeros(560**2)
    for one, first in enumerate(SHAPES):
        for two, second in enumerate(SHAPES):
            if first in mine and second in yours:
                ways = [comb(13, a) * comb(13 - a, b) for a, b in zip(first, second, strict=True)]
                weights[one * 560 + two] = float(np.prod(np.array(ways, dtype=np.float64)))
    assert sample.probability == pytest.approx(weights.sum() / comb(52, 13) / comb(39, 13))
    assert off(seen, weights) < LIMIT


PAIRS: list[tuple[dict[Seat, Bool], bool]] = [
    ({NORTH: STRONG, EAST: And((points(8, 14), length(SPADES, 5)))}, True),
    ({NORTH: SPADE_OVERCALL, SOUTH: HEARTS_LONG, WEST: SILENT}, True),
    ({NORTH: points(10, None), EAST: length(SPADES, 4, 6)}, False),
]


@pytest.mark.parametrize(("nodes", "by_shapes"), PAIRS)
def test_several_constrained_seats_agree_with_plain_shuffles(
    nodes: dict[Seat, Bool], by_shapes: bool
) -> None:
    plain = shuffled()
    for seat, node in nodes.items():
        plain = plain[array_test(node)(plain[:, seat])]
    plain = plain[:20_000]
    assert len(plain) > 1_000
    subject = sampler(nodes)
    sample = subject.sample(np.random.default_rng(6), 30_000)
    assert (subject._plans.cheapest(30_000).chain is not None) is by_shapes
    for seat in Seat:
        ours, theirs = cells(sample.holdings[:, seat]), cells(plain[:, seat])
        assert off_each_other(ours, theirs) < LIMIT
        for axis in (0, 1):
            ours_by, theirs_by = (c.reshape(560, 38).sum(axis=axis) for c in (ours, theirs))
            assert off_each_other(ours_by, theirs_by) < LIMIT
    assert off_each_other(owners(sample.holdings), owners(plain)) < LIMIT


def test_three_hands_by_shape_agree_with_one_hand_by_cells() -> None:
    """The same question by the two plans, each forced by the number wanted."""
    nodes: dict[Seat, Bool] = {
        NORTH: And((points(10, 15), length(SPADES, 5))),
        EAST: And((points(8, 14), length(HEARTS, 5))),
        SOUTH: And((points(5, 10), length(SPADES, 3))),
        WEST: length(HEARTS, 2),
    }
    subject = sampler(nodes)
    plans = [subject._plans._build(outline) for outline in subject._plans._outlines()]
    assert [plan.outline.chained for plan in plans] == [0, 1, 2]
    samples = [subject._batch(np.random.default_rng(7), plan, 400_000) for plan in plans]
    estimates = [len(s) * plan.share / 400_000 for s, plan in zip(samples, plans, strict=True)]
    assert estimates == pytest.approx([estimates[2]] * 3, rel=0.1)
    for other in samples[:2]:
        assert off_each_other(owners(samples[2]), owners(other)) < LIMIT
        for seat in Seat:
            ours, theirs = cells(samples[2][:, seat]), cells(other[:, seat])
            assert off_each_other(ours, theirs) < LIMIT


def test_of_two_unknown_hands_the_second_decides_the_first_one_s_cells() -> None:
    known = {SOUTH: MINE, NORTH: Hand.parse("KJ4.A5.K32.KQJ65")}
    node = And((points(4, 6), length(HEARTS, 4, 5)))
    sample = sampler({EAST: node}, known).sample(np.random.default_rng(8), 40_000)
    cards = Hand((1 << 52) - 1 & ~MINE.bits & ~known[NORTH].bits).holdings
    assert sample.acceptance == 1.0
    assert off(cells(sample.holdings[:, EAST]), allowed_weights(node, cards)) < LIMIT
    west = sampler({WEST: node}, known).sample(np.random.default_rng(9), 40_000)
    assert off(cells(west.holdings[:, WEST]), allowed_weights(node, cards)) < LIMIT


def test_the_measure_sees_a_wrong_acceptance() -> None:
    generator = np.random.default_rng(10)
    held = sampler({EAST: STRONG}).sample(generator, 60_000).holdings[:, EAST]
    weights = allowed_weights(STRONG, FULL_HOLDINGS)
    hcp = HCP_OF[held].sum(axis=1)
    biased = held[generator.random(len(held)) < np.where(hcp == 17, 0.9, 1.0)]
    assert off(cells(biased).reshape(560, 38).sum(axis=0), weights.reshape(560, 38).sum(0)) > LIMIT
    long = LENGTH_OF[held].max(axis=1) == 5
    biased = held[generator.random(len(held)) < np.where(long, 0.9, 1.0)]
    assert off(cells(biased), weights) > LIMIT


def test_the_measure_sees_a_first_hand_that_the_second_does_not_weigh() -> None:
    """To draw one hand by its own weights and then any second one that fits is the usual error."""
    spades = length(SPADES, 6)
    sample = sampler({NORTH: STRONG, EAST: spades}).sample(np.random.default_rng(11), 30_000)
    seen = cells(sample.holdings[:, NORTH])
    unweighed = allowed_weights(STRONG, FULL_HOLDINGS)
    ways = np.array([_ways_to_hold(shape[3], 6) for shape in SHAPES])
    assert off(seen, unweighed) > LIMIT
    assert off(seen, (unweighed.reshape(560, 38) * ways[:, None]).ravel()) < LIMIT


def _ways_to_hold(gone: int, least: int) -> float:
    """Count the hands from 39 cards with `least` or more of a suit of which some cards are gone."""
    left = 13 - gone
    return float(sum(comb(left, held) * comb(39 - left, 13 - held) for held in range(least, 14)))


# --- soundness ----------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [{}, {SOUTH: MINE}])
def test_every_deal_meets_every_condition(known: dict[Seat, Hand]) -> None:
    nodes: dict[Seat, Bool] = {
        NORTH: And((points(12, 16), Predicate("stopper", (HEARTS,)), BALANCED)),
        EAST: HEARTS_LONG,
        WEST: SILENT,
    }
    sample = sampler(nodes, known).sample(np.random.default_rng(13), 2_000)
    assert sample.status is SampleStatus.COMPLETE and len(sample) == 2_000
    assert_sound(sample, nodes)
    assert all(deal[seat] == hand for deal in sample for seat, hand in known.items())


def test_a_mask_narrower_than_the_node_counts_too() -> None:
    narrow = Constraint(plain_space().masks(STRONG).may, points(16, 40))
    sample = Sampler({WEST: narrow}).sample(np.random.default_rng(14), 500)
    assert_sound(sample, {WEST: And((STRONG, points(16, 17)))})


def test_the_same_seed_gives_the_same_deals() -> None:
    subject = sampler({NORTH: STRONG, EAST: SILENT})
    first, second = (subject.sample(np.random.default_rng(15), 300) for _ in range(2))
    assert np.array_equal(first.holdings, second.holdings)


def test_a_known_hand_is_a_fact_whatever_its_seat_has_shown() -> None:
    sample = sampler({SOUTH: points(0, 3)}, {SOUTH: MINE}).sample(np.random.default_rng(16), 10)
    assert {deal[SOUTH] for deal in sample} == {MINE}


def test_three_known_hands_leave_one_deal() -> None:
    deal = Sampler({}).sample(np.random.default_rng(17), 1).deal(0)
    known = {seat: deal[seat] for seat in (NORTH, EAST, SOUTH)}
    assert list(Sampler({}, known).sample(np.random.default_rng(18), 2)) == [deal, deal]
    everything = {seat: deal[seat] for seat in Seat}
    assert list(Sampler({}, everything).sample(np.random.default_rng(18), 1)) == [deal]
    wrong = sampler({WEST: points(38)}, known).sample(np.random.default_rng(18), 2)
    assert wrong.status is SampleStatus.NONE


def test_deals_of_a_real_auction() -> None:
    system = shipped("natural")
    auction = Auction.of_calls(NORTH, Vulnerability.NONE, parse_calls(["1NT", "P", "3NT", "P"]))
    view = Bidder(system).view(auction)
    sample = deals_for(view, None, np.random.default_rng(19), 400)
    assert sample.status is SampleStatus.COMPLETE
    assert_sound(sample, {seat: view.players[seat].shown.node() for seat in Seat})


# --- rare, impossible, unfinished ---------------------------------------------------------------


def test_hands_that_no_shuffle_would_find() -> None:
    nodes: dict[Seat, Bool] = {
        NORTH: And((points(24), BALANCED)),
        EAST: And((points(0, 5), length(SPADES, 8))),
        SOUTH: length(HEARTS, 6),
    }
    sample = sampler(nodes).sample(np.random.default_rng(20), 1_000)
    assert sample.status is SampleStatus.COMPLETE
    assert 0 < sample.probability < 1e-7
    assert_sound(sample, nodes)


def test_cells_alone_show_that_nothing_fits() -> None:
    impossible: list[dict[Seat, Bool]] = [
        {NORTH: And((points(38), BALANCED))},
        {NORTH: And(()), EAST: Or(())},
    ]
    for nodes in impossible:
        sample = sampler(nodes).sample(np.random.default_rng(21), 5)
        assert sample.status is SampleStatus.NONE and sample.proposals == 0


@pytest.mark.parametrize(
    ("nodes", "known"),
    [
        ({NORTH: points(22), EAST: points(22)}, {}),
        ({NORTH: Range(Feature("aces"), 2, None)}, {SOUTH: Hand.parse("A32.A543.A432.32")}),
        ({seat: length(SPADES, 4) for seat in Seat}, {}),
    ],
)
def test_the_solver_proves_that_nothing_fits(
    nodes: dict[Seat, Bool], known: dict[Seat, Hand]
) -> None:
    sample = sampler(nodes, known).sample(np.random.default_rng(22), 5, effort=20_000)
    assert sample.status is SampleStatus.NONE and len(sample) == 0


def test_when_the_effort_ends_the_sample_is_partial() -> None:
    nodes: dict[Seat, Bool] = {NORTH: STRONG, SOUTH: And((points(10, 12), SPADE_OVERCALL))}
    sample = sampler(nodes).sample(np.random.default_rng(23), 5_000, effort=3_000)
    assert sample.status is SampleStatus.PARTLY and 0 < len(sample) < 5_000
    assert sample.proposals == 3_000
    assert sample.acceptance == pytest.approx(len(sample) / 3_000)
    assert_sound(sample, nodes)


def test_when_told_to_stop_it_stops() -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 2

    sample = sampler({NORTH: STRONG}).sample(np.random.default_rng(24), 200_000, stop=stop)
    assert sample.status is SampleStatus.PARTLY and 0 < len(sample) < 200_000


def test_without_a_deal_the_solver_gives_one_as_a_witness() -> None:
    perfect = And((length(SPADES, 13), points(10, 10)))
    aces = And((Range(Feature("aces"), 3, 3), points(12, 12), length(HEARTS, 9)))
    sample = sampler({NORTH: perfect, EAST: aces}).sample(
        np.random.default_rng(25), 3, effort=1, proof_seconds=20
    )
    assert sample.status is not SampleStatus.NONE
    assert sample.witness is not None or len(sample)
    if sample.witness:
        assert hand_test(aces)(sample.witness[EAST].holdings)


# --- what the cells leave open ------------------------------------------------------------------


def test_a_narrowed_condition_agrees_on_the_cells() -> None:
    random, generator = Random(5), np.random.default_rng(26)
    pack = np.arange(52, dtype=np.uint8)
    hands = holdings_of_deals(shuffled_deals(generator, 3_000, pack, 4)).reshape(-1, 4)
    space = plain_space()
    numbers = [space.cell(s, h) for s, h in zip(*_cells_of(hands), strict=True)]
    for _ in range(60):
        node = random_bool(random)
        mask = space.masks(random_bool(random)).may
        inside = hands[from_mask(mask, space.size)[numbers]]
        expected = array_test(node)(inside)
        assert np.array_equal(array_test(narrowed(node, mask))(inside), expected)
        found = Fit(Constraint(mask, node)).fits(hands.T)
        assert np.array_equal(found[from_mask(mask, space.size)[numbers]], expected)
        assert found.sum() == expected.sum()


def _cells_of(hands: NDArray[np.uint16]) -> tuple[list[int], list[int]]:
    shapes = shape_indices(LENGTH_OF[hands])
    return shapes.tolist(), HCP_OF[hands].sum(axis=1).tolist()


def test_the_condition_of_a_mask_has_that_mask() -> None:
    random = Random(6)
    for _ in range(20):
        mask = plain_space().masks(random_bool(random)).may
        masks = plain_space().masks(mask_node(mask))
        assert masks.sure == masks.may == mask
