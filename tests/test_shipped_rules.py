"""Every rule of every shipped system, by reflection: evaluator, cells and solver must agree."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from dowager.backends.cpsat import DealModel, SolverStatus
from dowager.backends.evaluate import array_test, hand_test
from dowager.backends.text import describe
from dowager.cards import Hand, holdings_of_deals, random_deal
from dowager.knowledge.cells import from_mask, plain_space
from dowager.knowledge.public import cell_of
from dowager.language.compile import Rule
from dowager.language.files import system_names
from dowager.language.tree import UNBOUND, Bool, assignments
from support.sweeps import sampled
from support.systems import shipped

PARTS = 24
CONSTANTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 13, 15, 16, 18, 20)


def _hands(count: int) -> list[Hand]:
    random = Random(3)
    return [hand for _ in range(count // 4) for hand in random_deal(random).hands]


def _nodes(rule: Rule, random: Random) -> list[Bool]:
    """Return conditions of a rule: some bindings of its letters, some public constants."""
    found: list[Bool] = []
    envs = assignments(UNBOUND, tuple(sorted(rule.letters)))
    for env in random.sample(envs, min(2, len(envs))):
        constants = tuple(random.choice(CONSTANTS) for _ in range(rule.hand.width))
        found.append(rule.hand.build(env, constants))
    return found


@cache
def _rules() -> tuple[tuple[Rule, ...], ...]:
    """Return each rule of the shipped systems: as every use of its module compiles it."""
    found: dict[str, list[Rule]] = {}
    for name in system_names():
        for rule in shipped(name).rules:
            found.setdefault(rule.location, []).append(rule)
    return tuple(map(tuple, found.values()))


def _conditions(part: int) -> dict[Bool, Rule]:
    """Return the conditions of a part of the rules; one that several rules share comes once."""
    return {
        node: rule
        for rules in _rules()[part::PARTS]
        for rule in rules
        for node in _nodes(rule, Random(rule.location))
    }


@pytest.mark.parametrize("part", sampled(range(PARTS), PARTS))
def test_rules_agree(part: int) -> None:
    """On random hands the two evaluators and the cells; from the solver a witness or none."""
    hands = _hands(120)
    cards = np.array([list(hand.cards()) for hand in hands], dtype=np.uint8)
    holdings, space = holdings_of_deals(cards), plain_space()
    cells = [cell_of(hand) for hand in hands]
    for node, rule in _conditions(part).items():
        one_by_one = [hand_test(node)(hand.holdings) for hand in hands]
        assert array_test(node)(holdings).tolist() == one_by_one, rule.location
        masks = space.masks(node)
        sure, may = from_mask(masks.sure, space.size), from_mask(masks.may, space.size)
        for truth, cell in zip(one_by_one, cells, strict=True):
            assert sure[cell] <= truth <= may[cell], rule.location
        _check_solver(rule, node, any(one_by_one), masks.may)
        assert describe(node)


def _check_solver(rule: Rule, node: Bool, seen: bool, may: int) -> None:
    model = DealModel(1)
    model.require(0, node)
    answer = model.solve(300)
    assert answer.status is not SolverStatus.UNKNOWN, rule.location
    if answer.status is SolverStatus.SAT:
        assert hand_test(node)(answer.hands[0].holdings), rule.location
        assert may >> cell_of(answer.hands[0]) & 1, rule.location
    else:
        assert not seen, rule.location


def test_no_rule_is_left_out() -> None:
    checked = {node for part in range(PARTS) for node in _conditions(part)}
    for name in system_names():
        for rule in shipped(name).rules:
            assert checked.issuperset(_nodes(rule, Random(rule.location))), rule.location
