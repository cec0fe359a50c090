"""What others' alerts say takes its place in the public view: soundly, sharply, never a crash."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np
import pytest

from dowager.alerts import read_alert, write_alert
from dowager.auction import Auction, Call, Vulnerability, dealer_of_board, parse_calls
from dowager.backends.evaluate import hand_test
from dowager.bidder import Bidder
from dowager.cards import Deal, Seat, Suit, random_deal
from dowager.knowledge.answers import ranges, read_condition
from dowager.knowledge.cells import HCP, LENGTHS
from dowager.knowledge.public import View, alert_of, cell_of, disclose
from dowager.knowledge.sampling import deals_for
from dowager.language.tree import FALSE, Bool, Feature
from support.sweeps import sampled
from support.systems import shipped_bidder

BOARDS = 200
_ACES = Feature("aces")


@dataclass(frozen=True, eq=False)
class Told:
    """A board that a known system has bid against itself, and East-West's alerts, as read.

    North-South, who are told, get no alerts of their own calls.
    """

    deal: Deal
    auction: Auction
    every: dict[int, Bool]
    alerted: dict[int, Bool]


@cache
def _deals_of_boards() -> tuple[Deal, ...]:
    random = Random("told")
    return tuple(random_deal(random) for _ in range(BOARDS))


def boards(some: slice) -> list[Told]:
    """Return some of the boards: each is bid and told once, when it is asked for."""
    return [_board(number) for number in range(1, BOARDS + 1)[some]]


@cache
def _board(number: int) -> Told:
    bidder, deal = shipped_bidder(), _deals_of_boards()[number - 1]
    auction = bidder.bid(deal, Auction(dealer_of_board(number), Vulnerability.of_board(number)))
    every: dict[int, Bool] = {}
    alerted: dict[int, Bool] = {}
    for index, call in enumerate(auction.calls):
        if (auction.dealer + index) % 2 == 0:
            continue
        view = bidder.view(_until(auction, index))
        every[index] = read_alert(write_alert(disclose(view, call))).node()
        if alert_of(view, call, artificial=True) is not None:
            alerted[index] = every[index]
    return Told(deal, auction, every, alerted)


def _until(auction: Auction, length: int) -> Auction:
    return auction.before(length)


def stranger() -> Bidder:
    """North-South know East-West only as natural bidders."""
    return shipped_bidder("sayc", "natural")


def known() -> Bidder:
    """North-South know East-West's system."""
    return shipped_bidder()


# -- nothing that is told excludes the actual hand -------------------------------------------------

some_or_all = pytest.mark.parametrize("some", sampled([slice(None, None, 20), slice(None)], 2))


@some_or_all
def test_what_a_stranger_tells_never_excludes_the_hand(some: slice) -> None:
    """Each call told, as the protocol wants of every alertable one; after some and after all.

    A first call of which a stranger says just what we would disclose is taken for ours, with all
    its finer meaning; such seats are left out, and few.
    """
    taken_for_known = 0
    for board in boards(some):
        view = stranger().view(board.auction, board.every)
        by_our_rules = {record.seat for record in view.records if record.rule is not None}
        for seat in {Seat.EAST, Seat.WEST} - by_our_rules:
            _check_contains(view, seat, board)
            for length in range(0, len(board.auction.calls), 3):
                shown = (
                    stranger().view(_until(board.auction, length), board.every).players[seat].shown
                )
                assert shown.mask >> cell_of(board.deal[seat]) & 1, f"{board.auction} {length}"
        taken_for_known += bool({Seat.EAST, Seat.WEST} & by_our_rules)
    assert taken_for_known <= BOARDS / 30


def _check_contains(view: View, seat: Seat, board: Told) -> None:
    shown, hand = view.players[seat].shown, board.deal[seat]
    where = f"{board.auction} {seat} {hand}"
    assert shown.mask >> cell_of(hand) & 1, where
    assert hand_test(shown.node())(hand.holdings), where
    aces = sum(card % 13 == 12 for card in hand.cards())
    assert shown.stat(_ACES, 0) <= aces <= shown.stat(_ACES, 1), where
    assert ranges(view)[seat].contain(hand), where


@some_or_all
def test_a_stranger_who_tells_nothing_is_misread_at_times(some: slice) -> None:
    """So that the test above asks something: by its own reading alone the view goes wrong."""
    wrong = sum(
        not stranger().view(board.auction).players[seat].shown.mask >> cell_of(board.deal[seat]) & 1
        for board in boards(some)
        for seat in (Seat.EAST, Seat.WEST)
    )
    assert wrong > len(boards(some)) / 20


