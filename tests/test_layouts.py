"""Hidden hands: against the facts, against trying every division, and what cards tell of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from dowager.auction import Auction
from dowager.backends.evaluate import array_test
from dowager.cards import (
    RANKS,
    Deal,
    Hand,
    Seat,
    Suit,
    cards_of,
    random_deal,
)
from dowager.knowledge.cells import plain_space
from dowager.language.compile import Carding
from dowager.play import Player, PlayerView
from dowager.play.layout_likelihood import OFF_LEAD, OFF_SIGNAL, likelihood
from dowager.play.layouts import FEW, layouts
from support.bid_deals import (
    DECK,
    EAST,
    ENOUGH,
    SOUTH,
    WEST,
    BidDeal,
    agreed,
    bid_deal,
    choose_card,
    random_bid_deal,
    random_bid_deals,
    random_play,
)

# --- layouts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_layouts_keep_to_the_facts(seed: int) -> None:
    """Each is a deal; known hands, cards played and suits shown out of are in all of them."""
    rng = Random(seed)
    each = random_bid_deal(rng)
    play = random_play(each, rng, rng.randrange(1, 52))
    seen = each.seen(play)
    found = layouts(seen, np.random.default_rng(seed), 40)
    assert len(found) >= 1
    for holdings in found.holdings:
        deal = Deal.of_hands(*(Hand.of_holdings(four.tolist()) for four in holdings))
        assert all(hand.bits.bit_count() == 13 for hand in deal.hands)
        assert all(deal[seat] == hand for seat, hand in seen.known.items())
        for seat in Seat:
            assert not play.played_by(seat) & ~deal[seat].bits
            left = deal[seat].bits & ~play.played_by(seat)
            assert not any(left >> 13 * suit & 8191 for suit in play.voids(seat))


def test_the_deal_is_never_excluded() -> None:
    """All seats use the system and play random cards: nothing is relaxed, the deal is among all."""
    rng = Random(5)
    listed = 0
    for number in range(2 * len(random_bid_deals())):
        each = random_bid_deals()[number // 2]
        play = random_play(each, rng, rng.choice([0, 1, 5, 22, 26, 30, 36]))
        seen = each.seen(play)
        found = layouts(seen, np.random.default_rng(number), 20)
        assert found.relaxed == (), (str(each.deal), str(each.auction))
        if found.complete:
            listed += 1
            actual = [hand.holdings for hand in each.deal.hands]
            assert (found.holdings == np.array(actual)).all(axis=(1, 2)).sum() == 1
    assert listed > 25


def by_hand(seen: PlayerView) -> list[int]:
    """Return the first hidden hand of every layout, found by trying all divisions."""
    unseen = DECK & ~sum(hand.bits for hand in seen.known.values())
    played = [seen.play.played_by(seat) for seat in seen.hidden]
    free = np.array(cards_of(unseen & ~seen.play.played), dtype=np.uint64)
    chosen = np.array(list(combinations(free.tolist(), 13 - played[0].bit_count())))
    first = np.left_shift(np.uint64(1), chosen.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    hands = [first + np.uint64(played[0])]
    hands.append(np.uint64(unseen) - hands[0])
    fits = np.ones(len(first), dtype=bool)
    for seat, hand, gone in zip(seen.hidden, hands, played, strict=True):
        shown = seen.public.players[seat].shown
        suits = [hand >> np.uint64(13 * suit) & np.uint64(8191) for suit in range(4)]
        fits &= array_test(shown.node())(np.stack(suits, axis=1).astype(np.uint16))
        fits &= np.array([bool(shown.mask >> each & 1) for each in cells(suits)])
        for suit in seen.play.voids(seat):
            fits &= suits[suit] & ~np.uint64(gone >> 13 * suit & 8191) == 0
    return [int(bits) for bits in hands[0][fits]]


def cells(suits: list[NDArray[np.uint64]]) -> list[int]:
    """Return the number of each hand's cell, found by its lengths and points."""
    space = plain_space()
    numbers = {
        (*lengths, hcp): number
        for number, (lengths, hcp) in enumerate(
            zip(space.lengths.T.tolist(), space.hcp.tolist(), strict=True)
        )
    }
    lengths = [[held.bit_count() for held in suit.tolist()] for suit in suits]
    points = [
        [sum(worth * (held >> 8 + worth & 1) for worth in (1, 2, 3, 4)) for held in suit.tolist()]
        for suit in suits
    ]
    return [numbers[key] for key in zip(*lengths, map(sum, zip(*points, strict=True)), strict=True)]


