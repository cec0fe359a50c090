"""Rules that earlier ones shadow: exactly how many of their hands remain."""

from __future__ import annotations

from collections.abc import Container, Iterator

import numpy as np

from dowager.authoring.check.findings import Finding, FindingKind
from dowager.authoring.check.scan import RuleState, Scan
from dowager.authoring.check.summary import Sighting, Summary
from dowager.authoring.shared.hand_search import find_hand
from dowager.bidder import Bidder
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import View, condition_masks
from dowager.knowledge.sampling import shares
from dowager.language.compile import Candidate, System
from dowager.language.tree import all_of, any_of, negation

_LITTLE = 0.1  # the share of its hands below which a rule is shadowed
_EFFORT = 20_000_000
_MOST_TAKERS = 3


def mostly_taken(view: View, scan: Scan) -> Iterator[int]:
    """Yield the numbers of the rules in use to which earlier ones leave few of their cells."""
    weight, within = plain_space().weight, view.caller.shown.mask
    for rule in scan.rules:
        if rule.state is RuleState.ALIVE:
            whole = condition_masks(rule.candidate.condition).may & within
            if weight(rule.may) / weight(whole) < _LITTLE:
                yield rule.candidate.rule.number


def shadowed(system: System, summary: Summary, locations: Container[str]) -> Iterator[Finding]:
    """Yield a remark for each rule to which earlier ones leave little where it comes up most.

    Args:
        system: the system.
        summary: what the walks add up to.
        locations: the places of the rules that are asked about.
    """
    bidder = Bidder(system)
    for number, sighting in sorted(summary.shadowed.items()):
        if system.rules[number].place in locations:
            view = bidder.view(sighting.situation.auction)
            for candidate in view.position:
                if candidate.rule.number == number:
                    yield from _finding(view, candidate, sighting)


def _finding(view: View, candidate: Candidate, sighting: Sighting) -> Iterator[Finding]:
    """Yield the share of its hands that a rule keeps, if that is little but not nothing."""
    shown, node = view.caller.shown, candidate.condition.node
    earlier = any_of(other.condition.node for other in view.position.before(candidate))
    taken, untaken, _ = shares(
        [all_of([node, earlier]), node], shown, np.random.default_rng(1), effort=_EFFORT
    )
    if not untaken.value or untaken.value >= _LITTLE * (taken.value + untaken.value):
        return
    share = untaken.value / (taken.value + untaken.value)
    counts = ""
    if untaken.hands:
        counts = f" ({untaken.hands:,} of {untaken.hands + (taken.hands or 0):,} hands)"
    text = f"earlier rules leave it {share:.2%} of its hands here{counts}"
    cells = condition_masks(candidate.condition).may & shown.mask
    first = view.position.first_choice(candidate)
    hand = find_hand(view, all_of([node, negation(first)]), cells).hand
    rule, others = candidate.rule, _takers(view, candidate, cells)
    yield Finding(
        FindingKind.SHADOWED, rule.place, rule.name, text, others, sighting.situation, hand,
        sighting.boards,
    )  # fmt: skip


def _takers(view: View, candidate: Candidate, cells: int) -> tuple[str, ...]:
    """Return the rules that take most of some cells of a rule, the greatest first."""
    taken: dict[str, float] = {}
    for earlier in view.position.before(candidate):
        sure = condition_masks(earlier.condition).sure & cells
        if sure:
            location = earlier.rule.location
            taken[location] = taken.get(location, 0.0) + plain_space().weight(sure)
        cells &= ~sure
    return tuple(sorted(taken, key=lambda location: -taken[location])[:_MOST_TAKERS])
