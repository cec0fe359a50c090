"""Boards as JSON objects or PBN, bid at all four seats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from dowager.auction import Auction, Scoring, Vulnerability, checked_part_scores
from dowager.cards import Deal, Seat
from dowager.errors import DowagerError, InputError
from dowager.formats import Board, read_pbn, write_pbn
from dowager.services.auctions import auction_objects, bid_all, board_object, with_auction
from dowager.services.known_tables import DEFAULT_SYSTEM, system_named
from dowager.services.requests import text_field, truth_field, whole_field

MOST_AT_A_TIME = 1000
"""Boards that one question may have."""
_HEAD = "% PBN 2.1\n"
_FIELDS = ("board", "deal", "dealer", "vul", "part_scores")


def auction(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer how whole boards are bid: `boards`, or a `text` in the `form` that is asked for.

    `lines` has a JSON object on each line, `pbn` a game for each board. A board that is wrong has
    an `error` in place of an auction; in PBN, a comment.

    Raises:
        InputError: another field is wrong.
    """
    given = fields.get("boards")
    if not isinstance(given, list) or not 0 < len(given) <= MOST_AT_A_TIME:
        raise InputError(f'"boards" takes a list of 1 to {MOST_AT_A_TIME:,} boards')
    scoring = Scoring.parse(text_field(fields, "scoring", Scoring.IMPS.word))
    system = text_field(fields, "system", DEFAULT_SYSTEM)
    opponents = text_field(fields, "opponents", "") or system
    pair = system_named(system), system_named(opponents)
    read = [_board_or_error(each, scoring) for each in given]
    boards = [each for each in read if isinstance(each, Board)]
    form = text_field(fields, "form", "")
    if form == "pbn":
        done = bid_all(pair, scoring, boards)
        return {"text": "".join(f"{_game(each, done)}\n" for each in read)}
    bid = auction_objects(pair, scoring, boards, truth_field(fields, "explain"))
    objects = [next(bid) if isinstance(each, Board) else each for each in read]
    if form == "lines":
        return {"text": "".join(f"{json.dumps(each)}\n" for each in objects)}
    return {"boards": objects}


def _game(each: Board | dict[str, Any], done: Iterator[tuple[Board, Auction]]) -> str:
    """Return the game of the next board that was bid; a comment for one that is wrong."""
    if isinstance(each, Board):
        return write_pbn([with_auction(*next(done))]).removeprefix(_HEAD)
    name = "a board" if each["board"] is None else f"board {each['board']}"
    return f"% {name}: {' '.join(each['error'].split())}\n"


def _board_or_error(given: object, scoring: Scoring) -> Board | dict[str, Any]:
    number = given.get("board") if isinstance(given, dict) else None
    try:
        board = board_of(given)
        if any(board.part_scores) and scoring is Scoring.MATCHPOINTS:
            raise InputError("part scores belong to a rubber, which is not scored by matchpoints")
    except DowagerError as error:
        return {"board": number if isinstance(number, int) else None, "error": str(error)}
    return board


def board_of(given: object) -> Board:
    """Return a board of its JSON object: `deal`, `dealer`, `vul`, `board`, `part_scores`.

    Raises:
        InputError: a field is wrong, or there is no such field.
    """
    if not isinstance(given, dict):
        raise InputError('a board is an object: {"deal", "dealer", "vul"}')
    strange = [key for key in given if key not in _FIELDS]
    if strange:
        raise InputError(f"a board has no {strange[0][:60]!r}; it has {', '.join(_FIELDS)}")
    text = text_field(given, "deal", "")
    if not text:
        raise InputError('"deal" is missing; write N:S.H.D.C S.H.D.C S.H.D.C S.H.D.C')
    below = given.get("part_scores") or [0, 0]
    if not isinstance(below, list) or len(below) != 2 or not all(type(n) is int for n in below):
        raise InputError('"part_scores" takes two numbers, such as [60, 0]')
    return Board(
        number=whole_field(given, "board", None, 0, 10**9),
        dealer=Seat.parse(text_field(given, "dealer", "N")),
        vulnerability=Vulnerability.parse(text_field(given, "vul", "none")),
        hands=Deal.parse(text).hands,
        part_scores=checked_part_scores((below[0], below[1])),
    )


def boards(fields: dict[str, Any]) -> dict[str, Any]:
    """Answer which boards a PBN text has.

    Raises:
        InputError: it is not PBN, has no board, or a board has no complete deal.
    """
    return {"boards": board_objects(read_pbn(text_field(fields, "pbn", ""), "the request"))}


def board_objects(read: Iterable[Board]) -> list[dict[str, Any]]:
    """Return boards as objects.

    Raises:
        InputError: there are none, or a board has no complete deal.
    """
    found = [board_object(board) for board in read]
    if not found:
        raise InputError("there are no boards to bid")
    return found
