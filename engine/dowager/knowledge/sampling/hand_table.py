"""Draws of one hand from the cells that it may lie in, uniform or by the cells' weights.

Hands are counted suit by suit, by length and HCP; a draw goes down the same counts, so every hand
that is allowed has the same chance, or one in proportion to the weight of its cell.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, LENGTH_OF, Hand, Holdings
from dowager.knowledge.cells.additive import HCP_OF
from dowager.knowledge.sampling.subsets import Columns, Real, Whole, below, within
from dowager.language.tree import SHAPE_LENGTHS, shape_indices

Allowed: TypeAlias = NDArray[np.bool_] | Real
"""Which cells are allowed, or what they weigh: by shape and HCP, shape `(560, 38)`."""

_SHAPES: Whole = SHAPE_LENGTHS.astype(np.int64)
_SUIT = 11  # a suit has 0 to 10 HCP
_TWO = 21  # and two suits 0 to 20


class _OneSuit:
    """The holdings that one suit's cards allow, by length and HCP; `fixed` is in all of them."""

    def __init__(self, cards: int, fixed: int) -> None:
        held = ALL_HOLDINGS[((ALL_HOLDINGS & ~cards) | (fixed & ~ALL_HOLDINGS)) == 0]
        keys = LENGTH_OF[held] * _SUIT + HCP_OF[held]
        self._held = held[np.argsort(keys, kind="stable")].astype(np.uint16)
        self._flat: Whole = np.bincount(keys, minlength=14 * _SUIT).astype(np.int64)
        self._start = np.cumsum(self._flat) - self._flat
        self.counts = self._flat.reshape(14, _SUIT)

    def draw(self, generator: np.random.Generator, length: Whole, hcp: Whole) -> Columns:
        """Draw holdings of the lengths and HCP, each uniform."""
        keys = length * _SUIT + hcp
        numbers = self._start.take(keys) + below(generator, self._flat.take(keys))
        drawn: Columns = self._held.take(numbers)
        return drawn


class _TwoSuits:
    """Two suits: their counts by both lengths and joint HCP, and how the HCP split."""

    def __init__(self, first: _OneSuit, second: _OneSuit) -> None:
        ways = np.zeros((14, 14, _TWO, _SUIT), dtype=np.int64)
        for hcp in range(_SUIT):
            both = first.counts[:, None, hcp, None] * second.counts[None, :, :]
            ways[:, :, hcp : hcp + _SUIT, hcp] = both
        self.counts: Whole = ways.sum(axis=3)
        self._flat = self.counts.ravel()
        self._start = np.cumsum(self._flat) - self._flat
        self._running = np.cumsum(ways.ravel())

    def first_hcp(
        self, generator: np.random.Generator, first: Whole, second: Whole, hcp: Whole
    ) -> Whole:
        """Draw the first suit's share of the HCP, given both lengths."""
        keys = (first * 14 + second) * _TWO + hcp
        wanted = self._start.take(keys) + below(generator, self._flat.take(keys))
        split: Whole = np.searchsorted(self._running, wanted, side="right") - keys * _SUIT
        return split


