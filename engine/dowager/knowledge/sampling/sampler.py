"""Samples of deals that fit what seats have shown and the hands that are known.

Every sample is uniform over the deals that fit, and its deals are independent, because every
proposal is uniform over a set that includes all deals that fit (`plans`) and is kept exactly when
it fits. Proposals are made in batches; how many are made, and when a sample stops, depends only on
how many deals were kept, not on which. The solver has no part in it but to prove that nothing fits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import DealArray, deal_array_test, given_hands
from dowager.cards import Deal, Hand, Seat, cards_outside
from dowager.knowledge.cells.masks import to_mask
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.joint import JointHands
from dowager.knowledge.public.shown import Shown
from dowager.knowledge.public.view import View
from dowager.knowledge.readings import EXACT, Reading, doubts_of, weights_of
from dowager.knowledge.sampling.fitting import Constraint, Fit, mask_node
from dowager.knowledge.sampling.free_conditions import narrowed_by
from dowager.knowledge.sampling.plans import DealingPlan, Plans
from dowager.knowledge.sampling.sample import Sample, SampleStatus
from dowager.knowledge.sampling.subsets import Columns, deal_from, deal_lengths
from dowager.language.tree import ANY_DEAL, NO_DEAL, Bool, DealCondition, all_of

EFFORT = 5_000_000
"""The most proposals made, unless the caller says otherwise: some ten seconds."""

_DOUBT = 200_000  # proposals without a deal after which the solver is asked whether there is one
_BATCH = 16_384  # proposals at a time, so that a batch stays in the processor's cache


class Sampler:
    """Samples deals that fit; its tables are counted once for all samples.

    Args:
        shown: a constraint for each seat that has shown something.
        known: hands that the asker sees. They are facts: what their seats have shown is not asked.
        where: a condition on the deal. What it asks of one hand is proposed, the rest is tested.
    """

    def __init__(
        self,
        shown: Mapping[Seat, Constraint],
        known: Mapping[Seat, Hand] | None = None,
        where: DealCondition = ANY_DEAL,
    ) -> None:
        self._known = dict(known or {})
        self._hidden = tuple(seat for seat in Seat if seat not in self._known)
        cards = Hand(cards_outside(self._known.values()))
        assert cards.bits.bit_count() == 13 * len(self._hidden), "a card is in two known hands"
        self._cards: Columns = np.array(cards.holdings, dtype=np.uint16)[:, None]
        everything = Constraint(plain_space().full)
        self._shown = {seat: shown.get(seat, everything) for seat in self._hidden}
        self._joint = given_hands(where, self._known)
        if self._joint != ANY_DEAL:
            self._shown, self._joint = narrowed_by(self._shown, self._known, self._joint)
        self._meets = None if self._joint == ANY_DEAL else deal_array_test(self._joint)
        self._fits = {seat: Fit(constraint) for seat, constraint in self._shown.items()}
        allowed = {seat: fit.allowed for seat, fit in self._fits.items()}
        self._plans = Plans(cards.holdings, allowed) if len(allowed) > 1 else None

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
        if self._joint == NO_DEAL:
            return _nothing()
        if self._plans is None:
            return self._only_deal(count)
        if not self._plans.possible:
            return _nothing()
        plan = self._plans.cheapest(count)
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

    def fits(self, deals: DealArray) -> NDArray[np.bool_]:
        """Return which deals, `(n, 4, 4)`, fit; the known hands must be in them."""
        fits = np.ones(len(deals), dtype=np.bool_) if self._meets is None else self._meets(deals)
        for seat, fit in self._fits.items():
            rows = np.flatnonzero(fits)
            fits[rows] = fit.fits(deals[rows, seat].T)
        return fits

    def _only_deal(self, count: int) -> Sample:
        """Return the one deal that known hands leave, `count` times."""
        if not all(fit.fits(self._cards)[0] for fit in self._fits.values()):
            return _nothing()
        deal = self._seated([self._cards] * len(self._hidden), self._hidden)
        if self._meets is not None and not self._meets(deal)[0]:
            return _nothing()
        return Sample(np.repeat(deal, count, axis=0), SampleStatus.COMPLETE, count, 1.0, 1.0)

    def _batch(
        self, generator: np.random.Generator, plan: DealingPlan, size: int
    ) -> NDArray[np.uint16]:
        """Make proposals and return those that fit, `(n, 4, 4)`."""
        lengths: list[NDArray[np.int64]] = []
        if plan.chain is None:
            first = plan.table.draw(generator, size)
        else:
            first, lengths = plan.chain.draw(generator, size)
        hands, order = [first], plan.outline.order
        undealt = self._cards ^ first
        for number, seat in enumerate(order[1:]):
            unknown = len(order) - 1 - number
            if unknown == 1:
                hand = undealt
            elif number < len(lengths):
                hand = deal_lengths(generator, undealt, lengths[number])
            else:
                hand = deal_from(generator, undealt, unknown)
            rows = self._fits[seat].drawn(generator, hand, plan.weighed(number + 1))
            lengths = [columns[:, rows] for columns in lengths]
            hands = [columns[:, rows] for columns in (*hands, hand)]
            undealt = undealt[:, rows] ^ hands[-1]
        hands = self._believed(generator, self._exact(hands, order), order)
        deals = self._seated(hands, order)
        return deals if self._meets is None else deals[self._meets(deals)]

    def _exact(self, hands: list[Columns], order: tuple[Seat, ...]) -> list[Columns]:
        """Keep the deals that meet the exact conditions, the cheapest asked first."""
        for seat in sorted(order, key=lambda seat: self._fits[seat].cost):
            if self._fits[seat].cost:
                fits = self._fits[seat].fits(hands[order.index(seat)])
                hands = [columns[:, fits] for columns in hands]
        return hands

    def _believed(
        self, generator: np.random.Generator, hands: list[Columns], order: tuple[Seat, ...]
    ) -> list[Columns]:
        """Keep each deal with the chance that the cards of its hands weigh."""
        for seat in order:
            if self._fits[seat].doubted:
                chances = self._fits[seat].believed(hands[order.index(seat)])
                kept = generator.random(len(chances)) < chances
                hands = [columns[:, kept] for columns in hands]
        return hands

    def _seated(self, hands: list[Columns], order: tuple[Seat, ...]) -> NDArray[np.uint16]:
        """Return hands in this order of seats, and the known ones, as deals `(n, 4, 4)`."""
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

        shown = {seat: _node(constraint) for seat, constraint in self._shown.items()}
        session = DealSession(shown, self._known)
        proof, deal = session.possible(where=self._joint, limit=seconds)
        return proof is Proof.NO, deal


class _Run:
    """One sample so far."""

    def __init__(self, count: int, effort: int, rate: float) -> None:
        self._count, self._effort, self._rate = count, effort, rate
        self._batches: list[NDArray[np.uint16]] = []
        self._accepted = 0
        self.proposals = 0
        self.doubtful = False

    def next_batch(self) -> int:
        """Return how many proposals to make next; 0 when there are enough deals or proposals."""
        wanted = self._count - self._accepted
        if wanted <= 0:
            return 0
        size = int(1.1 * wanted / max(self._rate, 1e-9)) + 128
        return min(size, _BATCH, self._effort - self.proposals)

    def add(self, size: int, deals: NDArray[np.uint16]) -> None:
        """Add the deals that fit out of a batch of `size` proposals."""
        before = self.proposals
        self.proposals += size
        self._batches.append(deals)
        self._accepted += len(deals)
        self._rate = self._accepted / self.proposals
        doubt = min(_DOUBT, self._effort)
        self.doubtful = not self._accepted and before < doubt <= self.proposals

    def sample(self, share: float, witness: Deal | None) -> Sample:
        """Return the result; deals beyond the number wanted are dropped."""
        empty = np.empty((0, 4, 4), dtype=np.uint16)
        deals = np.concatenate([empty, *self._batches])[: self._count]
        status = SampleStatus.COMPLETE if len(deals) == self._count else SampleStatus.PARTLY
        rate = self._rate if self.proposals else 0.0
        return Sample(deals, status, self.proposals, rate, rate * share, witness)


def deals_for(
    view: View,
    known: Mapping[Seat, Hand] | None,
    generator: np.random.Generator,
    count: int,
    *,
    effort: int = EFFORT,
    stop: Callable[[], bool] = lambda: False,
    readings: tuple[Reading, Reading] = (EXACT, EXACT),
    where: DealCondition = ANY_DEAL,
) -> Sample:
    """Return deals that fit an auction and the known hands; see `Sampler.sample`.

    Args:
        view: the auction.
        known: hands that are seen.
        generator: the random source.
        count: how many deals are wanted.
        effort: how many proposals are made at most.
        stop: asked before every batch of some ten milliseconds; True ends the sample.
        readings: how far North-South's and East-West's calls are believed.
        where: a further condition on the deals.
    """
    shown = {seat: constraint(view, seat, readings) for seat in Seat if seat not in (known or {})}
    return Sampler(shown, known, where).sample(generator, count, effort=effort, stop=stop)


def constraint(view: View, seat: Seat, readings: tuple[Reading, Reading]) -> Constraint:
    """Return what an auction says of a seat, as its side is read."""
    return constraint_of(view.players[seat].shown, readings[seat.side])


def constraint_of(shown: Shown, reading: Reading) -> Constraint:
    """Return what a hand must be like, or weighs, by what its calls have shown."""
    if reading.exact:
        return Constraint(shown.mask, shown.node())
    weights = weights_of(shown, reading)
    return Constraint(to_mask(weights > 0), weights=weights, doubts=doubts_of(shown, reading))


def joint_hands(
    view: View, known: Mapping[Seat, Hand], readings: tuple[Reading, Reading] = (EXACT, EXACT)
) -> JointHands:
    """Return what hands can be after an auction, together and with the known hands."""
    shown = {seat: constraint(view, seat, readings) for seat in Seat if seat not in known}
    return JointHands.of({seat: (each.mask, each.node) for seat, each in shown.items()}, known)


def _nothing(proposals: int = 0) -> Sample:
    return Sample(np.empty((0, 4, 4), dtype=np.uint16), SampleStatus.NONE, proposals)


def _node(constraint: Constraint) -> Bool:
    """Return the whole constraint as a condition, without a mask that the node implies."""
    if plain_space().masks(constraint.node).may & ~constraint.mask:
        return all_of([mask_node(constraint.mask), constraint.node])
    return constraint.node
