"""What calls mean, at positions that random auctions reach: exactly what the bidder does.

The meanings of all calls of a position are disjoint and cover every hand; cells, refined cells and
the solver agree with them.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from dowager.auction import Auction, Call, Vulnerability
from dowager.backends.cpsat import DealModel, SolverStatus
from dowager.backends.evaluate import array_test, hand_test, hand_value
from dowager.bidder import Bidder
from dowager.cards import Deal, Hand, Seat, Suit, random_deal
from dowager.knowledge.answers import ranges
from dowager.knowledge.cells import from_mask, plain_space
from dowager.knowledge.cells.additive import additive_form
from dowager.knowledge.cells.space import Space
from dowager.knowledge.public import cell_of
from dowager.language.files import load_file, system_names
from dowager.language.tree import Feature, Int, shape_index
from support.random_nodes import exactly
from support.random_positions import RandomPosition
from support.sweeps import sampled
from support.systems import shipped_bidder, write_system

POSITIONS = 24
HANDS = 240
LIMIT = 300.0
SPLITS: tuple[Int, ...] = (
    Feature("aces"),
    Feature("controls"),
    Feature("quick_tricks"),
    Feature("top3", (Suit.SPADES,)),
    Feature("losers"),
)


@cache
def positions(name: str) -> tuple[RandomPosition, ...]:
    """Positions of auctions that the system bids, one in three with a call of nobody's making."""
    random = Random(f"positions of {name}")
    return tuple(_position(shipped_bidder(name), number, random) for number in range(POSITIONS))


