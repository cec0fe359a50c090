"""What calls prove of single cards and of one suit, and what four hands leave one another."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from dowager.auction import Auction, Vulnerability, parse_calls
from dowager.backends.evaluate import array_test, hand_test, hand_value
from dowager.bidder import Bidder
from dowager.cards import Deal, Hand, Seat, Suit, random_deal
from dowager.knowledge.answers import ranges, read_condition
from dowager.knowledge.cells.masks import from_mask
from dowager.knowledge.cells.suit_space import suit_space
from dowager.knowledge.public import View
from dowager.knowledge.public.four_hands import chance_among, span_within
from dowager.knowledge.public.shown import Shown, everything
from dowager.language.compile import feature_node
from dowager.language.files import load_system
from dowager.language.text.fixed_totals import pack_total
from dowager.language.tree import Bool, Feature, Int
from dowager.language.tree.expression import RelativeSeat, Stat
from support.random_nodes import random_bool
from support.systems import shipped_bidder

SYSTEM = """
system: cards
sections:
  - name: openings that promise single cards
    after: start
    rules:
      - {call: 1C, hand: ace(S) and hcp >= 10}
      - {call: 1D, hand: S == 6 and top3(S) == 2 and hcp in 5..10}
      - {call: 1H, hand: quick_tricks(S) >= 2 and hcp <= 9}
      - {call: 1S, hand: "(H >= 5 and ace(H)) or (D >= 5 and ace(D))"}
      - {call: 2C, hand: hcp(C) >= 9}
      - {call: 2D, hand: "aces in {0, 4} and hcp in 9..14"}
      - {call: P, hand: hcp <= 37}
