"""Which boards of a file are played: whole deals, numbered, chosen by `1-32` or `1,3,5-8`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from dowager.errors import InputError
from dowager.formats import Board, Tag

_KEPT = ("Event", "Site")


def boards_to_play(boards: Sequence[Board], wanted: str | None = None) -> list[Board]:
    """Return the boards to play, without what happened when they were played before.

    Boards without a number are numbered in the order of the file.

    Args:
        boards: the boards of a file.
        wanted: numbers and ranges such as `1-32` or `1,3,5-8`, in any order; all when None.

    Raises:
        InputError: a board has no complete deal, or a number occurs twice or not at all.
    """
    fresh = [_fresh(board, index) for index, board in enumerate(boards, 1)]
    twice = [number for number, times in Counter(b.number for b in fresh).items() if times > 1]
    if twice:
        raise InputError(f"board {twice[0]} appears twice")
    by_number = {board.number: board for board in fresh}
    numbers = [b.number for b in fresh] if wanted is None else _numbers(wanted)
    missing = [number for number in numbers if number not in by_number]
    if missing:
        raise InputError(f"there is no board {missing[0]}")
    if not numbers:
        raise InputError("there are no boards to play")
    return [by_number[number] for number in numbers]


def _fresh(board: Board, index: int) -> Board:
    number = board.number or index
    if board.deal is None:
        raise InputError(f"board {number} has no complete deal")
    tags = tuple(Tag(name, board.tag(name)) for name in _KEPT if board.tag(name))
    return replace(
        board,
        number=number,
        hands=board.deal.hands,
        calls=(),
        alerts=(),
        contract=None,
        tricks=None,
        play=(),
        tags=tags,
        comments=(),
    )


def _numbers(text: str) -> list[int | None]:
    numbers: list[int | None] = []
    for part in text.replace(" ", "").split(","):
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last or last - first > 100_000:
            raise InputError(f"no boards {part!r}; write numbers and ranges, such as 1,3,5-8")
        numbers += range(first, last + 1)
    return list(dict.fromkeys(numbers))
