"""The laws of play and the double-dummy port, against endplay's own play, published tables and
a plain search of small endings."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from endplay.types import Card as EndplayCard
from endplay.types import Deal as EndplayDeal
from endplay.types import Denom
from endplay.types import Player as EndplayPlayer
from hypothesis import given, settings
from hypothesis import strategies as st

from dowager.auction import Contract, Doubled, Strain
from dowager.cards import (
    Deal,
    Hand,
    Seat,
    Suit,
    card_name,
    cards_of,
    parse_card,
    random_deal,
    trick_winner,
)
from dowager.errors import InputError
from dowager.play import Play
from dowager.play.double_dummy import card_tricks, contract_tricks, layout_tricks

NORTH, EAST, SOUTH, WEST = Seat
DENOMS = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)
SEATS = (EndplayPlayer.north, EndplayPlayer.east, EndplayPlayer.south, EndplayPlayer.west)
CONTRACTS = [Contract(3, strain, Doubled.UNDOUBLED, seat) for strain in Strain for seat in Seat]
SEEDS = st.integers(0, 1 << 32)


def played(deal: Deal, contract: Contract, rng: Random, cards: int = 52) -> Play:
    """Return random legal cards of a deal."""
    play = Play(contract)
    for _ in range(cards):
        play = play.after(rng.choice(play.legal(deal[play.turn])), deal[play.turn])
    return play


# --- the laws -----------------------------------------------------------------------------------


@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_turns_and_legal_cards_are_endplays(contract: Contract) -> None:
    """endplay plays the same cards: it agrees who is next and what may be played."""
    rng = Random(str(contract))
    deal = random_deal(rng)
    board = EndplayDeal(str(deal))
    board.trump = DENOMS[contract.strain]
    board.first = SEATS[contract.declarer.plus(1)]
    play = Play(contract)
    while not play.ended:
        assert SEATS[play.turn] == board.curplayer
        legal = {str(card) for card in board.legal_moves()}
        ours = play.legal(deal[play.turn])
        assert {str(EndplayCard(card_name(card))) for card in ours} == legal
        card = rng.choice(ours)
        board.play(card_name(card))
        play = play.after(card, deal[play.turn])
    assert SEATS[play.turn] == board.first


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_a_whole_deal(seed: int) -> None:
    """52 different cards; each seat plays its own thirteen; the tricks of both sides are 13."""
    rng = Random(seed)
    deal, contract = random_deal(rng), rng.choice(CONTRACTS)
    play = played(deal, contract, rng)
    assert play.ended and len(set(play.cards)) == 52
    assert all(play.played_by(seat) == deal[seat].bits for seat in Seat)
    other = Contract(1, contract.strain, Doubled.UNDOUBLED, contract.declarer)
    assert Play(other, play.cards).tricks == play.tricks
    leader, won = contract.declarer.plus(1), 0
    for start in range(0, 52, 4):
        leader = trick_winner(leader, play.cards[start : start + 4], contract.strain.suit)
        won += (leader - contract.declarer) % 2 == 1
    assert play.tricks + won == 13


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 51))
def test_a_revoke_is_impossible(seed: int, count: int) -> None:
    """Every card is either legal or refused; what is refused is not held, gone, or a revoke."""
    rng = Random(seed)
    deal, contract = random_deal(rng), rng.choice(CONTRACTS)
    play = played(deal, contract, rng, count)
    hand = deal[play.turn]
    left = hand.bits & ~play.played
    for card in range(52):
        held = bool(left >> card & 1)
        led = play.trick[0] // 13 if play.trick else None
        follows = led is None or card // 13 == led or not left >> 13 * (led or 0) & 8191
        assert (card in play.legal(hand)) == (held and follows)
        if card in play.legal(hand):
            assert play.after(card, hand).cards == (*play.cards, card)
        else:
            with pytest.raises(InputError, match=r"does not hold|played already|must follow suit"):
                play.after(card, hand)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(0, 52))
def test_one_card_at_a_time_is_the_same_as_all(seed: int, count: int) -> None:
    rng = Random(seed)
    deal, contract = random_deal(rng), rng.choice(CONTRACTS)
    play = played(deal, contract, rng, count)
    again = Play(contract, play.cards)
    assert again == play == Play.of_cards(contract, play.cards, deal)
    assert (again.turn, again.tricks, again.trick) == (play.turn, play.tricks, play.trick)
    for seat in Seat:
        assert again.voids(seat) == play.voids(seat)
        for suit in play.voids(seat):
            assert not (deal[seat].bits & ~play.played_by(seat)) >> 13 * suit & 8191


def test_messages_say_why() -> None:
    deal = Deal.parse("N:AKQJ.T98.765.432 T987.AKQ.J432.65 6543.6543.AKQ.AK 2.J72.T98.QJT987")
    play = Play(Contract(3, Strain.NOTRUMP, Doubled.UNDOUBLED, SOUTH))
    with pytest.raises(InputError, match="SA by West: the hand does not hold it"):
        play.after(parse_card("SA"), deal[WEST])
    play = play.after(parse_card("S2"), deal[WEST])
    assert (play.turn, play.player, play.number) == (NORTH, SOUTH, 1)
    with pytest.raises(InputError, match="HT by North: the hand must follow suit in spades"):
        play.after(parse_card("HT"), deal[NORTH])
    with pytest.raises(InputError, match="S2 has been played already"):
        play.then(parse_card("S2"))
    whole = played(deal, play.contract, Random(1))
    with pytest.raises(InputError, match="after all 52 cards"):
        whole.after(0, deal[NORTH])
    assert whole.legal(deal[NORTH]) == () and whole.number == 13


def test_voids_are_what_was_shown() -> None:
    play = Play(Contract(4, Strain.HEARTS, Doubled.UNDOUBLED, NORTH))
    for name in ("S2", "D3", "SA", "HT"):
        play = play.then(parse_card(name))
    assert play.turn is NORTH and play.tricks == 1  # East led, North ruffed
    assert play.voids(SOUTH) == (Suit.SPADES,)
    assert play.voids(NORTH) == (Suit.SPADES,) and play.voids(EAST) == ()


def test_a_seat_that_revoked_has_not_shown_out() -> None:
    play = Play(Contract(1, Strain.NOTRUMP, Doubled.UNDOUBLED, NORTH))
    for name in ("SA", "H2", "S3", "S4", "SK", "S5"):  # South discards a heart, then has a spade
        play = play.then(parse_card(name))
    assert play.voids(SOUTH) == ()


def test_trick_winners_of_every_order() -> None:
    """All orders of four cards of which the winner is known: by trump, else by the suit led."""
    cards = [parse_card(name) for name in ("SA", "S3", "H2", "D9")]
    for order in permutations(cards):
        assert order[trick_winner(NORTH, order, Suit.HEARTS)] == parse_card("H2")
        led = order[0] // 13
        best = max(card for card in order if card // 13 == led)
        assert order[trick_winner(NORTH, order, None)] == best


# --- double dummy -------------------------------------------------------------------------------

# The three example hands of DDS (examples/hands.cpp) with their tables: spades, hearts, diamonds,
# clubs, notrump; in each North, East, South, West as declarer.
PUBLISHED = {
    "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3": (
        "5 8 5 8  6 6 6 6  5 7 5 7  7 5 7 5  6 6 6 6"
    ),
    "E:QJT5432.T.6.QJ82 .J97543.K7532.94 87.A62.QJT4.AT75 AK96.KQ8.A98.K63": (
        "4 9 4 9  10 2 10 2  8 3 8 3  6 7 6 7  9 3 9 3"
    ),
    "N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93": (
        "3 10 3 10  9 4 9 4  8 4 8 4  3 9 3 9  4 8 4 8"
    ),
}


@pytest.mark.parametrize("deal", PUBLISHED)
def test_published_tables(deal: str) -> None:
    strains = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
    found = [
        contract_tricks(Deal.parse(deal), Contract(1, strain, Doubled.UNDOUBLED, seat))
        for strain in strains
        for seat in Seat
    ]
    assert found == [int(tricks) for tricks in PUBLISHED[deal].split()]


def plain_search(play: Play, deal: Deal) -> int:
    """Return declarer's tricks by trying every card: the outside truth for small endings."""
    if play.ended:
        return play.tricks
    hand = deal[play.turn]
    found = (plain_search(play.after(card, hand), deal) for card in play.legal(hand))
    return max(found) if (play.turn - play.declarer) % 2 == 0 else min(found)


