"""What a call denies: rules for other calls that come first and take a real part of the hands.

A pass that takes any hand denies a weak two-bid and a preempt. Rules are named as their system
names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dowager.auction import Call
from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.alternatives import cells_of, ranges_of
from dowager.knowledge.public.position import Position, condition_masks
from dowager.language.compile import Candidate

MOST_EXCLUSIONS = 3
"""The most that are named."""

_REAL_PART = 0.01
"""The least share of the hands within a call's ranges that a notable exclusion takes."""

_LARGE_PART = 0.15
"""The least share of the hands that a rule's own condition includes, if that is named at all."""

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
    """Return what a rule that takes any hand notably denies, the most notable first.

    Args:
        position: the rules that apply.
        rule: one of them.
        before: what the seat had shown.
        ranges: the cells that lie inside the ranges that are given of the rule.
    """
    taken = _taken(position, rule, before, ranges)
    return _notable(taken, _REAL_PART * plain_space().weight(ranges & before.may))


def large_exclusions(position: Position, rule: Candidate, before: Masks) -> tuple[Exclusion, ...]:
    """Return what a rule denies of the hands that its own condition includes, if it is much.

    Hands count in cells where conditions are decided; that is never too many.

    Args:
        position: the rules that apply.
        rule: one of them.
        before: what the seat had shown.
    """
    own = condition_masks(rule.condition).may & before.may
    cells = own  # without what earlier rules surely take, as their conditions stand
    for other in position.before(rule):
        if other.call != rule.call:
            cells &= ~condition_masks(other.condition).sure
    least = _LARGE_PART * plain_space().weight(own)
    if plain_space().weight(own & ~cells) < least:
        return ()
    inside = own & cells_of(ranges_of(cells))
    return _notable(_taken(position, rule, Masks(before.may, before.may), inside, True), least)


def _notable(taken: Iterable[Exclusion], least: float) -> tuple[Exclusion, ...]:
    """Return the exclusions that take enough hands, those of one name together."""
    by_name: dict[str, Exclusion] = {}
    for each in taken:
        old = by_name.get(each.name)
        by_name[each.name] = old.joined(each) if old else each
    notable = [
        each for each in by_name.values() if each.inside >= max(least, _NOT_IMPLIED * each.whole)
    ]
    return tuple(sorted(notable, key=lambda each: -each.inside)[:MOST_EXCLUSIONS])


def _taken(
    position: Position, rule: Candidate, before: Masks, ranges: int, surely: bool = False
) -> Iterator[Exclusion]:
    """Yield the hands that each earlier rule for another call takes, if it takes any."""
    space = plain_space()
    clean, untaken = before
    for other in position.before(rule):
        masks = condition_masks(other.condition)
        sure, may = masks.sure & clean, masks.may & untaken
        cells = Masks(sure, sure if surely else may)
        if other.call != rule.call and cells.may & ranges:
            inside = Masks(cells.sure & ranges, cells.may & ranges)
            weights = space.likely_weight(inside), space.likely_weight(cells)
            yield Exclusion(other.rule.name, (other.call,), *weights)
        clean &= ~masks.may
        untaken &= ~masks.sure
