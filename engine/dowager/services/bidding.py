"""The call for a hand, as a JSON object."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from dowager.api import Decision
from dowager.errors import InputError
from dowager.services.known_tables import DEFAULT_SYSTEM, table_at
from dowager.services.requests import Request, number_field, read_request, truth_field

MOST_JUDGING = 20.0
"""Seconds for judging one call, at most."""


def bid(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer a request for a call; `why` adds reasons, `judge` gives seconds to judgement.

    Raises:
        InputError: a field is wrong, or a call is not legal.
    """
    judge = number_field(fields, "judge", 0.0, 0.0, MOST_JUDGING)
    decision = decide(read_request(fields, DEFAULT_SYSTEM, None, ""), judge)
    reasons = {"why": reasons_object(decision)} if truth_field(fields, "why") else {}
    return decision_object(decision, judge) | reasons


def decide(request: Request, judge: float) -> Decision:
    """Return the call for a hand.

    Args:
        request: the hand, its seat if given, and the auction.
        judge: seconds for judgement; 0 for the rules' own call.

    Raises:
        InputError: there is no hand, or it is not the turn of its seat.
    """
    if request.hand is None:
        raise InputError('"hand" is missing; write S.H.D.C, spades first')
    seat = request.auction.turn
    if request.seat is not None and request.seat is not seat and not request.auction.ended:
        raise InputError(
            f'"seat" is {request.seat.letter}, but after these calls it is {seat.letter}\'s turn'
        )
    table = table_at(seat, request.system, request.opponents)
    return table.bid(request.hand, request.auction, judge=judge, reading=request.reading)


def decision_object(decision: Decision, judge: float) -> dict[str, Any]:
    """Return the answer to `bid`; `judge`: the seconds that were given to judgement."""
    judged = {"judged": judged_object(decision)} if judge > 0 else {}
    return {
        "call": str(decision.call),
        "name": decision.name,
        "rule": decision.rule,
        "text": decision.text,
        "alert": decision.alert,
        "forcing": decision.forcing,
    } | judged


def reasons_object(decision: Decision) -> list[dict[str, Any]]:
    """Return why each call that the system has here was or was not chosen."""
    return [{**asdict(reason), "call": str(reason.call)} for reason in decision.why]


def judged_object(decision: Decision) -> dict[str, Any] | None:
    """Return what judgement said; None where there was nothing to judge."""
    if decision.rivals is None:
        return None
    gains = {str(each.call): round(each.gain, 3) for each in decision.rivals if each.deals}
    return {
        "own": str(decision.rules_call),
        "scoring": decision.scoring.word,
        "rivals": gains,
    }
