"""Smallest changes of cards: the changed hands are bid, and all smaller changes are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.authoring.why.card_swaps import CardChange, NoHand, Turn, near_change, swap_words
from dowager.authoring.why.explanation import smallest_change
from dowager.authoring.why.far_swaps import far_change
from dowager.backends.evaluate import array_test, hand_value
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat, parse_card, random_deal
from dowager.language.tree import Feature
from support.random_positions import RandomPosition, random_positions
from support.sweeps import sampled
from support.systems import shipped_bidder

LIMIT = 60.0
RESPONDER = "KJ63.A74.52.Q973"


def _turns(by: Bidder, auction: Auction, call: Call) -> list[Turn]:
    indices = range(len(auction.calls) % 4, len(auction.calls), 4)
    before = [(auction.calls[:index], auction.calls[index]) for index in indices]
    return [
        Turn(by.view(Auction(auction.dealer, auction.vulnerability, calls)), made)
        for calls, made in [*before, (auction.calls, call)]
    ]


def _bids(by: Bidder, auction: Auction, call: Call, hand: Hand) -> bool:
    """Whether a hand makes the call, and made its earlier ones, asked of the bidder."""
    if by.choose(hand, auction).call != call:
        return False
    for index in range(len(auction.calls) % 4, len(auction.calls), 4):
        before = auction.before(index)
        if by.choose(hand, before).call != auction.calls[index]:
            return False
    return True


def _swapped(hand: Hand, count: int) -> Iterator[Hand]:
    others = [1 << card for card in range(52) if card not in hand]
    for leaving in combinations([1 << card for card in hand.cards()], count):
        left = hand.bits - sum(leaving)
        for coming in combinations(others, count):
            yield Hand(left + sum(coming))


@dataclass(frozen=True, eq=False)
class Asked:
    """A hand, a call that it does not make, and the smallest change found."""

    at: RandomPosition
    call: Call
    change: CardChange


def asked(wanted: Callable[[Asked], object] = lambda one: True) -> Iterator[Asked]:
    """Give those that are wanted, in order: a change is looked for when it is asked for."""
    return filter(wanted, map(_asked, range(150)))


@cache
def _asked(number: int) -> Asked:
    at, call = _questions()[number]
    change = smallest_change(
        _turns(shipped_bidder(), at.auction, call), at.hand, LIMIT, lambda n: None
    )
    return Asked(at, call, change)


@cache
def _questions() -> tuple[tuple[RandomPosition, Call], ...]:
    random, found = Random(7), []
    for at in random_positions()[:150]:
        calls = list(dict.fromkeys(rule.call for rule in at.rules))
        found.append((at, random.choice(calls[: max(4, len(calls) // 2)])))
    return tuple(found)


@pytest.mark.thorough
def test_a_changed_hand_makes_the_call_and_its_earlier_ones() -> None:
    sizes = {len(one.change.swaps) for one in asked() if one.change.hand}
    assert {0, 1, 2, 3, 4} <= sizes
    for one in asked():
        changed, hand = one.change.hand, one.at.hand
        assert one.change.proved
        if changed is None:
            continue
        assert _bids(shipped_bidder(), one.at.auction, one.call, changed)
        assert changed.bits.bit_count() == 13
        out = {card for card in hand.cards() if card not in changed}
        assert out == {leaving for leaving, _ in one.change.swaps}
        assert {coming for _, coming in one.change.swaps} == {
            card for card in changed.cards() if card not in hand
        }
        assert one.change.rule is not None
        assert (
            one.change.rule.rule.location
            == shipped_bidder().choose(changed, one.at.auction).location
        )


@pytest.mark.parametrize("number", sampled([12, 36], 2))
def test_no_single_card_is_enough_where_more_are_said_to_be_needed(number: int) -> None:
    """All 507 changes of one card, each bid."""
    cases = list(islice(asked(lambda one: one.change.not_with >= 1), number))
    assert len(cases) == number
    for one in cases:
        for other in _swapped(one.at.hand, 1):
            assert not _bids(shipped_bidder(), one.at.auction, one.call, other), str(other)


def _smaller(hand: Hand, count: int) -> NDArray[np.uint16]:
    """Return the holdings of all hands at a distance of `count` cards, by plain Python sets."""
    hands = [other.holdings for other in _swapped(hand, count)]
    return np.array(hands, dtype=np.uint16)


@pytest.mark.parametrize("count", sampled([4, 8], 2))
def test_no_two_cards_are_enough_where_more_are_said_to_be_needed(count: int) -> None:
    """All 57,798 changes of two cards: two hands by bidding them, others by the exact meanings."""
    wanted = asked(lambda one: one.change.not_with >= 2 and one.change.hand)
    cases = list(islice(wanted, count))
    assert len(cases) == count
    for number, one in enumerate(cases):
        if number < count // 4:
            hands = _swapped(one.at.hand, 2)
            assert not any(
                _bids(shipped_bidder(), one.at.auction, one.call, other) for other in hands
            )
            continue
        holdings = _smaller(one.at.hand, 2)
        fits = np.ones(len(holdings), dtype=bool)
        for turn in _turns(shipped_bidder(), one.at.auction, one.call):
            fits &= array_test(turn.view.position.node(turn.call))(holdings)
        assert not fits.any()


def test_no_three_cards_are_enough_for_a_change_of_four() -> None:
    one = next(asked(lambda one: len(one.change.swaps) == 4))
    hand = one.at.hand
    turns = _turns(shipped_bidder(), one.at.auction, one.call)
    others = [1 << card for card in range(52) if card not in hand]
    coming = np.array([sum(three) for three in combinations(others, 3)], dtype=np.uint64)
    for leaving in combinations([1 << card for card in hand.cards()], 3):
        bits = coming | np.uint64(hand.bits - sum(leaving))
        holdings = np.stack([bits >> np.uint64(13 * suit) & np.uint64(8191) for suit in range(4)])
        fits = np.ones(len(bits), dtype=bool)
        for turn in turns:
            fits &= array_test(turn.view.position.node(turn.call))(holdings.T.astype(np.uint16))
        assert not fits.any()


def test_the_solver_finds_changes_as_small_and_as_natural_as_trying_all_does() -> None:
    cases = list(islice(asked(lambda one: len(one.change.swaps) in (1, 2)), 8))
    assert {len(one.change.swaps) for one in cases} == {1, 2}
    for one in cases:
        turns = _turns(shipped_bidder(), one.at.auction, one.call)
        found = far_change(turns, one.at.hand, LIMIT, lambda n: None, tried=0)
        assert found.proved and found.hand is not None and one.change.hand is not None
        assert len(found.swaps) == len(one.change.swaps)
        hands = (found.hand, one.change.hand)
        assert len({_unnatural(one.at.hand, hand) for hand in hands}) == 1


def _unnatural(hand: Hand, changed: Hand) -> tuple[int, int]:
    points, others = (hand_value(Feature("hcp"))(one.holdings) for one in (hand, changed))
    moved = sum(abs(a - b) for a, b in zip(hand.lengths, changed.lengths, strict=True))
    return abs(points - others), moved


def test_of_changes_of_one_card_the_most_natural_is_given() -> None:
    cases = list(islice(asked(lambda one: len(one.change.swaps) == 1), 6))
    # How many of the random positions are one card away changes with the systems' rules.
    assert len(cases) >= 5
    for one in cases:
        assert one.change.hand is not None
        least = min(
            _unnatural(one.at.hand, other)
            for other in _swapped(one.at.hand, 1)
            if _bids(shipped_bidder(), one.at.auction, one.call, other)
        )
        assert _unnatural(one.at.hand, one.change.hand) == least


def test_that_no_hand_will_do_is_told_with_its_reason() -> None:
    """By the solver's proof; on random hands no counterexample."""
    none = [one for one in asked() if one.change.reason is not None]
    assert {one.change.reason for one in none} >= {NoHand.CALL}
    random = Random(5)
    hands = [hand for _ in range(60) for hand in random_deal(random)]
    for one in none[:20]:
        calls = [one.at.auction.calls[i] for i in range(len(one.at.auction.calls))]
        assert one.change.hand is None and one.change.proved and one.change.not_with == 13
        for hand in hands:
            assert not _bids(shipped_bidder(), one.at.auction, one.call, hand), calls


