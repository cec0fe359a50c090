"""Owns the exact answer to an auction: what each hand can hold, proved across the four hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dowager.cards import Hand, Seat, Suit
from dowager.knowledge.answers.ranges import ranges
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
) -> dict[str, Any]:
    """Return exact ranges and a deal that fits, as the line interface states them.

    Returns:
        `seats` as in `dowager infer`; `proved`: whether every bound is attained; `witness`: a deal
        that fits, or None when none does or the time ran out.
    """
    session = session_of(view, known)
    # Sampled deals are free witnesses of most of the ranges; the solver is left with the ends.
    found = list(deals_for(view, known, np.random.default_rng(0), _SAMPLE, effort=_EFFORT))
    if not found:
        verdict = session.possible(limit=limit)
        found = [verdict.deal] if verdict.deal else []
    bounds = session.bounds(limit=limit, outer=_outer(view, known), inner=found)
    answer: dict[str, Any] = {
        "proved": bounds.exact or bounds.possible is Proof.NO,
        "witness": str(found[0]) if found else None,
    }
    if bounds.possible is not Proof.NO:
        answer["seats"] = {seat.letter: _seat(bounds, seat) for seat in Seat}
    return answer


def _outer(
    view: View, known: Mapping[Seat, Hand] | None
) -> dict[tuple[Seat, Int], tuple[int, int]]:
    """Return the quick ranges, which hold, as a start for the proof."""
    boxes = ranges(view, known)
    found: dict[tuple[Seat, Int], tuple[int, int]] = {}
    for seat, quick in boxes.items():
        found[seat, HCP] = quick.hcp
        found.update(((seat, node), quick.lengths[suit]) for suit, node in enumerate(LENGTHS))
    return found


def _seat(bounds: Bounds, seat: Seat) -> dict[str, list[int]]:
    hcp = bounds.hcp(seat)
    lengths = {suit.letter: bounds.length(seat, suit) for suit in reversed(Suit)}
    return {
        "hcp": [hcp.low, hcp.high],
        **{letter: [found.low, found.high] for letter, found in lengths.items()},
    }
