"""Layouts of hidden hands under readings: they have the weights of what is believed."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import prod
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from dowager.backends.evaluate import hand_test
from dowager.cards import Hand, Seat, cards_of, cards_outside
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import cell_of
from dowager.knowledge.readings import (
    EXACT,
    READINGS,
    Doubt,
    Grade,
    Reading,
    Turn,
    doubts_of,
    weights_of,
)
from dowager.play import Player, PlayerView, card_tricks
from dowager.play.layouts import FEW, layouts
from support.bid_deals import (
    DECK,
    EAST,
    ENOUGH,
    NOBODY,
    SOUTH,
    bid_deal,
    random_bid_deal,
    random_play,
)

TOLERANT = READINGS["tolerant"]
STRANGER = READINGS["stranger"]
BOTH = (TOLERANT, TOLERANT)

HANDS = "N:A532.K42.Q53.K64 K9.QT98.T864.A52 QJ4.AJ3.AKJ2.T93 T876.765.97.QJ87"
OPENED = bid_deal(HANDS, EAST, "1H 1NT P 3NT P P P")  # with nine points and four hearts
FOUR_TRICKS = "C7 C4 CA C3 C5 C9 CJ CK S2 SK S4 S6 H9 H3 H5 HK"
SIX_TRICKS = FOUR_TRICKS + " S3 S9 SJ S7 SQ S8 S5 D4"
LIE = bid_deal(  # East opens 1NT with two points
    "N:A532.T42.Q53.Q64 T9.Q983.T8642.52 KQJ4.AKJ.AKJ.AK3 876.765.97.JT987", EAST, "1NT X P P P"
)


@cache
def divisions(cards: str, seat: Seat) -> dict[int, tuple[int, int]]:
    """Return the cells of both hidden hands in every division, by the first hand."""
    seen = OPENED.seen(cards, seat)
    unseen = DECK & ~sum(hand.bits for hand in seen.known.values())
    first, second = seen.hidden
    sure = seen.play.played_by(first)
    free = [1 << card for card in cards_of(unseen & ~seen.play.played)]
    hands = (sure | sum(chosen) for chosen in combinations(free, 13 - sure.bit_count()))
    return {
        hand: (cell_of(Hand(hand)), cell_of(Hand(unseen & ~hand)))
        for hand in hands
        if not breaks_void(seen, first, hand) and not breaks_void(seen, second, unseen & ~hand)
    }


def weighed(cards: str, seat: Seat, readings: tuple[Reading, Reading]) -> dict[int, float]:
    """Return the weight of every division, by the first hidden hand: by both cells and cards."""
    seen = OPENED.seen(cards, seat)
    shown = [seen.public.players[hidden].shown for hidden in seen.hidden]
    pairs = [(each, readings[hidden.side]) for each, hidden in zip(shown, seen.hidden, strict=True)]
    first, second = (weights_of(*pair) for pair in pairs)
    doubts = [doubts_of(*pair) for pair in pairs]
    unknown = cards_outside(seen.known.values())
    return {
        hand: float(first[one] * second[other])
        * believed_cards(hand, one, doubts[0])
        * believed_cards(unknown & ~hand, other, doubts[1])
        for hand, (one, other) in divisions(cards, seat).items()
    }


def believed_cards(bits: int, cell: int, doubts: tuple[Doubt, ...]) -> float:
    """Return what a hand weighs by the cards that its calls ask for."""
    held = Hand(bits).holdings
    lacking = [each for each in doubts if each.mask >> cell & 1 and not hand_test(each.node)(held)]
    return prod(each.chance for each in lacking)


def breaks_void(seen: PlayerView, seat: Seat, bits: int) -> bool:
    held = bits & ~seen.play.played_by(seat)
    return any(held >> 13 * suit & 8191 for suit in seen.play.voids(seat))


def chi_square(got: NDArray[np.int64], share: NDArray[np.float64]) -> tuple[float, int]:
    """Return Pearson's statistic and its degrees of freedom; rare classes count together."""
    wanted = share * got.sum()
    rare = wanted < 8
    if rare.any():
        wanted = np.append(wanted[~rare], wanted[rare].sum())
        got = np.append(got[~rare], got[rare].sum())
    some = wanted > 0
    return float(((got - wanted)[some] ** 2 / wanted[some]).sum()), int(some.sum()) - 1


def statistic(
    seat: Seat, drawn: tuple[Reading, Reading], readings: tuple[Reading, Reading] = BOTH
) -> tuple[float, int]:
    """Compare the first hand's cells in layouts that are drawn with those that weights give."""
    seen, wanted = OPENED.seen(FOUR_TRICKS, seat), weighed(FOUR_TRICKS, seat, readings)
    assert len(wanted) > FEW
    share = np.zeros(plain_space().size)
    for hand, weight in wanted.items():
        share[divisions(FOUR_TRICKS, seat)[hand][0]] += weight
    found = layouts(seen, np.random.default_rng(1), 4000, readings=drawn)
    assert len(found) == 4000 and not found.complete and found.weights is None
    cells = [cell_of(Hand.of_holdings(held[seen.hidden[0]].tolist())) for held in found.holdings]
    return chi_square(np.bincount(cells, minlength=len(share)), share / share.sum())


