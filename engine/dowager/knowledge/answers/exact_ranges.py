"""Ranges proved across the four hands; this file loads the solver."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dowager.cards import Hand, Seat, Suit
from dowager.knowledge.answers.ranges import ExactRanges, Ranges, ranges
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS
from dowager.knowledge.public.view import View
from dowager.knowledge.sampling.sampler import deals_for
from dowager.knowledge.solving.deal_session import DealBounds, DealSession, Proof
from dowager.language.tree import Int

_LIMIT = 30.0
_SAMPLE, _EFFORT = 2000, 400_000


def exact_ranges(
    view: View, known: Mapping[Seat, Hand] | None = None, limit: float = _LIMIT
) -> ExactRanges:
    """Return exact ranges and a deal that fits.

    Args:
        view: the auction.
        known: hands that are seen.
        limit: seconds for the proofs.
    """
    known = known or {}
    shown = {seat: view.players[seat].shown.node() for seat in Seat if seat not in known}
    session = DealSession(shown, known)
    # Sampled deals are free witnesses of most of the ranges; the solver has only the ends to find.
    deals = list(deals_for(view, known, np.random.default_rng(0), _SAMPLE, effort=_EFFORT))
    if not deals:
        _, deal = session.possible(limit=limit)
        deals = [deal] if deal else []
    bounds = session.bounds(limit=limit, outer=_outer(view, known), inner=deals)
    witness = deals[0] if deals else None
    if bounds.possible is Proof.NO:
        return ExactRanges(True, {}, witness)
    return ExactRanges(bounds.exact, {seat: _ranges_of(bounds, seat) for seat in Seat}, witness)


def _outer(view: View, known: Mapping[Seat, Hand]) -> dict[tuple[Seat, Int], tuple[int, int]]:
    """Return the quick ranges, which hold, as a start for the proof."""
    return {
        (seat, number): bounds
        for seat, quick in ranges(view, known).items()
        for number, bounds in zip(HCP_AND_LENGTHS, (quick.hcp, *quick.lengths), strict=True)
    }


def _ranges_of(bounds: DealBounds, seat: Seat) -> Ranges:
    hcp, *lengths = (bounds.hcp(seat), *(bounds.length(seat, suit) for suit in Suit))
    return Ranges((hcp.low, hcp.high), tuple((span.low, span.high) for span in lengths))
