"""Owns samples of deals that fit what seats have shown and the hands that are known.

Every sample is uniform over the deals that fit, and its deals are independent. That is so because
every proposal, whatever the plan, is uniform over a set that includes all deals that fit, and is
kept exactly when it fits:

- *anchored*: one hand is drawn uniformly from its allowed cells. Each such hand leaves the same
  number of ways to deal the rest, and the rest is dealt uniformly.
- *by shapes*: the shapes of all hands that show something are drawn with the exact number of deals
  that have them, and such a deal uniformly (see `drawing.ShapeChain`); only HCP is left to chance.

Which plan is cheaper is reckoned from exact counts, before anything is drawn. Proposals are made in
batches; how many are made, and that a sample stops at the number wanted, does not depend on which
deals were kept, only on how many. No solver takes part but to prove that nothing fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from dowager.cards import FULL_PACK, Deal, Hand, Holdings, Seat
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.cells.suit_counts import suit_counts
from dowager.knowledge.public.view import View
from dowager.knowledge.sampling.drawing import (
    Allowed,
    Columns,
    HandTable,
    ShapeChain,
    deal_from,
    deal_lengths,
)
from dowager.knowledge.sampling.fitting import Constraint, Fit, mask_node
from dowager.language.tree import SHAPE_LENGTHS, Bool, all_of, shape_indices

EFFORT = 5_000_000
"""Proposals made at most, unless the caller says otherwise: some ten seconds."""

_DOUBT = 200_000  # proposals without a deal after which the solver is asked whether there is one
_BATCH = 16_384  # proposals at a time, so that a batch stays in the processor's cache
_SMALL_CHAIN, _LONG_CHAIN = 2_000, 60_000  # proposals that could be made while a chain is counted
_CHAIN_COST = 2.0  # a proposal by shapes, against an anchored one


class Status(Enum):
    """How a sample ended."""

    COMPLETE = "complete"
    PARTLY = "partly"
    NONE = "none"


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Independent deals, uniform over all that fit.

    Attributes:
        holdings: shape `(deals, 4 seats, 4 suits)`, North and clubs first.
        status: complete; partly, when the effort ran out; none, when it is proved that none fits.
        proposals: how many were made.
        acceptance: the share of the proposals that fitted.
        probability: an estimate of the share of all deals of the unknown cards that fit.
        witness: a deal that fits, found by the solver when no proposal had fitted; not part of the
            sample.
    """

    holdings: NDArray[np.uint16]
    status: Status
    proposals: int = 0
    acceptance: float = 0.0
    probability: float = 0.0
    witness: Deal | None = None

    def __len__(self) -> int:
        return len(self.holdings)

    def __iter__(self) -> Iterator[Deal]:
        return map(self.deal, range(len(self)))

    def deal(self, number: int) -> Deal:
        """Return one of the deals."""
        north, east, south, west = map(Hand.of_holdings, self.holdings[number].tolist())
        return Deal((north, east, south, west))


@dataclass(frozen=True, slots=True)
class _Outline:
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
        """Return the cost of so many deals, in anchored proposals."""
        return self.setup + count * (_CHAIN_COST if self.chained else 1.0) / self.rate


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """How hands are proposed; `share` of all deals can be proposed at all."""

    outline: _Outline
    table: HandTable
    chain: ShapeChain | None
    share: float


