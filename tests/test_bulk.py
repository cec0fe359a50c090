"""Boards bid as arrays: the calls and the rules are those of bidding one board after another."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from dowager.auction import Auction, Call, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.bidder.bulk import (
    NO_RULE,
    Auctions,
    Boards,
    Kept,
    Start,
    bid_boards,
    bid_match,
    cells_of,
    contracts_of,
    random_boards,
    sharing,
    walk,
    walk_ends,
)
from dowager.cards import Deal, Hand, Seat, random_deal
from dowager.knowledge.public import View, cell_of, first_view
from dowager.language.compile import System
from dowager.language.files import load_file
from support.sweeps import sampled
from support.systems import shipped, write_system

GAPS = """\
system: gaps
sections:
  - after: start
    rules:
      - {call: 1NT, name: strong notrump, hand: hcp in 15..17}
      - {call: P, name: weak, hand: hcp <= 9}
  - after: 1NT
    rules:
      - {call: 3NT, name: game, hand: hcp >= 8 and top3(C) + top3(S) >= 2}
      - {call: 2C, name: honours, hand: top3(H) >= 1 and hcp <= 9}
"""


def deals_of(seed: str, count: int) -> list[Deal]:
    """Some random deals."""
    random = Random(seed)
    return [random_deal(random) for _ in range(count)]


def auctions_of(systems: tuple[System, System], deals: list[Deal], first: int = 1) -> Auctions:
    """Deals bid in bulk; dealers and vulnerabilities go round from a board number on."""
    numbers = range(first, first + len(deals))
    vulnerabilities = [Vulnerability.of_board(number) for number in numbers]
    dealers = [dealer_of_board(number) for number in numbers]
    return bid_boards(systems, Boards.of_deals(deals), dealers, vulnerabilities)


def one_by_one(bidder: Bidder, deal: Deal, start: Auction) -> tuple[Auction, tuple[int, ...]]:
    """A deal's auction, with the number of each call's rule, asked call by call."""
    auction, rules = start, []
    while not auction.ended:
        chosen = bidder.choose(deal[auction.turn], auction)
        rules.append(chosen.rule.rule.number if chosen.rule else NO_RULE)
        auction = auction.after(chosen.call)
    return auction, tuple(rules)


def assert_the_same(systems: tuple[System, System], deals: list[Deal]) -> Auctions:
    """Bulk bidding and bidding call by call must agree."""
    bulk, bidder = auctions_of(systems, deals), Bidder(*systems)
    assert len(bulk) == len(deals)
    for board, deal in enumerate(deals):
        start = Auction(dealer_of_board(board + 1), Vulnerability.of_board(board + 1))
        auction, rules = one_by_one(bidder, deal, start)
        assert (bulk.auction(board), bulk.rules_of(board)) == (auction, rules), str(deal)
        assert bulk.contract(board) == auction.contract
        assert bulk.auction(board) == bidder.bid(deal, start)
    return bulk


@pytest.mark.parametrize("count", sampled([32, 96], 2))
@pytest.mark.parametrize("pair", ["sayc sayc", "sayc natural", "natural sayc"])
def test_the_calls_and_rules_are_those_of_one_board_after_another(pair: str, count: int) -> None:
    """Sixteen boards are every dealer with every vulnerability; the rules are the caller's own."""
    first, second = map(shipped, pair.split())
    bulk = assert_the_same((first, second), deals_of(pair, count))
    for board in range(len(bulk)):
        calls = enumerate(zip(bulk.calls_of(board), bulk.rules_of(board), strict=True))
        for index, (call, rule) in calls:
            system = (first, second)[bulk.auction(board).seat_of(index).side]
            assert system.rules[rule].number == rule
            assert call is not Call.DOUBLE or "X" in system.rules[rule].written


def test_hands_without_a_rule_pass(tmp_path: Path) -> None:
    """A tiny system has no rule for most hands: they pass, and the walk goes on."""
    gaps = load_file(write_system(tmp_path / "gaps", GAPS))
    bulk = assert_the_same((gaps, gaps), deals_of("gaps", 300))
    without = [rules.count(NO_RULE) for rules in map(bulk.rules_of, range(len(bulk)))]
    assert any(without) and not all(bulk.rules == NO_RULE)
    assert_the_same((gaps, shipped("natural")), deals_of("gaps, natural", 100))


