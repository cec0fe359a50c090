"""Deals as arrays, so that very many of them can be bid at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import HandArray
from dowager.cards import LENGTH_OF, Deal, Hand, Seat
from dowager.knowledge.cells import FULL_HOLDINGS, HCP_OF, plain_space
from dowager.knowledge.sampling import Columns, deal_from

Cells: TypeAlias = NDArray[np.int32]
"""Numbers of cells of the plain space."""

BoardNumbers: TypeAlias = NDArray[np.int32]
"""Indices of boards, from 0."""

_FULL_SUIT = np.uint64(0x1FFF)
_SUIT_SHIFTS = np.array([0, 13, 26, 39], dtype=np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """The deals of many boards.

    Attributes:
        holdings: the hands, shape `(boards, 4 seats, 4 suits)`, North and clubs first.
        cells: the plain space's cell of each hand, shape `(boards, 4 seats)`.
    """

    holdings: HandArray
    cells: Cells

    def __len__(self) -> int:
        return len(self.holdings)

    @property
    def numbers(self) -> BoardNumbers:
        """The numbers of all boards, from 0."""
        return np.arange(len(self), dtype=np.int32)

    def hand(self, board: int, seat: Seat) -> Hand:
        """Return one hand."""
        return Hand.of_holdings(self.holdings[board, seat].tolist())

    def turned(self, numbers: BoardNumbers, dealers: NDArray[np.uint8]) -> Boards:
        """Return some of the boards, each turned so that its dealer sits North.

        Args:
            numbers: the boards wanted, in the order wanted.
            dealers: the dealer of each board wanted, 0 (North) to 3 (West).
        """
        rows, seats = numbers[:, None], (dealers[:, None] + np.arange(4)) % 4
        return Boards(self.holdings[rows, seats], self.cells[rows, seats])

    def joined(self, other: Boards) -> Boards:
        """Return these boards and then the other ones."""
        return Boards(
            np.concatenate([self.holdings, other.holdings]),
            np.concatenate([self.cells, other.cells]),
        )

    @classmethod
    def of_deals(cls, deals: Iterable[Deal]) -> Boards:
        """Return the boards of some deals."""
        bits = [[hand.bits for hand in deal.hands] for deal in deals]
        hands = np.array(bits, dtype=np.uint64).reshape(-1, 4, 1)
        holdings = (hands >> _SUIT_SHIFTS & _FULL_SUIT).astype(np.uint16)
        return cls(holdings, cells_of(holdings))


def random_boards(generator: np.random.Generator, count: int) -> Boards:
    """Return independent, uniform deals."""
    rest: Columns = np.tile(np.array(FULL_HOLDINGS, dtype=np.uint16)[:, None], count)
    hands: list[Columns] = []
    for unknown in range(len(Seat), 1, -1):
        hand = deal_from(generator, rest, unknown)
        hands.append(hand)
        rest = rest ^ hand
    holdings = np.stack([hand.T for hand in (*hands, rest)], axis=1)
    return Boards(holdings, cells_of(holdings))


def cells_of(holdings: HandArray) -> Cells:
    """Return the plain space's cells of hands, shape `(..., 4 suits)` to `(...)`."""
    lengths = LENGTH_OF[holdings]
    clubs, diamonds, hearts = lengths[..., 0], lengths[..., 1], lengths[..., 2]
    cells: Cells = _cell_numbers()[clubs, diamonds, hearts, HCP_OF[holdings].sum(axis=-1)]
    return cells


@cache
def _cell_numbers() -> Cells:
    """Return the number of each cell by the lengths of three suits, clubs first, and HCP."""
    space = plain_space()
    numbers = np.zeros((14, 14, 14, 38), dtype=np.int32)
    clubs, diamonds, hearts, _ = space.lengths
    numbers[clubs, diamonds, hearts, space.hcp] = np.arange(space.size, dtype=np.int32)
    return numbers