@pytest.mark.parametrize(
    ("calls", "call", "reason"),
    [
        # Nobody opens 7NT by the rules; and who opened 1NT has not got a hand for a preempt
        ("", "7NT", NoHand.CALL),
        ("7NT P P X", "P", NoHand.EARLIER),
        ("P P P", "P", None),
    ],
)
def test_reasons_why_no_hand_will_do(calls: str, call: str, reason: NoHand | None) -> None:
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    turns = _turns(shipped_bidder(), auction, parse_calls([call])[0])
    change = smallest_change(turns, Hand.parse(RESPONDER), LIMIT, lambda n: None)
    assert change.reason is reason


def test_a_search_without_time_says_what_it_has_proved() -> None:
    one = next(asked(lambda one: len(one.change.swaps) == 4))
    turns = _turns(shipped_bidder(), one.at.auction, one.call)
    assert near_change(turns, one.at.hand) is None
    change = far_change(turns, one.at.hand, 0.0, lambda n: None)
    assert (change.hand, change.proved, change.not_with) == (None, False, 2)


def test_swaps_in_words() -> None:
    cards = {name: parse_card(name) for name in ("H4", "HK", "S2", "H5")}
    assert swap_words(cards["H4"], cards["HK"]) == "the king instead of the 4 of hearts"
    assert swap_words(cards["H5"], cards["S2"]) == "S2 for H5"
