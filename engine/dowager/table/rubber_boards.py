"""The boards of one rubber after another: who deals, who is vulnerable, and the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dowager.auction import Rubber, honours_of
from dowager.cards import Deal, Seat, Side
from dowager.formats import Board, Tag


class RubberBoards:
    """Gives a table the boards of some rubbers, each made when the one before it has been scored.

    The deal moves one seat clockwise with every board, also after one that is passed out and from
    rubber to rubber. Boards are numbered from 1.

    Args:
        deals: the deals; when there are no more, the last rubber ends unfinished.
        rubbers: how many rubbers are played.

    Attributes:
        rubber: the rubber that is being played, or the last one.
        finished: the rubbers before it that have ended.
    """

    def __init__(self, deals: Iterator[Deal], rubbers: int = 1) -> None:
        self.rubber = Rubber()
        self.finished: list[Rubber] = []
        self._deals = deals
        self._rubbers = rubbers
        self._boards = 0

    def __iter__(self) -> Iterator[Board]:
        return self

    def __next__(self) -> Board:
        """Return the next board.

        Raises:
            StopIteration: all rubbers have ended, or there is no other deal.
        """
        if self.rubber.over:
            if len(self.finished) + 1 >= self._rubbers:
                raise StopIteration
            self.finished.append(self.rubber)
            self.rubber = Rubber()
        deal = next(self._deals)
        dealer = Seat(self._boards % 4)
        self._boards += 1
        return Board(
            dealer,
            self.rubber.vulnerability,
            self._boards,
            deal.hands,
            part_scores=self.rubber.part_scores,
        )

    def resume(self, boards: Iterable[Board]) -> None:
        """Take boards that were finished before, in order; their deals are passed over."""
        for board in boards:
            next(self)
            self.score(board)

    def score(self, board: Board) -> Rubber:
        """Score a finished board; return the rubber with it."""
        contract = board.contract
        honours = None
        if contract is not None and board.deal is not None:
            honours = honours_of(board.deal.hands, contract.strain)
        self.rubber = self.rubber.after(contract, board.tricks or 0, honours)
        return self.rubber


def with_rubber_tags(board: Board, players: Mapping[Seat, str], rubber: Rubber, date: str) -> Board:
    """Return a finished board with the tags of a result.

    Args:
        board: what happened.
        players: the players' names.
        rubber: the rubber with the board as its last.
        date: the day, `YYYY.MM.DD`.
    """
    tags = [Tag(seat.word, players.get(seat, "robot")) for seat in Seat]
    tags += [Tag("Date", date), Tag("Scoring", "Rubber")]
    points = [sum(line.points for line in rubber.boards[-1] if line.side is side) for side in Side]
    tags.append(Tag("RubberScore", f"NS {points[0]} EW {points[1]}"))
    return replace(board, tags=tuple(tags))