@pytest.mark.parametrize("few", [0, 10_000])
def test_it_does_not_matter_how_many_hands_are_few(
    few: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Arrays wherever two boards meet, or one hand after another wherever any number do."""
    gaps = load_file(write_system(tmp_path / "gaps", GAPS))
    sayc, deals = shipped("sayc"), deals_of("paths", 48)
    before = [auctions_of((system, sayc), deals) for system in (sayc, gaps)]
    monkeypatch.setattr(sharing, "FEW", few)
    for system, expected in zip((sayc, gaps), before, strict=True):
        again = auctions_of((system, sayc), deals)
        assert again.calls.tolist() == expected.calls.tolist()
        assert again.rules.tolist() == expected.rules.tolist()


@pytest.mark.parametrize(("few", "used", "unused"), [
    (0, "array_test", "fits"), (10_000, "fits", "array_test"),
])  # fmt: skip
def test_cards_are_asked_as_arrays_or_by_hand(
    few: int, used: str, unused: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where cells leave a rule open: many hands by arrays alone, few one after another."""
    gaps = load_file(write_system(tmp_path / "gaps", GAPS))
    view = Bidder(gaps).view(Auction(Seat.NORTH).after(Call.NT1).after(Call.PASS))
    boards = random_boards(np.random.default_rng(3), 300)
    hands = boards.cells[:, Seat.SOUTH], boards.holdings[:, Seat.SOUTH]
    monkeypatch.setattr(sharing, "FEW", few)
    monkeypatch.setattr(sharing, unused, closed)
    shares = sharing.shared_out(view.position, *hands)
    assert [share.rule and share.rule.rule.name for share in shares] == ["game", "honours", None]
    for rule, rows in shares:
        for row in rows.tolist():
            assert view.position.chosen(boards.hand(row, Seat.SOUTH)) is rule
    monkeypatch.setattr(sharing, used, closed)
    with pytest.raises(AssertionError, match="this way is closed"):
        sharing.shared_out(view.position, *hands)


def closed(*asked: object) -> object:
    """Instead of a test of hands that must not be asked for."""
    raise AssertionError("this way is closed")


def test_hands_share_out_as_each_of_them_chooses() -> None:
    """At a position with a great many boards, every hand is with the rule that it chooses."""
    boards = random_boards(np.random.default_rng(4), 1500)
    view = first_view((shipped("sayc"), shipped("sayc")), Auction(Seat.NORTH))
    cells, holdings = boards.cells[:, Seat.NORTH], boards.holdings[:, Seat.NORTH]
    shares = sharing.shared_out(view.position, cells, holdings)
    assert sorted(np.concatenate([share.rows for share in shares])) == list(range(1500))
    for rule, rows in shares:
        assert len(rows) and list(rows) == sorted(rows)
        for row in rows.tolist():
            assert view.position.chosen(boards.hand(row, Seat.NORTH)) is rule


def test_rules_are_asked_for_only_while_a_hand_is_without_one() -> None:
    """A rule behind the one that takes the last hand is never made."""
    boards = random_boards(np.random.default_rng(4), 40)
    view = first_view((shipped("sayc"), shipped("sayc")), Auction(Seat.NORTH))
    every, asked = list(view.position), []

    def rules() -> object:
        for rule in every:
            asked.append(rule)
            yield rule

    shares = sharing.shared_out(rules(), boards.cells[:, 0], boards.holdings[:, 0])  # type: ignore[arg-type]
    assert asked[-1] is shares[-1].rule
    assert len(asked) < len(every)
    assert sharing.shared_out(rules(), boards.cells[:0, 0], boards.holdings[:0, 0]) == []  # type: ignore[arg-type]


@cache
def undivided() -> Auctions:
    """Boards bid at once, for those who bid them in parts."""
    return auctions_of((shipped("sayc"), shipped("natural")), deals_of("chunks", 34))


@pytest.mark.parametrize("size", [1, 7, 33])
def test_it_does_not_matter_how_boards_are_parted(size: int) -> None:
    """Parts of any size come to what all boards at once come to, in the order of the boards."""
    pair, deals, whole = (shipped("sayc"), shipped("natural")), deals_of("chunks", 34), undivided()
    parts = [auctions_of(pair, deals[at : at + size], at + 1) for at in range(0, len(deals), size)]
    assert np.concatenate([part.calls for part in parts]).tolist() == whole.calls.tolist()
    assert np.concatenate([part.rules for part in parts]).tolist() == whole.rules.tolist()
    assert [part.auction(board) for part in parts for board in range(len(part))] == [
        whole.auction(board) for board in range(len(whole))
    ]


def test_both_tables_of_a_match() -> None:
    """At the second table the systems have changed sides."""
    sayc, natural, deals = shipped("sayc"), shipped("natural"), deals_of("match", 16)
    dealers = [dealer_of_board(number) for number in range(1, 17)]
    vulnerabilities = [Vulnerability.of_board(number) for number in range(1, 17)]
    ended: list[int] = []
    boards = Boards.of_deals(deals)
    first, second = bid_match((sayc, natural), boards, dealers, vulnerabilities, ended.append)
    assert sum(ended) == 32
    for table, pair in ((first, (sayc, natural)), (second, (natural, sayc))):
        alone = auctions_of(pair, deals)
        assert len(table) == 16
        for board in range(16):
            assert table.auction(board) == alone.auction(board)
            assert table.rules_of(board) == alone.rules_of(board)


def test_what_is_known_after_each_auction() -> None:
    """Every board has one view after its end: turned, it is that of its own auction."""
    pair, deals = (shipped("sayc"), shipped("natural")), deals_of("ends", 32)
    dealers = [dealer_of_board(number) for number in range(1, 33)]
    vulnerabilities = [Vulnerability.of_board(number) for number in range(1, 33)]
    bulk, bidder, seen = auctions_of(pair, deals), Bidder(*pair), []
    for numbers, view in walk_ends(pair, Boards.of_deals(deals), dealers, vulnerabilities):
        for board in numbers.tolist():
            seen.append(board)
            own = bidder.view(bulk.auction(board))
            assert own.auction.calls == view.auction.calls
            for record, other in zip(own.records, view.records, strict=True):
                assert (record.rule and record.rule.rule) is (other.rule and other.rule.rule)
                assert record.shown.cells == other.shown.cells
    assert sorted(seen) == list(range(32))


def test_no_boards_have_no_auctions() -> None:
    assert len(auctions_of((shipped("natural"), shipped("natural")), [])) == 0


def test_long_auctions_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few calls a sheet has room for at first, none is lost."""
    pair, deals = (shipped("sayc"), shipped("sayc")), deals_of("long", 32)
    whole = auctions_of(pair, deals)
    monkeypatch.setattr("dowager.bidder.bulk.auctions._WIDTH", 1)
    again = auctions_of(pair, deals)
    assert again.calls.tolist() == whole.calls.tolist()
    assert again.rules.tolist() == whole.rules.tolist()


def test_a_view_is_kept_only_while_auctions_after_it_are_walked() -> None:
    """Only the views of the auction walked, and of the last calls from each, are alive."""
    system = shipped("sayc")
    boards = random_boards(np.random.default_rng(9), 30)
    start = first_view((system, system), Auction(Seat.NORTH))
    others, positions = set(map(id, views_alive())) - {id(start)}, 0
    for position in walk([Start(start, boards.numbers)], boards):
        positions += 1
        if positions % 40 == 0:
            alive = [view.auction.calls for view in views_alive() if id(view) not in others]
            calls = position.view.auction.calls
            assert sorted(alive) == sorted({calls[: len(before)] for before in alive})
    assert positions > 200
    del position, start
    assert {id(view) for view in views_alive()} <= others


def test_views_may_be_kept_for_the_next_walk() -> None:
    """The same auctions need no new view, and end the same."""
    system = shipped("sayc")
    boards = random_boards(np.random.default_rng(10), 30)
    starts = [Start(first_view((system, system), Auction(Seat.NORTH)), boards.numbers)]
    kept: Kept = {}
    ends = contracts_of(walk(starts, boards, kept))
    views = list(map(id, kept.values()))
    assert len(views) > 100
    assert contracts_of(walk(starts, boards, kept)) == ends == contracts_of(walk(starts, boards))
    assert list(map(id, kept.values())) == views


@pytest.fixture
def collector_resting() -> Iterator[None]:
    """Nothing goes but what nothing holds any more."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("collector_resting")
def test_views_that_are_done_with_go_without_the_collector() -> None:
    """Of a walk, and of a bidder that keeps few of them."""
    pair, deals = (shipped("sayc"), shipped("sayc")), deals_of("gone", 16)
    before = len(views_now())
    auctions_of(pair, deals)
    assert len(views_now()) == before
    bidder = Bidder(*pair, keep=16)
    for deal in deals:
        bidder.bid(deal, Auction(Seat.NORTH))
    # Each view that is kept may hold those of the calls before it.
    assert len(views_now()) - before < 16 * 15
    bidder.forget()
    assert len(views_now()) == before


def views_alive() -> list[View]:
    """Every view that is held now."""
    gc.collect()
    return views_now()


def views_now() -> list[View]:
    """Every view that there is now, garbage too."""
    return [each for each in gc.get_objects() if isinstance(each, View)]


def test_boards_of_deals_are_the_deals() -> None:
    deals = deals_of("arrays", 20)
    boards = Boards.of_deals(deals)
    for number, deal in enumerate(deals):
        for seat in Seat:
            assert boards.hand(number, seat) == deal[seat]
            assert boards.cells[number, seat] == cell_of(deal[seat])
    assert cells_of(boards.holdings).tolist() == boards.cells.tolist()


def test_boards_turn_so_that_their_dealers_sit_north() -> None:
    deals = deals_of("turned", 8)
    boards = Boards.of_deals(deals)
    wanted = np.array([5, 0, 3, 2], dtype=np.int32)
    dealers = np.array([3, 0, 1, 2], dtype=np.uint8)
    turned = boards.turned(wanted, dealers)
    for row, (number, dealer) in enumerate(zip(wanted.tolist(), dealers.tolist(), strict=True)):
        hands: list[Hand] = [turned.hand(row, seat) for seat in Seat]
        assert hands == [deals[number][Seat.NORTH.plus(dealer + step)] for step in range(4)]
