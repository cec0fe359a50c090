"""Why a hand makes its call, and why not another one, as a JSON object."""

from __future__ import annotations

from typing import Any

from dowager.auction import parse_call
from dowager.authoring.why import why, why_not, why_not_object, why_object
from dowager.errors import InputError
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_at
from dowager.services.requests import number_field, read_request, text_field

MOST_SEEKING = 20.0
"""Seconds for the smallest change of cards, at most."""


def explain(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer why a hand makes its call; with `call` or `rule`, why not that one.

    Raises:
        InputError: a field is wrong, or the auction has ended.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    auction, hand = request.auction, request.hand
    if hand is None:
        raise InputError('"hand" is missing; write S.H.D.C, spades first')
    bidder = bidder_at(auction.turn, request.system, request.opponents)
    answer = why_object(why(bidder, auction, hand))
    named, rule = text_field(fields, "call", ""), text_field(fields, "rule", "")
    if not named and not rule:
        return answer
    call = parse_call(named) if named else None
    seconds = number_field(fields, "seconds", 5.0, 0.1, MOST_SEEKING)
    asked = why_not(bidder, auction, hand, call, rule, limit=seconds)
    return answer | {"asked": why_not_object(asked, hand)}
