"""The two rooms of a team match compared: a row for each board, and the total in IMPs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dowager.auction import imps
from dowager.formats import Board
from dowager.table.results import Results, score_of


@dataclass(frozen=True, slots=True)
class Row:
    """A board that both rooms have finished.

    Attributes:
        number: the board's number.
        open_room: what happened where the home team sat North-South.
        closed_room: what happened where it sat East-West.
    """

    number: int
    open_room: Board
    closed_room: Board

    @property
    def imps(self) -> int:
        """The IMPs to the home team, negative when the other team won them."""
        return imps(score_of(self.open_room) - score_of(self.closed_room))


def row_of(results: Results, number: int) -> Row | None:
    """Return the row of a board, or None until both rooms have finished it."""
    opened, closed = results.get("Open", number), results.get("Closed", number)
    return Row(number, opened, closed) if opened and closed else None


def total(rows: Iterable[Row]) -> tuple[int, int]:
    """Return the IMPs won by the home team, and by the other team."""
    imps_won = [row.imps for row in rows]
    return sum(won for won in imps_won if won > 0), -sum(won for won in imps_won if won < 0)


def result_json(board: Board) -> dict[str, Any]:
    """Return a result for programs: contract and tricks, null when passed out, and the score."""
    contract = str(board.contract) if board.contract else None
    return {"contract": contract, "tricks": board.tricks, "score": score_of(board)}


def result_text(board: Board) -> str:
    """Return a result as on score sheets: `4S-N +1`, `3NTX-E -2`, `passed out`."""
    if board.contract is None:
        return "passed out"
    over = (board.tricks or 0) - board.contract.level - 6
    return f"{board.contract} {over:+}" if over else f"{board.contract} ="
