"""The thinking time of both sides."""

from __future__ import annotations

from dowager.cards import Side
from dowager.table.port import Times


class Clocks:
    """Two clocks, of which at most one runs."""

    def __init__(self) -> None:
        self._board = [0.0, 0.0]
        self._total = [0.0, 0.0]
        self._side: Side | None = None
        self._since = 0.0

    def run(self, side: Side | None, now: float) -> None:
        """Let the clock of a side run from now on, or neither."""
        if side == self._side:
            return
        if self._side is not None:
            used = max(0.0, now - self._since)
            self._board[self._side] += used
            self._total[self._side] += used
        self._side, self._since = side, now

    def next_board(self) -> None:
        """Set both clocks of the board to zero; the totals stay."""
        self._board = [0.0, 0.0]

    @property
    def board(self) -> tuple[float, float]:
        """The seconds used for this board."""
        return self._board[0], self._board[1]

    def times(self) -> Times:
        """Return the whole seconds of both sides, for the board and in all."""
        both = [(round(self._board[side]), round(self._total[side])) for side in Side]
        return both[0], both[1]

    def running_times(self, now: float) -> Times:
        """Return the same with what the side whose clock runs has used since, rounded down."""
        both = []
        for side in Side:
            running = max(0.0, now - self._since) if side is self._side else 0.0
            both.append((int(self._board[side] + running), int(self._total[side] + running)))
        return both[0], both[1]