class Sampler:
    """Samples deals that fit; its tables are counted once for all samples.

    Args:
        shown: a constraint for each seat that has shown something.
        known: hands that the asker sees. They are facts: what their seats have shown is not asked.
    """

    def __init__(
        self, shown: Mapping[Seat, Constraint], known: Mapping[Seat, Hand] | None = None
    ) -> None:
        self._known = dict(known or {})
        self._hidden = tuple(seat for seat in Seat if seat not in self._known)
        taken = sum(hand.bits for hand in self._known.values())
        assert taken.bit_count() == 13 * len(self._known), "a card is in two known hands"
        self._cards: Holdings = Hand(FULL_PACK & ~taken).holdings
        everything = Constraint(plain_space().full)
        self._shown = {seat: shown.get(seat, everything) for seat in self._hidden}
        self._fits = {seat: Fit(constraint) for seat, constraint in self._shown.items()}
        self._tables: dict[Seat, HandTable] = {}
        self._plans: dict[_Outline, _Plan] = {}
        self._allowed = {seat: test.allowed for seat, test in self._fits.items()}
        if len(self._hidden) == 2:
            self._reflect()
        self._count()

    def _reflect(self) -> None:
        """Of two unknown hands each decides the other's cell: let either be allowed by both."""
        one, other = self._hidden
        mine, yours = self._allowed[one], self._allowed[other]
        lengths = np.array([held.bit_count() for held in self._cards])
        hcp = Hand.of_holdings(self._cards).hcp
        self._allowed[one] = mine & opposite_cells(yours, lengths, hcp)
        self._allowed[other] = yours & opposite_cells(mine, lengths, hcp)

    def _count(self) -> None:
        """Count, by seat, the share of hands in its cells, and in its shapes."""
        counts = suit_counts(cards=self._cards)[0][:, :, 0]
        total = comb(13 * len(self._hidden), 13)
        self._share = {
            seat: float(counts[allowed].sum()) / total for seat, allowed in self._allowed.items()
        }
        self._shape_share = {
            seat: float(counts[allowed.any(axis=1)].sum()) / total
            for seat, allowed in self._allowed.items()
        }

    # -- plans ---------------------------------------------------------------------------------

    def _plan(self, count: int) -> _Plan:
        """Return the plan by which so many deals are cheapest."""
        outline = min(self._outlines(), key=lambda found: found.cost(count))
        if outline not in self._plans:
            self._plans[outline] = self._build(outline)
        return self._plans[outline]

    def _outlines(self) -> Iterator[_Outline]:
        share, shapes = self._share, self._shape_share
        order = tuple(sorted(self._hidden, key=lambda seat: share[seat]))
        if len(order) == 2:  # the first hand's cells answer for both
            yield _Outline(order, 0, 0, 1.0)
            return
        yield _Outline(order, 0, 0, prod(share[seat] for seat in order[1:]))
        points = {seat: share[seat] / shapes[seat] for seat in order}
        first = min(order, key=lambda seat: points[seat])
        rest = sorted((seat for seat in order if seat != first), key=lambda seat: shapes[seat])
        order = (first, *rest)
        every = prod(points[seat] for seat in rest)
        if len(rest) == 2:
            yield _Outline(order, 1, _SMALL_CHAIN, every)
        else:
            yield _Outline(order, 1, _SMALL_CHAIN, every * shapes[rest[1]] * shapes[rest[2]])
            yield _Outline(order, 2, _LONG_CHAIN, every)

    def _build(self, outline: _Outline) -> _Plan:
        first, *rest = outline.order
        if first not in self._tables:
            self._tables[first] = HandTable(self._cards, self._allowed[first])
        table = self._tables[first]
        if not outline.chained:
            share = table.total / comb(13 * len(outline.order), 13)
            return _Plan(outline, table, None, share)
        shapes = [_shapes(self._allowed[seat]) for seat in rest]
        last = shapes[-1] if outline.chained == len(rest) - 1 else None
        chain = ShapeChain(self._cards, table, shapes[: outline.chained], last)
        deals = prod(comb(13 * hands, 13) for hands in range(2, len(outline.order) + 1))
        return _Plan(outline, table, chain, chain.total / deals)

    # -- samples -------------------------------------------------------------------------------

    def sample(
        self,
        generator: np.random.Generator,
        count: int,
        *,
        effort: int = EFFORT,
        stop: Callable[[], bool] = lambda: False,
        proof_seconds: float = 5.0,
    ) -> Sample:
        """Return deals that fit.

        Args:
            generator: the random source.
            count: how many deals are wanted.
            effort: how many proposals are made at most.
            stop: asked before every batch of some ten milliseconds; True ends the sample.
            proof_seconds: the solver's time, once, to prove that nothing fits or find a first deal
                when a great many proposals have found none; 0 leaves the solver out.
        """
        if len(self._hidden) < 2:
            return self._only_deal(count)
        if not all(self._share.values()):
            return _nothing()
        plan = self._plan(count)
        if not plan.share:
            return _nothing()
        run = _Run(count, effort, plan.outline.rate)
        witness: Deal | None = None
        while (size := run.next_batch()) and not stop():
            run.add(size, self._batch(generator, plan, size))
            if run.doubtful and proof_seconds > 0 and not stop():
                none, witness = self._prove(proof_seconds)
                if none:
                    return _nothing(run.proposals)
        return run.sample(plan.share, witness)

    def _only_deal(self, count: int) -> Sample:
        """Return the one deal that known hands leave, as often as it is wanted."""
        left = np.array(self._cards, dtype=np.uint16)[:, None]
        if not all(test.fits(left)[0] for test in self._fits.values()):
            return _nothing()
        deal = self._seated([left] * len(self._hidden), self._hidden)
        return Sample(np.repeat(deal, count, axis=0), Status.COMPLETE, count, 1.0, 1.0)

    def _batch(self, generator: np.random.Generator, plan: _Plan, size: int) -> NDArray[np.uint16]:
        """Make proposals and return those that fit, `(n, 4, 4)`."""
        lengths: list[NDArray[np.int64]] = []
        if plan.chain is None:
            first = plan.table.draw(generator, size)
        else:
            first, lengths = plan.chain.draw(generator, size)
        hands, order = [first], plan.outline.order
        left = np.array(self._cards, dtype=np.uint16)[:, None] ^ first
        for number, seat in enumerate(order[1:]):
            unknown = len(order) - 1 - number
            if unknown == 1:
                hand = left
            elif number < len(lengths):
                hand = deal_lengths(generator, left, lengths[number])
            else:
                hand = deal_from(generator, left, unknown)
            rows = np.flatnonzero(self._fits[seat].level(hand))
            lengths = [columns[:, rows] for columns in lengths]
            hands = [columns[:, rows] for columns in (*hands, hand)]
            left = left[:, rows] ^ hands[-1]
        return self._seated(self._exact(hands, order), order)

    def _exact(self, hands: list[Columns], order: tuple[Seat, ...]) -> list[Columns]:
        """Keep the deals that meet the exact conditions, the cheapest asked first."""
        for seat in sorted(order, key=lambda seat: self._fits[seat].cost):
            if self._fits[seat].cost:
                fits = self._fits[seat].fits(hands[order.index(seat)])
                hands = [columns[:, fits] for columns in hands]
        return hands

    def _seated(self, hands: list[Columns], order: tuple[Seat, ...]) -> NDArray[np.uint16]:
        count = hands[0].shape[1] if hands else 1
        deals = np.empty((count, 4, 4), dtype=np.uint16)
        for seat, hand in self._known.items():
            deals[:, seat] = hand.holdings
        for seat, columns in zip(order, hands, strict=True):
            deals[:, seat] = columns.T
        return deals

    def _prove(self, seconds: float) -> tuple[bool, Deal | None]:
        """Return whether it is proved that nothing fits, or a deal that fits, if found in time."""
        from dowager.knowledge.solving.deal_session import (  # loads the solver, seldom needed
            DealSession,
            Proof,
        )

        wanted = {seat: _node(constraint) for seat, constraint in self._shown.items()}
        verdict = DealSession(wanted, self._known).possible(limit=seconds)
        return verdict.proof is Proof.NO, verdict.deal


