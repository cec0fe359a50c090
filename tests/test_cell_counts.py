"""The tables' exact counts, against published numbers and enumerations made another way."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb

import pytest

from dowager.cards import Suit
from dowager.knowledge.cells import plain_space
from dowager.knowledge.cells.additive import additive_form
from dowager.knowledge.cells.space import Space, refined_space
from dowager.knowledge.cells.suit_counts import suit_counts
from dowager.language.tree import SHAPES, TRUE, And, Bool, Feature, Int, Not, Predicate, Range

HANDS = 635_013_559_600
HCP, ACES, LOSERS = Feature("hcp"), Feature("aces"), Feature("losers")


def _count(node: Bool, space: Space | None = None) -> int:
    space = space or plain_space()
    masks = space.masks(node)
    assert masks.sure == masks.may
    return int(space.weight(masks.may))


@pytest.mark.parametrize(
    ("node", "count"),
    [
        (TRUE, HANDS),
        (And((Predicate("balanced"), Range(HCP, 15, 17))), 30_897_212_184),
        (Range(HCP, 0, 0), 2_310_789_600),
        (Range(HCP, 37, 37), 4),
        (Range(Feature("length", (Suit.SPADES,)), 13, 13), 1),
        (Predicate("flat"), 4 * comb(13, 4) * comb(13, 3) ** 3),
        (Not(TRUE), 0),
    ],
)
def test_published_counts(node: Bool, count: int) -> None:
    assert _count(node) == count


def test_hcp_by_ranks() -> None:
    """HCP counted rank by rank: how many aces, kings, queens, jacks, and other cards."""
    counts: Counter[int] = Counter()
    for aces, kings, queens, jacks in product(range(5), repeat=4):
        others = 13 - aces - kings - queens - jacks
        if others >= 0:
            ways = comb(4, aces) * comb(4, kings) * comb(4, queens) * comb(4, jacks)
            counts[4 * aces + 3 * kings + 2 * queens + jacks] += ways * comb(36, others)
    assert {hcp: _count(Range(HCP, hcp, hcp)) for hcp in range(38)} == dict(counts)


@pytest.mark.parametrize("shape", [(3, 3, 3, 4), (2, 5, 4, 2), (0, 1, 5, 7), (1, 1, 1, 10)])
def test_hcp_within_a_shape(shape: tuple[int, int, int, int]) -> None:
    """One shape's HCP, counted over the sixteen sets of honours in every suit."""
    honours = [(bits.bit_count(), sum((4 - n) * (bits >> n & 1) for n in range(4)))
               for bits in range(16)]  # fmt: skip
    counts: Counter[int] = Counter()
    for held in product(honours, repeat=4):
        pairs = zip(held, shape, strict=True)
        ways = 1
        for (number, _), length in pairs:
            ways *= comb(9, length - number) if length >= number else 0
        counts[sum(points for _, points in held)] += ways
    table = suit_counts()[0][SHAPES.index(shape), :, 0]
    assert {hcp: count for hcp, count in enumerate(table.tolist()) if count} == {
        hcp: ways for hcp, ways in counts.items() if ways
    }


def test_shapes() -> None:
    space = plain_space()
    for number, shape in enumerate(SHAPES):
        ways = comb(13, shape[0]) * comb(13, shape[1]) * comb(13, shape[2]) * comb(13, shape[3])
        assert space.weights[space.shape == number].sum() == ways


def test_aces() -> None:
    form = additive_form(ACES)
    assert form is not None
    space = refined_space(form)
    found = [_count(Range(ACES, aces, aces), space) for aces in range(5)]
    assert found == [comb(4, aces) * comb(48, 13 - aces) for aces in range(5)]


@pytest.mark.parametrize("node", [ACES, LOSERS, Feature("quick_tricks"), Feature("playing_tricks")])
def test_refined_spaces_agree_with_the_plain_one(node: Int) -> None:
    """Split cells add up to their parents, and the plain bounds are attained in them."""
    form = additive_form(node)
    assert form is not None
    space, plain = refined_space(form), plain_space()
    assert int(space.weights.sum()) == HANDS
    bounds = plain.bounds(node)
    for cell in range(0, plain.size, 97):
        values = space.split_value[space.parent == cell]
        assert (values.min(), values.max()) == (bounds.low[cell], bounds.high[cell])


def test_the_hands_of_thirty_nine_cards() -> None:
    """What is left when one hand is known: any 13 of the other 39 cards."""
    counts, _ = suit_counts(cards=(8191 - 7, 8191 - 56, 8191 - 7, 8191 - 15))
    assert counts.sum() == comb(39, 13)
