"""Owns the pace: how much of a board's time a decision may take.

The time belongs to a pair. Nobody says how much of it the partner has used, so each partner keeps
to a share: declarer plays for both, and defenders think alike. A part is kept in reserve.
"""

from __future__ import annotations

from collections.abc import Callable

from dowager.cards import Seat
from dowager.play import Play

_BIDDING = 0.1
"""Of the pair's time, what one partner may use in the auction."""
_DECLARER, _DEFENDER = 0.65, 0.3
"""Of the pair's time, what declarer, or one defender, may use in the play; a tenth is left."""
_AHEAD = 0.6
"""Decisions still to come that a decision saves for: early ones are worth more thought."""


class Pace:
    """One seat's time for one board.

    Args:
        seconds: the pair's time for the board.
        now: a clock in seconds.
    """

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self._seconds = seconds
        self._now = now
        self._used = {"bidding": 0.0, "play": 0.0}
        self._since: tuple[str, float] | None = None

    def start(self, what: str) -> None:
        """Say that we begin to think, in the `bidding` or in the `play`."""
        self._since = (what, self._now())

    def stop(self) -> None:
        """Say that we have decided."""
        if self._since is not None:
            what, since = self._since
            self._used[what] += self._now() - since
            self._since = None

    def for_call(self) -> float:
        """Return the seconds for a call."""
        return max(0.0, (_BIDDING * self._seconds - self._used["bidding"]) / 2)

    def for_card(self, play: Play, seat: Seat) -> float:
        """Return the seconds for the next card that a seat plays."""
        declares = seat is play.declarer
        share = _DECLARER if declares else _DEFENDER
        left = share * self._seconds - self._used["play"]
        cards = (2 if declares else 1) * (14 - play.number)
        return max(0.0, left / (1 + _AHEAD * cards))