class _Run:
    """What one sample has got so far."""

    def __init__(self, count: int, effort: int, rate: float) -> None:
        self._count, self._effort, self._rate = count, effort, rate
        self._found: list[NDArray[np.uint16]] = []
        self._accepted = 0
        self.proposals = 0
        self.doubtful = False

    def next_batch(self) -> int:
        """Return how many proposals to make next; 0 when enough are found or made."""
        wanted = self._count - self._accepted
        if wanted <= 0:
            return 0
        size = int(1.1 * wanted / max(self._rate, 1e-9)) + 128
        return min(size, _BATCH, self._effort - self.proposals)

    def add(self, size: int, deals: NDArray[np.uint16]) -> None:
        """Add what a batch has found."""
        before = self.proposals
        self.proposals += size
        self._found.append(deals)
        self._accepted += len(deals)
        self._rate = self._accepted / self.proposals
        doubt = min(_DOUBT, self._effort)
        self.doubtful = not self._accepted and before < doubt <= self.proposals

    def sample(self, share: float, witness: Deal | None) -> Sample:
        """Return the result; the deals beyond the number wanted are left out."""
        empty = np.empty((0, 4, 4), dtype=np.uint16)
        deals = np.concatenate([empty, *self._found])[: self._count]
        status = Status.COMPLETE if len(deals) == self._count else Status.PARTLY
        rate = self._rate if self.proposals else 0.0
        return Sample(deals, status, self.proposals, rate, rate * share, witness)


def sampler_for(view: View, known: Mapping[Seat, Hand] | None = None) -> Sampler:
    """Return the sampler of what all seats have shown in an auction."""
    shown = {
        seat: Constraint(view.players[seat].shown.mask, view.players[seat].shown.node())
        for seat in Seat
        if seat not in (known or {})
    }
    return Sampler(shown, known)


def deals_for(
    view: View,
    known: Mapping[Seat, Hand] | None,
    generator: np.random.Generator,
    count: int,
    *,
    effort: int = EFFORT,
    stop: Callable[[], bool] = lambda: False,
) -> Sample:
    """Return deals that fit an auction and the known hands; see `Sampler.sample`."""
    return sampler_for(view, known).sample(generator, count, effort=effort, stop=stop)


def _shapes(allowed: Allowed) -> NDArray[np.bool_]:
    return np.asarray(allowed.any(axis=1))


def _nothing(proposals: int = 0) -> Sample:
    return Sample(np.empty((0, 4, 4), dtype=np.uint16), Status.NONE, proposals)


def _node(constraint: Constraint) -> Bool:
    """Return the whole constraint as a condition, without a mask that the node implies."""
    if plain_space().masks(constraint.node).may & ~constraint.mask:
        return all_of([mask_node(constraint.mask), constraint.node])
    return constraint.node


def opposite_cells(allowed: Allowed, lengths: NDArray[np.int64], hcp: int) -> Allowed:
    """Return the cells that leave an allowed cell of 26 cards with these lengths and HCP."""
    left = (lengths - SHAPE_LENGTHS).astype(np.int16)
    shapes = shape_indices(np.clip(left, 0, 13))
    found = np.zeros_like(allowed)
    rows = np.flatnonzero((left >= 0).all(axis=1) & (left <= 13).all(axis=1))
    points = hcp - np.arange(allowed.shape[1])
    columns = np.flatnonzero((points >= 0) & (points < allowed.shape[1]))
    found[np.ix_(rows, columns)] = allowed[np.ix_(shapes[rows], points[columns])]
    return found
