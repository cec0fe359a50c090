"""How often calls are made, as a JSON object."""

from __future__ import annotations

from typing import Any

import numpy as np

from dowager.auction import parse_call
from dowager.authoring.frequency import frequency as frequency_of
from dowager.authoring.frequency import picture
from dowager.errors import InputError
from dowager.knowledge.public import View
from dowager.knowledge.sampling import Columns, deals_for
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_at
from dowager.services.requests import read_request, text_field, whole_field
from dowager.services.shares import frequency_object, picture_object

MOST_DEALS = 10_000
"""Deals that may be drawn for one answer."""


def frequency(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer how often each call is made after an auction; with `call`, by what hands.

    `deals` counts on that many deals that fit the auction, in place of all hands of the seat.

    Raises:
        InputError: a field is wrong, a call is not legal, or no hand makes `call`.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    if request.auction.ended:
        raise InputError(f"the auction has ended: {request.auction}")
    bidder = bidder_at(request.auction.turn, request.system, request.opponents)
    view = bidder.view(request.auction)
    generator = np.random.default_rng(whole_field(fields, "seed", 1, 0, None))
    hands = _hands(view, whole_field(fields, "deals", None, 1, MOST_DEALS), generator)
    asked = text_field(fields, "call", "")
    if not asked:
        return frequency_object(request.auction, frequency_of(view, generator, hands=hands))
    return _pictured(view, asked, generator, hands)


def _pictured(
    view: View, asked: str, generator: np.random.Generator, hands: Columns | None
) -> dict[str, Any]:
    """Return the hands that make a call.

    Raises:
        InputError: the call is none, is not legal, or no hand makes it.
    """
    call = parse_call(asked)
    if not view.auction.is_legal(call):
        raise InputError(f"{call} is not legal after: {view.auction}")
    pictured = picture(view, call, generator, hands=hands)
    if pictured is None:
        raise InputError(f"no hand makes {call} after: {view.auction}")
    return {"call": str(call), **picture_object(pictured)}


def _hands(view: View, count: int | None, generator: np.random.Generator) -> Columns | None:
    """Return the hands of the seat to call in that many deals; None without a number."""
    if count is None:
        return None
    sample = deals_for(view, None, generator, count)
    if not len(sample):
        raise InputError(f"no deal was found that fits the auction: {view.auction}")
    hands: Columns = np.ascontiguousarray(sample.holdings[:, view.caller_seat].T)
    return hands