"""


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Bidder:
    path = tmp_path_factory.mktemp("cards") / "cards.yaml"
    path.write_text(SYSTEM, encoding="utf-8")
    return Bidder(load_system(str(path)))


def _view(bidder: Bidder, calls: str) -> View:
    return bidder.view(Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split())))


def _north(bidder: Bidder, calls: str) -> Shown:
    return _view(bidder, calls).players[Seat.NORTH].shown


CERTAIN = [
    ("1C", "ace(S)"),
    ("1C", "ace(S) and hcp >= 10"),
    ("1C", "aces >= 1"),
    ("1C", "first_round(S)"),
    ("1D", "ace(S) or king(S)"),
    ("1D", "queen(S) or (ace(S) and king(S))"),
    ("1D", "stopper(S)"),
    ("1D", "not (void(S) or (S >= 3 and not top3(S) >= 1))"),
    ("1H", "ace(S) and king(S)"),
    ("1H", "top2(S) == 2 and jacks(S) <= 1"),
    ("1S", "ace(H) or H <= 12"),
    ("2C", "top3(C) >= 2"),
    ("2C", "ace(C) or king(C)"),
]
IMPOSSIBLE = [
    ("1D", "ace(S) and king(S) and queen(S)"),
    ("1D", "hcp(S) <= 4"),
    ("1H", "not ace(S)"),
    ("1H", "queen(S) and jack(S)"),  # AKQJ is ten points
    ("2C", "not ace(C) and not king(C)"),
    ("2D", "ace(S)"),  # four aces are sixteen points
    ("2D", "ace(C) or ace(H) and king(H)"),
    ("P", "ace(S) and hcp >= 12"),
]
OPEN = [  # with how far the probability may be off
    ("1C", "king(S)", 0.015),
    ("1C", "hcp(S) >= 6", 0.015),
    ("2C", "jack(C)", 0.03),
    ("1D", "ace(S)", 0.15),  # 1C takes the ace with 10 HCP: suit and HCP decide that together
    ("1S", "ace(H)", 0.3),  # so do two suits
]


@pytest.mark.parametrize(("call", "condition"), CERTAIN)
def test_what_a_call_proves_is_certain(cards: Bidder, call: str, condition: str) -> None:
    node = read_condition(condition)
    assert _north(cards, call).chance(node) == (True, True, 1.0)
    assert _north(cards, call).chance(read_condition(f"not ({condition})")) == (False, False, 0.0)


@pytest.mark.parametrize(("call", "condition"), IMPOSSIBLE)
def test_what_a_call_denies_is_impossible(cards: Bidder, call: str, condition: str) -> None:
    assert _north(cards, call).chance(read_condition(condition)) == (False, False, 0.0)


@pytest.mark.parametrize(("call", "condition", "slack"), OPEN)
def test_what_a_call_leaves_open_has_a_probability(
    cards: Bidder, call: str, condition: str, slack: float
) -> None:
    """As good as exact where the suit with shape and HCP decides; an estimate elsewhere."""
    shown, node = _north(cards, call), read_condition(condition)
    possible, certain, probability = shown.chance(node)
    assert possible and not certain
    hands = _hands_that_fit(shown.node(), 20_000)
    assert probability == pytest.approx(float(array_test(node)(hands).mean()), abs=slack)


NUMBERS = [
    ("1C", "aces", "S", (1, 1)),
    ("1C", "controls", "S", (2, 3)),
    ("1C", "hcp", "S", (4, 10)),
    ("1D", "top2", "S", (1, 2)),
    ("1D", "hcp", "S", (5, 8)),
    ("1H", "controls", "S", (3, 3)),
    ("1H", "hcp", "S", (7, 9)),
    ("1H", "controls", "", (3, 3)),
    ("1H", "aces", "", (1, 1)),
    ("1H", "aces", "D", (0, 0)),
    ("2C", "top3", "C", (3, 3)),
    ("2C", "hcp", "C", (9, 10)),
]


@pytest.mark.parametrize(("call", "name", "suit", "wanted"), NUMBERS)
def test_numbers_of_one_suit_are_exact(
    cards: Bidder, call: str, name: str, suit: str, wanted: tuple[int, int]
) -> None:
    shown = _north(cards, call)
    number = feature_node(name, tuple(map(Suit.parse, suit)))
    assert (shown.stat(number, Stat.MIN), shown.stat(number, Stat.MAX)) == wanted
    values = [hand_value(number)(hand) for hand in _as_hands(_hands_that_fit(shown.node(), 3000))]
    assert min(values) == wanted[0] and max(values) <= wanted[1]
    mean = float(np.mean(values))
    assert shown.stat(number, Stat.MEAN) == pytest.approx(mean, abs=0.15)
    if suit:
        spread = shown.spread(number, 40)
        assert spread.sum() == pytest.approx(1)
        assert float(spread @ np.arange(41)) == pytest.approx(mean, abs=0.15)


def _hands_that_fit(node: Bool, wanted: int) -> np.ndarray:
    """Shuffle until enough hands fit."""
    generator, test = np.random.default_rng(11), array_test(node)
    kept: list[np.ndarray] = []
    while sum(map(len, kept)) < wanted:
        deck = generator.permuted(np.broadcast_to(np.arange(52), (60_000, 52)), axis=1)[:, :13]
        suits, ranks = np.divmod(deck, 13)
        columns = [np.where(suits == suit, 1 << ranks, 0).sum(axis=1) for suit in range(4)]
        hands = np.stack(columns, axis=1).astype(np.uint16)
        kept.append(hands[test(hands)])
    return np.concatenate(kept)


def _as_hands(hands: np.ndarray) -> Iterator[tuple[int, ...]]:
    return map(tuple, hands.tolist())


@pytest.mark.parametrize("seed", range(40))
def test_a_holding_decides_a_condition_soundly(seed: int) -> None:
    """For random conditions: no hand that meets one has a holding that is said not to meet it."""
    random = Random(f"suit space {seed}")
    node = random_bool(random, 3)
    hands = [random_deal(random)[seat] for _ in range(60) for seat in Seat]
    for suit in Suit:
        space = suit_space(suit)
        sure, may = (from_mask(mask, space.size) for mask in space.masks(node))
        assert not (sure & ~may).any()
        for hand in hands:
            holds, holding = hand_test(node)(hand.holdings), hand.holdings[suit]
            assert may[holding] if holds else not sure[holding], (suit, hand)


NUMBERS_ASKED = [
    Feature(name, suits)
    for name in ("aces", "controls", "hcp", "top3", "quick_tricks")
    for suits in [(), *((suit,) for suit in Suit)]
    if suits or name != "top3"
]


@pytest.mark.parametrize("name", ["sayc", "natural"])
@pytest.mark.parametrize("number", range(6))
def test_auctions_never_exclude_what_is_held(name: str, number: int) -> None:
    """Holdings, numbers and conditions of every suit, after calls that the system itself made."""
    bidder = shipped_bidder(name)
    deal = random_deal(Random(f"single cards {number}"))
    auction = bidder.bid(deal, Auction(Seat(number % 4), Vulnerability.BOTH, ()))
    view = bidder.view(auction)
    for seat in Seat:
        shown, hand = view.players[seat].shown, deal[seat]
        for suit in Suit:
            holdings = shown.hand.holdings(suit)
            assert holdings.may >> hand.holdings[suit] & 1
            assert holdings.weights[hand.holdings[suit]] > 0
            for honour in ("ace", "king", "queen"):
                _assert_sound(view, seat, read_condition(f"{honour}({suit.letter})"), hand)
        for node in NUMBERS_ASKED:
            value = hand_value(node)(hand.holdings)
            assert shown.stat(node, Stat.MIN) <= value <= shown.stat(node, Stat.MAX), (seat, node)
            _assert_joint(view, deal, seat, node)


def _assert_sound(view: View, seat: Seat, node: Bool, hand: Hand) -> None:
    """By the seat's own calls, and by those of all four."""
    holds = hand_test(node)(hand.holdings)
    alone = view.players[seat].shown.chance(node)
    for possible, certain, probability in (alone, view.chance(_relative(view, seat), node)):
        assert possible if holds else not certain
        assert 0 <= probability <= 1 and (probability > 0) == possible


