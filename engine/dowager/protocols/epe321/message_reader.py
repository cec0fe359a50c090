"""A line of text as a message: tolerant, since the text contradicts itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from dowager.auction import BySide, Vulnerability
from dowager.errors import InputError
from dowager.protocols.epe321 import json_messages as msg
from dowager.protocols.epe321.json_messages import JsonMessage, NotRead, Standing
from dowager.protocols.epe321.json_values import (
    SIDE_NAMES,
    need_seat,
    read_call_value,
    read_card,
    read_cards,
    read_contract,
    read_count,
    read_seat,
    read_side,
    read_text,
    read_truth,
)
from dowager.protocols.epe321.lenient_json import LowerKeys, read_object

LONGEST_ALIAS = 100
_MOST_POINTS, _MOST_PART = 100_000, 99
_Values: TypeAlias = LowerKeys


def read_message(data: bytes) -> JsonMessage | NotRead:
    """Return what a line says; it never fails."""
    try:
        values = read_object(data)
    except InputError as error:
        return NotRead("", str(error))
    kind = _type_of(values)
    reader = READERS.get(kind)
    if reader is None:
        return NotRead("", f"no type of message: {kind[:40]!r}")
    try:
        return reader(values)
    except InputError as error:
        return NotRead(kind, str(error))


def _type_of(values: _Values) -> str:
    """Return the type, under either of the names that the text has for it."""
    name = read_text(values.get("type") or values.get("typ"))
    return name.strip().upper().replace(" ", "_").replace("-", "_")


def _connect_request(values: _Values) -> JsonMessage:
    alias = read_text(values.get("alias")).strip()
    if not alias or len(alias) > LONGEST_ALIAS:
        raise InputError(f"an alias has 1 to {LONGEST_ALIAS} letters")
    position = read_seat(values.get("position"))
    return msg.ConnectRequest(alias, read_text(values.get("password")), position)


def _connect_unsuccessful(values: _Values) -> JsonMessage:
    full = "FULL" in read_text(values.get("description")).upper()
    return msg.ConnectUnsuccessful(full, read_text(values.get("reason")))


def _connect_successful(values: _Values) -> JsonMessage:
    return msg.ConnectSuccessful(read_seat(values.get("position")))


def _lobby_update(values: _Values) -> JsonMessage:
    listed = values.get("playerpositions", values.get("playerposition"))
    entries = [LowerKeys(e) for e in listed if isinstance(e, dict)] if _is_list(listed) else []
    named = ((read_seat(e.get("position")), read_text(e.get("alias")).strip()) for e in entries)
    return msg.LobbyUpdate(tuple((seat, alias) for seat, alias in named if seat is not None))


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _bid_start(values: _Values) -> JsonMessage:
    number = values.get("number")
    return msg.BidStart(
        read_cards(values.get("cards")),
        need_seat(values.get("dealer")),
        None if number is None else read_count(number, _MOST_POINTS),
        _vulnerability(values.get("vulnerable")),
        _by_side(values.get("partscores"), _MOST_PART),
    )


def _bid_send(values: _Values) -> JsonMessage:
    return msg.BidSend(read_call_value(values.get("bid")))


def _bid_update(values: _Values) -> JsonMessage:
    return msg.BidUpdate(read_call_value(values.get("bid")), read_seat(values.get("player")))


def _bid_end(values: _Values) -> JsonMessage:
    declarer = read_seat(values.get("declarer"))
    dummy = read_seat(values.get("dummy"))
    if declarer is None and dummy is not None:
        declarer = dummy.partner
    return msg.BidEnd(read_contract(values.get("contract"), declarer))


def _play_start(values: _Values) -> JsonMessage:
    cards = values.get("dummycards")
    return msg.PlayStart(read_cards(cards) if cards else ())


def _move_request(values: _Values) -> JsonMessage:
    return msg.MoveRequest(read_truth(values.get("movedummy")))


def _move_send(values: _Values) -> JsonMessage:
    return msg.MoveSend(read_card(values.get("move")))


def _move_update(values: _Values) -> JsonMessage:
    return msg.MoveUpdate(read_card(values.get("move")), read_seat(values.get("player")))


def _trick_end(values: _Values) -> JsonMessage:
    side = read_side(values.get("winningpartnership"))
    return msg.TrickEnd(side, read_seat(values.get("winner")))


def _play_end(values: _Values) -> JsonMessage:
    tricks = values.get("trickswon")
    won = None if tricks is None else read_count(tricks, 13)
    return msg.PlayEnd(read_side(values.get("winningpartnership")), won)


def _score(values: _Values) -> JsonMessage:
    north_south, east_west = (_points(values.get(f"{name}scores")) for name in SIDE_NAMES)
    return msg.Score(north_south, east_west, _standing(values.get("rubber")))


def _points(value: Any) -> msg.Fields:
    """Return the fields of a side's score that are numbers."""
    fields = LowerKeys(value) if isinstance(value, dict) else LowerKeys({})
    words = ((name, read_text(fields.get(name)).strip()) for name in fields)
    return {name: int(word) for name, word in words if word.isascii() and word.isdigit()}


def _game_end(values: _Values) -> JsonMessage:
    return msg.GameEnd(read_side(values.get("winningpartnership")))


def _disconnect_player(values: _Values) -> JsonMessage:
    player = read_seat(values.get("playerpos", values.get("player")))
    return msg.DisconnectPlayer(player, read_truth(values.get("sessionover")))


def _vulnerability(value: Any) -> Vulnerability | None:
    """Return what our own host adds; None for anything else."""
    if not isinstance(value, dict):
        return None
    north_south, east_west = (read_truth(LowerKeys(value).get(name)) for name in SIDE_NAMES)
    return Vulnerability(north_south + 2 * east_west)


def _standing(value: Any) -> Standing | None:
    """Return what our own host adds; None for anything else."""
    if not isinstance(value, dict):
        return None
    values = LowerKeys(value)
    games, parts = _by_side(values.get("games"), 2), _by_side(values.get("partscores"), _MOST_PART)
    if games is None or parts is None:
        return None
    totals = _by_side(values.get("totals"), _MOST_POINTS)
    return Standing(games, parts, totals, read_truth(values.get("over")))


def _by_side(value: Any, most: int) -> BySide | None:
    values = LowerKeys(value) if isinstance(value, dict) else LowerKeys({})
    try:
        north_south, east_west = (read_count(values.get(name), most) for name in SIDE_NAMES)
    except InputError:
        return None
    return north_south, east_west


READERS: dict[str, Callable[[_Values], JsonMessage]] = {
    "CONNECT_REQUEST": _connect_request,
    "CONNECT_UNSUCCESSFUL": _connect_unsuccessful,
    "CONNECT_SUCCESSFUL": _connect_successful,
    "LOBBY_UPDATE": _lobby_update,
    "BID_START": _bid_start,
    "BID_REQUEST": lambda values: msg.BidRequest(),
    "BID_SEND": _bid_send,
    "BID_UPDATE": _bid_update,
    "BID_END": _bid_end,
    "PLAY_START": _play_start,
    "MOVE_REQUEST": _move_request,
    "MOVE_SEND": _move_send,
    "MOVE_UPDATE": _move_update,
    "TRICK_END": _trick_end,
    "PLAY_END": _play_end,
    "SCORE": _score,
    "GAME_END": _game_end,
    "PING": lambda values: msg.Ping(),
    "PONG": lambda values: msg.Pong(),
    "DISCONNECT_PLAYER": _disconnect_player,
}
"""What reads each type of message."""
