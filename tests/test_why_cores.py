"""Minimal cores against brute force: all sets of flipped atoms, by an own evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from dowager.auction import Auction, Call, parse_calls
from dowager.authoring.why.card_swaps import NoHand
from dowager.authoring.why.cores import MOST_CORES, Cores, Structure
from dowager.authoring.why.explanation import why_not
from dowager.authoring.why.reasons import spoken
from dowager.backends.evaluate import hand_test
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat
from dowager.language.compile import Candidate
from dowager.language.files import load_system
from dowager.language.tree import And, Bool, Not, Or, Truth, all_of, any_of, negation
from support.random_positions import random_positions

MOST_SETS = 15_000


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
        return [
            tuple(sorted(self.atoms.index(one.atom) for one in core)) for core in cores.smallest
        ]


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
    for at in random_positions():
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
    for at in random_positions()[::2]:
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
    for at in random_positions()[:40]:
        structure = Structure(at.rules, at.hand)
        for place, rule in enumerate(at.rules):
            for core in structure.cores(place).smallest[:2]:
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
    texts = {frozenset(spoken(one.node) for one in core) for core in reason.cores.smallest}
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
    rules = tuple(Bidder(load_system(str(tmp_path))).view(Auction(Seat.NORTH)).position)
    hand = Hand.parse("5432.5432.543.32")
    cores = Structure(rules, hand).cores(0)
    assert cores.size == 12 and len(cores.smallest) == MOST_CORES and not cores.complete
    flipping = Flipping(rules, 0, hand, False)
    sets = flipping.number_sets(cores)
    assert len(set(sets)) == MOST_CORES and flipping.holds(sets).all()
    for core in sets[:4]:
        parts_of_it = [part for size in range(12) for part in combinations(core, size)]
        assert not flipping.holds(parts_of_it).any()


def test_a_rule_below_one_for_every_hand_has_no_core(choices: Bidder) -> None:
    assert _cores(choices, "AK32.Q32.32.Q432", "2C")[0] == set()
    answer = why_not(choices, Auction(Seat.NORTH), Hand.parse("AK32.Q32.32.Q432"), Call.C2)
    never = answer.reasons[0].catch_all
    assert never is not None and never.call is Call.PASS
    assert answer.change is not None and answer.change.reason is NoHand.CALL
