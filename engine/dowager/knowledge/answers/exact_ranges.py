"""The exact answer to an auction: what each hand can hold, proved across the four hands."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dowager.cards import Hand, Seat, Suit
from dowager.knowledge.answers.ranges import ExactRanges, Ranges, ranges
from dowager.knowledge.public.view import View
from dowager.knowledge.sampling.sampler import deals_for
from dowager.knowledge.solving.deal_session import HCP, LENGTHS, Bounds, DealSession, Proof
from dowager.language.tree import Int

_LIMIT = 30.0
_SAMPLE, _EFFORT = 2000, 400_000


def session_of(view: View, known: Mapping[Seat, Hand] | None = None) -> DealSession:
    """Return the solver session of an auction; a known hand is taken as it is."""
    known = known or {}
    shown = {seat: view.players[seat].shown.node() for seat in Seat if seat not in known}
    return DealSession(shown, known)


def exact_ranges(
    view: View, known: Mapping[Seat, Hand] | None = None, limit: float = _LIMIT
) -> ExactRanges:
    """Return exact ranges and a deal that fits.

    Args:
        view: the auction.
        known: hands that are seen.
        limit: seconds for the proofs.
    """
    session = session_of(view, known)
    # Sampled deals are free witnesses of most of the ranges; the solver is left with the ends.
    deals = list(deals_for(view, known, np.random.default_rng(0), _SAMPLE, effort=_EFFORT))
    if not deals:
        verdict = session.possible(limit=limit)
        deals = [verdict.deal] if verdict.deal else []
    bounds = session.bounds(limit=limit, outer=_outer(view, known), inner=deals)
    witness = deals[0] if deals else None
    if bounds.possible is Proof.NO:
        return ExactRanges(True, {}, witness)
    return ExactRanges(bounds.exact, {seat: _ranges_of(bounds, seat) for seat in Seat}, witness)


def _outer(
    view: View, known: Mapping[Seat, Hand] | None
) -> dict[tuple[Seat, Int], tuple[int, int]]:
    """Return the quick ranges, which hold, as a start for the proof."""
    outer: dict[tuple[Seat, Int], tuple[int, int]] = {}
    for seat, quick in ranges(view, known).items():
        outer[seat, HCP] = quick.hcp
        outer.update(((seat, node), quick.lengths[suit]) for suit, node in enumerate(LENGTHS))
    return outer


def _ranges_of(bounds: Bounds, seat: Seat) -> Ranges:
    hcp, *lengths = (bounds.hcp(seat), *(bounds.length(seat, suit) for suit in Suit))
    return Ranges((hcp.low, hcp.high), tuple((span.low, span.high) for span in lengths))