@pytest.mark.parametrize("seed", range(6))
def test_few_divisions_are_all_there(seed: int) -> None:
    """The last six tricks: the same layouts as by trying every division, each once."""
    rng = Random(seed)
    each = random_bid_deal(rng)
    seen = each.seen(random_play(each, rng, 28))
    found = layouts(seen, np.random.default_rng(1), 10)
    assert found.complete
    mine = Counter(
        Hand.of_holdings(holdings[seen.hidden[0]].tolist()).bits for holdings in found.holdings
    )
    assert mine == Counter(by_hand(seen))


def test_drawn_layouts_are_uniform() -> None:
    """More divisions than are listed: how often each card lies with the first hidden seat."""
    each = bid_deal(
        "N:A532.K42.Q53.K64 K9.QT98.T864.A52 QJ4.AJ3.AKJ2.T93 T876.765.97.QJ87",
        SOUTH,
        "1NT P 3NT P P P",
    )
    count = 4000
    wide = each.seen("C7 C4 CA C3 C5 C9 CJ CK S2 SK S4 S6 H9 H3 H5 HK")
    exact = by_hand(wide)
    assert len(exact) > FEW
    found = layouts(wide, np.random.default_rng(1), count)
    assert not found.complete and len(found) == count
    bits = [Hand.of_holdings(held[wide.hidden[0]].tolist()).bits for held in found.holdings]
    for card in range(52):
        share = sum(hand >> card & 1 for hand in exact) / len(exact)
        got = sum(each >> card & 1 for each in bits) / count
        assert abs(got - share) < 4.5 * (share * (1 - share) / count) ** 0.5 + 1e-9, card


def test_opening_leader_sees_three_hidden_hands() -> None:
    each = bid_deal(
        "N:A532.K42.Q53.K64 K9.QT98.T864.A52 QJ4.AJ3.AKJ2.T93 T876.765.97.QJ87",
        SOUTH,
        "1NT P 3NT P P P",
    )
    seen = each.seen()
    found = layouts(seen, np.random.default_rng(1), 100)
    assert len(found) == 100 and found.relaxed == ()
    declarer = [Hand.of_holdings(held[SOUTH].tolist()) for held in found.holdings]
    assert all(hand_points(hand) in (15, 16, 17) for hand in declarer)
    deaf = layouts(seen, np.random.default_rng(1), 100, auction=False)
    assert {hand_points(Hand.of_holdings(h[SOUTH].tolist())) for h in deaf.holdings} - {15, 16, 17}


def hand_points(hand: Hand) -> int:
    """High card points by the letters of the hand (Work 4-3-2-1)."""
    return sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(letter, 0) for letter in str(hand))


def test_what_cannot_be_is_given_up_and_said() -> None:
    """East opens 1NT with two points: no layout fits once that is seen; the play goes on."""
    each = bid_deal(
        "N:A532.T42.Q53.Q64 T9.Q983.T8642.52 KQJ4.AKJ.AKJ.AK3 876.765.97.JT987",
        EAST,
        "1NT X P P P",
    )
    seen = each.seen("SK S8 S2 S9")  # South leads, and all points but ten are in sight
    assert seen.seat is SOUTH
    found = layouts(seen, np.random.default_rng(1), 20)
    assert found.relaxed and len(found)
    assert found.relaxed[0] == "what calls deny"
    assert choose_card(seen, 8).relaxed == found.relaxed


