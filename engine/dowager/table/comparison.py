"""The two rooms of a team match compared: a row for each board, and the total."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dowager.auction import Scoring, imps
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
        return imps(self._difference)

    @property
    def _difference(self) -> int:
        return score_of(self.open_room) - score_of(self.closed_room)

    def won(self, scoring: Scoring) -> tuple[int, int]:
        """Return what the home team and the other team win.

        One of them wins IMPs; of two matchpoints (Law 78A), each wins one when the scores are the
        same.
        """
        gain = scoring.gain(self._difference)
        if scoring is Scoring.MATCHPOINTS:
            return 1 + gain, 1 - gain
        return max(gain, 0), max(-gain, 0)


def row_of(results: Results, number: int) -> Row | None:
    """Return the row of a board, or None until both rooms have finished it."""
    opened, closed = results.get("Open", number), results.get("Closed", number)
    return Row(number, opened, closed) if opened and closed else None


def total(rows: Iterable[Row], scoring: Scoring = Scoring.IMPS) -> tuple[int, int]:
    """Return what the home team has won, and what the other team."""
    won = [row.won(scoring) for row in rows]
    return sum(home for home, _ in won), sum(away for _, away in won)


def result_json(board: Board) -> dict[str, Any]:
    """Return a result for programs.

    It has the contract and the tricks, null when passed out, and the score; and the faults of
    players if the board has a tag for them.
    """
    contract = str(board.contract) if board.contract else None
    faults = board.tag("Faults")
    result = {"contract": contract, "tricks": board.tricks, "score": score_of(board)}
    return result | ({"faults": faults} if faults else {})


def result_text(board: Board) -> str:
    """Return a result as on score sheets: `4S-N +1`, `3NTX-E -2`, `passed out`."""
    if board.contract is None:
        return "passed out"
    over = (board.tricks or 0) - board.contract.level - 6
    return f"{board.contract} {over:+}" if over else f"{board.contract} ="
