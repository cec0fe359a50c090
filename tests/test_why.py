"""Why a call and why not another: minimal cores and smallest changes of cards, by brute force.

Cores are checked by an own evaluation of the rules' Boolean structure under all sets of flipped
atoms, changes of cards by bidding the changed hands, and by trying all changes that are smaller.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from commands import ROOT, TINY, Dowager
from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.authoring.cores import MOST_CORES, Cores, Structure
from dowager.authoring.farther import far_change
from dowager.authoring.reasons import spoken
from dowager.authoring.swaps import CardChange, Reason, Turn, near_change, swap_words
from dowager.authoring.why import smallest_change, why, why_not
from dowager.backends.evaluate import array_test, hand_test, hand_value
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat, parse_card, random_deal
from dowager.errors import InputError
from dowager.knowledge.view import View
from dowager.language.loader import load_system
from dowager.language.nodes import And, Bool, Feature, Not, Or, Truth, all_of, any_of, negation
from dowager.language.system import Candidate

POSITIONS = 200
MOST_SETS = 15_000
LIMIT = 60.0
RESPONDER = "KJ63.A74.52.Q973"


@cache
def bidder(name: str = "sayc") -> Bidder:
    return Bidder(load_system(name))


@dataclass(frozen=True, eq=False)
class Reached:
    """A position of a random auction and a hand: the caller's own one, or another."""

    auction: Auction
    hand: Hand
    view: View

    @property
    def rules(self) -> tuple[Candidate, ...]:
        return tuple(self.view.position)


@cache
def reached(name: str = "sayc", count: int = POSITIONS) -> tuple[Reached, ...]:
    random = Random(f"why {name}")
    return tuple(_reach(bidder(name), number, random) for number in range(count))


