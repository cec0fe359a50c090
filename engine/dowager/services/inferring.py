"""What an auction has shown, as a JSON object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dowager.api import Alternative, CallMeaning
from dowager.cards import Hand, Seat, Suit
from dowager.errors import InputError
from dowager.knowledge.answers import Answer, Ranges
from dowager.services.known_tables import DEFAULT_SYSTEM, table_at
from dowager.services.requests import Request, read_request, truth_field

_EXACT = "ns=exact,ew=exact"


def infer(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer what an auction has shown; `ask` adds questions, `exact` proves.

    Raises:
        InputError: a field is wrong, or a call is not legal.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    return inference_object(request, questions_of(fields), truth_field(fields, "exact"))


def _hand(request: Request) -> Hand | None:
    if request.hand is None:
        return None
    if request.seat is None:
        raise InputError('"hand" needs "seat", to say whose hand it is')
    if request.deal is not None and request.deal[request.seat] != request.hand:
        raise InputError(f'"hand" is not the hand of {request.seat.letter} in "deal"')
    return request.hand


def inference_object(
    request: Request, questions: tuple[str, ...] = (), exact: bool = False
) -> dict[str, Any]:
    """Return what an auction has shown, and answers to questions.

    Args:
        request: the auction, and what the asker knows.
        questions: each `SEAT: CONDITION`, or a condition about several hands.
        exact: whether CP-SAT proves ranges and answers.

    Raises:
        InputError: a hand comes without its seat, or a question is wrong.
    """
    table = table_at(request.seat or Seat.NORTH, request.system, request.opponents)
    inference = table.infer(
        request.auction, seat=request.seat, hand=_hand(request), reading=request.reading
    )
    answer: dict[str, Any] = {
        "seats": seats_object(inference.seats),
        "calls": [_call(meaning) for meaning in inference.calls],
        "relaxed": inference.relaxed,
        "excluded": inference.excluded(request.deal) if request.deal else [],
    }
    if inference.reading != _EXACT:
        answer["reading"] = inference.reading
    if questions:
        answer["asked"] = [_answered(asked, exact) for asked in inference.ask(questions, exact)]
    if exact:
        proved = inference.exact()
        answer |= {"proved": proved.proved, "witness": proved.witness and str(proved.witness)}
        answer["seats"] = seats_object(proved.seats) or answer["seats"]
    return answer


def _answered(asked: Answer, exact: bool) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "seat": None if asked.seat is None else asked.seat.letter,
        "text": asked.text,
        "verdict": asked.verdict.value,
        "possible": asked.possible,
        "certain": asked.certain,
        "probability": asked.probability,
        "error": asked.error,
    }
    if exact:
        deals = {"for": asked.witness, "against": asked.counterexample}
        answer |= {key: None if deal is None else str(deal) for key, deal in deals.items()}
    return answer


def questions_of(line: dict[str, Any], asked: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the questions of a request, or those of the command if it has none.

    Raises:
        InputError: they are no texts.
    """
    questions = line.get("ask", list(asked))
    questions = [questions] if isinstance(questions, str) else questions
    if not isinstance(questions, list) or not all(isinstance(each, str) for each in questions):
        raise InputError('"ask" takes a list of questions, such as ["N: aces >= 2"]')
    return tuple(questions)


def seats_object(seats: Mapping[Seat, Ranges]) -> dict[str, dict[str, list[int]]]:
    """Return the least and greatest HCP and lengths of each hand."""
    return {seat.letter: _box(ranges) for seat, ranges in seats.items()}


def _box(ranges: Ranges) -> dict[str, list[int]]:
    lengths = {suit.letter: list(ranges.lengths[suit]) for suit in reversed(Suit)}
    return {"hcp": list(ranges.hcp), **lengths}


def _call(meaning: CallMeaning) -> dict[str, Any]:
    return {
        "call": str(meaning.call),
        "seat": meaning.seat.letter,
        "name": meaning.name,
        "text": meaning.text,
        "forcing": meaning.forcing,
        "alert": meaning.alert,
        **_several(meaning.alternatives),
    }


def _several(alternatives: Sequence[Alternative]) -> dict[str, list[dict[str, Any]]]:
    """Return the field of a call that shows several kinds of hand; nothing for another."""
    if not alternatives:
        return {}
    rounded = (
        {key: round(getattr(each, key), 4) for key in ("share", "now")} for each in alternatives
    )
    return {
        "alternatives": [
            {
                "name": each.name,
                "text": each.text,
                **shares,
                "exact": each.exact,
                **_box(each.ranges),
            }
            for each, shares in zip(alternatives, rounded, strict=True)
        ]
    }