@pytest.mark.parametrize("some", sampled([slice(None, None, 20), slice(120)], 2))
def test_a_known_system_tells_nothing_new(some: slice) -> None:
    """An alert that says what we would disclose leaves our own, finer reading as it is."""
    for board in boards(some):
        plain = known().view(board.auction)
        for said in (board.every, board.alerted):
            view = known().view(board.auction, said)
            for seat in Seat:
                assert view.players[seat].shown.cells == plain.players[seat].shown.cells
            for one, other in zip(view.records, plain.records, strict=True):
                assert (one.rule and one.rule.rule) is (other.rule and other.rule.rule)


# -- it is worth something -------------------------------------------------------------------------


def _error(bidder: Bidder, every: bool) -> tuple[float, float]:
    """Return the errors of East-West's expected HCP and lengths, root mean square."""
    points: list[float] = []
    cards: list[float] = []
    for board in boards(slice(None)):
        view = bidder.view(board.auction, board.every if every else None)
        for seat in (Seat.EAST, Seat.WEST):
            shown, hand = view.players[seat].shown, board.deal[seat]
            points.append(shown.stat(HCP, 2) - hand.hcp)
            cards += [shown.stat(LENGTHS[suit], 2) - hand.lengths[suit] for suit in Suit]
    return float(np.std(points)), float(np.std(cards))


@pytest.mark.thorough
def test_alerts_bring_the_view_closer_to_the_hands() -> None:
    """Nearer to what is known of a known system than to what is guessed of a stranger's.

    A sample of the boards would not do: of forty of them it is true only at times.
    """
    guess, told, best = (
        _error(bidder, every)
        for bidder, every in ((stranger(), False), (stranger(), True), (known(), False))
    )
    for place in range(2):
        assert best[place] - 0.02 <= told[place]
        assert told[place] - best[place] < 0.6 * (guess[place] - best[place])


# -- one call --------------------------------------------------------------------------------------


def _view(calls: str, **told: str) -> View:
    """Return a stranger East's and West's auction; `t1="hcp >= 12"` tells of call 1."""
    auction = Auction.of_calls(Seat.EAST, Vulnerability.NONE, parse_calls(calls.split()))
    said = {int(key[1:]): read_condition(text) for key, text in told.items()}
    return stranger().view(auction, said)


def _span(view: View, seat: Seat, value: Feature) -> tuple[float, float]:
    shown = view.players[seat].shown
    return shown.stat(value, 0), shown.stat(value, 1)


def test_a_told_call_means_what_was_told() -> None:
    """Two diamonds that show a weak hand with a long major, as in many a multi."""
    view = _view("2D", t0="hcp in 5..10 and (H == 6 or S == 6)")
    assert _span(view, Seat.EAST, HCP) == (5, 10)
    assert _span(view, Seat.EAST, LENGTHS[Suit.DIAMONDS]) == (0, 7)
    record = view.records[0]
    assert record.rule is None and record.disclosed is not None and record.relaxed == ()
    assert _view("2D").records[0].rule is not None


@pytest.mark.parametrize(
    ("calls", "told", "natural", "suits"),
    [
        ("2D", "hcp in 5..10 and (H == 6 or S == 6)", set(), set()),
        ("2D", "H >= 5 and S >= 4", set(), {2, 3}),
        ("1C", "C >= 3 and hcp >= 11", {0}, set()),
        ("1C", "C >= 2 and hcp >= 11", set(), set()),
        ("1H", "S >= 4 and hcp in 8..11", set(), {3}),
        ("2NT", "C >= 5 and D >= 5", set(), {0, 1}),
        ("1NT", "hcp in 10..12 and balanced", {4}, set()),
    ],
)
def test_what_counts_as_natural_and_as_shown(
    calls: str, told: str, natural: set[int], suits: set[int]
) -> None:
    """A bid shows its suit when three cards of it are sure; four sure cards show any suit."""
    player = _view(calls, t0=told).players[Seat.EAST]
    assert set(player.natural) == natural
    assert set(player.suits) == suits


def test_single_cards_that_were_told_are_known() -> None:
    view = _view("3NT", t0="D >= 7 and ace(D) and king(D) and queen(D) and aces == 1")
    assert _span(view, Seat.EAST, _ACES) == (1, 1)
    assert not view.players[Seat.EAST].shown.chance(read_condition("aces == 2"))[0]


