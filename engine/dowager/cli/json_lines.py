"""The line interfaces: a JSON object on each line in, and an answer to each on a line out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any, BinaryIO, TextIO

from dowager.auction import (
    NO_PART_SCORES,
    Auction,
    BySide,
    Scoring,
    Vulnerability,
    parse_call,
)
from dowager.cards import Deal, Hand, Seat
from dowager.cli.file_errors import file_error_text
from dowager.errors import DowagerError, InputError

_LONGEST = 1 << 20


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


def serve(
    answer: Callable[[dict[str, Any]], dict[str, Any]],
    source: BinaryIO | None = None,
    sink: TextIO | None = None,
) -> None:
    """Answer every line until the input ends; a faulty line is answered with its error."""
    source, sink = source or sys.stdin.buffer, sink or sys.stdout
    for line in source:
        if line.strip():
            sink.write(json.dumps(_answer_line(answer, line)) + "\n")
            sink.flush()


def _answer_line(answer: Callable[[dict[str, Any]], dict[str, Any]], line: bytes) -> dict[str, Any]:
    identity: Any = None
    try:
        if len(line) > _LONGEST:
            raise InputError(f"the line is longer than {_LONGEST} bytes")
        request = _object(line)
        identity = request.get("id")
        return {"id": identity, **answer(request)}
    except DowagerError as error:
        return {"id": identity, "error": str(error)}
    except OSError as error:
        return {"id": identity, "error": file_error_text(error)}


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line.decode("utf-8"), parse_constant=_float, parse_float=_float)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the line is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise InputError("the line is not a JSON object, {...}")
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
