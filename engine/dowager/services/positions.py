"""The calls that a system has in a position, as a JSON object."""

from __future__ import annotations

from typing import Any

from dowager.errors import InputError
from dowager.knowledge.public import View, rule_words
from dowager.language.compile import Candidate
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_at
from dowager.services.requests import read_request

_MOST_RULES = 4
"""Rules of one call that are put in words."""


def calls(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer which calls the system of the seat to call has, each with what it shows.

    Raises:
        InputError: a field is wrong, or the auction has ended.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    auction = request.auction
    if auction.ended:
        raise InputError(f"the auction has ended: {auction}")
    view = bidder_at(auction.turn, request.system, request.opponents).view(auction)
    words: dict[str, dict[str, None]] = {}
    for candidate in view.position:
        told = words.setdefault(str(candidate.call), {})
        if len(told) < _MOST_RULES:
            told[_told(view, candidate)] = None
    return {"calls": [{"call": call, "text": "; or ".join(told)} for call, told in words.items()]}


def _told(view: View, candidate: Candidate) -> str:
    text = rule_words(candidate, view.position, view.caller.shown.cells)
    name = candidate.rule.name
    return f"{name}: {text}" if name else text