def test_sampled_deals_obey_what_was_told() -> None:
    view = _view("2D P", t0="hcp in 5..10 and (H == 6 or S == 6) and aces == 1")
    told = hand_test(view.records[0].disclosed or FALSE)
    deals = list(deals_for(view, {}, np.random.default_rng(2), 200))
    assert len(deals) == 200 and all(told(deal[Seat.EAST].holdings) for deal in deals)


# -- contradictions --------------------------------------------------------------------------------


def test_contradictory_alerts_are_relaxed_oldest_first() -> None:
    view = _view("1C P 1S P 2C", t0="hcp in 16..20", t4="hcp in 10..12")
    assert view.records[4].relaxed == (0,)
    assert _span(view, Seat.EAST, HCP) == (10, 12)


def test_what_was_told_is_trusted_more_than_a_guess() -> None:
    """Our reading of the opening, at least 12 or so, gives way to what the rebid's alert says."""
    view = _view("1S P 2C P 2S", t4="hcp <= 2 and S >= 6")
    assert view.records[4].relaxed == (0,)
    assert _span(view, Seat.EAST, HCP) == (0, 2)


def test_what_was_told_outlives_a_later_guess() -> None:
    """An artificial opening with short spades, then a bid that our reading takes for spades."""
    view = _view("1C P 1H P 1S P 4S P 5S", t0="S <= 1 and hcp >= 16", t4="hcp >= 16")
    assert _span(view, Seat.EAST, LENGTHS[Suit.SPADES])[1] <= 1


def test_a_told_impossibility_is_dropped() -> None:
    auction = Auction.of_calls(Seat.EAST, Vulnerability.NONE, [Call.C1])
    view = stranger().view(auction, {0: FALSE})
    assert view.players[Seat.EAST].shown.mask
    assert view.records[0].relaxed == (0,)


def test_random_alerts_never_stop_the_engine() -> None:
    random = Random(8)
    texts = ["S >= 5", "hcp <= 9", "hcp >= 17", "H <= 1 and aces == 2", "balanced", "C >= 6"]
    texts += ["D >= 4 and hcp(D) >= 6", "hcp in 12..14 and longest_length >= 7", "kings in {0, 3}"]
    nodes = [*map(read_condition, texts), FALSE]
    bidder, relaxed = shipped_bidder("sayc", "natural"), 0
    for _ in range(40):
        deal, auction, told = random_deal(random), Auction(Seat.NORTH), dict[int, Bool]()
        while not auction.ended and len(auction.calls) < 14:
            assert auction.is_legal(bidder.choose(deal[auction.turn], auction, told).call)
            if random.random() < 0.7:
                told[len(auction.calls)] = random.choice(nodes)
            auction = auction.after(random.choice(auction.legal_calls()[:12]))
        view = bidder.view(auction, told)
        assert all(player.shown.mask for player in view.players)
        relaxed += view.relaxed
        ranges(view)
    assert relaxed, "no auction was contradictory: the test asks nothing"


# -- the table -------------------------------------------------------------------------------------


def test_views_with_and_without_alerts_are_kept_apart() -> None:
    auction = Auction.of_calls(Seat.EAST, Vulnerability.NONE, parse_calls(["1C", "P", "1H"]))
    bidder, node = shipped_bidder("sayc", "natural"), read_condition("hcp >= 17")
    plain = bidder.view(auction)
    told = bidder.view(auction, {0: node})
    assert plain is bidder.view(auction) is bidder.view(auction, {})
    assert told is bidder.view(auction, {0: node}) is not plain
    later = bidder.view(auction, {0: node, 2: read_condition("S >= 5")})
    assert later.records[0] is told.records[0] and later is not told
    assert bidder.view(_until(auction, 2), {0: node, 2: node}) is bidder.view(
        _until(auction, 2), {0: node}
    )


def test_alerts_change_decisions() -> None:
    """A strong, artificial club is no reason to fear clubs: what is told reaches the rules."""
    random, auction = Random(3), Auction.of_calls(Seat.EAST, Vulnerability.NONE, [Call.C1])
    bidder = shipped_bidder("sayc", "natural")
    told = {0: read_condition("hcp >= 16")}
    differ = 0
    for deal in _deals(random, 150):
        hand = deal[Seat.SOUTH]
        plain, informed = bidder.choose(hand, auction), bidder.choose(hand, auction, told)
        differ += plain.call is not informed.call
    assert differ


def _deals(random: Random, count: int) -> Iterator[Deal]:
    for _ in range(count):
        yield random_deal(random)
