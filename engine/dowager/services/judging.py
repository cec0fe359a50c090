"""Whether a call is about as good as the system's own, as a JSON object."""

from __future__ import annotations

import time
from typing import Any

from dowager.auction import parse_call
from dowager.errors import InputError
from dowager.judgement import Judge, Worth
from dowager.knowledge.public import rule_words
from dowager.play import Budget
from dowager.services.bidding import MOST_JUDGING
from dowager.services.known_tables import DEFAULT_SYSTEM, bidder_at
from dowager.services.requests import number_field, read_request, text_field

_SECONDS = 3.0


def practice_alternative(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer whether a call is about as good as the system's own, on deals that fit the auction.

    Besides the fields that all questions share: `call`, and `seconds` for trying it. Only a call is
    tried that the hand makes or misses by one unit, and that judgement may prefer.

    Returns:
        `accepted`; and where the call was tried, `deals`, `gain` over the system's own call with
        its standard `error`, `scoring`, and the call's own rule: `name`, `rule`, `text`.

    Raises:
        InputError: a field is wrong, or the call is not legal.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    auction, call = request.auction, parse_call(text_field(fields, "call", ""))
    if request.hand is None:
        raise InputError('"hand" is missing; write S.H.D.C, spades first')
    if not auction.is_legal(call):
        raise InputError(f"{call} is not legal here")
    seconds = number_field(fields, "seconds", _SECONDS, 0.0, MOST_JUDGING)
    view = bidder_at(auction.turn, request.system, request.opponents).view(auction)
    judged = Judge().compare(view, request.hand, Budget(seconds, time.monotonic), [call])
    if judged is None or not judged.others[0].deals:
        return {"accepted": False}
    worth = judged.others[0]
    words = rule_words(worth.rule, view.position, view.caller.shown.cells)
    return _worth_object(worth) | {"text": words}


def _worth_object(worth: Worth) -> dict[str, Any]:
    return {
        "accepted": worth.as_good,
        "deals": worth.deals,
        "gain": round(worth.gain, 2),
        "error": round(worth.error, 2),
        "scoring": worth.scoring.word,
        "name": worth.rule.rule.name,
        "rule": worth.rule.rule.location,
    }
