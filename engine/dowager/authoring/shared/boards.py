"""Owns random deals as arrays, for bidding very many of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dowager.cards import LENGTH_OF, Hand
from dowager.knowledge.cells import FULL_HOLDINGS, HCP_OF, plain_space
from dowager.knowledge.sampling import Columns, deal_from

Holdings = NDArray[np.uint16]
Numbers = NDArray[np.int32]

_SEATS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """Random deals.

    Attributes:
        holdings: the hands, shape `(boards, 4 seats, 4 suits)`, North and clubs first.
        cells: the plain space's cell of each hand, shape `(boards, 4 seats)`.
    """

    holdings: Holdings
    cells: Numbers

    def __len__(self) -> int:
        return len(self.holdings)

    def hand(self, board: int, seat: int) -> Hand:
        """Return one hand."""
        clubs, diamonds, hearts, spades = self.holdings[board, seat].tolist()
        return Hand.of_holdings((clubs, diamonds, hearts, spades))


def random_boards(generator: np.random.Generator, count: int) -> Boards:
    """Return independent, uniform deals."""
    left: Columns = np.tile(np.array(FULL_HOLDINGS, dtype=np.uint16)[:, None], count)
    hands: list[Columns] = []
    for unknown in range(_SEATS, 1, -1):
        hand = deal_from(generator, left, unknown)
        hands.append(hand)
        left = left ^ hand
    holdings = np.stack([hand.T for hand in (*hands, left)], axis=1)
    return Boards(holdings, cells_of(holdings))


def cells_of(holdings: Holdings) -> Numbers:
    """Return the plain space's cells of hands, shape `(..., 4 suits)` to `(...)`."""
    lengths = LENGTH_OF[holdings]
    clubs, diamonds, hearts = lengths[..., 0], lengths[..., 1], lengths[..., 2]
    cells: Numbers = _numbers()[clubs, diamonds, hearts, HCP_OF[holdings].sum(axis=-1)]
    return cells


@cache
def _numbers() -> Numbers:
    space = plain_space()
    numbers = np.zeros((14, 14, 14, 38), dtype=np.int32)
    clubs, diamonds, hearts, _ = space.lengths
    numbers[clubs, diamonds, hearts, space.hcp] = np.arange(space.size, dtype=np.int32)
    return numbers
