"""Random deals as arrays, so that very many of them can be bid at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Vulnerability
from dowager.backends.evaluate import HandArray, array_test
from dowager.cards import LENGTH_OF, Hand, Seat
from dowager.knowledge.cells import FULL_HOLDINGS, HCP_OF, from_mask, plain_space
from dowager.knowledge.public import condition_masks
from dowager.knowledge.sampling import Columns, deal_from
from dowager.language.compile import Condition

Cells = NDArray[np.int32]
BoardNumbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """Random deals.

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


@dataclass(frozen=True, slots=True)
class Extent:
    """How far the auctions of random boards are followed.

    Attributes:
        boards: random boards at each vulnerability.
        depth: how many calls of an auction, from the dealer on.
        seed: of the boards.
    """

    boards: int = 2500
    depth: int = 8
    seed: int = 1

    @property
    def decisions(self) -> int:
        """How many calls that is at most, all vulnerabilities together."""
        return len(Vulnerability) * self.boards * self.depth

    def deal(self, vulnerability: Vulnerability) -> Boards:
        """Return the boards that are bid at a vulnerability; the same ones each time."""
        generator = np.random.default_rng([self.seed, int(vulnerability)])
        return random_boards(generator, self.boards)


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


def satisfying(condition: Condition, cells: Cells, holdings: HandArray) -> NDArray[np.bool_]:
    """Return which hands satisfy a condition; their cells mostly decide.

    Args:
        condition: the condition.
        cells: the cell of each hand, shape `(n,)`.
        holdings: the hands, shape `(n, 4)`, clubs first.
    """
    masks, size = condition_masks(condition), plain_space().size
    holds: NDArray[np.bool_] = from_mask(masks.sure, size)[cells]
    if masks.sure != masks.may:
        unsure = np.flatnonzero(from_mask(masks.may & ~masks.sure, size)[cells])
        if len(unsure):
            holds[unsure] = array_test(condition.node)(holdings[unsure])
    return holds
