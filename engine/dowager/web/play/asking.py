"""What a person may ask about the board: what calls mean, a hint, and afterwards: was that good?"""

from __future__ import annotations

from typing import Any

from dowager.cards import Side, card_name
from dowager.errors import InputError
from dowager.formats import Board
from dowager.services.requests import text_field, whole_field
from dowager.table import LiveBoard
from dowager.web.play.room import Room
from dowager.web.play.room_seat import RoomSeat
from dowager.web.site import Site

_JUDGING = 2.0
_THINKING = 3.0
_SECONDS = 45.0


async def answer_person(
    site: Site, room: Room, seat: RoomSeat, fields: dict[str, Any], client: str
) -> dict[str, Any]:
    """Return the answer to a person's question; it tells nothing that the seat may not know.

    Args:
        site: what thinks.
        room: where the person plays.
        seat: the person's.
        fields: `about`: `calls`, `hint`, or `board` with the index of a finished one.
        client: who asks.

    Raises:
        InputError: there is nothing to answer.
    """
    about = text_field(fields, "about", "")
    if about == "board":
        index = whole_field(fields, "board", 0, 0, None) or 0
        return await _review(site, room, index, client)
    board = room.board
    if board is None or seat.looks:
        raise InputError("no board is in progress")
    if about == "calls":
        return await site.ask("infer", room.question(board, seat.seat), client)
    if about == "hint":
        return await _hint(site, room, seat, board, client)
    raise InputError(f'"about" takes calls, hint or board, not {about!r}')


async def _hint(
    site: Site, room: Room, seat: RoomSeat, board: LiveBoard, client: str
) -> dict[str, Any]:
    """Return what the engine would do in the person's place, and why."""
    if board.actor is not seat.seat:
        raise InputError("it is not your turn")
    question = room.question(board, seat.seat)
    if board.play is None:
        more = {"why": True, "judge": _JUDGING}
        return await site.ask("bid", question | more, client, _SECONDS)
    north_south, east_west = (room.plan.system(side) for side in Side)
    systems = {"system": north_south, "opponents": east_west, "seconds": _THINKING}
    return await site.ask("play", {**question, **systems}, client, _SECONDS)


async def _review(site: Site, room: Room, index: int, client: str) -> dict[str, Any]:
    """Return what was good of a finished board, for all people at the table."""
    if index >= len(room.records):
        raise InputError("that board is not over")
    board: Board = room.records[index]
    fields = {
        "deal": str(board.deal),
        "dealer": board.dealer.letter,
        "vul": board.vulnerability.word,
        "part_scores": list(board.part_scores),
        "calls": [str(call) for call in board.calls],
        "cards": [card_name(card) for card in board.play],
        "people": [each.letter for each in room.plan.people],
        "system": room.plan.system(Side.NORTH_SOUTH),
        "opponents": room.plan.system(Side.EAST_WEST),
        "scoring": room.plan.score.scoring.word,
    }
    return await site.ask("review", fields, client, _SECONDS)
