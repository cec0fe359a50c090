"""The boards that somebody wants to play: random, of a file, by hands, an auction or a rule."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from dowager.auction import Vulnerability, dealer_of_board
from dowager.cards import Deal, Seat
from dowager.errors import InputError
from dowager.formats import Board, format_of
from dowager.services.requests import text_field
from dowager.web.play.room_plan import RoomPlan
from dowager.web.site import Site

_LONGEST = 1_000_000
_MOST = 500
_COUNT = 16
"""Boards that are dealt when they must fit something."""
_SECONDS = 45.0
_FINDING = 10.0
"""Seconds in which boards by a rule are looked for."""
_NOTHING = "say what the boards shall be like"


async def chosen_boards(
    site: Site, plan: RoomPlan, fields: dict[str, Any], client: str
) -> list[Board] | None:
    """Return the boards that are wanted; None for random ones without end.

    Args:
        site: what deals.
        plan: who plays which system.
        fields: `boards`: `random`; `file` with its `text` and its name as `file`; `where` with
            conditions as `text`; `auction` with the calls from the `dealer` on as `text`; or `rule`
            with its name, or file:line, as `text`: who opens the table is to call by it.
        client: who asks.

    Raises:
        InputError: a field is wrong, or no such board is found.
    """
    text = text_field(fields, "text", "").strip()
    match text_field(fields, "boards", "random"):
        case "random":
            return None
        case "file":
            name = text_field(fields, "file", "")
            return await asyncio.to_thread(_of_file, text, name)
        case "where":
            return await _dealt(site, plan, fields, {"where": text}, client)
        case "auction":
            calls = text.replace(",", " ").split()
            return await _dealt(site, plan, fields, {"calls": calls}, client)
        case "rule":
            return await _practised(site, plan, fields, text, client)
        case other:
            raise InputError(f'"boards" takes random, file, where, auction or rule, not {other!r}')


def _of_file(text: str, name: str) -> list[Board]:
    if len(text) > _LONGEST:
        raise InputError(f"the file is longer than {_LONGEST:,} letters")
    read = format_of(Path(name)).read(text, Path(name).name or "the file")
    boards = [board for board in read if board.deal is not None]
    if not boards:
        raise InputError("the file has no board with all four hands")
    if len(boards) > _MOST:
        raise InputError(f"the file has {len(boards)} boards; at most {_MOST} are played")
    return [_fresh(board, number) for number, board in enumerate(boards, 1)]


def _fresh(board: Board, number: int) -> Board:
    """Return a board as it is dealt: without calls, cards and result."""
    return Board(board.dealer, board.vulnerability, board.number or number, board.hands)


async def _dealt(
    site: Site, plan: RoomPlan, fields: dict[str, Any], wanted: dict[str, Any], client: str
) -> list[Board]:
    """Return boards that fit what is wanted; by an auction, all have its dealer."""
    if not any(wanted.values()):
        raise InputError(_NOTHING)
    dealer = Seat.parse(text_field(fields, "dealer", "") or "N")
    systems = dict(zip(("system", "opponents"), plan.systems, strict=True))
    question = {**systems, **wanted, "dealer": dealer.letter, "n": _COUNT}
    found = await site.ask("deals", question, client, _SECONDS)
    if not found["deals"]:
        raise InputError("no such board is found")
    by_auction = "calls" in wanted
    return [
        Board(
            dealer if by_auction else dealer_of_board(number),
            Vulnerability.of_board(number),
            number,
            Deal.parse(deal).hands,
        )
        for number, deal in enumerate(found["deals"], 1)
    ]


async def _practised(
    site: Site, plan: RoomPlan, fields: dict[str, Any], rule: str, client: str
) -> list[Board]:
    """Return boards on which the person who opens the table is to call by a rule."""
    if not rule:
        raise InputError(_NOTHING)
    letter = text_field(fields, "seat", "")
    seat = Seat.parse(letter) if letter else plan.people[0]
    question = {
        "rule": rule,
        "seat": seat.letter,
        "system": plan.system(seat.side),
        "opponents": plan.system(seat.side.other),
        "n": _COUNT,
        "seconds": _FINDING,
    }
    found = await site.ask("practice_boards", question, client, _SECONDS)
    return [
        Board(
            Seat.parse(board["dealer"]),
            Vulnerability.parse(board["vul"]),
            number,
            Deal.parse(board["deal"]).hands,
        )
        for number, board in enumerate(found["boards"], 1)
    ]
