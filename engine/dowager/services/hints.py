"""Which card to play, and what speaks for it."""

from __future__ import annotations

from typing import Any

from dowager.errors import InputError
from dowager.services.known_tables import DEFAULT_SYSTEM, table_at
from dowager.services.requests import number_field, read_request, text_field
from dowager.services.seats import cards_field


def hint_card(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer which card a robot would play, from `hand` or, for declarer, from `dummy`.

    Besides the fields that all questions share: `cards`, `dummy`, and `seconds` for thinking.

    Returns:
        `card`; `considered`, the best first, each with `card`, the `tricks` of declarer's side and
        the `imps` that it loses to the best card, on average; and how many `layouts` of the hidden
        hands were solved.

    Raises:
        InputError: a field is wrong, or there is nothing to play.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    if request.hand is None or request.seat is None:
        raise InputError('"seat" and "hand" are needed')
    table = table_at(request.seat, request.system, request.opponents)
    seconds = number_field(fields, "seconds", 3.0, 0.1, 20.0)
    choice = table.play(
        request.hand,
        request.auction,
        cards_field(fields),
        dummy=text_field(fields, "dummy", "") or None,
        seconds=seconds,
        reading=request.reading,
    )
    return {
        "card": choice.card,
        "layouts": choice.layouts,
        "considered": [
            {"card": each.card, "tricks": round(each.tricks, 2), "imps": round(each.imps, 2)}
            for each in choice.considered
        ],
    }
