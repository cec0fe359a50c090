"""The boards of a room: random ones without end, or some that were chosen; any may come again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import SystemRandom

from dowager.auction import Rubber, Vulnerability, dealer_of_board
from dowager.cards import Deal, random_deal
from dowager.formats import Board
from dowager.table import RubberBoards


class RoomBoards:
    """Gives a table its boards.

    Args:
        chosen: the boards to play; random ones when None.
    """

    def __init__(self, chosen: Sequence[Board] | None = None) -> None:
        self._boards = _random_boards() if chosen is None else iter(chosen)
        self._again: Board | None = None

    def __iter__(self) -> Iterator[Board]:
        return self

    def __next__(self) -> Board:
        again, self._again = self._again, None
        return again or next(self._boards)

    def repeat(self, board: Board) -> None:
        """Give this board once more, before the next."""
        self._again = Board(
            board.dealer,
            board.vulnerability,
            board.number,
            board.hands,
            part_scores=board.part_scores,
        )

    def score(self, board: Board) -> Rubber | None:
        """Take a finished board; there is no rubber."""
        return None


class RoomRubber(RoomBoards):
    """Gives a table the boards of rubbers, one rubber after another.

    Args:
        chosen: the boards whose deals are played; random deals when None.
    """

    def __init__(self, chosen: Sequence[Board] | None = None) -> None:
        super().__init__()
        deals = None if chosen is None else [board.deal for board in chosen]
        self._rubbers = RubberBoards(_random_deals() if deals is None else _known(deals), 10_000)
        self._boards = self._rubbers

    @property
    def rubber(self) -> Rubber:
        """The rubber that is being played, or the last one."""
        return self._rubbers.rubber

    def repeat(self, board: Board) -> None:
        """Do nothing: a board of a rubber counts once."""

    def score(self, board: Board) -> Rubber | None:
        """Score a finished board."""
        return self._rubbers.score(board)


def _known(deals: Sequence[Deal | None]) -> Iterator[Deal]:
    return (deal for deal in deals if deal is not None)


def _random_deals() -> Iterator[Deal]:
    return (random_deal(SystemRandom()) for _ in count())


def _random_boards() -> Iterator[Board]:
    for number, deal in enumerate(_random_deals(), 1):
        yield Board(dealer_of_board(number), Vulnerability.of_board(number), number, deal.hands)
