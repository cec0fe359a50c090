"""How many hands share out over the rules of a position: each goes by the first that fits it.

The cells of the hands decide most rules for all of them at once. Only where a cell leaves a rule
open are the hands themselves asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import HandArray, array_test, hand_test
from dowager.bidder.bulk.boards import Cells
from dowager.cards import Holdings
from dowager.knowledge.cells import from_mask, plain_space, to_mask
from dowager.knowledge.public import Reached, fits, masks_within
from dowager.language.compile import Candidate, Condition

FEW = 24
"""Hands below which one after another is quicker than arrays."""

Rows: TypeAlias = NDArray[np.intp]
"""Indices of hands, ascending."""

_NONE: Rows = np.zeros(0, dtype=np.intp)


class Share(NamedTuple):
    """A rule, or None for hands that no rule fits, and the rows of the hands that call by it."""

    rule: Candidate | None
    rows: Rows


class UndecidedHands:
    """The hands of one seat that no rule has taken yet.

    Args:
        cells: the cell of each hand, shape `(n,)`.
        holdings: the hands, shape `(n, 4)`, clubs first.

    Attributes:
        rows: which of the hands are left.
        cells_left: the mask of their cells; 0 when none are.
    """

    __slots__ = ("_bits", "_cells", "_holdings", "cells_left", "rows")

    def __init__(self, cells: Cells, holdings: HandArray) -> None:
        self._cells, self._holdings = cells, holdings
        self._keep(np.arange(len(cells)))

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, rule: Candidate) -> Rows:
        """Return the hands that a rule's condition fits, which are left no longer."""
        reached = masks_within(rule, self.cells_left)
        if not reached.may & self.cells_left:
            return _NONE
        holds = self._each(rule) if self._bits else self._all(reached)
        taken = self.rows[holds]
        if len(taken):
            self._keep(self.rows[~holds])
        return taken

    def _keep(self, rows: Rows) -> None:
        """Note which hands are left, with the mask of their cells."""
        self.rows = rows
        self._bits: list[int] = []
        cells = self._cells[rows]
        if len(rows) < FEW:
            self._bits = [1 << cell for cell in cells.tolist()]
            self.cells_left = 0
            for bit in self._bits:
                self.cells_left |= bit
        else:
            among = np.zeros(plain_space().size, dtype=np.bool_)
            among[cells] = True
            self.cells_left = to_mask(among)

    def _each(self, rule: Candidate) -> NDArray[np.bool_]:
        """Ask the hands that are left one after another."""
        holds = [
            fits(rule, bit, partial(_held, self._holdings, row))
            for row, bit in zip(self.rows.tolist(), self._bits, strict=True)
        ]
        return np.array(holds, dtype=np.bool_)

    def _all(self, reached: Reached) -> NDArray[np.bool_]:
        cells, size = self._cells[self.rows], plain_space().size
        holds: NDArray[np.bool_] = from_mask(reached.sure, size)[cells]
        if reached.sure is not reached.may:
            open_cells = reached.may & ~reached.sure
            unsure = np.flatnonzero(from_mask(open_cells, size)[cells])
            if len(unsure):
                conditions = reached.unsure(open_cells)
                holds[unsure] = _satisfying_all(conditions, self._holdings[self.rows[unsure]])
        return holds


def _satisfying_all(conditions: Iterable[Condition], holdings: HandArray) -> NDArray[np.bool_]:
    """Return which hands, shape `(n, 4)`, satisfy all of some conditions."""
    holds = np.ones(len(holdings), dtype=np.bool_)
    if len(holdings) < FEW:
        tests = [hand_test(condition.node) for condition in conditions]
        for row in range(len(holdings)):
            hand = _held(holdings, row)
            holds[row] = all(test(hand) for test in tests)
        return holds
    for condition in conditions:
        holds &= array_test(condition.node)(holdings)
    return holds


def _held(holdings: HandArray, row: int) -> Holdings:
    clubs, diamonds, hearts, spades = holdings[row].tolist()
    return clubs, diamonds, hearts, spades


def first_fitting(rules: Iterable[Candidate], cell: int, hand: HandArray) -> Candidate | None:
    """Return the first rule that fits one hand, shape `(4,)`, in a cell; None when none does."""
    bit, held = 1 << cell, partial(_held, hand[None], 0)
    return next((rule for rule in rules if fits(rule, bit, held)), None)


def shared_out(rules: Iterable[Candidate], cells: Cells, holdings: HandArray) -> list[Share]:
    """Return how hands share out over rules, as `Position.chosen` does for one hand.

    Rules that no hand goes by are left out. No rule is asked for once every hand has one.

    Args:
        rules: the rules, in the order in which they are tried.
        cells: the cell of each hand, shape `(n,)`.
        holdings: the hands, shape `(n, 4)`, clubs first.

    Returns:
        The shares, in the order of the rules; hands without a rule come last.
    """
    hands = UndecidedHands(cells, holdings)
    shares: list[Share] = []
    for rule in rules if hands.cells_left else ():
        rows = hands.take(rule)
        if len(rows):
            shares.append(Share(rule, rows))
            if not hands.cells_left:
                return shares
    return [*shares, Share(None, hands.rows)] if hands.cells_left else shares