@pytest.mark.parametrize("seed", range(24))
def test_small_endings_are_solved_as_by_trying_every_card(seed: int) -> None:
    """The last three tricks, also in the middle of one, and the last card of all."""
    rng = Random(seed)
    deal, contract = random_deal(rng), rng.choice(CONTRACTS)
    play = played(deal, contract, rng, 40 + seed % 12)
    left = 13 - len(play.cards) // 4
    mine = (play.turn - contract.declarer) % 2 == 0
    expected = {}
    for card in play.legal(deal[play.turn]):
        tricks = plain_search(play.after(card, deal[play.turn]), deal) - play.tricks
        expected[card] = tricks if mine else left - tricks
    assert card_tricks(play, deal) == expected


def test_many_layouts_on_two_threads_are_the_same_as_one_by_one() -> None:
    """The play of one deal so far, and the other cards dealt anew."""
    rng = Random(9)
    deal, contract = random_deal(rng), CONTRACTS[7]
    play = played(deal, contract, rng, 16)
    unplayed = list(cards_of((1 << 52) - 1 & ~play.played))
    layouts = []
    for _ in range(12):
        rng.shuffle(unplayed)
        bits = [
            play.played_by(seat) | sum(1 << card for card in unplayed[9 * seat : 9 * seat + 9])
            for seat in Seat
        ]
        layouts.append([Hand(each).holdings for each in bits])
    singly = list(layout_tricks(play, layouts))
    both = list(layout_tricks(play, layouts, threads=2))
    assert [one.tolist() for one in singly] == [one.tolist() for one in both]
    deals = [Deal(tuple(map(Hand.of_holdings, layout))) for layout in layouts]
    for one, each in zip(singly, deals, strict=True):
        assert {card: one[card] for card in range(52) if one[card] >= 0} == card_tricks(play, each)