def _relative(view: View, seat: Seat) -> RelativeSeat:
    return RelativeSeat((seat - view.caller_seat) % 4)


def _assert_joint(view: View, deal: Deal, seat: Seat, node: Int) -> None:
    """Bounds across the four hands hold, and are no wider than those of the hand alone."""
    assert isinstance(node, Feature)
    who = _relative(view, seat)
    value, total = hand_value(node)(deal[seat].holdings), pack_total(node.name, len(node.suits))
    low, high = (view.stat((who,), node, stat, total) for stat in (Stat.MIN, Stat.MAX))
    shown = view.players[seat].shown
    assert shown.stat(node, Stat.MIN) <= low <= value <= high <= shown.stat(node, Stat.MAX)


def test_four_hands_share_out_a_total() -> None:
    spans = [(5, 8), (4, 13), (0, 6), (0, 13)]
    assert span_within(spans[:1], spans[1:], 13) == (5, 8)
    assert span_within(spans[3:], spans[:3], 13) == (0, 4)
    assert span_within(spans[:2], spans[2:], 13) == (9, 13)
    assert span_within(spans[2:], spans[:2], 13) == (0, 4)


def test_what_contradicts_a_total_is_left_alone() -> None:
    spans = [(9, 13), (9, 13), (0, 3), (0, 3)]
    assert span_within(spans[2:3], [spans[0], spans[1], spans[3]], 13) == (0, 3)


@pytest.mark.parametrize("calls", ["1S 2H", "2S P 4S", "1NT P 2H P 2S", "1C 1S X 2S P P", "3H"])
def test_rules_and_ranges_see_the_same(calls: str) -> None:
    """`dowager infer` and `rho.S.max` give the same bounds of points and lengths."""
    view = _view(shipped_bidder("sayc"), calls)
    quick = ranges(view)
    for who in RelativeSeat:
        seat = view.caller_seat.plus(who)
        spans = [quick[seat].hcp, *quick[seat].lengths]
        nodes = [feature_node("hcp", ()), *(feature_node("length", (suit,)) for suit in Suit)]
        for span, node, total in zip(spans, nodes, (40, 13, 13, 13, 13), strict=True):
            asked = tuple(view.stat((who,), node, stat, total) for stat in (Stat.MIN, Stat.MAX))
            assert asked == span, (calls, seat, node)


def test_both_hands_of_a_side_share_what_the_others_leave() -> None:
    """After 1S, overcalled 2H, the openers' side holds at most eight hearts, not 8 + 8."""
    view = _view(shipped_bidder("sayc"), "1S 2H")
    ours = (RelativeSeat.ME, RelativeSeat.PARTNER)
    hearts = feature_node("length", (Suit.HEARTS,))
    assert view.stat(ours, hearts, Stat.MAX, 13) == 8
    assert view.stat(ours[:1], hearts, Stat.MAX, 13) == 8


def test_a_card_has_one_owner(cards: Bidder) -> None:
    """North has shown the ace of spades: nobody else has it, in rules as in questions."""
    view = _view(cards, "1C")
    ace = read_condition("ace(S)")
    assert view.chance(RelativeSeat.RHO, ace) == (True, True, 1.0)
    for who in (RelativeSeat.ME, RelativeSeat.LHO, RelativeSeat.PARTNER):
        assert view.chance(who, ace) == (False, False, 0.0)
        assert view.chance(who, read_condition("S >= 5 and ace(S)"))[0] is False
        assert view.chance(who, read_condition("S >= 9 and aces >= 1"))[0]
        assert not view.chance(who, read_condition("S == 13"))[0]


def test_a_card_that_three_cannot_hold_is_the_fourths(cards: Bidder) -> None:
    without_aces = _north(cards, "2D")
    for others, wanted in (([without_aces] * 3, True), ([without_aces] * 2, False)):
        rest = [Shown(everything()) for _ in range(3 - len(others))]
        verdict = chance_among(Shown(everything()), [*others, *rest], read_condition("ace(S)"))
        assert verdict[:2] == (True, wanted)


def test_lengths_leave_what_a_condition_may_ask(cards: Bidder) -> None:
    """After 1D, which shows six spades, nobody else has more than seven."""
    view = _view(cards, "1D")
    assert not view.chance(RelativeSeat.ME, read_condition("S >= 8"))[0]
    assert view.chance(RelativeSeat.ME, read_condition("S <= 7"))[1]
    assert view.chance(RelativeSeat.ME, read_condition("S == 7"))[0]
