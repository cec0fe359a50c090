"""Readings: distances of hands from meanings, weights, beliefs, and samples that follow them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat, Side, cards_of, random_deal
from dowager.errors import InputError
from dowager.knowledge.answers import answered, ranges
from dowager.knowledge.answers.questions import Verdict
from dowager.knowledge.cells import HCP, LENGTHS, from_mask, plain_space
from dowager.knowledge.public import View, cell_of
from dowager.knowledge.readings import (
    EXACT,
    READINGS,
    Grade,
    Reading,
    Turn,
    believed,
    distances,
    parse_readings,
)
from dowager.knowledge.readings.distances import MOST_CARDS, MOST_HCP
from dowager.knowledge.sampling import Constraint, Sampler, deals_for
from dowager.language.tree import Range
from support.systems import shipped

SPACE = plain_space()
TOLERANT = READINGS["tolerant"]
BOTH = (TOLERANT, TOLERANT)


def view_after(calls: str) -> View:
    system = shipped("sayc")
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    return Bidder(system, system).view(auction)


def far(hand: Hand, mask: int) -> tuple[int, ...]:
    """Return the HCP that a hand lies from a mask by cards moved, by definition."""
    cells = np.flatnonzero(from_mask(mask, SPACE.size))
    moved = np.abs(SPACE.lengths[:, cells].T - np.array(hand.lengths)).sum(axis=1) // 2
    points = np.abs(SPACE.hcp[cells] - hand.hcp)
    return tuple(
        int(min(points[moved <= cards].min(initial=MOST_HCP), MOST_HCP))
        for cards in range(MOST_CARDS + 1)
    )


@pytest.mark.parametrize(
    "mask",
    [
        SPACE.masks(Range(HCP, 15, 17)).may,
        SPACE.masks(Range(LENGTHS[3], 6, None)).may,
        SPACE.masks(Range(HCP, 22, None)).may & SPACE.masks(Range(LENGTHS[0], 5, 5)).may,
        SPACE.full,
    ],
    ids=["hcp", "length", "both", "any"],
)
def test_distances_are_cards_moved_and_points(mask: int) -> None:
    """Of all ways to a cell of the mask the nearest, between full-pack cells of all shapes."""
    random, table = Random(2), distances(mask)
    for _ in range(60):
        hand = random_deal(random)[Seat.NORTH]
        assert tuple(table[:, cell_of(hand)].tolist()) == far(hand, mask)
    inside = from_mask(mask, SPACE.size)
    assert ((table[0] == 0) == inside).all()


def test_weights_fall_with_the_distance() -> None:
    mask = SPACE.masks(Range(HCP, 15, 17)).may
    grade = Grade(hcp=0.5, card=0.1, floor=0.01, unless=0.2)
    weights = grade.weights(distances(mask), distances(mask))
    greatest = [weights[SPACE.hcp == hcp].max() for hcp in (15, 14, 18, 13, 0)]
    assert greatest == [1.0, 0.5, 0.5, 0.25, 0.01]  # the last by the floor
    wider = SPACE.masks(Range(HCP, 12, 17)).may
    only_own = grade.weights(distances(mask), distances(wider))
    assert only_own[SPACE.hcp == 12].max() == 0.2  # the call's own rules have it


def test_what_is_out_of_reach_weighs_nothing() -> None:
    mask = SPACE.masks(Range(HCP, 15, 17)).may
    grade = Grade(hcp=0.5, card=0.1, floor=0.0, unless=0.2, reach=1)
    weights = grade.weights(distances(mask), distances(mask))
    assert (weights[(SPACE.hcp < 14) | (SPACE.hcp > 18)] == 0).all()
    flat = SPACE.lengths.max(axis=0) <= 6  # longer suits may leave no hand with 15 HCP
    assert (weights[flat & (SPACE.hcp >= 14) & (SPACE.hcp <= 18)] > 0).all()


def test_the_exact_reading_is_what_has_been_shown() -> None:
    view = view_after("1NT P 2C P")
    belief = believed(view, (EXACT, EXACT))
    for seat in Seat:
        shown = from_mask(view.players[seat].shown.mask, SPACE.size)
        assert (belief[seat] == shown).all()


@pytest.mark.parametrize("name", [name for name in READINGS if name not in ("exact", "judged")])
def test_no_hand_is_impossible_for_who_is_not_believed_exactly(name: str) -> None:
    """Also where no hand fits all calls, and where no rule explains one."""
    for calls in ("1NT P 2C P 2H P", "1S X P 7NT P P P", "P P P 1C 7D"):
        belief = believed(view_after(calls), (READINGS[name], READINGS[name]))
        for seat in Seat:
            weights = belief[seat]
            assert weights.min() > 0 and weights.max() == 1


def test_a_hand_that_fits_weighs_more_than_one_that_does_not() -> None:
    north = believed(view_after("1NT P"), BOTH)[Seat.NORTH]
    fitting, near, wrong = (
        Hand.parse(text) for text in ("AQ5.KJ4.KT73.Q92", "AQ5.KQ4.KT73.A92", "2.KJ43.T9732.432")
    )
    weights = [north[cell_of(hand)] for hand in (fitting, near, wrong)]
    assert weights[0] == 1 and weights[0] > weights[1] > weights[2] > 0


def test_samples_follow_the_weights() -> None:
    """Deals drawn by weights are as uniform ones that are weighed afterwards."""
    grade = READINGS["stranger"].grades[Turn.LATER_BID]
    asked = [Range(HCP, 15, 17), Range(LENGTHS[3], 6, None), Range(HCP, 0, 5)]
    masks = [SPACE.masks(each).may for each in asked]
    weights = [grade.weights(distances(mask), distances(mask)) for mask in masks]
    deal = random_deal(Random(3))
    for known in (
        {},
        {Seat.SOUTH: deal[Seat.SOUTH]},
        {s: deal[s] for s in (Seat.SOUTH, Seat.NORTH)},
    ):
        hidden = [seat for seat in Seat if seat not in known]
        parts = dict(zip(hidden, weights, strict=False))
        shown = {seat: Constraint(SPACE.full, weights=part) for seat, part in parts.items()}
        drawn = Sampler(shown, known).sample(np.random.default_rng(1), 6000)
        uniform = Sampler({}, known).sample(np.random.default_rng(2), 60_000)
        cells = np.array([[cell_of(d[seat]) for seat in hidden] for d in uniform])
        weigh = np.prod([part[cells[:, n]] for n, part in enumerate(parts.values())], axis=0)
        for number, seat in enumerate(hidden):
            mine = np.mean([d[seat].hcp for d in drawn])
            theirs = SPACE.hcp[cells[:, number]] @ weigh / weigh.sum()
            assert mine == pytest.approx(float(theirs), abs=0.35)
        assert drawn.probability == pytest.approx(float(weigh.mean()), rel=0.1)


def test_deals_of_a_believed_auction_are_whole_and_never_lack() -> None:
    """Even after an auction that no hands fit: it contradicts itself."""
    view = view_after("1NT P 2C P 2H P 7S X P P P")
    deals = deals_for(view, None, np.random.default_rng(1), 50, readings=BOTH)
    assert len(deals) == 50
    for deal in deals:
        assert sorted(card for seat in Seat for card in cards_of(deal[seat].bits)) == list(
            range(52)
        )


def test_ranges_of_a_believed_seat_leave_out_a_twentieth() -> None:
    view = view_after("1NT P")
    exact, tolerant = (ranges(view, readings=each)[Seat.NORTH].hcp for each in ((EXACT,) * 2, BOTH))
    assert exact == (15, 17)
    assert tolerant[0] <= 15 and tolerant[1] >= 17 and tolerant[0] > 10 and tolerant[1] < 22


def test_answers_by_readings() -> None:
    view = view_after("1NT P")
    questions = ["N: hcp >= 12", "N: hcp >= 18", "N: hcp <= 40"]
    exact = answered(view, questions)
    assert [a.verdict for a in exact] == [Verdict.PROVED, Verdict.IMPOSSIBLE, Verdict.PROVED]
    tolerant = answered(view, questions, readings=BOTH)
    assert [a.verdict for a in tolerant] == [Verdict.POSSIBLE, Verdict.POSSIBLE, Verdict.PROVED]
    assert tolerant[0].probability > 0.9 and 0 < tolerant[1].probability < 0.2


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", (EXACT, EXACT)),
        ("tolerant", BOTH),
        ("ew=tolerant", (EXACT, TOLERANT)),
        ("ns = tolerant, ew=stranger", (TOLERANT, READINGS["stranger"])),
    ],
)
def test_readings_are_chosen_by_side(text: str, wanted: tuple[Reading, Reading]) -> None:
    assert parse_readings(text) == wanted
    assert wanted[Side.NORTH_SOUTH] is parse_readings(text)[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("kind", "no reading 'kind'; there are exact, "),
        ("we=exact", "no side 'we'; write ns or ew"),
    ],
)
def test_a_reading_that_there_is_not_is_named(text: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        parse_readings(text)
