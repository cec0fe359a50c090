"""Owns the pairs of rules whose order matters: hands that fit both, and how many they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from dowager.authoring.check.findings import Situation
from dowager.authoring.check.summary import Summary
from dowager.authoring.shared.witness import find_hand, first_choice
from dowager.bidder import Bidder
from dowager.cards import Hand
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import View, condition_masks
from dowager.knowledge.sampling import Share, share
from dowager.language.compile import Candidate, System
from dowager.language.tree import Bool, all_of


@dataclass(frozen=True, slots=True, eq=False)
class Ordered:
    """Two rules for different calls, and hands that satisfy both; the earlier one takes them.

    Attributes:
        first: the earlier rule.
        second: the later one.
        situation: where.
        boards: how many random boards come there.
        share: which of the hands that its seat can have there satisfy both and no rule before.
        hand: one of them.
    """

    first: Candidate
    second: Candidate
    situation: Situation
    boards: int
    share: Share
    hand: Hand | None


def ordered_pairs(system: System, summary: Summary, most: int) -> list[Ordered]:
    """Return the pairs of rules whose order matters most, in the most frequent positions.

    Rules that take every hand are left out as the later ones: all rules come before them. What is
    counted is how many boards' calls would change if the two changed places.

    Args:
        system: the system.
        summary: what the walks came to.
        most: how many pairs.
    """
    bidder = Bidder(system)
    rough: list[tuple[float, View, list[Candidate], int, int, Situation, int]] = []
    for seen in summary.frequent:
        situation = Situation(seen.vulnerability, seen.calls)
        view = bidder.view(situation.auction)
        tried = list(view.position)
        for weight, first, second in _overlaps(view, tried):
            rough.append((weight * seen.boards, view, tried, first, second, situation, seen.boards))
    rough.sort(key=lambda row: -row[0])
    chosen: dict[tuple[str, str], Ordered] = {}
    for _, view, tried, first, second, situation, boards in rough:
        key = (tried[first].rule.location, tried[second].rule.location)
        if key not in chosen and (
            found := _measured(view, tried, first, second, situation, boards)
        ):
            chosen[key] = found
        if len(chosen) == most:
            break
    return list(chosen.values())


def _overlaps(view: View, tried: Sequence[Candidate]) -> Iterator[tuple[float, int, int]]:
    """Yield pairs of places in a list of rules with the share of hands that may fit both."""
    space = plain_space()
    left = known = view.caller.shown.mask
    total = space.weight(known)
    for first, one in enumerate(tried):
        masks = condition_masks(one.condition)
        mine = masks.may & left
        for second in range(first + 1, len(tried)) if mine else ():
            other = tried[second]
            cells = condition_masks(other.condition)
            both = mine & cells.may
            if both and other.call != one.call and known & ~cells.sure:
                yield space.weight(both) / total, first, second
        left &= ~masks.sure
        if not left:
            return


def _measured(
    view: View, tried: Sequence[Candidate], first: int, second: int, situation: Situation,
    boards: int,
) -> Ordered | None:  # fmt: skip
    node = _both(tried, first, second)
    shown = view.caller.shown
    found = share(node, shown, np.random.default_rng(1), effort=5_000_000)
    if not found.value:
        return None
    hand = find_hand(view, node, plain_space().masks(node).may & shown.mask).hand
    return Ordered(tried[first], tried[second], situation, boards, found, hand)


def _both(tried: Sequence[Candidate], first: int, second: int) -> Bool:
    return all_of([first_choice(tried, first), tried[second].condition.node])
