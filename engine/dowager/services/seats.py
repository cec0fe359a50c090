"""What a robot does at a seat of a table: its call, its card, or its answer to a claim."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

from dowager.alerts import write_alert
from dowager.auction import Auction, Scoring
from dowager.cards import Hand, Seat, card_name
from dowager.errors import InputError
from dowager.knowledge.readings import parse_readings
from dowager.play import Budget, Play
from dowager.services.known_tables import DEFAULT_SYSTEM, system_named
from dowager.services.playing import cards_of
from dowager.services.requests import number_field, read_request, text_field, whole_field
from dowager.table import PlayerBoard, Robot

_MOST_SECONDS = 20.0


def act(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer what a robot does whose turn it is.

    Besides the fields that all questions share: `seat`, `hand`; `cards`, those played so far;
    `dummy`, dummy's hand once it is seen; `alerts`, the opponents' by the index of the call;
    `seconds` for thinking; `judge`, seconds for judging a call.

    Returns:
        `call` and `alert`; or `card`, and whether it `claims` the rest.

    Raises:
        InputError: a field is wrong, or it is not the turn of the seat.
    """
    board, robot = seat_board(fields), _robot_of(fields)
    if not board.our_turn:
        raise InputError(f"it is not {board.seat.word}'s turn")
    budget = Budget(number_field(fields, "seconds", 2.0, 0.0, _MOST_SECONDS), time.monotonic)
    if board.play is None:
        called = robot.call(board, budget)
        disclosed = None if called.disclosure is None else write_alert(called.disclosure)
        return {"call": str(called.call), "alert": disclosed}
    choice = robot.card(board, budget)
    return {
        "card": card_name(choice.card),
        "claims": bool(board.play.cards) and robot.claims(board),
    }


def answer_claim(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer whether a robot accepts a claim of the remaining tricks.

    Besides the fields of `act`: `claimer`, a seat, and `claimed`, the hand that it shows.

    Raises:
        InputError: a field is wrong.
    """
    board, robot = seat_board(fields), _robot_of(fields)
    claimer = Seat.parse(text_field(fields, "claimer", ""))
    claimed = Hand.parse(text_field(fields, "claimed", ""))
    return {"accepts": robot.accepts(board, claimer, claimed)}


def seat_board(fields: dict[str, Any]) -> PlayerBoard:
    """Return a board as the player at a seat sees it.

    Raises:
        InputError: a field is wrong, or a card cannot have been played.
    """
    request = read_request(fields, DEFAULT_SYSTEM, None)
    if request.seat is None or request.hand is None:
        raise InputError('"seat" and "hand" are needed')
    auction = request.auction
    number = whole_field(fields, "number", 1, 1, None) or 1
    board = PlayerBoard(
        request.seat, number, request.hand, auction, _alerts(fields), _play(auction, fields)
    )
    if board.play is not None and board.play.dummy is request.seat:
        return board.with_dummy(request.hand)
    dummy = text_field(fields, "dummy", "")
    return board.with_dummy(Hand.parse(dummy)) if dummy else board


def _play(auction: Auction, fields: dict[str, Any]) -> Play | None:
    """Return the play, if the auction has led to one."""
    if not auction.ended or auction.contract is None:
        return None
    play = Play(auction.contract)
    for card in cards_of(fields):
        play = play.then(card)
    return play


def _alerts(fields: dict[str, Any]) -> dict[int, str]:
    """Return the alerts by index of the call."""
    alerts = fields.get("alerts") or {}
    if not isinstance(alerts, dict) or not all(
        index.isdigit() and isinstance(text, str) for index, text in alerts.items()
    ):
        raise InputError(
            '"alerts" takes texts by the index of the call, such as {"2": "5+ hearts"}'
        )
    return {int(index): text for index, text in alerts.items()}


def _robot_of(fields: dict[str, Any]) -> Robot:
    request = read_request(fields, DEFAULT_SYSTEM, None)
    assert request.seat is not None
    judge = number_field(fields, "judge", 0.0, 0.0, _MOST_SECONDS)
    key = request.seat, request.system, request.opponents, request.reading
    return _robot(*key, judge, request.auction.scoring)


@lru_cache(maxsize=32)
def _robot(
    seat: Seat, system: str, opponents: str | None, reading: str, judge: float, scoring: Scoring
) -> Robot:
    theirs = None if opponents is None else system_named(opponents)
    both = parse_readings(reading)
    return Robot(seat, system_named(system), theirs, both, judge, scoring)
