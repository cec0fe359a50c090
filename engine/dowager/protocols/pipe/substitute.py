"""Who acts for a brain that cannot: passes, and plays the lowest card that may be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dowager.cards import Seat
from dowager.protocols.pipe.brain_handler import substitute_action
from dowager.table import (
    BrainTerms,
    CallMade,
    CardPlayed,
    LiveBoard,
    Request,
    SeatAsked,
    TableConversation,
)


class Substitute(TableConversation):
    """A conversation with nobody: whatever it sends must come back, and is then its action.

    Args:
        terms: the seat and the team of the brain.
        send: sends a line, which comes back.
    """

    gap = 0

    def __init__(self, terms: BrainTerms, send: Callable[[bytes], None]) -> None:
        self._terms, self._send = terms, send
        self._board: LiveBoard | None = None
        self._asked = False
        self._send(b"seat\n")

    def receive(self, data: bytes) -> Iterator[Request]:
        """Take what comes back: first ask for the seat, then act if it is our turn."""
        if self._board is None:
            yield SeatAsked(self._terms.team, self._terms.seat, self._terms.player)
        elif self._asked:
            self._asked = False
            yield self._action(self._board)

    def _action(self, board: LiveBoard) -> Request:
        action = substitute_action(board)
        if action.call is not None:
            return CallMade(action.call)
        assert action.card is not None and board.play is not None
        return CardPlayed(action.card, frozenset({board.play.turn}))

    def start_board(self) -> None:
        """Forget that we were asked."""
        self._asked = False

    def send_deal(self, board: LiveBoard) -> None:
        """Take the board."""
        self._board = board

    def ask(self, hand: Seat, leads: bool) -> None:
        """Act as soon as the line comes back."""
        self._asked = True
        self._send(b"act\n")
