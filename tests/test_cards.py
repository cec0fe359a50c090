"""Cards, hands and deals: text round trips, what is refused, and dealing."""

from random import Random

import numpy as np
import pytest
from endplay.types import Deal as TheirDeal
from hypothesis import given
from hypothesis import strategies as st

from dowager.cards import (
    Deal,
    Hand,
    Seat,
    Suit,
    card_name,
    holdings_of_deals,
    make_card,
    parse_card,
    random_deal,
    rank_of,
    shuffled_deals,
    suit_of,
)
from dowager.errors import InputError

DEALS = st.randoms(use_true_random=False).map(random_deal)
HANDS = st.sets(st.integers(0, 51), min_size=13, max_size=13).map(Hand.of_cards)


@pytest.mark.parametrize("card", range(52))
def test_every_card_round_trips(card):
    name = card_name(card)
    assert parse_card(name) == parse_card(name[::-1].lower()) == card
    assert make_card(suit_of(card), rank_of(card)) == card


@pytest.mark.parametrize(("text", "card"), [("C2", 0), ("S10", 47), ("10s", 47), ("SA", 51)])
def test_known_cards(text, card):
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "S", "SS", "AA", "S1", "SAK", "10", "NT", "♠A"])
def test_no_card(text):
    with pytest.raises(InputError, match="no card"):
        parse_card(text)


@given(HANDS)
def test_hand_round_trips(hand):
    assert Hand.parse(str(hand)) == Hand.of_holdings(hand.holdings) == hand
    assert Hand.of_cards(hand.cards()) == hand
    assert sum(hand.lengths) == 13
    assert hand.lengths == tuple(
        sum(suit_of(card) is suit for card in hand.cards()) for suit in Suit
    )


@pytest.mark.parametrize("text", ["AKQ.JT9.8765.432", "qka.9j10.5678.234", " AKQ.J109.8765.432 "])
def test_hand_spellings(text):
    assert str(Hand.parse(text)) == "AKQ.JT9.8765.432"


def test_a_void_is_empty_or_a_hyphen():
    assert Hand.parse("-.-.-.AKQJT98765432") == Hand.parse("...AKQJT98765432") == Hand(8191)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1 suit;"), ("AKQ.JT9.8765", "3 suits"), ("AKQ.JT9.8765.43", "12 cards"),
        ("AAQ.JT9.8765.432", "SA twice"), ("AKQ.JT9.8765.43x", "'X' is not a rank"),
        ("AKQJ.JT9.8765.432", "14 cards"), ("AKQ.JT9.8765.4321", "'1' is not a rank"),
    ],
)  # fmt: skip
def test_no_hand(text, message):
    with pytest.raises(InputError, match=message):
        Hand.parse(text)


@given(DEALS, st.sampled_from(Seat))
def test_deal_round_trips_from_any_seat(deal, first):
    assert Deal.parse(str(deal)) == Deal.parse(deal.from_seat(first)) == deal


@given(DEALS, st.sampled_from(Seat))
def test_deal_text_is_endplays(deal, first):
    theirs = TheirDeal(deal.from_seat(first))
    assert [str(hand) for hand in (theirs.north, theirs.east, theirs.south, theirs.west)] == [
        str(hand) for hand in deal.hands
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AKQ.JT9.8765.432", "no first seat"),
        ("Z:AKQ.JT9.8765.432", "no seat 'Z'"),
        ("N:AKQ.JT9.8765.432", "1 hands"),
        ("N:" + " ".join(["AKQ.JT9.8765.432"] * 4), "is in two hands"),
    ],
)
def test_no_deal(text, message):
    with pytest.raises(InputError, match=message):
        Deal.parse(text)


@pytest.mark.parametrize("text", ["", "X", "NN", "Nord"])
def test_no_seat(text):
    with pytest.raises(InputError, match="no seat"):
        Seat.parse(text)


@pytest.mark.parametrize("text", ["", "N", "CD", "♠"])
def test_no_suit(text):
    with pytest.raises(InputError, match="no suit"):
        Suit.parse(text)


def test_seats_go_clockwise():
    assert [Seat.NORTH.plus(step).letter for step in range(-1, 5)] == list("WNESWN")
    assert all(Seat.parse(seat.word) is Seat.parse(seat.letter.lower()) is seat for seat in Seat)
    assert Seat.EAST.partner is Seat.WEST


def test_dealing_is_repeatable_and_whole():
    deal = random_deal(Random(7))
    assert deal == random_deal(Random(7)) == Deal.of_hands(*deal.hands)
    assert sum(hand.bits for hand in deal.hands) == (1 << 52) - 1


def test_many_deals_at_once():
    cards = np.arange(13, 52, dtype=np.uint8)
    dealt = shuffled_deals(np.random.default_rng(1), 4000, cards, 3)
    assert dealt.shape == (4000, 3, 13)
    assert (np.sort(dealt.reshape(4000, 39), axis=1) == cards).all()
    # The first hand's mean number of spades is 13/3; six standard errors of it are 0.14.
    holdings = holdings_of_deals(dealt)
    spades = [int(holding).bit_count() for holding in holdings[:, 0, Suit.SPADES]]
    assert abs(np.mean(spades) - 13 / 3) < 0.14
    for cards_of, holding in zip(dealt[:50, 0], holdings[:50, 0], strict=True):
        assert Hand.of_holdings(holding) == Hand.of_cards(int(card) for card in cards_of)
