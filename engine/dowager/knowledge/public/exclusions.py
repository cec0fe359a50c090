"""What a call denies: rules for other calls that come first and take a real part of the hands.

A pass that takes any hand denies a weak two-bid and a preempt. Rules are named as their system
names them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dowager.auction import Call
from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.position import Position, condition_masks
from dowager.language.compile import Candidate

MOST_EXCLUSIONS = 3
"""The most that are named."""

_REAL_PART = 0.01
"""The least share of the hands within a call's ranges that a notable exclusion takes."""

_NOT_IMPLIED = 2 / 3
"""The least share of its hands that must lie within the ranges: these imply the others."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Rules of one name for other calls.

    Attributes:
        name: their name; empty when they have none.
        calls: the calls that they make, in the order of the auction.
        inside: how many hands they take of those that the ranges of the call allow.
        whole: how many hands they take at all.
    """

    name: str
    calls: tuple[Call, ...]
    inside: float
    whole: float

    def joined(self, other: Exclusion) -> Exclusion:
        """Return both as one; they have the same name."""
        calls = tuple(sorted({*self.calls, *other.calls}))
        inside, whole = self.inside + other.inside, self.whole + other.whole
        return replace(self, calls=calls, inside=inside, whole=whole)


def exclusions(
    position: Position, rule: Candidate, before: Masks, ranges: int
) -> tuple[Exclusion, ...]:
    """Return what a rule notably denies, the most notable first.

    Args:
        position: the rules that apply.
        rule: one of them.
        before: what the seat had shown.
        ranges: the cells that lie inside the ranges that are given of the rule.
    """
    by_name: dict[str, Exclusion] = {}
    for taken in _taken(position, rule, before, ranges):
        old = by_name.get(taken.name)
        by_name[taken.name] = old.joined(taken) if old else taken
    least = _REAL_PART * plain_space().weight(ranges & before.may)
    notable = [
        taken
        for taken in by_name.values()
        if taken.inside >= max(least, _NOT_IMPLIED * taken.whole)
    ]
    return tuple(sorted(notable, key=lambda taken: -taken.inside)[:MOST_EXCLUSIONS])


def _taken(position: Position, rule: Candidate, before: Masks, ranges: int) -> Iterator[Exclusion]:
    """Yield the hands that each earlier rule for another call takes, if it takes any."""
    space = plain_space()
    clean, untaken = before.sure, before.may
    for other in position.before(rule):
        masks = condition_masks(other.condition)
        cells = Masks(masks.sure & clean, masks.may & untaken)
        if other.call != rule.call and cells.may & ranges:
            inside = Masks(cells.sure & ranges, cells.may & ranges)
            yield Exclusion(
                other.rule.name,
                (other.call,),
                space.likely_weight(inside),
                space.likely_weight(cells),
            )
        clean &= ~masks.may
        untaken &= ~masks.sure
