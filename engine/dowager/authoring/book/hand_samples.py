"""Samples of the hands that a seat can hold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import HandArray
from dowager.bidder.bulk import Cells, cells_of
from dowager.cards import LENGTH_OF, Hand
from dowager.knowledge.cells import FULL_HOLDINGS, HCP_OF
from dowager.knowledge.public import Shown
from dowager.knowledge.sampling import Constraint, Fit, HandTable
from dowager.language.tree import shape_indices

_MOST_DRAWN = 10  # times the hands wanted, before a rare seat gets fewer


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Hands, independent and uniform over all that a seat can hold.

    Attributes:
        holdings: shape `(n, 4)`, clubs first.
        cells: the cell of the plain space in which each lies.
        hcp: the HCP of each.
        shapes: the number of the shape of each.
    """

    holdings: HandArray
    cells: Cells
    hcp: NDArray[np.int64]
    shapes: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.holdings)

    def hand(self, number: int) -> Hand:
        """Return one of the hands."""
        return Hand.of_holdings(self.holdings[number].tolist())


def hands_of(holdings: HandArray) -> Hands:
    """Return hands by their holdings, with what is looked up of each."""
    hcp = HCP_OF[holdings].sum(axis=1)
    return Hands(holdings, cells_of(holdings), hcp, shape_indices(LENGTH_OF[holdings]))


def sample(shown: Shown, generator: np.random.Generator, count: int) -> Hands:
    """Return hands that fit what a seat has shown; fewer than `count` where few proposals fit."""
    return within(Fit(Constraint(shown.mask, shown.node())), generator, count)


def sample_cells(mask: int, generator: np.random.Generator, count: int) -> Hands:
    """Return hands of the cells of a mask."""
    return within(Fit(Constraint(mask)), generator, count)


def within(fit: Fit, generator: np.random.Generator, count: int) -> Hands:
    """Return hands that meet a constraint, `count` of them unless too few proposals do."""
    table = HandTable(FULL_HOLDINGS, fit.allowed)
    batches: list[HandArray] = [np.empty((0, 4), dtype=np.uint16)]
    wanted, drawn = count, 0
    while table.total and wanted > 0 and drawn < _MOST_DRAWN * count:
        drawn += count
        columns = table.draw(generator, count)
        fits = columns[:, fit.fits(columns)].T
        batches.append(fits[:wanted])
        wanted -= len(batches[-1])
    return hands_of(np.ascontiguousarray(np.concatenate(batches)))
