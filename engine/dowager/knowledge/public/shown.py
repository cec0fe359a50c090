"""Owns what one seat has shown: its calls' meanings, met, relaxed where they contradict."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import assert_never

from dowager.auction import Call
from dowager.knowledge.cells.additive import additive_form
from dowager.knowledge.cells.space import Masks, Space, Weights, plain_space, refined_space
from dowager.knowledge.public.position import Meaning, Position
from dowager.language.compile import Candidate
from dowager.language.features import expand_bool
from dowager.language.tree import (
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
    """One call of a seat: its position, and how much of its meaning is trusted.

    Attributes:
        index: the call's place in the auction, from 0.
        call: the call.
        position: the rules by which the system reads it.
        trust: how much of its meaning counts.
        told: what its alert said of the hand, which then is its whole meaning; None without one.
    """

    index: int
    call: Call
    position: Position
    trust: Trust = Trust.FULL
    told: Bool | None = None

    def masks(self, known: Masks) -> Masks:
        """Return what is left of what was known, by the trusted part of the meaning."""
        if self.trust is Trust.NONE:
            return known
        if self.told is not None:
            told = plain_space().masks(self.told)
            return Masks(told.sure & known.sure, told.may & known.may)
        full = self.trust is Trust.FULL
        read = self.position.meaning if full else self.position.positive
        meaning = read(self.call, known.may)
        return Masks(meaning.sure & known.sure, meaning.may)

    def refined(self, space: Space) -> int | None:
        """Return the cells of a refined space that the trusted part allows; None for all."""
        if self.trust is Trust.NONE:
            return None
        if self.told is not None:
            return space.masks(self.told).may
        if self.position.decided(self.call):
            return None
        return self.position.refined(self.call, space, self.trust is Trust.POSITIVE)

    def node(self, within: int) -> Bool:
        """Return the trusted part of the meaning, exact for hands in the cells of `within`."""
        if self.trust is not Trust.NONE and self.told is not None:
            return self.told
        positive = self.position.positive_node(self.call)
        if self.trust is Trust.NONE or positive is None:
            return TRUE
        return positive if self.trust is Trust.POSITIVE else self.position.node(self.call, within)

    def parts(self, within: int) -> list[tuple[Candidate, Bool]]:
        """Return each rule that may have made the call, with the trusted part of its condition.

        Args:
            within: the conditions need only be right for hands in these cells.
        """
        if self.trust is Trust.NONE or self.told is not None:
            return []
        if self.trust is Trust.FULL:
            return list(self.position.parts(self.call, within))
        return [(found, found.condition.node) for found in self.position if found.call == self.call]

    def trusted(self, trust: Trust) -> Step:
        """Return the step with another trust."""
        return Step(self.index, self.call, self.position, trust, self.told)


_NO_RULES = Meaning(0, 0, ())


@dataclass(slots=True, eq=False)
class Shown:
    """What a seat has shown by its calls so far.

    Attributes:
        known: the cells that its hand may lie in, never none; and those of them that only hold
            hands that fit.
        steps: its calls, oldest first.
    """

    known: Masks
    steps: tuple[Step, ...] = ()
    _stats: dict[tuple[Int, int], float] = field(default_factory=dict)
    _spreads: dict[Int, Weights] = field(default_factory=dict)
    _refined: dict[Int, Masks] = field(default_factory=dict)

    @property
    def mask(self) -> int:
        """The cells that the hand may lie in."""
        return self.known.may

    def after(self, step: Step) -> tuple[Shown, Meaning, tuple[int, ...]]:
        """Return what is shown after one more call.

        Returns:
            What is shown; what the call itself meant; the indices of calls whose meaning had to
            be relaxed, because together they left no hand.
        """
        if step.told is not None:
            return self._after_told(step)
        meaning = step.position.meaning(step.call, self.mask)
        if meaning.may:
            known = Masks(meaning.sure & self.known.sure, meaning.may)
            return Shown(known, (*self.steps, step)), meaning, ()
        positive = step.position.positive(step.call, plain_space().full)
        if not positive.rules:
            return Shown(self.known, (*self.steps, step.trusted(Trust.NONE))), positive, ()
        if not step.position.meaning(step.call, plain_space().full).may:
            # No hand at all makes this call by the rules: the fault is its own, not the others'.
            step = step.trusted(Trust.POSITIVE)
            within = step.position.positive(step.call, self.mask)
            if within.may:
                known = Masks(within.sure & self.known.sure, within.may)
                return Shown(known, (*self.steps, step)), within, (step.index,)
        shown, changed = self._relaxed_with(step)
        within = step.position.positive(step.call, shown.mask)
        return shown, within if within.rules else positive, changed

    def positive(self) -> Shown:
        """Return what the calls say by themselves, without what they deny of other calls."""
        steps = tuple(step.trusted(max(step.trust, Trust.POSITIVE)) for step in self.steps)
        known = _meet(list(steps))
        return Shown(known, steps) if known.may else _relaxed(steps)

    def _relaxed_with(self, step: Step) -> tuple[Shown, tuple[int, ...]]:
        shown = _relaxed((*self.steps, step))
        before = {old.index: old.trust for old in self.steps}
        changed = tuple(
            new.index for new in shown.steps if new.trust > before.get(new.index, Trust.FULL)
        )
        return shown, changed

    def _after_told(self, step: Step) -> tuple[Shown, Meaning, tuple[int, ...]]:
        """Return what is shown after a call of which an alert is the whole meaning."""
        known = step.masks(self.known)
        if known.may:
            return Shown(known, (*self.steps, step)), _NO_RULES, ()
        shown, changed = self._relaxed_with(step)
        return shown, _NO_RULES, changed

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
        space, known = self._space_for(node)
        if stat == 0:
            return space.least(node, known.may)
        if stat == 1:
            return space.greatest(node, known.may)
        return space.mean(node, known)

    def spread(self, node: Int, most: int) -> Weights:
        """Return how likely each value 0 to `most` of a number is, shape `(most + 1,)`."""
        found = self._spreads.get(node)
        if found is None:
            found = self._spreads[node] = self._spread(node, most)
        return found

    def _spread(self, node: Int, most: int) -> Weights:
        space, known = self._space_for(node)
        return space.spread(node, known, most)

    def _space_for(self, node: Int) -> tuple[Space, Masks]:
        plain = plain_space()
        bounds = plain.bounds(node)
        if bounds.low is bounds.high or additive_form(node) is None:
            return plain, self.known
        return self.refined(node)

    def refined(self, node: Int) -> tuple[Space, Masks]:
        """Return the space refined by an additive number, and the cells of it that are shown."""
        form = additive_form(node)
        assert form is not None
        space = refined_space(form)
        known = self._refined.get(node)
        if known is None:
            mask = space.lift(self.mask)
            for step in self.steps:
                cells = step.refined(space)
                if cells is not None:
                    mask = mask & cells or mask
            sure = mask if self.known.sure == self.mask else mask & space.lift(self.known.sure)
            known = self._refined[node] = Masks(sure, mask)
        return space, known

    # -- conditions ----------------------------------------------------------------------------

    def chance(self, condition: Bool) -> tuple[bool, bool, float]:
        """Return whether a condition is possible, is certain, and its probability.

        The probability is exact where cells decide both what is shown and the condition. Of what
        they leave open the first number is refined; a cell that is still open counts half.
        """
        space, known = plain_space(), self.known
        masks = space.masks(condition)
        if masks.sure != masks.may and (number := _undecided(condition)) is not None:
            space, known = self.refined(number)
            masks = space.masks(condition)
        possible, certain = bool(known.may & masks.may), not known.may & ~masks.sure
        if certain or not possible:
            return possible, certain, float(certain)
        some = _share(space, known, masks.may)
        sure = some if masks.sure == masks.may else _share(space, known, masks.sure)
        return True, False, (some + sure) / 2 / space.likely_weight(known)

    def node(self) -> Bool:
        """Return all that is shown as one exact condition, in a form that a solver likes.

        Measured: the rules as written, after a hull of shapes and HCP, are solved ten times faster
        than the cells as a table.
        """
        space = plain_space()
        hull = space.hull(self.mask)
        wide = space.masks(hull).may
        return all_of([hull, *(step.node(wide) for step in self.steps)])


def _share(space: Space, known: Masks, cells: int) -> float:
    return space.likely_weight(Masks(known.sure & cells, known.may & cells))


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
    """Give up negative inferences, oldest first, then whole calls, until a hand is left.

    What alerts said is given up last, the oldest first.
    """
    trial = list(steps)
    for trust, told in ((Trust.POSITIVE, False), (Trust.NONE, False), (Trust.NONE, True)):
        for place, step in enumerate(trial):
            if (step.told is not None) != told:
                continue
            trial[place] = step.trusted(max(trust, step.trust))
            known = _meet(trial)
            if known.may:
                return Shown(known, tuple(trial))
    return Shown(everything(), tuple(trial))


def _meet(steps: list[Step]) -> Masks:
    known = everything()
    for step in steps:
        known = step.masks(known)
        if not known.may:
            break
    return known


def everything() -> Masks:
    """Return what is known of a seat that has not called: any hand fits."""
    full = plain_space().full
    return Masks(full, full)
