"""How much of a board's time a decision may take.

The time belongs to a pair. Nobody says how much of it the partner has used, so each partner keeps
to a share: declarer plays for both, and defenders think alike. A part is kept in reserve.
"""

from __future__ import annotations

from collections.abc import Callable

from dowager.cards import Seat
from dowager.play import Play
from dowager.table.requests import Action

_BIDDING = 0.1
"""Of the pair's time, what one partner may use in the auction."""
_DECLARER, _DEFENDER = 0.65, 0.3
"""Of the pair's time, what declarer, or one defender, may use in the play; a tenth is reserve."""
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
        self._used = dict.fromkeys(Action, 0.0)
        self._since: tuple[Action, float] | None = None

    def start(self, action: Action) -> None:
        """Take note that we begin to think about a call, or about the play."""
        self._since = (action, self._now())

    def stop(self) -> None:
        """Take note that we have decided."""
        if self._since is not None:
            action, since = self._since
            self._used[action] += self._now() - since
            self._since = None

    def for_call(self) -> float:
        """Return the seconds for a call."""
        return max(0.0, (_BIDDING * self._seconds - self._used[Action.CALL]) / 2)

    def for_card(self, play: Play, seat: Seat) -> float:
        """Return the seconds for the next card that a seat plays."""
        declares = seat is play.declarer
        share = _DECLARER if declares else _DEFENDER
        remaining = share * self._seconds - self._used[Action.CARD]
        cards = (2 if declares else 1) * (14 - play.number)
        return max(0.0, remaining / (1 + _AHEAD * cards))