def _position(by: Bidder, number: int, random: Random) -> RandomPosition:
    while True:
        deal = random_deal(random)
        auction = Auction(Seat(number % 4), Vulnerability(number // 4 % 4), ())
        odd = random.randrange(8) if number % 3 == 2 else -1
        for index in range(random.randrange(14)):
            call = _odd(auction, random) if index == odd else _call(by, deal, auction)
            auction = auction.after(call)
            if auction.ended:
                break
        if not auction.ended:
            return RandomPosition(auction, deal[auction.turn], by.view(auction))


def _call(by: Bidder, deal: Deal, auction: Auction) -> Call:
    return by.choose(deal[auction.turn], auction).call


def _odd(auction: Auction, random: Random) -> Call:
    legal = [call for call in Call if auction.is_legal(call) and call <= Call.S4]
    return random.choice(legal or [Call.PASS])


@cache
def hands() -> tuple[Hand, ...]:
    random = Random("hands")
    found = [hand for _ in range(HANDS // 4) for hand in random_deal(random)]
    odd = ("AKQJT98765432...", "AKQJ.AKQ.AKQ.AKQ", "5432.432.432.432", "AK.QJT.9876.5432")
    return (*found, *(Hand.parse(text) for text in odd))


@cache
def holdings() -> NDArray[np.uint16]:
    return np.array([hand.holdings for hand in hands()], dtype=np.uint16)


@cache
def cells() -> NDArray[np.intp]:
    return np.array([cell_of(hand) for hand in hands()])


cases = pytest.mark.parametrize("number", sampled(range(POSITIONS), 5))
systems = pytest.mark.parametrize("name", system_names())


@systems
@cases
def test_exactly_one_call_is_meant(name: str, number: int) -> None:
    at = positions(name)[number]
    meant = {call: array_test(at.position.node(call))(holdings()) for call in at.position.calls()}
    counts = np.sum(list(meant.values()), axis=0)
    wrong = [f"{hands()[place]}: {counts[place]}" for place in np.flatnonzero(counts != 1)]
    assert not wrong, f"{at.auction}: {wrong[:5]}"
    for place in (*range(60), *range(len(hands()) - 4, len(hands()))):
        hand = hands()[place]
        chosen = at.position.chosen(hand)
        assert chosen is not None
        assert meant[chosen.call][place], f"{at.auction}: {hand} bids {chosen.call}"


@systems
@cases
def test_cells_hold_every_hand_that_makes_the_call(name: str, number: int) -> None:
    at = positions(name)[number]
    space = plain_space()
    for call in at.position.calls():
        meant = array_test(at.position.node(call))(holdings())
        may = from_mask(at.position.meaning(call, space.full).may, space.size)
        outside = np.flatnonzero(meant & ~may[cells()])
        assert not outside.size, f"{at.auction} {call}: {hands()[outside[0]]} is left out"
        within = at.position.node(call, at.position.meaning(call, space.full).may)
        narrowed = array_test(within)(holdings())
        assert np.array_equal(narrowed[may[cells()]], meant[may[cells()]])


@systems
@cases
def test_what_is_decided_by_cells_is_exact(name: str, number: int) -> None:
    at = positions(name)[number]
    space = plain_space()
    for call in at.position.calls():
        if at.position.decided(call):
            may = from_mask(at.position.meaning(call, space.full).may, space.size)
            meant = array_test(at.position.node(call))(holdings())
            assert np.array_equal(meant, may[cells()]), f"{at.auction} {call}"


def _refined_cell(space: Space, hand: Hand, split: Int) -> int:
    shape, value = shape_index(*hand.lengths[:3]), hand_value(split)(hand.holdings)
    points = hand_value(Feature("hcp"))(hand.holdings)
    same = (space.shape == shape) & (space.hcp == points) & (space.split_value == value)
    found = np.flatnonzero(same)
    assert len(found) == 1
    return int(found[0])


@systems
@pytest.mark.parametrize("number", sampled(range(8), 5))
def test_refined_cells_hold_the_hands_that_bid(name: str, number: int) -> None:
    by = shipped_bidder(name)
    deal = random_deal(Random(f"refined {number}"))
    auction = by.bid(deal, Auction(Seat(number % 4), Vulnerability.NONE, ()))
    view = by.view(auction)
    for seat in Seat:
        shown, hand = view.players[seat].shown, deal[seat]
        assert shown.mask >> cell_of(hand) & 1
        assert hand_test(shown.node())(hand.holdings)
        for split in SPLITS:
            value = hand_value(split)(hand.holdings)
            assert shown.stat(split, 0) <= value <= shown.stat(split, 1), f"{auction} {seat}"
            if additive_form(split) is None:
                continue
            space, (_, mask) = shown.hand.refined(split)
            assert mask >> _refined_cell(space, hand, split) & 1, f"{auction} {seat} {split}"
            assert not mask & ~space.lift(shown.mask)


@systems
@pytest.mark.parametrize("number", sampled(range(0, POSITIONS, 4), 5))
def test_the_solver_agrees(name: str, number: int) -> None:
    """Given a hand, the solver finds each call's meaning true exactly when evaluation does."""
    at = positions(name)[number]
    random = Random(number)
    calls = random.sample(at.position.calls(), min(3, len(at.position.calls())))
    model = DealModel(1)
    literals = [model.literal(0, at.position.node(call)) for call in calls]
    for hand in [at.hand, *random.sample(hands(), 3)]:
        given = model.fork()
        given.require(0, exactly(hand))
        for call, literal in zip(calls, literals, strict=True):
            wanted = hand_test(at.position.node(call))(hand.holdings)
            answer = given.solve(LIMIT, every=[literal])
            assert answer.status is (SolverStatus.SAT if wanted else SolverStatus.UNSAT), (
                f"{call} {hand}"
            )


@systems
def test_calls_are_proved_disjoint_and_complete(name: str) -> None:
    """At the opening: no hand makes two calls, and no hand makes none."""
    by = shipped_bidder(name)
    for calls in ((), (Call.NT1, Call.PASS), (Call.S1, Call.PASS)):
        auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, calls)
        position = by.view(auction).position
        model = DealModel(1)
        literals = [model.literal(0, position.node(call)) for call in position.calls()]
        for one, other in list(combinations(literals, 2))[:12]:
            assert model.solve(LIMIT, every=[one, other]).status is SolverStatus.UNSAT
        none = model.solve(LIMIT, every=[literal.negated() for literal in literals])
        assert none.status is SolverStatus.UNSAT, f"{auction}: {none.hands}"


ANSWERS = """\
system: answers
sections:
  - after: start
    rules:
      - {call: 3NT, name: game, hand: hcp >= 14 and stopper(S)}
      - {call: 2NT, name: stopper, hand: stopper(S) and H <= 4}
      - {call: P, name: no stopper}
"""


def test_what_two_rules_both_ask_is_known_of_the_later_one(tmp_path: Path) -> None:
    """Cells decide no stopper: but a hand with one and with 14 HCP would have bid 3NT."""
    bidder = Bidder(load_file(write_system(tmp_path, ANSWERS)))

    def most_after(call: Call) -> int:
        auction = Auction(Seat.NORTH, Vulnerability.NONE, (call,))
        return ranges(bidder.view(auction))[Seat.NORTH].hcp[1]

    assert most_after(Call.NT2) == 13
    assert most_after(Call.PASS) > 30  # without a stopper any strength passes
    strong = Hand.parse("32.AKQ2.AKQ.AKQ2")
    assert bidder.choose(strong, Auction(Seat.NORTH)).call is Call.PASS