class HandTable:
    """Draws hands of the allowed cells from a set of cards.

    Args:
        cards: the cards that the hand may hold.
        allowed: the cells in which it may lie, or their weights.
        fixed: those of the cards that it must hold.

    Attributes:
        total: how many hands are allowed, exactly; or what they weigh together.
        by_shape: the same for each shape, `(560,)`.
    """

    def __init__(self, cards: Holdings, allowed: Allowed, fixed: Holdings = (0, 0, 0, 0)) -> None:
        self._suits = [_OneSuit(held, must) for held, must in zip(cards, fixed, strict=True)]
        self._minors = _TwoSuits(self._suits[0], self._suits[1])
        self._majors = _TwoSuits(self._suits[2], self._suits[3])
        shapes = np.flatnonzero(allowed.any(axis=1))
        clubs, diamonds, hearts, spades = _SHAPES[shapes].T
        minors = self._minors.counts[clubs, diamonds, :, None]
        counts = minors * self._majors.counts[hearts, spades, None, :]
        ways: Whole | Real = counts * _joint(allowed[shapes])
        some = np.flatnonzero(ways)
        shape, hcp = np.divmod(some, _TWO * _TWO)
        self._minor_hcp, self._major_hcp = np.divmod(hcp, _TWO)
        self._shape = shapes[shape]
        self._running = np.cumsum(ways.ravel()[some])
        self.total = self._running[-1].item() if len(some) else 0
        self.by_shape: Whole | Real = np.zeros(len(_SHAPES), dtype=np.int64)
        if ways.dtype != np.int64:
            self.by_shape = np.zeros(len(_SHAPES))
        self.by_shape[shapes] = ways.sum(axis=(1, 2))
        self._before: Real = np.cumsum(self.by_shape).astype(np.float64) - self.by_shape

    def draw(self, generator: np.random.Generator, count: int) -> Columns:
        """Draw hands; some must be allowed."""
        wanted = np.sort(within(generator, np.full(count, self.total)))
        rows = self._search(wanted)
        generator.shuffle(rows)  # sorted, they were searched faster
        return self._fill(generator, rows)

    def draw_shapes(self, generator: np.random.Generator, shapes: NDArray[np.intp]) -> Columns:
        """Draw a hand of each of the shapes, which must be allowed."""
        wanted = self._before.take(shapes) + within(generator, self.by_shape.take(shapes))
        return self._fill(generator, self._search(wanted))

    def _search(self, wanted: Real) -> NDArray[np.intp]:
        rows = np.searchsorted(self._running, wanted, side="right")
        return np.minimum(rows, len(self._running) - 1)  # sums of weights may round up

    def _fill(self, generator: np.random.Generator, rows: NDArray[np.intp]) -> Columns:
        """Draw hands with the shape, minors' HCP and majors' HCP of each of the table's rows."""
        lengths = _SHAPES.T[:, self._shape.take(rows)]
        minor, major = self._minor_hcp.take(rows), self._major_hcp.take(rows)
        clubs = self._minors.first_hcp(generator, lengths[0], lengths[1], minor)
        hearts = self._majors.first_hcp(generator, lengths[2], lengths[3], major)
        hcp = (clubs, minor - clubs, hearts, major - hearts)
        drawn = np.empty((4, len(rows)), dtype=np.uint16)
        for suit, table in enumerate(self._suits):
            drawn[suit] = table.draw(generator, lengths[suit], hcp[suit])
        return drawn


def _joint(allowed: Allowed) -> Allowed:
    """Spread what is allowed by total HCP over the HCP of minors and majors."""
    padded: Allowed = np.zeros((len(allowed), 2 * _TWO - 1), dtype=np.bool_)
    if allowed.dtype != np.bool_:
        padded = np.zeros(padded.shape)
    padded[:, : allowed.shape[1]] = allowed
    total = np.arange(_TWO)[:, None] + np.arange(_TWO)[None, :]
    return padded[:, total]


def opposite_cells(allowed: Allowed, cards: Hand) -> Allowed:
    """Return the cells of one hand that leave the other an allowed cell, or that cell's weight.

    Args:
        allowed: the cells that the other hand may lie in, or their weights.
        cards: the 26 cards of both.
    """
    lengths = (np.array(cards.lengths) - SHAPE_LENGTHS).astype(np.int16)
    shapes = shape_indices(np.clip(lengths, 0, 13))
    opposite = np.zeros_like(allowed)
    rows = np.flatnonzero((lengths >= 0).all(axis=1) & (lengths <= 13).all(axis=1))
    hcp = cards.hcp - np.arange(allowed.shape[1])
    columns = np.flatnonzero((hcp >= 0) & (hcp < allowed.shape[1]))
    opposite[np.ix_(rows, columns)] = allowed[np.ix_(shapes[rows], hcp[columns])]
    return opposite
