"""Deals that fit an auction, as a JSON object."""

from __future__ import annotations

from typing import Any

import numpy as np

from dowager.cards import Hand, Seat
from dowager.errors import InputError
from dowager.knowledge.readings import parse_readings
from dowager.knowledge.sampling import EFFORT, Sample, deals_for
from dowager.language.compile import read_deal_condition
from dowager.language.tree import ANY_DEAL, DealCondition
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_at
from dowager.services.requests import Request, read_request, text_field, whole_field

MOST = 1_000_000
"""Deals at a time."""
MOST_SERVED = 1000
"""Deals of one answer to a program that asks a server."""


def deals(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer which deals fit an auction, 1,000 at most.

    Raises:
        InputError: a field is wrong, or a call is not legal.
    """
    return deals_object(fields, read_request(fields, DEFAULT_SYSTEM, None), most=MOST_SERVED)


def deals_object(
    line: dict[str, Any], request: Request, where: str = "", effort: int = EFFORT, most: int = MOST
) -> dict[str, object]:
    """Return the deals that are asked for.

    Args:
        line: the fields that other questions do not have: `n`, `seed`, `where`.
        request: the auction, and the hand that is known, if any.
        where: further conditions for requests that have none.
        effort: the most deals to propose.
        most: the most deals that may be asked for.

    Raises:
        InputError: a field is wrong.
    """
    if request.hand is not None and request.seat is None:
        raise InputError('"hand" needs "seat", to say whose hand it is')
    known: dict[Seat, Hand] = {}
    if request.hand is not None and request.seat is not None:
        known[request.seat] = request.hand
    bidder = bidder_at(request.seat or Seat.NORTH, request.system, request.opponents)
    generator = np.random.default_rng(whole_field(line, "seed", None, 0, None))
    count = whole_field(line, "n", 1, 1, most)
    readings = parse_readings(request.reading)
    view, wanted = bidder.view(request.auction), wanted_deals(text_field(line, "where", where))
    return sample_object(
        deals_for(
            view, known, generator, count or 1, effort=effort, readings=readings, where=wanted
        )
    )


def wanted_deals(where: str) -> DealCondition:
    """Return a condition on deals; any deal for an empty text."""
    return read_deal_condition(where) if where.strip() else ANY_DEAL


def sample_object(sample: Sample) -> dict[str, object]:
    """Return drawn deals."""
    answer: dict[str, object] = {
        "deals": [str(deal) for deal in sample],
        "status": sample.status.value,
        "proposals": sample.proposals,
        "probability": sample.probability,
    }
    if sample.witness is not None and not len(sample):
        answer["witness"] = str(sample.witness)
    return answer
