"""Pairs of rules whose order matters: hands that fit both, and how many they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dowager.authoring.check.summary import Sighting, Summary
from dowager.authoring.shared.hand_search import find_hand
from dowager.authoring.shared.situation import Situation
from dowager.bidder import Bidder
from dowager.cards import Hand
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import View, condition_masks
from dowager.knowledge.sampling import Share, share
from dowager.language.compile import Candidate, System
from dowager.language.tree import all_of

_EFFORT = 5_000_000


@dataclass(frozen=True, slots=True, eq=False)
class OrderedPair:
    """Two rules for different calls, and hands that satisfy both; the earlier rule takes them.

    Attributes:
        first: the earlier rule.
        second: the later one.
        situation: where.
        boards: how many random boards come there.
        share: the share of the caller's hands there that satisfy both and no rule before.
        hand: one of them.
    """

    first: Candidate
    second: Candidate
    situation: Situation
    boards: int
    share: Share
    hand: Hand | None


@dataclass(frozen=True, slots=True, eq=False)
class _RoughPair:
    """Two rules that may share hands, with about how many boards have such a hand."""

    first: Candidate
    second: Candidate
    view: View
    sighting: Sighting
    boards: float


def ordered_pairs(system: System, summary: Summary, most: int) -> list[OrderedPair]:
    """Return the pairs of rules whose order matters most, in the most frequent positions.

    What counts is how many boards' calls would change if the two changed places. A rule that takes
    every hand is never the later one: all rules come before it.

    Args:
        system: the system.
        summary: what the walks add up to.
        most: how many pairs.
    """
    bidder = Bidder(system)
    rough = [
        pair
        for sighting in summary.frequent
        for pair in _rough_pairs(bidder.view(sighting.situation.auction), sighting)
    ]
    pairs: dict[tuple[str, str], OrderedPair] = {}
    for pair in sorted(rough, key=lambda pair: -pair.boards):
        key = (pair.first.rule.location, pair.second.rule.location)
        if key not in pairs and (measured := _measured(pair)):
            pairs[key] = measured
        if len(pairs) == most:
            break
    return list(pairs.values())


def _rough_pairs(view: View, sighting: Sighting) -> Iterator[_RoughPair]:
    """Yield the pairs of rules in a position that may share hands, by the table of cells."""
    weight, within = plain_space().weight, view.caller.shown.mask
    rules = list(view.position)
    for index, tried in enumerate(view.position.tried(within)):
        first = tried.candidate
        for second in rules[index + 1 :] if tried.may else ():
            masks = condition_masks(second.condition)
            both = tried.may & masks.may
            if both and first.call != second.call and within & ~masks.sure:
                boards = weight(both) / weight(within) * sighting.boards
                yield _RoughPair(first, second, view, sighting, boards)


def _measured(pair: _RoughPair) -> OrderedPair | None:
    """Return the pair with its exact share; None when no hand satisfies both."""
    view, first, second = pair.view, pair.first, pair.second
    shown = view.caller.shown
    node = all_of([view.position.first_choice(first), second.condition.node])
    hands = share(node, shown, np.random.default_rng(1), effort=_EFFORT)
    if not hands.value:
        return None
    hand = find_hand(view, node, plain_space().masks(node).may & shown.mask).hand
    sighting = pair.sighting
    return OrderedPair(first, second, sighting.situation, sighting.boards, hands, hand)
