"""Ranges proved across the four hands.

Sampled deals, moved to the extremes, show what is possible; what the hands leave one another proves
most of the rest. Only where the two do not meet is the solver loaded and asked.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dowager.backends.evaluate import deal_array
from dowager.cards import Deal, Hand, Seat
from dowager.knowledge.answers.ranges import ExactRanges, Ranges, ranges
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS
from dowager.knowledge.joint import JointHands
from dowager.knowledge.public.view import View
from dowager.knowledge.readings import EXACT
from dowager.knowledge.sampling.extremes import Extremes, Spans
from dowager.knowledge.sampling.sample import SampleStatus, deal_of
from dowager.knowledge.sampling.sampler import Sampler, constraint
from dowager.language.tree import Bool, Int

_LIMIT = 30.0
_SAMPLE, _EFFORT = 2000, 400_000


def exact_ranges(
    view: View, known: Mapping[Seat, Hand] | None = None, limit: float = _LIMIT
) -> ExactRanges:
    """Return exact ranges and a deal that fits.

    Args:
        view: the auction.
        known: hands that are seen.
        limit: seconds for the solver, where it is needed.
    """
    known = known or {}
    hidden = [seat for seat in Seat if seat not in known]
    shown = {seat: constraint(view, seat, (EXACT, EXACT)) for seat in hidden}
    hands = JointHands.of({seat: (each.mask, each.node) for seat, each in shown.items()}, known)
    if not hands.possible:
        return ExactRanges(True, {}, None)
    sampler, generator = Sampler(shown, known), np.random.default_rng(0)
    sample = sampler.sample(generator, _SAMPLE, effort=_EFFORT)
    extremes = Extremes(sampler.fits, _outer(view, known, hands), generator)
    if len(sample):
        extremes.add(sample.holdings)
        if extremes.closed:
            return ExactRanges(True, _seats(extremes.spans(), known), sample.deal(0))
    elif sample.status is SampleStatus.NONE:
        return ExactRanges(True, {}, None)
    nodes = {seat: each.node for seat, each in shown.items()}
    return _solved(nodes, known, limit, extremes)


def _solved(
    shown: Mapping[Seat, Bool], known: Mapping[Seat, Hand], limit: float, extremes: Extremes
) -> ExactRanges:
    """Let the solver prove, or move, the bounds that are not reached."""
    # OR-Tools takes long to import.
    from dowager.knowledge.solving.deal_session import DealSession, Proof

    session = DealSession(shown, known)
    if not len(extremes.deals):
        proof, first = session.possible(limit=limit)
        if first is None:
            quick = {} if proof is Proof.NO else _seats(extremes.outer, known)
            return ExactRanges(proof is Proof.NO, quick, None)
        extremes.add(deal_array([first]))

    def further(deal: Deal) -> list[Deal]:
        extremes.add(deal_array([deal]))
        return [deal_of(holdings) for holdings in extremes.deals]

    inner = [deal_of(holdings) for holdings in extremes.deals]
    outer: dict[tuple[Seat, Int], tuple[int, int]] = {
        (seat, HCP_AND_LENGTHS[number]): span for (seat, number), span in extremes.outer.items()
    }
    bounds = session.bounds(limit=limit, outer=outer, inner=inner, further=further)
    spans = {
        (seat, number): (bounds.intervals[seat, node].low, bounds.intervals[seat, node].high)
        for seat in Seat
        for number, node in enumerate(HCP_AND_LENGTHS)
    }
    return ExactRanges(bounds.exact, _seats(spans, known), inner[0])


def _outer(view: View, known: Mapping[Seat, Hand], hands: JointHands) -> Spans:
    """Return bounds that hold: the quick ranges, and what the hands can be together."""
    quick = ranges(view, known)
    outer: dict[tuple[Seat, int], tuple[int, int]] = {}
    for seat in Seat:
        if seat in known:
            continue
        for number, span in enumerate((quick[seat].hcp, *quick[seat].lengths)):
            low, high = hands.span(seat, HCP_AND_LENGTHS[number])
            outer[seat, number] = (max(low, span[0]), min(high, span[1]))
    return outer


def _seats(spans: Spans, known: Mapping[Seat, Hand]) -> dict[Seat, Ranges]:
    seats = {}
    for seat in Seat:
        values = (known[seat].hcp, *known[seat].lengths) if seat in known else ()
        hcp, *lengths = [(v, v) for v in values] or [spans[seat, n] for n in range(5)]
        seats[seat] = Ranges(hcp, tuple(lengths))
    return seats
