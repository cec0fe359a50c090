"""Owns rules that earlier ones shadow: how much of their hands is left to them, exactly."""

from __future__ import annotations

from collections.abc import Container, Iterator

import numpy as np

from dowager.authoring.check.findings import Finding, Kind, Situation
from dowager.authoring.check.summary import Summary
from dowager.authoring.check.walker import LITTLE
from dowager.authoring.shared.witness import find_hand, first_choice
from dowager.bidder import Bidder
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import View, condition_masks
from dowager.knowledge.sampling import shares
from dowager.language.compile import Candidate, System
from dowager.language.tree import all_of, any_of, negation


def shadowed(system: System, summary: Summary, places: Container[str]) -> Iterator[Finding]:
    """Yield a remark for each rule to which earlier ones leave little where it comes up most.

    Args:
        system: the system.
        summary: what the walks came to.
        places: the places of the rules that are asked about.
    """
    bidder = Bidder(system)
    for number, seen in sorted(summary.left.items()):
        if system.rules[number].location not in places:
            continue
        situation = Situation(seen.vulnerability, seen.calls)
        view = bidder.view(situation.auction)
        tried: list[Candidate] = []
        for candidate in view.position:
            tried.append(candidate)
            if candidate.rule.number == number:
                yield from _finding(view, tried, situation, seen.boards)


def _finding(
    view: View, tried: list[Candidate], situation: Situation, boards: int
) -> Iterator[Finding]:
    """Yield what is left of the last of some rules, if it is little and not nothing."""
    *before, last = tried
    shown = view.caller.shown
    earlier = any_of(candidate.condition.node for candidate in before)
    node = last.condition.node
    taken, left, _ = shares(
        [all_of([node, earlier]), node], shown, np.random.default_rng(1), effort=20_000_000
    )
    if not left.value or left.value >= LITTLE * (taken.value + left.value):
        return
    share = left.value / (taken.value + left.value)
    counts = f" ({left.hands:,} of {left.hands + (taken.hands or 0):,} hands)" if left.hands else ""
    text = f"earlier rules leave it {share:.2%} of its hands here{counts}"
    cells = condition_masks(last.condition).may & shown.mask
    search = find_hand(view, all_of([node, negation(first_choice(tried, len(before)))]), cells)
    others = _takers(before, last, shown.mask)
    rule = last.rule
    yield Finding(
        Kind.SHADOWED, rule.location, rule.name, text, others, situation, search.hand, boards
    )


def _takers(before: list[Candidate], last: Candidate, known: int) -> tuple[str, ...]:
    """Return the rules that take most of its hands by the bidder, at most three."""
    weight = plain_space().weight
    left = condition_masks(last.condition).may & known
    taken: dict[str, float] = {}
    for candidate in before:
        cells = condition_masks(candidate.condition).sure & left
        if cells:
            place = candidate.rule.location
            taken[place] = taken.get(place, 0.0) + weight(cells)
        left &= ~cells
    return tuple(sorted(taken, key=lambda place: -taken[place])[:3])
