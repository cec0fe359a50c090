"""What a question as a JSON object gives: the auction, hands, systems."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any

from dowager.auction import (
    NO_PART_SCORES,
    Auction,
    BySide,
    Scoring,
    Vulnerability,
    parse_call,
)
from dowager.cards import Deal, Hand, Seat
from dowager.errors import InputError


@dataclass(frozen=True, slots=True)
class Request:
    """What a line asks about: the auction, and whatever else it gives."""

    auction: Auction
    hand: Hand | None
    seat: Seat | None
    deal: Deal | None
    system: str
    opponents: str | None
    reading: str = "exact"


def read_object(text: bytes, what: str = "the line") -> dict[str, Any]:
    """Return the JSON object of a text.

    Args:
        text: the text, in UTF-8.
        what: what the text is, for the error.

    Raises:
        InputError: it is not JSON, not an object, or has a number that cannot be written back.
    """
    try:
        value = json.loads(text.decode("utf-8"), parse_constant=_float, parse_float=_float)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise InputError(f"{what} is not a JSON object, {{...}}")
    return value


def _float(word: str) -> float:
    value = float(word)
    if not isfinite(value):  # it could not be written back
        raise ValueError(f"{word} is not a number")
    return value


def read_request(
    line: dict[str, Any],
    system: str,
    opponents: str | None,
    reading: str = "exact",
    scoring: Scoring = Scoring.IMPS,
    part_scores: BySide = NO_PART_SCORES,
) -> Request:
    """Read the fields that the line interfaces share.

    Raises:
        InputError: a field is wrong, or a call is not legal.
    """
    calls = line.get("calls", [])
    if not isinstance(calls, list) or not all(isinstance(call, str) for call in calls):
        raise InputError('"calls" takes a list of calls, such as ["1NT", "P"]')
    dealer = Seat.parse(text_field(line, "dealer", "N"))
    vulnerability = Vulnerability.parse(text_field(line, "vul", "none"))
    scored = Scoring.parse(text_field(line, "scoring", scoring.word))
    below = _part_scores(line, part_scores)
    auction = _auction(dealer, vulnerability, tuple(calls), scored, below)
    hand, seat, deal = (line.get(key) for key in ("hand", "seat", "deal"))
    return Request(
        auction,
        None if hand is None else Hand.parse(text_field(line, "hand", "")),
        None if seat is None else Seat.parse(text_field(line, "seat", "")),
        None if deal is None else Deal.parse(text_field(line, "deal", "")),
        text_field(line, "system", system),
        text_field(line, "opponents", opponents or "") or None,
        text_field(line, "reading", reading),
    )


@lru_cache(maxsize=1024)
def _auction(
    dealer: Seat,
    vulnerability: Vulnerability,
    calls: tuple[str, ...],
    scoring: Scoring,
    part_scores: BySide,
) -> Auction:
    """Return an auction; programs ask for many hands in the same one."""
    parsed = [parse_call(call) for call in calls]
    return Auction.of_calls(dealer, vulnerability, parsed, scoring, part_scores)


def _part_scores(line: dict[str, Any], default: BySide) -> BySide:
    """Return what each side has below the line."""
    match line.get("part_scores"):
        case None:
            return default
        case [int(north_south), int(east_west)]:
            return north_south, east_west
        case value:
            raise InputError(
                '"part_scores" takes two numbers, those of North-South and East-West, such as'
                f" [60, 0], not {value!r}"
            )


def text_field(line: dict[str, Any], key: str, default: str) -> str:
    """Return a field that takes a text, or a default without it.

    Raises:
        InputError: it is something else.
    """
    value = line.get(key)
    if value is None:
        return default
    if not isinstance(value, str):
        raise InputError(f'"{key}" takes a string, not {value!r}')
    return value


def whole_field(
    line: dict[str, Any], key: str, default: int | None, low: int, high: int | None
) -> int | None:
    """Return a field that takes a whole number within bounds, or a default without it.

    Raises:
        InputError: it is something else.
    """
    value = line.get(key)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise InputError(f'"{key}" takes a whole number from {low} on, not {value!r}')
    if high is not None and value > high:
        raise InputError(f'"{key}" takes at most {high:,}, not {value:,}')
    return value


def number_field(
    fields: dict[str, Any], key: str, default: float, low: float, high: float
) -> float:
    """Return a field that takes a number within bounds, or a default without it.

    Raises:
        InputError: it is something else.
    """
    value = fields.get(key)
    if value is None:
        return default
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise InputError(f'"{key}" takes a number from {low:g} to {high:g}, not {value!r}')
    return float(value)


def truth_field(fields: dict[str, Any], key: str) -> bool:
    """Return a field that takes true or false; false without it.

    Raises:
        InputError: it is something else.
    """
    value = fields.get(key)
    if value is not None and not isinstance(value, bool):
        raise InputError(f'"{key}" takes true or false, not {value!r}')
    return bool(value)
