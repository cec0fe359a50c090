"""What one seat has shown: its calls' meanings taken together, relaxed where they contradict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from dowager.knowledge.cells.additive import additive_form
from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.space import Space, Weights, plain_space, refined_space
from dowager.knowledge.public.position import Meaning
from dowager.knowledge.public.shown_call import ShownCall, Trust
from dowager.language.features import expand_bool
from dowager.language.tree import (
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
from dowager.language.tree.expression import Stat

_NO_RULES = Meaning(0, 0, ())


@dataclass(slots=True, eq=False)
class Shown:
    """What a seat has shown by its calls so far.

    Attributes:
        cells: the cells that its hand may lie in, at least one; and those of them all of whose
            hands fit.
        calls: its calls, oldest first.
    """

    cells: Masks
    calls: tuple[ShownCall, ...] = ()
    _stats: dict[tuple[Int, Stat], float] = field(default_factory=dict)
    _spreads: dict[Int, Weights] = field(default_factory=dict)
    _refined: dict[Int, Masks] = field(default_factory=dict)

    @property
    def mask(self) -> int:
        """The cells that the hand may lie in."""
        return self.cells.may

    def after(self, call: ShownCall) -> tuple[Shown, Meaning, tuple[int, ...]]:
        """Return what is shown after one more call.

        Returns:
            What is shown; what the call itself meant; the indices of calls whose meaning had to
            be relaxed, because no hand fits them all.
        """
        if call.disclosed is not None:
            return self._after_disclosed(call)
        position = call.position
        meaning = position.meaning(call.call, self.mask)
        if meaning.may:
            return self._with(call, meaning), meaning, ()
        positive = position.positive(call.call, plain_space().full)
        if not positive.rules:
            return Shown(self.cells, (*self.calls, call.trusted(Trust.NONE))), positive, ()
        if not position.meaning(call.call, plain_space().full).may:
            # No hand at all makes this call by the rules: the fault is its own, not the others'.
            call = call.trusted(Trust.POSITIVE)
            meaning = position.positive(call.call, self.mask)
            if meaning.may:
                return self._with(call, meaning), meaning, (call.index,)
        shown, changed = self._relaxed_with(call)
        meaning = position.positive(call.call, shown.mask)
        return shown, meaning if meaning.rules else positive, changed

    def _with(self, call: ShownCall, meaning: Meaning) -> Shown:
        return Shown(Masks(meaning.sure & self.cells.sure, meaning.may), (*self.calls, call))

    def before(self) -> Shown:
        """Return what was shown before the last call, as far as it is trusted now."""
        calls = self.calls[:-1]
        return Shown(_met(calls), calls)

    def positive(self) -> Shown:
        """Return what the calls say by themselves, without what they deny of other calls."""
        calls = tuple(call.trusted(Trust.POSITIVE) for call in self.calls)
        cells = _met(calls)
        return Shown(cells, calls) if cells.may else _relaxed(calls)

    def _relaxed_with(self, call: ShownCall) -> tuple[Shown, tuple[int, ...]]:
        shown = _relaxed((*self.calls, call))
        before = {old.index: old.trust for old in self.calls}
        changed = tuple(
            new.index for new in shown.calls if new.trust > before.get(new.index, Trust.FULL)
        )
        return shown, changed

    def _after_disclosed(self, call: ShownCall) -> tuple[Shown, Meaning, tuple[int, ...]]:
        """Return what is shown after a call of which an alert is the whole meaning."""
        cells = call.masks(self.cells)
        if cells.may:
            return Shown(cells, (*self.calls, call)), _NO_RULES, ()
        shown, changed = self._relaxed_with(call)
        return shown, _NO_RULES, changed

    # -- numbers -------------------------------------------------------------------------------

    def stat(self, node: Int, stat: Stat) -> float:
        """Return the least, greatest or mean value of a number over the hands shown.

        Exact for numbers that shape and HCP decide; else sound, and for sums over suits exact in a
        space refined by the number.
        """
        key = (node, stat)
        value = self._stats.get(key)
        if value is None:
            value = self._stats[key] = self._work_out(node, stat)
        return value

    def _work_out(self, node: Int, stat: Stat) -> float:
        space, cells = self._space_for(node)
        match stat:
            case Stat.MIN:
                return space.least(node, cells.may)
            case Stat.MAX:
                return space.greatest(node, cells.may)
            case Stat.MEAN:
                return space.mean(node, cells)
            case _:
                assert_never(stat)

    def spread(self, node: Int, most: int) -> Weights:
        """Return how likely each value 0 to `most` of a number is, shape `(most + 1,)`."""
        spread = self._spreads.get(node)
        if spread is None:
            space, cells = self._space_for(node)
            spread = self._spreads[node] = space.spread(node, cells, most)
        return spread

    def _space_for(self, node: Int) -> tuple[Space, Masks]:
        plain = plain_space()
        bounds = plain.bounds(node)
        if bounds.low is bounds.high or additive_form(node) is None:
            return plain, self.cells
        return self.refined(node)

    def refined(self, node: Int) -> tuple[Space, Masks]:
        """Return the space refined by an additive number, and the cells of it that are shown."""
        form = additive_form(node)
        assert form is not None
        space = refined_space(form)
        cells = self._refined.get(node)
        if cells is None:
            cells = self._refined[node] = self._refined_cells(space)
        return space, cells

    def _refined_cells(self, space: Space) -> Masks:
        mask = space.lift(self.mask)
        for call in self.calls:
            allowed = call.refined(space)
            if allowed is not None:
                mask = mask & allowed or mask
        decided = self.cells.sure == self.mask
        return Masks(mask if decided else mask & space.lift(self.cells.sure), mask)

    # -- conditions ----------------------------------------------------------------------------

    def chance(self, condition: Bool) -> tuple[bool, bool, float]:
        """Return whether a condition is possible, is certain, and its probability.

        The probability is exact where cells decide both what is shown and the condition. Elsewhere
        the first number that they leave open is refined; a cell that is still open counts half.
        """
        space, cells = plain_space(), self.cells
        masks = space.masks(condition)
        if masks.sure != masks.may and (number := _undecided(condition)) is not None:
            space, cells = self.refined(number)
            masks = space.masks(condition)
        possible, certain = bool(cells.may & masks.may), not cells.may & ~masks.sure
        if certain or not possible:
            return possible, certain, float(certain)
        may = _weight(space, cells, masks.may)
        sure = may if masks.sure == masks.may else _weight(space, cells, masks.sure)
        return True, False, (may + sure) / 2 / space.likely_weight(cells)

    def node(self) -> Bool:
        """Return all that is shown as one exact condition, in a form that suits a solver.

        Measured: the rules as written, after a hull of shapes and HCP, are solved ten times faster
        than the cells as a table.
        """
        space = plain_space()
        hull = space.hull(self.mask)
        wide = space.masks(hull).may
        return all_of([hull, *(call.node(wide) for call in self.calls)])


def _weight(space: Space, cells: Masks, within: int) -> float:
    return space.likely_weight(Masks(cells.sure & within, cells.may & within))


def _undecided(node: Bool) -> Int | None:
    """Return the first sum over suits in a condition that shape and HCP do not decide, or None."""
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
            numbers = (_undecided(arg) for arg in args)
            return next((number for number in numbers if number is not None), None)
        case Truth() | Shape():
            return None
        case _:
            assert_never(node)


def _relaxed(calls: tuple[ShownCall, ...]) -> Shown:
    """Give up negative inferences, oldest first, then whole calls, until a hand is possible.

    What alerts said is given up last, the oldest first.
    """
    trusted = list(calls)
    for trust, alerted in ((Trust.POSITIVE, False), (Trust.NONE, False), (Trust.NONE, True)):
        for index, call in enumerate(trusted):
            if (call.disclosed is not None) != alerted:
                continue
            trusted[index] = call.trusted(trust)
            cells = _met(trusted)
            if cells.may:
                return Shown(cells, tuple(trusted))
    return Shown(everything(), tuple(trusted))


def _met(calls: Sequence[ShownCall]) -> Masks:
    """Return the cells that all of some calls allow."""
    cells = everything()
    for call in calls:
        cells = call.masks(cells)
        if not cells.may:
            break
    return cells


def everything() -> Masks:
    """Return the cells of a seat that has not called: all, since any hand fits."""
    full = plain_space().full
    return Masks(full, full)
