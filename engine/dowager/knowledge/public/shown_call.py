"""One call of a seat as the table understands it: its meaning, and how far that is trusted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from dowager.auction import Call
from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.partition import Partition
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.position import Position
from dowager.language.compile import Candidate
from dowager.language.tree import TRUE, Bool


class Trust(IntEnum):
    """How much of a call's meaning still counts."""

    FULL = 0
    POSITIVE = 1
    NONE = 2


@dataclass(frozen=True, slots=True, eq=False)
class ShownCall:
    """One call of a seat: the position it was made in, and how much of its meaning is trusted.

    Attributes:
        index: the call's index in the auction, from 0.
        call: the call.
        position: the rules that explain it.
        trust: how much of its meaning counts.
        disclosed: what its alert said of the hand, which is then its whole meaning; or None.
    """

    index: int
    call: Call
    position: Position
    trust: Trust = Trust.FULL
    disclosed: Bool | None = None

    def masks(self, before: Masks) -> Masks:
        """Return those of the cells shown before that the trusted part of the meaning allows."""
        if self.trust is Trust.NONE:
            return before
        if self.disclosed is not None:
            disclosed = plain_space().masks(self.disclosed)
            return Masks(disclosed.sure & before.sure, disclosed.may & before.may)
        full = self.trust is Trust.FULL
        read = self.position.meaning if full else self.position.positive
        meaning = read(self.call, before.may)
        return Masks(meaning.sure & before.sure, meaning.may)

    def refined(self, space: Partition, within: int) -> int | None:
        """Return the parts of another partition that the trusted part allows.

        None if shape and HCP decide it, or if nothing is trusted.

        Args:
            space: the other partition.
            within: the cells of the hands that are asked about.
        """
        if self.trust is Trust.NONE:
            return None
        if self.disclosed is not None:
            return space.masks(self.disclosed).may
        if self.position.decided(self.call, within):
            return None
        return self.position.refined(self.call, space, self.trust is Trust.POSITIVE, within)

    def own_conditions(self, within: int) -> list[Bool]:
        """Return the conditions that say what the call shows, other rules apart.

        None if shape and HCP decide them, or if nothing is trusted.

        Args:
            within: the cells of the hands that are asked about; rules for others are left out.
        """
        if self.trust is Trust.NONE:
            return []
        if self.disclosed is not None:
            return [self.disclosed]
        rules = self.position.deciding(self.call, within)
        return [rule.condition.node for rule in rules if rule.call == self.call]

    def node(self, within: int) -> Bool:
        """Return the trusted part of the meaning, exact for hands in the cells of `within`."""
        if self.trust is not Trust.NONE and self.disclosed is not None:
            return self.disclosed
        positive = self.position.positive_node(self.call)
        if self.trust is Trust.NONE or positive is None:
            return TRUE
        return positive if self.trust is Trust.POSITIVE else self.position.node(self.call, within)

    def parts(self, within: int) -> list[tuple[Candidate, Bool]]:
        """Return each rule that may have made the call, with the trusted part of its condition.

        Args:
            within: the conditions need only be right for hands in these cells.
        """
        if self.trust is Trust.NONE or self.disclosed is not None:
            return []
        if self.trust is Trust.FULL:
            return list(self.position.parts(self.call, within))
        return [(rule, rule.condition.node) for rule in self.position.own(self.call)]

    def trusted(self, most: Trust) -> ShownCall:
        """Return the call, trusted no more than given."""
        return replace(self, trust=max(most, self.trust))