def test_strangers_who_make_any_call_never_stop_the_play() -> None:
    """Random calls and cards from everybody: always some layout, and every step of giving up."""
    rng = Random(17)
    steps: Counter[str] = Counter()
    for number in range(30):
        deal, auction = random_deal(rng), Auction(Seat(number % 4))
        while not auction.ended:
            calls = auction.legal_calls()
            auction = auction.after(calls[min(int(rng.expovariate(0.5)), len(calls) - 1)])
        if not auction.contract:
            continue
        each = BidDeal(deal, auction)
        seen = each.seen(random_play(each, rng, rng.randrange(48)))
        found = layouts(seen, np.random.default_rng(number), 5)
        assert len(found)
        steps[" ".join(found.relaxed).partition("'s")[0][-9:]] += 1
    assert steps[""] and steps["alls deny"] and steps["e auction"] and len(steps) > 3, steps


# --- evidence -------------------------------------------------------------------------------------

LEADS = bid_deal(
    "N:A53.K42.Q53.K642 KJ94.QT8.T864.A5 Q87.AJ3.AKJ2.T93 T62.9765.97.QJ87",
    SOUTH,
    "1NT P 3NT P P P",
)


def weights(
    cards: str, hand: Seat, *holdings: str, suit: Suit, carding: Carding | None
) -> list[float]:
    """The likelihoods of layouts in which one seat holds other cards of a suit."""
    seen = LEADS.seen(cards)
    deals = np.array(
        [[four.holdings for four in LEADS.deal.hands]] * len(holdings), dtype=np.uint16
    )
    for row, text in enumerate(holdings):
        deals[row, hand, suit] = sum(1 << RANKS.index(letter) for letter in text)
    return likelihood(seen, deals, (carding, carding)).tolist()


def test_the_opening_lead_tells_of_its_suit() -> None:
    """The two of spades led: from T62 by agreement, not from five cards headed by an honour."""
    found = weights("S2", WEST, "T62", "T962", "T9642", suit=Suit.SPADES, carding=agreed())
    assert found == [1.0, 1.0, OFF_LEAD]
    assert weights("S2", WEST, "T62", "T9642", suit=Suit.SPADES, carding=None) == [1.0, 1.0]


def test_restricted_choice() -> None:
    """An honour from two equals is played half as often as a bare one (Reese 1958)."""
    found = weights("S2 S3 SJ", EAST, "J94", "QJ9", "KQJ", "KJ9", suit=Suit.SPADES, carding=None)
    assert found == [1.0, 1 / 2, 1 / 3, 1.0]


def test_equals_are_counted_over_cards_that_have_gone() -> None:
    """The queen gone in an earlier trick, the king and jack have become equals."""
    found = weights(
        "S2 S3 S4 SQ D2 D7 D3 D4 S6 SA SJ", EAST, "KJ4", "J94", suit=Suit.SPADES, carding=None
    )
    assert found == [1 / 2, 1.0]


def test_signals_shift_the_odds() -> None:
    """Third hand's small card in the suit led: high encourages, or low does."""
    cards = "S2 SA S4"
    high, low = agreed(True), agreed(False)
    assert weights(cards, EAST, "K94", "984", suit=Suit.SPADES, carding=high) == [OFF_SIGNAL, 1.0]
    assert weights(cards, EAST, "K94", "984", suit=Suit.SPADES, carding=low) == [1.0, OFF_SIGNAL]
    assert weights(cards, EAST, "K94", "984", suit=Suit.SPADES, carding=None) == [1.0, 1.0]


def test_our_own_signals_are_what_partner_reads() -> None:
    """With nothing to lose, East encourages from an honour and discourages without, either way."""
    deal = "N:AQ3.K42.Q53.K642 {}.QT8.T864.A53 872.AJ3.AKJ2.T97 {}.9765.97.QJ8"
    for east, west, encourages in (("K964", "JT5", True), ("964", "KJT5", False)):
        hands = deal.format(east, west).replace("T864", "T86" if len(east) == 4 else "T864")
        hands = hands.replace("97.QJ8", "974.QJ8" if len(east) == 4 else "97.QJ8")
        each = bid_deal(hands, SOUTH, "1NT P 3NT P P P")
        seen = each.seen(f"S{west[-1]} SA")
        for carding in (agreed(True), agreed(False)):
            card = Player((carding, carding), wanted=24).choose(seen, ENOUGH).card
            assert (card % 13 > RANKS.index("4")) == (encourages == carding.attitude_high)
