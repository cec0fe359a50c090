"""The score sheet of a rubber, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dowager.auction import Rubber
from dowager.cards import Side

_WIDTH = 34


def standing_text(rubber: Rubber) -> str:
    """Return how a rubber stands, in a few words."""
    games = f"games {rubber.games[0]}-{rubber.games[1]}"
    if rubber.over:
        return f"{games}, the rubber is over: {_totals(rubber)}"
    return f"{games}, part scores {rubber.part_scores[0]}-{rubber.part_scores[1]}"


def _totals(rubber: Rubber) -> str:
    return ", ".join(f"{side.word} {rubber.total(side)}" for side in Side)


def rubber_sheet(rubber: Rubber) -> Iterator[str]:
    """Yield the lines of a score sheet, board by board, with the totals."""
    yield f"{'':{_WIDTH}}{'North-South':>12}{'East-West':>12}"
    for number, lines in enumerate(rubber.boards, 1):
        for line in lines:
            points = ["", ""]
            points[line.side] = str(line.points)
            where = "below the line" if line.kind.below else "above"
            what = f"board {number} of the rubber: {line.kind}"
            yield f"{what:{_WIDTH}}{points[0]:>12}{points[1]:>12}  {where}"
    totals = [str(rubber.total(side)) for side in Side]
    yield f"{'total':{_WIDTH}}{totals[0]:>12}{totals[1]:>12}"


def rubber_json(rubber: Rubber) -> dict[str, Any]:
    """Return how a rubber stands, for programs; of its last board, every line."""
    last = rubber.boards[-1] if rubber.boards else ()
    lines = [
        {"side": ("ns", "ew")[line.side], "for": str(line.kind), "points": line.points}
        for line in last
    ]
    return {
        "lines": lines,
        "games": list(rubber.games),
        "part_scores": list(rubber.part_scores),
        "totals": [rubber.total(side) for side in Side],
        "over": rubber.over,
    }
