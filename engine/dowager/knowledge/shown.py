"""Owns what one seat has shown: its calls' meanings, met, relaxed where they contradict."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import assert_never

from dowager.auction import Call
from dowager.knowledge.additive import additive_form
from dowager.knowledge.cells import Space, plain_space, refined_space
from dowager.knowledge.position import Meaning, Position
from dowager.language.features import expand_bool
from dowager.language.nodes import (
    TRUE,
    And,
    Bool,
    Int,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    Truth,
    all_of,
)


class Trust(IntEnum):
    """How much of a call's meaning still counts."""

    FULL = 0
    POSITIVE = 1
    NONE = 2


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One call of a seat: its position, and how much of its meaning is trusted."""

    index: int
    call: Call
    position: Position
    trust: Trust = Trust.FULL

    def may(self, known: int) -> int:
        """Return the cells within `known` that the trusted part of the meaning allows."""
        if self.trust is Trust.FULL:
            return self.position.meaning(self.call, known).may
        if self.trust is Trust.POSITIVE:
            return self.position.positive(self.call, known).may
        return known

    def node(self, within: int) -> Bool:
        """Return the trusted part of the meaning, exact for hands in the cells of `within`."""
        positive = self.position.positive_node(self.call)
        if self.trust is Trust.NONE or positive is None:
            return TRUE
        return positive if self.trust is Trust.POSITIVE else self.position.node(self.call, within)

    def trusted(self, trust: Trust) -> Step:
        """Return the step with another trust."""
        return Step(self.index, self.call, self.position, trust)


@dataclass(slots=True, eq=False)
class Shown:
    """What a seat has shown by its calls so far.

    Attributes:
        mask: the cells that its hand may lie in; never empty.
        steps: its calls, oldest first.
    """

    mask: int
    steps: tuple[Step, ...] = ()
    _stats: dict[tuple[Int, int], float] = field(default_factory=dict)
    _refined: dict[Int, int] = field(default_factory=dict)

    def after(self, step: Step) -> tuple[Shown, Meaning, tuple[int, ...]]:
        """Return what is shown after one more call.

        Returns:
            What is shown; what the call itself meant; the indices of calls whose meaning had to
            be relaxed, because together they left no hand.
        """
        meaning = step.position.meaning(step.call, self.mask)
        if meaning.may:
            return Shown(meaning.may, (*self.steps, step)), meaning, ()
        positive = step.position.positive(step.call, plain_space().full)
        if not positive.rules:
            return Shown(self.mask, (*self.steps, step.trusted(Trust.NONE))), positive, ()
        if not step.position.meaning(step.call, plain_space().full).may:
            # No hand at all makes this call by the rules: the fault is its own, not the others'.
            step = step.trusted(Trust.POSITIVE)
            within = step.position.positive(step.call, self.mask)
            if within.may:
                return Shown(within.may, (*self.steps, step)), within, (step.index,)
        shown = _relaxed((*self.steps, step))
        before = {old.index: old.trust for old in self.steps}
        changed = tuple(
            new.index for new in shown.steps if new.trust > before.get(new.index, Trust.FULL)
        )
        within = step.position.positive(step.call, shown.mask)
        return shown, within if within.rules else positive, changed

    # -- numbers -------------------------------------------------------------------------------

    def stat(self, node: Int, stat: int) -> float:
        """Return the least (0), greatest (1) or mean (2) value of a number over the hands shown.

        Exact for numbers that shape and HCP decide; else sound, and for sums over suits exact in a
        space refined by the number.
        """
        key = (node, stat)
        found = self._stats.get(key)
        if found is None:
            found = self._stats[key] = self._stat(node, stat)
        return found

    def _stat(self, node: Int, stat: int) -> float:
        space, mask = self._space_for(node)
        if stat == 0:
            return space.least(node, mask)
        if stat == 1:
            return space.greatest(node, mask)
        return space.mean(node, mask)

    def _space_for(self, node: Int) -> tuple[Space, int]:
        plain = plain_space()
        bounds = plain.bounds(node)
        if bounds.low is bounds.high or additive_form(node) is None:
            return plain, self.mask
        return self.refined(node)

    def refined(self, node: Int) -> tuple[Space, int]:
        """Return the space refined by an additive number, and the cells of it that are shown."""
        form = additive_form(node)
        assert form is not None
        space = refined_space(form)
        mask = self._refined.get(node)
        if mask is None:
            mask = space.lift(self.mask)
            for step in self.steps:
                if step.trust is not Trust.NONE and not step.position.decided(step.call):
                    positive = step.trust is Trust.POSITIVE
                    narrowed = mask & step.position.refined(step.call, space, positive)
                    mask = narrowed or mask
            self._refined[node] = mask
        return space, mask

    # -- conditions ----------------------------------------------------------------------------

    def chance(self, condition: Bool) -> tuple[bool, bool, float]:
        """Return whether a condition is possible, is certain, and its probability.

        The probability is exact where cells decide both what is shown and the condition. Of what
        they leave open the first number is refined; a cell that is still open counts half.
        """
        space, mask = plain_space(), self.mask
        masks = space.masks(condition)
        if masks.sure != masks.may and (number := _undecided(condition)) is not None:
            space, mask = self.refined(number)
            masks = space.masks(condition)
        possible, certain = bool(mask & masks.may), not mask & ~masks.sure
        if certain or not possible:
            return possible, certain, float(certain)
        total = space.weight(mask)
        some = space.weight(mask & masks.may)
        sure = some if masks.sure == masks.may else space.weight(mask & masks.sure)
        return True, False, (some + sure) / 2 / total

    def node(self) -> Bool:
        """Return all that is shown as one exact condition, in a form that a solver likes.

        Measured: the rules as written, after a hull of shapes and HCP, are solved ten times faster
        than the cells as a table.
        """
        space = plain_space()
        hull = space.hull(self.mask)
        wide = space.masks(hull).may
        return all_of([hull, *(step.node(wide) for step in self.steps)])


def _undecided(node: Bool) -> Int | None:
    """Return the first sum over suits in a condition that shape and HCP do not decide."""
    match node:
        case Range(value):
            bounds = plain_space().bounds(value)
            open_sum = bounds.low is not bounds.high and additive_form(value) is not None
            return value if open_sum else None
        case Predicate():
            return _undecided(expand_bool(node))
        case Not(arg):
            return _undecided(arg)
        case And(args) | Or(args):
            found = (_undecided(arg) for arg in args)
            return next((number for number in found if number is not None), None)
        case Truth() | Shape():
            return None
        case _:
            assert_never(node)


def _relaxed(steps: tuple[Step, ...]) -> Shown:
    """Give up negative inferences, oldest first, then whole calls, until a hand is left."""
    trial = list(steps)
    for trust in (Trust.POSITIVE, Trust.NONE):
        for place, step in enumerate(trial):
            trial[place] = step.trusted(max(trust, step.trust))
            mask = _meet(trial)
            if mask:
                return Shown(mask, tuple(trial))
    return Shown(plain_space().full, tuple(trial))


def _meet(steps: list[Step]) -> int:
    mask = plain_space().full
    for step in steps:
        mask = step.may(mask) if step.trust is not Trust.NONE else mask
        if not mask:
            break
    return mask