@pytest.mark.parametrize("seat", [SOUTH, EAST])
def test_drawn_layouts_follow_the_weights(seat: Seat) -> None:
    """Of declarer, who sees no opponent, and of a defender, who sees neither declarer nor partner.

    Within five standard deviations of chi-square; layouts of the exact reading lie far beyond.
    """
    value, freedom = statistic(seat, BOTH)
    assert value < freedom + 5 * (2 * freedom) ** 0.5
    other, freedom = statistic(seat, (EXACT, EXACT))
    assert other > 2 * (freedom + 5 * (2 * freedom) ** 0.5)


def test_each_side_has_its_own_reading() -> None:
    """East defends: declarer is believed exactly and partner is not, or the other way round."""
    for readings in ((EXACT, TOLERANT), (TOLERANT, EXACT), (EXACT, STRANGER)):
        value, freedom = statistic(EAST, readings, readings)
        assert value < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("seat", "readings"),
    [(SOUTH, BOTH), (SOUTH, (EXACT, STRANGER)), (EAST, BOTH), (EAST, (STRANGER, EXACT))],
)
def test_few_divisions_are_all_there_with_their_weights(
    seat: Seat, readings: tuple[Reading, Reading]
) -> None:
    seen = OPENED.seen(SIX_TRICKS, seat)
    found = layouts(seen, np.random.default_rng(1), 10, readings=readings)
    assert found.complete and found.relaxed == () and found.weights is not None
    mine = {
        Hand.of_holdings(held[seen.hidden[0]].tolist()).bits: weight
        for held, weight in zip(found.holdings, found.weights.tolist(), strict=True)
    }
    assert len(mine) == len(found)
    wanted = weighed(SIX_TRICKS, seat, readings)
    assert mine == pytest.approx({bits: weight for bits, weight in wanted.items() if weight})


def test_exact_layouts_have_no_weights() -> None:
    found = layouts(OPENED.seen(SIX_TRICKS), np.random.default_rng(1), 10)
    assert found.complete and found.weights is None


def test_a_hand_that_exact_reading_excludes_is_there_under_tolerant() -> None:
    """East has opened 1NT with two points: believed exactly, he has no hand at all."""
    lie = LIE.seen("SK S8 S2 S9")
    assert layouts(lie, np.random.default_rng(1), 20).relaxed[0] == "what calls deny"
    found = layouts(lie, np.random.default_rng(1), 20, readings=BOTH)
    assert len(found) == 20 and found.relaxed == ()
    opened = OPENED.seen(SIX_TRICKS)
    real = np.array([hand.holdings for hand in OPENED.deal.hands])
    for readings, there in (((EXACT, EXACT), 0), (BOTH, 1)):
        found = layouts(opened, np.random.default_rng(1), 20, readings=readings)
        assert (found.holdings == real).all(axis=(1, 2)).sum() == there


def test_the_opening_leader_does_not_believe_strangers_too_far() -> None:
    """North leads against 3NT: declarer mostly has what he has shown, and now and then has not."""
    seen = bid_deal(HANDS, SOUTH, "1NT P 3NT P P P").seen()
    found = layouts(seen, np.random.default_rng(1), 1000, readings=(STRANGER, EXACT))
    assert len(found) == 1000 and found.relaxed == ()
    points = np.array([Hand.of_holdings(held[SOUTH].tolist()).hcp for held in found.holdings])
    inside = ((points >= 15) & (points <= 17)).mean()
    assert 0.6 < inside < 0.99


def test_one_layout_that_is_likely_enough_decides() -> None:
    """Calls that leave one division, and hardly weigh another, show the deal: it is solved."""
    steep = Reading("steep", dict.fromkeys(Turn, Grade(0.0, 0.0, 1e-9, 0.0)))
    rng, cases = Random(3), 0
    while cases < 2:
        each = random_bid_deal(rng)
        seen = each.seen(random_play(each, rng, 34))
        found = layouts(seen, np.random.default_rng(1), 1, readings=(steep, steep))
        assert found.weights is not None
        if (found.weights > 1e-3).sum() > 1 or len(found) <= 8 or len(seen.equals()) == 1:
            continue
        cases += 1
        choice = Player(NOBODY, wanted=8, readings=(steep, steep)).choose(seen, ENOUGH)
        mine = {each.card: each.tricks for each in choice.considered}
        play, wins = seen.play, card_tricks(seen.play, each.deal)
        of_declarer = {
            card: play.tricks + (play.incomplete - wins[card] if seen.defending else wins[card])
            for card in seen.legal
        }
        assert mine == of_declarer
