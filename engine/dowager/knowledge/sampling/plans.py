"""How hands are proposed to a sample, and which way is cheapest.

Every proposal is uniform over a set that includes all deals that fit, whichever the plan. Where
cells have weights, a proposal has the weight that `DealingPlan` says, and the rest is left to be
weighed:

- *anchored*: one hand is drawn uniformly from its allowed cells. Each such hand leaves the same
  number of ways to deal the rest, and the rest is dealt uniformly.
- *by shapes*: the shapes of all hands that show something are drawn with the exact number of deals
  that have them, and such a deal uniformly (`shape_chain`); only HCP is left to chance.

The cost of each plan is worked out from exact counts, before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from math import comb, prod

import numpy as np

from dowager.cards import Hand, Holdings, Seat
from dowager.knowledge.cells.suit_counts import suit_counts
from dowager.knowledge.sampling.hand_table import Allowed, HandTable, opposite_cells
from dowager.knowledge.sampling.shape_chain import ShapeChain
from dowager.knowledge.sampling.subsets import Real

_SMALL_CHAIN, _LONG_CHAIN = 2_000, 60_000  # proposals that could be made while a chain is counted
_CHAIN_COST = 2.0  # a proposal by shapes, against an anchored one


class Weighed(Enum):
    """How far a proposal has the weight of a hand."""

    NOT = auto()
    SHAPE = auto()  # the greatest of its shape
    WHOLE = auto()


@dataclass(frozen=True, slots=True)
class PlanOutline:
    """A plan before its tables are counted.

    Attributes:
        order: the unknown seats in the order in which they are dealt.
        chained: how many after the first are dealt by shape; 0 for an anchored plan.
        setup: the cost of its tables, in anchored proposals.
        rate: the share of proposals that fit, as if what seats have shown were independent.
    """

    order: tuple[Seat, ...]
    chained: int
    setup: float
    rate: float

    def cost(self, count: int) -> float:
        """Return the cost of `count` deals, in anchored proposals."""
        return self.setup + count * (_CHAIN_COST if self.chained else 1.0) / self.rate


@dataclass(frozen=True, slots=True, eq=False)
class DealingPlan:
    """How hands are proposed; `share` of all deals can be proposed at all.

    The first hand is proposed by the weight of its cell. So is the other of two hands; and of
    hands that are dealt by shape the shape is, by the greatest weight of its cells.
    """

    outline: PlanOutline
    table: HandTable
    chain: ShapeChain | None
    share: float

    def weighed(self, number: int) -> Weighed:
        """Return how far the weight of hand `number` in the order has been counted."""
        hands = len(self.outline.order)
        if number == 0 or hands == 2:
            return Weighed.WHOLE
        chained = self.outline.chained
        by_shape = number <= chained or (number == hands - 1 and chained == hands - 2)
        return Weighed.SHAPE if chained and by_shape else Weighed.NOT


class Plans:
    """The ways to propose the hidden hands; their tables are counted when first used.

    Args:
        cards: the cards of the hidden hands.
        allowed: the cells in which each of them may lie; two or more.
    """

    def __init__(self, cards: Holdings, allowed: Mapping[Seat, Allowed]) -> None:
        self._cards = cards
        self._allowed = _reflected(cards, allowed) if len(allowed) == 2 else dict(allowed)
        self._tables: dict[Seat, HandTable] = {}
        self._plans: dict[PlanOutline, DealingPlan] = {}
        counts = suit_counts(cards=cards)[0][:, :, 0]
        total = comb(13 * len(allowed), 13)
        self._share = {
            seat: float((counts * cells).sum()) / total for seat, cells in self._allowed.items()
        }
        self._shape_share = {
            seat: float((counts.sum(axis=1) * _shapes(cells)).sum()) / total
            for seat, cells in self._allowed.items()
        }

    @property
    def possible(self) -> bool:
        """Whether each hand by itself can lie in its cells."""
        return all(self._share.values())

    def cheapest(self, count: int) -> DealingPlan:
        """Return the plan that costs least for `count` deals; each hand must be possible."""
        outline = min(self._outlines(), key=lambda outline: outline.cost(count))
        if outline not in self._plans:
            self._plans[outline] = self._build(outline)
        return self._plans[outline]

    def _outlines(self) -> Iterator[PlanOutline]:
        share, shapes = self._share, self._shape_share
        order = tuple(sorted(share, key=lambda seat: share[seat]))
        if len(order) == 2:  # the first hand's cells answer for both
            yield PlanOutline(order, 0, 0, 1.0)
            return
        yield PlanOutline(order, 0, 0, prod(share[seat] for seat in order[1:]))
        points = {seat: share[seat] / shapes[seat] for seat in order}
        first = min(order, key=lambda seat: points[seat])
        rest = sorted((seat for seat in order if seat != first), key=lambda seat: shapes[seat])
        order = (first, *rest)
        every = prod(points[seat] for seat in rest)
        if len(rest) == 2:
            yield PlanOutline(order, 1, _SMALL_CHAIN, every)
        else:
            yield PlanOutline(order, 1, _SMALL_CHAIN, every * shapes[rest[1]] * shapes[rest[2]])
            yield PlanOutline(order, 2, _LONG_CHAIN, every)

    def _build(self, outline: PlanOutline) -> DealingPlan:
        first, *rest = outline.order
        if first not in self._tables:
            self._tables[first] = HandTable(self._cards, self._allowed[first])
        table, hands = self._tables[first], len(outline.order)
        if not outline.chained:
            return DealingPlan(outline, table, None, table.total / comb(13 * hands, 13))
        shapes = [_shapes(self._allowed[seat]) for seat in rest]
        last = shapes[-1] if outline.chained == len(rest) - 1 else None
        chain = ShapeChain(self._cards, table, shapes[: outline.chained], last)
        deals = prod(comb(13 * dealt, 13) for dealt in range(2, hands + 1))
        return DealingPlan(outline, table, chain, chain.total / deals)


def _reflected(cards: Holdings, allowed: Mapping[Seat, Allowed]) -> dict[Seat, Allowed]:
    """Return the cells of two hands, each of which decides the other's: those allowed by both."""
    (first, mine), (second, yours) = allowed.items()
    both = Hand.of_holdings(cards)
    return {
        first: mine * opposite_cells(yours, both),
        second: yours * opposite_cells(mine, both),
    }


def _shapes(allowed: Allowed) -> Real:
    """Return the greatest weight of each shape's cells; 1 and 0 where cells are allowed or not."""
    greatest: Real = allowed.max(axis=1).astype(np.float64)
    return greatest
