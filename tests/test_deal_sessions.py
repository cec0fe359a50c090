"""Questions across hands: truths of the pack, brute force on small cases, bounds and time-outs."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from dowager.backends.evaluate import hand_test, hand_value
from dowager.cards import Deal, Hand, Seat, Suit, random_deal
from dowager.knowledge.cells import HCP
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS
from dowager.knowledge.solving import Proof, hand_possible
from dowager.knowledge.solving.deal_session import DealSession
from dowager.knowledge.solving.exact_bounds import Interval
from dowager.language.tree import (
    FALSE,
    And,
    Bool,
    Feature,
    Int,
    Not,
    Or,
    Range,
    Shape,
    SuitValue,
    permuted,
)
from dowager.language.tree.hand_feature import suit_table
from support.exact_answers import certain, hand_bounds
from support.random_nodes import random_int

LIMIT = 300.0
NORTH, EAST, SOUTH, WEST = Seat
CLUBS, DIAMONDS, HEARTS, SPADES = Suit

ACES = Feature("aces")
BALANCED = Shape(permuted((4, 3, 3, 3)) | permuted((4, 4, 3, 2)) | permuted((5, 3, 3, 2)))
STRONG = And((Range(HCP, 15, 17), BALANCED))
THREE_ACES = Hand.parse("A32.A543.A432.32")


def length(suit: Suit, low: int | None, high: int | None = None) -> Bool:
    return Range(Feature("length", (suit,)), low, high)


def test_partner_cannot_hold_two_aces_when_i_hold_three() -> None:
    session = DealSession({NORTH: Range(ACES, 2, 2)}, {SOUTH: THREE_ACES})
    assert session.possible(limit=LIMIT)[0] is Proof.NO
    assert session.bounds(limit=LIMIT).possible is Proof.NO


def test_opponents_hold_no_ace_when_partner_shows_the_fourth() -> None:
    session = DealSession({NORTH: Range(ACES, 1, None)}, {SOUTH: THREE_ACES})
    assert certain(session, {EAST: Range(ACES, 0, 0)}, limit=LIMIT)[0] is Proof.YES
    clubs = Range(Feature("aces", (CLUBS,)), 1, 1)
    assert certain(session, {NORTH: clubs}, limit=LIMIT)[0] is Proof.YES


def test_opposite_a_strong_balanced_hand() -> None:
    mine = Hand.parse("AQ32.K32.QJ54.A2")  # 16 of the 40 points
    bounds = DealSession({NORTH: STRONG}, {SOUTH: mine}).bounds(limit=LIMIT)
    assert bounds.exact
    assert bounds.hcp(NORTH) == Interval(15, 17, True)
    assert bounds.hcp(SOUTH) == Interval(16, 16, True)
    assert bounds.hcp(EAST) == bounds.hcp(WEST) == Interval(0, 9, True)
    for suit in Suit:
        assert bounds.length(NORTH, suit) == Interval(2, 5, True)
        left = 13 - mine.lengths[suit] - 2
        assert bounds.length(EAST, suit) == Interval(0, left, True)


def test_points_of_the_pack_bind_all_four_hands() -> None:
    shown: dict[Seat, Bool] = {
        NORTH: STRONG,
        EAST: Range(HCP, 12, None),
        SOUTH: Range(HCP, 8, None),
    }
    bounds = DealSession(shown).bounds(limit=LIMIT)
    assert bounds.hcp(WEST) == Interval(0, 5, True)
    assert bounds.hcp(EAST) == Interval(12, 17, True)


def test_lengths_of_a_suit_sum_to_thirteen() -> None:
    shown = {NORTH: length(SPADES, 5), EAST: length(SPADES, 4), SOUTH: length(SPADES, 3)}
    session = DealSession(shown)
    assert session.bounds(limit=LIMIT).length(WEST, SPADES) == Interval(0, 1, True)
    assert certain(session, {NORTH: length(SPADES, 5, 6)}, limit=LIMIT)[0] is Proof.YES


def test_certain_gives_a_counterexample() -> None:
    session = DealSession({NORTH: STRONG})
    claims = {NORTH: length(HEARTS, 3), EAST: Range(HCP, 0, 25)}
    proof, deal = certain(session, claims, limit=LIMIT)
    assert proof is Proof.NO and deal is not None
    north = deal[NORTH].holdings
    assert hand_test(STRONG)(north) and not hand_test(length(HEARTS, 3))(north)
    both = {NORTH: length(HEARTS, 2, 5), EAST: Range(HCP, 0, 25)}
    assert certain(session, both, limit=LIMIT)[0] is Proof.YES


def test_known_hands_are_judged_too() -> None:
    session = DealSession({SOUTH: Range(HCP, 15, None)}, {SOUTH: THREE_ACES})
    assert session.possible(limit=LIMIT)[0] is Proof.NO
    session = DealSession({}, {SOUTH: THREE_ACES})
    assert session.possible({SOUTH: Range(HCP, 13, None)}, limit=LIMIT)[0] is Proof.NO
    assert certain(session, {SOUTH: Range(HCP, 12, 12)}, limit=LIMIT)[0] is Proof.YES
    assert certain(session, {SOUTH: Range(HCP, 13, 13)}, limit=LIMIT)[0] is Proof.NO


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_deal_fits_itself(count: int) -> None:
    deal = random_deal(Random(7))
    known = {seat: deal[seat] for seat in list(Seat)[:count]}
    _, fitting = DealSession({}, known).possible(limit=LIMIT)
    assert fitting is not None
    assert all(fitting[seat] == hand for seat, hand in known.items())
    bounds = DealSession({}, known).bounds({NORTH: [ACES]}, limit=LIMIT)
    assert bounds.exact and set(bounds.intervals) == {
        *((seat, node) for seat in Seat for node in HCP_AND_LENGTHS),
        (NORTH, ACES),
    }
    if count >= 3:
        assert fitting == deal
        assert bounds.hcp(WEST).low == bounds.hcp(WEST).high == hand_value(HCP)(deal[WEST].holdings)


@pytest.mark.parametrize("seed", range(20))
def test_against_every_deal_of_few_cards(seed: int) -> None:
    """Two hands known but for three cards each: the pack has 20 such deals for the rest."""
    random = Random(seed)
    deal = random_deal(random)
    kept = {seat: random.sample(list(deal[seat].cards()), 10) for seat in (EAST, WEST)}
    loose = [c for seat in kept for c in deal[seat].cards() if c not in kept[seat]]
    shown = {s: And((_holds(kept[s]), _near(random, deal[s]))) for s in kept}
    deals = [
        Deal.of_hands(
            deal[NORTH], Hand.of_cards(kept[EAST] + list(east)), deal[SOUTH], Hand.of_cards(west)
        )
        for east in combinations(loose, 3)
        for west in [kept[WEST] + [card for card in loose if card not in east]]
    ]
    fitting = [d for d in deals if all(hand_test(shown[s])(d[s].holdings) for s in shown)]
    session = DealSession(shown, {seat: deal[seat] for seat in (NORTH, SOUTH)})
    assert deal in fitting
    assert session.possible(limit=LIMIT)[1] in fitting
    bounds = session.bounds({EAST: [ACES]}, limit=LIMIT)
    for (seat, node), interval in bounds.intervals.items():
        values = [hand_value(node)(fit[seat].holdings) for fit in fitting]
        assert interval == Interval(min(values), max(values), True)
    claim = _near(random, deal[EAST])
    expected = all(hand_test(claim)(fit[EAST].holdings) for fit in fitting)
    assert (certain(session, {EAST: claim}, limit=LIMIT)[0] is Proof.YES) == expected


def _near(random: Random, hand: Hand) -> Bool:
    """Return a condition that a hand meets, and other hands of the same cards may not."""
    node = random_int(random, 2)
    value = hand_value(node)(hand.holdings)
    return Range(node, value - random.randint(0, 1), value + random.randint(0, 1))


def _holds(cards: list[int]) -> Bool:
    """Return the condition that a hand holds all of `cards`, by a table for each suit."""
    return And(tuple(_holds_in(suit, [c % 13 for c in cards if c // 13 == suit]) for suit in Suit))


def _holds_in(suit: Suit, ranks: list[int]) -> Bool:
    wanted = sum(1 << rank for rank in ranks)
    table = suit_table(f"test_holds_{wanted}", lambda held: int(held & wanted == wanted))
    return Range(SuitValue(table, suit), 1, None)


def test_one_hand() -> None:
    proof, intervals = hand_bounds(STRONG, limit=LIMIT)
    assert proof is Proof.YES
    assert intervals == [Interval(15, 17, True), *[Interval(2, 5, True)] * 4]
    assert hand_bounds(FALSE, limit=LIMIT)[0] is Proof.NO
    # Ten points in the suit leave one jack outside: thirteen spades have too few.
    opening = And((length(SPADES, 5), Range(HCP, 11, None)))
    proof, [spades] = hand_bounds(opening, [Feature("length", (SPADES,))], limit=LIMIT)
    assert spades == Interval(5, 12, True)
    proof, hand = hand_possible(opening, limit=LIMIT)
    assert hand is not None and hand_test(opening)(hand.holdings)
    assert hand_possible(opening, cards=(1 << 39) - 1, limit=LIMIT) == (Proof.NO, None)


def test_no_time_gives_sound_bounds_that_are_not_exact() -> None:
    session = DealSession({NORTH: STRONG})
    assert session.possible(limit=0.0)[0] is Proof.UNKNOWN
    assert certain(session, {EAST: Range(HCP, 0, 25)}, limit=0.0)[0] is Proof.UNKNOWN
    for limit in (0.0, 0.005, 0.01):
        bounds = session.bounds(limit=limit)
        assert not bounds.exact and bounds.possible is not Proof.NO
        assert bounds.hcp(NORTH).low <= 15 and bounds.hcp(NORTH).high >= 17
        assert bounds.hcp(EAST).low <= 0 and bounds.hcp(EAST).high >= 25


def test_a_contested_auction_has_exact_bounds() -> None:
    one_spade = And((length(SPADES, 5), Range(HCP, 11, 21), Not(STRONG)))
    major = Or((length(SPADES, 4, 4), length(HEARTS, 4, 4)))
    shown: dict[Seat, Bool] = {
        NORTH: one_spade,
        EAST: And((length(DIAMONDS, 5), Range(HCP, 8, 16))),
        SOUTH: And((Range(HCP, 8, None), major)),
        WEST: And((Range(HCP, None, 12), Not(And((length(HEARTS, 6), Range(HCP, 6, 10)))))),
    }
    losers: list[Int] = [Feature("losers")]
    session = DealSession(shown)
    assert session.possible(limit=LIMIT)[0] is Proof.YES
    assert session.bounds(limit=LIMIT).exact
    assert session.bounds({NORTH: losers}, limit=LIMIT).exact