def _reach(by: Bidder, number: int, random: Random) -> Reached:
    while True:
        deal = random_deal(random)
        auction = Auction(Seat(number % 4), Vulnerability(number // 4 % 4))
        for _ in range(random.randrange(12)):
            auction = auction.after(by.choose(deal[auction.turn], auction).call)
            if auction.ended:
                break
        if not auction.ended:
            hand = deal[auction.turn.plus(number % 3 == 2)]
            return Reached(auction, hand, by.table.view(auction))


# --- cores ----------------------------------------------------------------------------------------


def _atoms(node: Bool) -> Iterator[Bool]:
    match node:
        case And(args) | Or(args):
            for arg in args:
                yield from _atoms(arg)
        case Not(arg):
            yield from _atoms(arg)
        case Truth():
            return
        case _:
            yield node


def _value(node: Bool, truths: dict[Bool, NDArray[np.bool_]], size: int) -> NDArray[np.bool_]:
    """Return the truth of a condition for each assignment of truths to its atoms."""
    match node:
        case Truth(value):
            return np.full(size, value)
        case And(args) | Or(args):
            start = np.full(size, isinstance(node, And))
            both = np.logical_and if isinstance(node, And) else np.logical_or
            for arg in args:
                start = both(start, _value(arg, truths, size))
            return start
        case Not(arg):
            return ~_value(arg, truths, size)
        case _:
            return truths[node]


class Flipping:
    """A rule's exact condition, asked for sets of flipped atoms."""

    def __init__(self, rules: tuple[Candidate, ...], place: int, hand: Hand, alone: bool) -> None:
        rule = rules[place]
        earlier = [one for one in rules[:place] if alone or one.call != rule.call]
        blocked = any_of(one.condition.node for one in earlier)
        self.node = all_of([rule.condition.node, negation(blocked)])
        self.atoms = list(dict.fromkeys(_atoms(self.node)))
        self.now = np.array([hand_test(atom)(hand.holdings) for atom in self.atoms], dtype=bool)

    def holds(self, sets: list[tuple[int, ...]]) -> NDArray[np.bool_]:
        """Return for each set whether the condition holds when its atoms, by number, flip."""
        truths = np.tile(self.now[:, None], len(sets))
        for column, flipped in enumerate(sets):
            truths[list(flipped), column] ^= True
        return _value(self.node, dict(zip(self.atoms, truths, strict=True)), len(sets))

    def found(self, size: int) -> set[tuple[int, ...]]:
        """Return the sets of a size that make the condition hold, by trying all."""
        sets = list(combinations(range(len(self.atoms)), size))
        return {sets[place] for place in np.flatnonzero(self.holds(sets))}

    def tries(self, size: int) -> int:
        """Return how many sets there are of up to `size` atoms."""
        return sum(comb(len(self.atoms), count) for count in range(size + 1))

    def number_sets(self, cores: Cores) -> list[tuple[int, ...]]:
        """Return cores as sets of atoms by number."""
        return [tuple(sorted(self.atoms.index(one.atom) for one in core)) for core in cores.cores]


def _check(flipping: Flipping, cores: Cores) -> tuple[bool, bool]:
    """Check cores by brute force; tell whether minimality and completeness were in reach."""
    if cores.size is None:
        within = next(
            (n for n in range(len(flipping.atoms), 0, -1) if flipping.tries(n) <= MOST_SETS), 0
        )
        assert not any(flipping.found(size) for size in range(within + 1))
        return within == len(flipping.atoms), False
    sets = flipping.number_sets(cores)
    assert len(set(sets)) == len(sets)
    assert flipping.holds(sets).all()
    for core in sets:
        parts = [part for size in range(len(core)) for part in combinations(core, size)]
        assert not parts or not flipping.holds(parts).any(), "a part of a core is enough"
    smaller = flipping.tries(cores.size - 1) <= MOST_SETS if cores.size else False
    if smaller:
        assert not any(flipping.found(size) for size in range(cores.size))
    if flipping.tries(cores.size) > MOST_SETS:
        return smaller, False
    every = flipping.found(cores.size)
    assert set(sets) == every if cores.complete else set(sets) < every
    return smaller, True


def test_cores_are_smallest_by_brute_force() -> None:
    """Rules of 200 positions, drawn so that each size of core is met."""
    random, asked = Random(1), {"minimal": 0, "complete": 0, "none": 0, "large": 0}
    for at in reached():
        structure = Structure(at.rules, at.hand)
        for place in random.sample(range(len(at.rules)), min(5, len(at.rules))):
            alone = random.random() < 0.3
            cores = structure.cores(place, alone=alone)
            minimal, complete = _check(Flipping(at.rules, place, at.hand, alone), cores)
            asked["minimal"] += minimal
            asked["complete"] += complete
            asked["none"] += cores.size is None and minimal
            asked["large"] += (cores.size or 0) >= 3
    assert asked["minimal"] >= 150 and asked["complete"] >= 150, asked
    assert asked["none"] >= 10 and asked["large"] >= 50, asked


def test_a_core_is_empty_just_for_rules_that_make_their_call() -> None:
    for at in reached():
        structure = Structure(at.rules, at.hand)
        chosen = at.view.position.chosen(at.hand)
        empty = [rule for n, rule in enumerate(at.rules) if structure.cores(n, most=0).size == 0]
        alone = [
            rule
            for n, rule in enumerate(at.rules)
            if structure.cores(n, alone=True, most=0).size == 0
        ]
        assert chosen in empty and {rule.call for rule in empty} == {chosen.call}
        assert alone == [chosen]


def test_what_a_change_is_for_is_what_fails_without_it() -> None:
    """Without one change of a core, the rules that it frees of (and no others) are in the way."""
    seen = 0
    for at in reached()[:40]:
        structure = Structure(at.rules, at.hand)
        for place, rule in enumerate(at.rules):
            for core in structure.cores(place).cores[:2]:
                for change in core:
                    rest = [one for one in core if one is not change]
                    truths = {one.atom: one.wanted for one in rest}
                    assert change.own != _true(rule.condition.node, truths, at.hand)
                    assert set(change.frees) == {
                        one
                        for one in at.rules[:place]
                        if one.call != rule.call and _true(one.condition.node, truths, at.hand)
                    }
                    seen += bool(change.frees)
    assert seen >= 200


def _true(node: Bool, truths: dict[Bool, bool], hand: Hand) -> bool:
    values = {
        atom: np.array([truths.get(atom, hand_test(atom)(hand.holdings))]) for atom in _atoms(node)
    }
    return bool(_value(node, values, 1)[0])


CHOICES = """
system: choices
sections:
  - after: start
    rules:
      - {call: 1S, hand: (S >= 5 and hcp >= 12) or (H >= 5 and hcp >= 15 and aces >= 2)}
      - {call: 1H, hand: S >= 4 and H >= 3}
      - {call: 1D, hand: not (hcp <= 9 and balanced)}
      - {call: 1C, hand: hcp >= 8 and not (D >= 3 or aces == 0)}
      - {call: P}
      - {call: 2C, hand: hcp >= 20}
"""


@pytest.fixture(scope="module")
def choices(tmp_path_factory: pytest.TempPathFactory) -> Bidder:
    folder = tmp_path_factory.mktemp("choices")
    (folder / "system.yaml").write_text(CHOICES)
    return Bidder(load_system(str(folder)))


def _cores(by: Bidder, hand: str, call: str) -> tuple[set[frozenset[str]], list[str]]:
    """Return the cores of a call's nearest rule in words, and the rules in its way."""
    answer = why_not(by, Auction(Seat.NORTH), Hand.parse(hand), parse_calls([call])[0])
    reason = answer.reasons[0]
    texts = {frozenset(spoken(one.node) for one in core) for core in reason.found.cores}
    return texts, [str(blocker.rule.call) for blocker in reason.blockers]


def test_one_side_of_an_alternative_is_enough(choices: Bidder) -> None:
    """With three conditions of the other side failing, and with two, which is as small."""
    one_side = frozenset({"5+ spades", "12+ HCP"})
    assert _cores(choices, "AKQ2.32.5432.432", "1S") == ({one_side}, [])
    other_side = frozenset({"15+ HCP", "2+ aces"})
    assert _cores(choices, "A432.KQ432.32.32", "1S") == ({one_side, other_side}, [])


def test_one_condition_of_a_rule_in_the_way_frees(choices: Bidder) -> None:
    assert _cores(choices, "AK32.Q32.Q32.432", "1D") == (
        {frozenset({"at most 2 hearts"}), frozenset({"at most 3 spades"})},
        ["1H"],
    )


def test_of_several_rules_in_the_way_each_is_freed(choices: Bidder) -> None:
    """A balanced 11 with four spades and three hearts: 1H goes by either suit, 1D by the points."""
    assert _cores(choices, "AK32.Q32.32.Q432", "1C") == (
        {
            frozenset({"at most 9 HCP", "at most 3 spades"}),
            frozenset({"at most 9 HCP", "at most 2 hearts"}),
        },
        ["1H", "1D"],
    )


def test_many_alternatives_are_searched_in_order(tmp_path: Path) -> None:
    """Four parts, six alternatives of three failing conditions each: 12 conditions, 1,296 ways."""
    parts = [
        " or ".join(
            f"hcp({suit}) == {4 + n} and {suit} >= {5 + n} and suit_quality({suit}) >= {8 + n}"
            for n in range(6)
        )
        for suit in "SHDC"
    ]
    whole = " and ".join(f"({part})" for part in parts)
    (tmp_path / "system.yaml").write_text(
        "system: many\nsections:\n- after: start\n  rules:\n"
        f"  - call: 1S\n    hand: {whole}\n  - {{call: P}}\n"
    )
    rules = tuple(Bidder(load_system(str(tmp_path))).table.view(Auction(Seat.NORTH)).position)
    hand = Hand.parse("5432.5432.543.32")
    cores = Structure(rules, hand).cores(0)
    assert cores.size == 12 and len(cores.cores) == MOST_CORES and not cores.complete
    flipping = Flipping(rules, 0, hand, False)
    sets = flipping.number_sets(cores)
    assert len(set(sets)) == MOST_CORES and flipping.holds(sets).all()
    for core in sets[:4]:
        parts_of_it = [part for size in range(12) for part in combinations(core, size)]
        assert not flipping.holds(parts_of_it).any()


def test_a_rule_below_one_for_every_hand_has_no_core(choices: Bidder) -> None:
    assert _cores(choices, "AK32.Q32.32.Q432", "2C")[0] == set()
    answer = why_not(choices, Auction(Seat.NORTH), Hand.parse("AK32.Q32.32.Q432"), Call.C2)
    never = answer.reasons[0].never
    assert never is not None and never.call is Call.PASS
    assert answer.change is not None and answer.change.reason is Reason.CALL


# --- changes of cards -----------------------------------------------------------------------------


def _turns(by: Bidder, auction: Auction, call: Call) -> list[Turn]:
    indices = range(len(auction.calls) % 4, len(auction.calls), 4)
    before = [(auction.calls[:index], auction.calls[index]) for index in indices]
    return [
        Turn(by.table.view(Auction(auction.dealer, auction.vulnerability, calls)), made)
        for calls, made in [*before, (auction.calls, call)]
    ]


def _bids(by: Bidder, auction: Auction, call: Call, hand: Hand) -> bool:
    """Whether a hand makes the call, and made its earlier ones, asked of the bidder."""
    if by.choose(hand, auction).call != call:
        return False
    for index in range(len(auction.calls) % 4, len(auction.calls), 4):
        before = Auction(auction.dealer, auction.vulnerability, auction.calls[:index])
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

    at: Reached
    call: Call
    change: CardChange


@cache
def asked() -> tuple[Asked, ...]:
    random, found = Random(7), []
    for at in reached()[:150]:
        calls = list(dict.fromkeys(rule.call for rule in at.rules))
        call = random.choice(calls[: max(4, len(calls) // 2)])
        change = smallest_change(_turns(bidder(), at.auction, call), at.hand, LIMIT, lambda n: None)
        found.append(Asked(at, call, change))
    return tuple(found)


def test_a_changed_hand_makes_the_call_and_its_earlier_ones() -> None:
    sizes = {len(one.change.swaps) for one in asked() if one.change.hand}
    assert {0, 1, 2, 3, 4} <= sizes
    for one in asked():
        changed, hand = one.change.hand, one.at.hand
        assert one.change.proved
        if changed is None:
            continue
        assert _bids(bidder(), one.at.auction, one.call, changed)
        assert changed.bits.bit_count() == 13
        out = {card for card in hand.cards() if card not in changed}
        assert out == {leaving for leaving, _ in one.change.swaps}
        assert {coming for _, coming in one.change.swaps} == {
            card for card in changed.cards() if card not in hand
        }
        assert one.change.rule is not None
        assert one.change.rule.rule.place == bidder().choose(changed, one.at.auction).place


def test_no_single_card_is_enough_where_more_are_said_to_be_needed() -> None:
    """All 507 changes of one card, each bid."""
    cases = [one for one in asked() if one.change.not_with >= 1][:36]
    assert len(cases) == 36
    for one in cases:
        for other in _swapped(one.at.hand, 1):
            assert not _bids(bidder(), one.at.auction, one.call, other), str(other)


def _smaller(hand: Hand, count: int) -> NDArray[np.uint16]:
    """Return the holdings of all hands at a distance of `count` cards, by plain Python sets."""
    hands = [other.holdings for other in _swapped(hand, count)]
    return np.array(hands, dtype=np.uint16)


def test_no_two_cards_are_enough_where_more_are_said_to_be_needed() -> None:
    """All 57,798 changes of two cards: two hands by bidding them, others by the exact meanings."""
    cases = [one for one in asked() if one.change.not_with >= 2 and one.change.hand][:8]
    assert len(cases) == 8
    for number, one in enumerate(cases):
        if number < 2:
            hands = _swapped(one.at.hand, 2)
            assert not any(_bids(bidder(), one.at.auction, one.call, other) for other in hands)
            continue
        holdings = _smaller(one.at.hand, 2)
        fits = np.ones(len(holdings), dtype=bool)
        for turn in _turns(bidder(), one.at.auction, one.call):
            fits &= array_test(turn.view.position.node(turn.call))(holdings)
        assert not fits.any()


def test_no_three_cards_are_enough_for_a_change_of_four() -> None:
    one = next(one for one in asked() if len(one.change.swaps) == 4)
    hand = one.at.hand
    turns = _turns(bidder(), one.at.auction, one.call)
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
    cases = [one for one in asked() if len(one.change.swaps) in (1, 2)][:16]
    assert {len(one.change.swaps) for one in cases} == {1, 2}
    for one in cases:
        turns = _turns(bidder(), one.at.auction, one.call)
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
    cases = [one for one in asked() if len(one.change.swaps) == 1][:12]
    assert len(cases) == 12
    for one in cases:
        assert one.change.hand is not None
        least = min(
            _unnatural(one.at.hand, other)
            for other in _swapped(one.at.hand, 1)
            if _bids(bidder(), one.at.auction, one.call, other)
        )
        assert _unnatural(one.at.hand, one.change.hand) == least


def test_that_no_hand_will_do_is_told_with_its_reason() -> None:
    """By the solver's proof; on random hands no counterexample."""
    none = [one for one in asked() if one.change.reason is not None]
    assert {one.change.reason for one in none} >= {Reason.CALL}
    random = Random(5)
    hands = [hand for _ in range(60) for hand in random_deal(random)]
    for one in none[:20]:
        calls = [one.at.auction.calls[i] for i in range(len(one.at.auction.calls))]
        assert one.change.hand is None and one.change.proved and one.change.not_with == 13
        for hand in hands:
            assert not _bids(bidder(), one.at.auction, one.call, hand), calls


@pytest.mark.parametrize(
    ("calls", "call", "reason"),
    [
        # Nobody opens 7NT by the rules; and who opened 1NT has not got a hand for a preempt
        ("", "7NT", Reason.CALL),
        ("7NT P P X", "P", Reason.EARLIER),
        ("P P P", "P", None),
    ],
)
def test_reasons_why_no_hand_will_do(calls: str, call: str, reason: Reason | None) -> None:
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(calls.split()))
    turns = _turns(bidder(), auction, parse_calls([call])[0])
    change = smallest_change(turns, Hand.parse(RESPONDER), LIMIT, lambda n: None)
    assert change.reason is reason


def test_a_search_without_time_says_what_it_has_proved() -> None:
    one = next(one for one in asked() if len(one.change.swaps) == 4)
    turns = _turns(bidder(), one.at.auction, one.call)
    assert near_change(turns, one.at.hand) is None
    change = far_change(turns, one.at.hand, 0.0, lambda n: None)
    assert (change.hand, change.proved, change.not_with) == (None, False, 2)


def test_swaps_in_words() -> None:
    cards = {name: parse_card(name) for name in ("H4", "HK", "S2", "H5")}
    assert swap_words(cards["H4"], cards["HK"]) == "the king instead of the 4 of hearts"
    assert swap_words(cards["H5"], cards["S2"]) == "S2 for H5"


# --- why and why not ------------------------------------------------------------------------------


def test_reasons_name_each_rule_once_and_one_is_chosen() -> None:
    for at in reached()[:25]:
        answer = why(bidder(), at.auction, at.hand)
        places = [(one.rule.call, one.rule.rule.place) for one in answer.reasons]
        assert places == [(rule.call, rule.rule.place) for rule in at.rules]
        (chosen,) = (one.rule for one in answer.reasons if one.chosen)
        assert (chosen.call, chosen.rule.place) == (answer.decision.call, answer.decision.place)
        assert answer.chosen is not None and not answer.chosen.failing
        for one in answer.tried:
            assert one.place < answer.chosen.place and one.size != 0


def test_earlier_calls_that_the_hand_would_not_have_made_are_told() -> None:
    hand = Hand.parse("Q6.AKQ92.AQ.9643")
    auction = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(["1C", "P", "1D", "P"]))
    (slip,) = why(bidder(), auction, hand).slips
    assert (slip.index, slip.call, slip.would.call) == (0, Call.C1, Call.H1)
    own = Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(["1H", "P", "1S", "P"]))
    assert why(bidder(), own, hand).slips == ()


def test_a_rule_is_asked_for_by_its_place() -> None:
    """The very rule has to decide: an earlier one for the same call is in its way."""
    auction, hand = Auction(Seat.NORTH), Hand.parse("AQ5.KJ4.KT73.Q92")
    view = bidder().table.view(auction)
    for place in {rule.rule.place for rule in view.position if rule.call <= Call.NT3}:
        answer = why_not(bidder(), auction, hand, None, place)
        assert answer.rule == place and all(r.rule.rule.place == place for r in answer.reasons)
        assert answer.change is not None and answer.change.proved
        if answer.change.hand is not None:
            assert bidder().choose(answer.change.hand, auction).place == place


def test_a_rule_may_stand_behind_another_for_the_same_call(tmp_path: Path) -> None:
    (tmp_path / "system.yaml").write_text(
        "system: two\nsections:\n- after: start\n  rules:\n"
        "  - {call: 1S, hand: S >= 6}\n  - {call: 1S, hand: S >= 5 and hcp >= 12}\n  - {call: P}\n"
    )
    by, hand = Bidder(load_system(str(tmp_path))), Hand.parse("AKQ432.A98.32.J4")
    (reason,) = why_not(by, Auction(Seat.NORTH), hand, None, "system.yaml:6").reasons
    assert [blocker.rule.rule.span.line for blocker in reason.blockers] == [5]
    assert [[spoken(one.node) for one in core] for core in reason.found.cores] == [
        ["at most 5 spades"]
    ]
    change = why_not(by, Auction(Seat.NORTH), hand, None, "system.yaml:6").change
    assert change is not None and change.hand is not None
    assert (change.hand.lengths[3], len(change.swaps)) == (5, 1)
    # For the call, whichever rule makes it, nothing has to be otherwise
    first, second = sorted(
        why_not(by, Auction(Seat.NORTH), hand, Call.S1).reasons, key=lambda one: one.place
    )
    assert (first.chosen, second.chosen) == (True, False)
    assert first.size == second.size == 0 and second.blockers == ()


def test_a_pass_without_a_rule_is_a_pass() -> None:
    """24 points open 2C; a king fewer is too little for it and too much for a pass by rule."""
    tiny, hand = bidder("tests/data/tiny"), Hand.parse("AKQ5.AKJ4.AK73.2")
    answer = why_not(tiny, Auction(Seat.NORTH), hand, Call.PASS)
    assert answer.change is not None and answer.change.hand is not None
    assert (len(answer.change.swaps), answer.change.rule) == (1, None)
    assert tiny.choose(answer.change.hand, Auction(Seat.NORTH)).rule is None


def test_a_rule_that_there_is_not_is_refused() -> None:
    hand = Hand.parse(RESPONDER)
    with pytest.raises(InputError, match="has no one rule at 'nowhere"):
        why_not(bidder(), Auction(Seat.NORTH), hand, None, "nowhere.yaml:1")
    with pytest.raises(InputError, match="the auction has ended"):
        why_not(bidder(), Auction(Seat.NORTH, calls=(Call.PASS,) * 4), hand, Call.PASS)


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dowager:
    """Return the runner of the command."""
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.chdir(ROOT)
    return Dowager(capsys, monkeypatch)


def test_why_tells_rule_parts_and_what_else(run: Dowager) -> None:
    result = run("why", RESPONDER, "--calls", "1nt p", *TINY)
    assert (result.code, result.err) == (0, "")
    lines = [line.rstrip() for line in result.out.splitlines()]
    assert lines[:6] == [
        "2C  Stayman",
        "  rule     tests/data/tiny/system.yaml:24",
        "  because  8+ HCP",
        "           exactly 4 spades or exactly 4 hearts",
        "  known    not forced; no suit agreed",
        "  partner  1NT (strong notrump): 15–17 HCP ♠2–5 ♥2–5 ♦2–5 ♣2–5",
    ]
    assert lines[-1].split(maxsplit=3)[0] == "P"
    assert lines[-1].endswith(
        "it fits; needs at most 7 HCP (now 10), else 2C (Stayman) comes first"
    )


def test_why_not_tells_cores_and_cards(run: Dowager) -> None:
    result = run("why", RESPONDER, "--call", "1S", *TINY)
    assert (result.code, result.err) == (0, "")
    assert (
        result.out.splitlines()[0]
        == f"{RESPONDER} bids P (no opening bid, tests/data/tiny/system.yaml:19)"
    )
    assert "  core     5+ spades (now 4); 12+ HCP (now 10)\n" in result.out
    assert (
        "Smallest change, 1 card: SQ for D2: KQJ63.A74.5.Q973 bids 1S (major opening" in result.out
    )


def test_why_as_json(run: Dowager) -> None:
    answer = run("why", RESPONDER, "--call", "1S", "--json", *TINY).json
    assert (answer["call"], answer["rule"]) == ("P", "tests/data/tiny/system.yaml:19")
    assert answer["parts"] == [
        {"text": "at most 11 HCP", "holds": True, "now": "10", "choices": []}
    ]
    assert {one["call"]: one["size"] for one in answer["others"]} == {
        "1NT": 1,
        "2C": 1,
        "1S": 2,
        "1H": 2,
    }
    asked_for = answer["asked"]
    (rule,) = asked_for["rules"]
    assert [one["text"] for one in rule["cores"][0]] == ["5+ spades", "12+ HCP"]
    assert asked_for["change"] == {
        "cards": 1,
        "swaps": [{"out": "D2", "in": "SQ"}],
        "text": "SQ for D2",
        "hand": "KQJ63.A74.5.Q973",
        "by": {"call": "1S", "name": "major opening", "rule": "tests/data/tiny/system.yaml:15"},
        "proved": True,
        "not_with": 0,
        "reason": None,
    }


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--calls 1NT --call 1S", "1S is not legal here."),
        ("--calls P --call XX", "XX is not legal here."),
        ("--call 3C", "The system has no rule for 3C here."),
        ("--rule system.yaml:24", "system.yaml:24 does not apply here."),
        ("--call P", "No card has to change: the hand bids P."),
        (
            "--calls 1NT,P,2C,P --call 3NT",
            "No change of cards helps: no hand that makes the earlier",
        ),
    ],
)
def test_what_cannot_be_is_answered(run: Dowager, args: str, words: str) -> None:
    result = run("why", RESPONDER, *args.split(), *TINY)
    assert (result.code, result.err) == (0, "")
    assert words in result.out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ("--call 8C", "no call '8C'"),
        ("--calls 1NT,1S", "not legal after"),
        ("--calls P,P,P,P --call P", "the auction has ended"),
        ("--rule nowhere.yaml:3", "has no one rule at 'nowhere.yaml:3'"),
        ("--system nowhere", "no system 'nowhere'"),
    ],
)
def test_wrong_input_gets_one_line(run: Dowager, args: str, words: str) -> None:
    result = run("why", RESPONDER, *TINY, *args.split())
    assert (result.code, result.out) == (2, "")
    assert words in result.err and len(result.err.splitlines()) == 1


_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_examples_of_the_page_about_it_are_true(
    run: Dowager, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = _FENCE.findall((ROOT / "docs" / "why.md").read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)
    (kind, system), *examples = blocks
    first, _, rest = system.partition("\n")
    assert (kind, first) == ("yaml", "# file: small/system.yaml")
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "system.yaml").write_text(rest, encoding="utf-8")
    assert [kind for kind, _ in examples] == ["sh", "text"] * 4
    for (_, command), (_, shown) in zip(examples[::2], examples[1::2], strict=True):
        program, *args = shlex.split(command)
        assert program == "dowager"
        result = run(*args)
        assert (result.code, result.err) == (0, "")
        assert result.out == shown


def test_why_asks_the_callers_own_system(run: Dowager, tmp_path: Path) -> None:
    (tmp_path / "system.yaml").write_text(CHOICES)
    other = ("--opponents", str(tmp_path))
    calls = ("--calls", "P", "--dealer", "W")
    answer = run("why", RESPONDER, *calls, *TINY, *other, "--json").json
    assert answer["seat"] == "N" and answer["rule"].startswith("tests/data/tiny/")
    assert answer["slips"] == []
