"""What one seat has shown: its calls' meanings taken together, relaxed where they contradict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.space import Weights, plain_space
from dowager.knowledge.public.position import Meaning
from dowager.knowledge.public.shown_call import ShownCall, Trust
from dowager.knowledge.public.shown_hand import ShownHand
from dowager.language.tree import (
    Bool,
    Int,
    all_of,
)
from dowager.language.tree.expression import Stat

_NO_RULES = Meaning(0, 0, ())
_NO_BOUND = 1 << 30


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
    _hand: ShownHand | None = None

    @property
    def hand(self) -> ShownHand:
        """What numbers and conditions the hand may have."""
        if self._hand is None:
            self._hand = ShownHand(self.cells, self.calls)
        return self._hand

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
        nobody = not position.meaning(call.call, plain_space().full).may
        if nobody or position.unagreed(call.call):
            # No hand at all makes this call by the rules; or none that is left, and the system
            # says what it means all the same: the fault is its own, not the others'.
            alone = call.trusted(Trust.POSITIVE)
            meaning = position.positive(call.call, self.mask)
            if meaning.may:
                return self._with(alone, meaning), meaning, (call.index,)
            call = alone if nobody else call
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

    # -- what is known of the hand -------------------------------------------------------------

    def stat(self, node: Int, stat: Stat) -> float:
        """Return the least, greatest or mean value of a number over the hands shown."""
        return self.hand.stat(node, stat)

    def spread(self, node: Int, most: int) -> Weights:
        """Return how likely each value 0 to `most` of a number is, shape `(most + 1,)`."""
        return self.hand.spread(node, most)

    def chance(self, condition: Bool) -> tuple[bool, bool, float]:
        """Return whether a condition is possible, is certain, and its probability."""
        return self.hand.chance(condition)

    def node(self) -> Bool:
        """Return all that is shown as one exact condition, in a form that suits a solver.

        Measured: the rules as written, after a hull of shapes and HCP, are solved ten times faster
        than the cells as a table.
        """
        space = plain_space()
        hull = space.hull(self.mask)
        wide = space.masks(hull).may
        return all_of([hull, *(call.node(wide) for call in self.calls)])


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
