"""Owns samples of the hands that a seat can hold, and which rule each of them calls by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import HandArray, array_test
from dowager.cards import LENGTH_OF, Hand
from dowager.knowledge.cells import FULL_HOLDINGS, HCP_OF, MAX_HCP, from_mask, plain_space
from dowager.knowledge.public import Position, Shown, condition_masks
from dowager.knowledge.sampling import Constraint, Fit, HandTable
from dowager.language.compile import Candidate
from dowager.language.tree import SHAPES, shape_indices

_MOST_DRAWN = 10  # times the hands wanted, before a rare seat is left with fewer


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
    cells: NDArray[np.int32]
    hcp: NDArray[np.int64]
    shapes: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.holdings)

    def hand(self, number: int) -> Hand:
        """Return one of the hands."""
        return Hand.of_holdings(self.holdings[number].tolist())


def hands_of(holdings: HandArray) -> Hands:
    """Return hands of their holdings, with what is looked up of each."""
    lengths = LENGTH_OF[holdings]
    shapes = shape_indices(lengths)
    hcp = HCP_OF[holdings].sum(axis=1)
    return Hands(holdings, _cell_numbers()[shapes, hcp], hcp, shapes)


@cache
def _cell_numbers() -> NDArray[np.int32]:
    space = plain_space()
    numbers = np.zeros((len(SHAPES), MAX_HCP + 1), dtype=np.int32)
    numbers[space.shape, space.hcp] = np.arange(space.size, dtype=np.int32)
    return numbers


def sample(shown: Shown, generator: np.random.Generator, count: int) -> Hands:
    """Return hands that fit what a seat has shown; fewer than `count` where few proposals fit."""
    return within(Fit(Constraint(shown.mask, shown.node())), generator, count)


def sample_cells(mask: int, generator: np.random.Generator, count: int) -> Hands:
    """Return hands of the cells of a mask."""
    return within(Fit(Constraint(mask)), generator, count)


def within(fit: Fit, generator: np.random.Generator, count: int) -> Hands:
    """Return hands that meet a constraint, `count` of them unless too few proposals do."""
    table = HandTable(FULL_HOLDINGS, fit.allowed)
    found: list[HandArray] = []
    wanted, drawn = count, 0
    while table.total and wanted > 0 and drawn < _MOST_DRAWN * count:
        drawn += count
        columns = table.draw(generator, count)
        fits = columns[:, fit.fits(columns)].T
        found.append(fits[:wanted])
        wanted -= len(found[-1])
    empty = np.empty((0, 4), dtype=np.uint16)
    return hands_of(np.ascontiguousarray(np.concatenate([empty, *found])))


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """By which rule each of some hands calls: `owners` numbers `candidates`, -1 for none."""

    candidates: tuple[Candidate, ...]
    owners: NDArray[np.int16]

    def rows(self, number: int) -> NDArray[np.intp]:
        """Return the hands that call by a candidate."""
        return np.flatnonzero(self.owners == number)


def chosen(position: Position, hands: Hands) -> Chosen:
    """Return what `Position.chosen` says of every hand: cells first, then the condition."""
    size = plain_space().size
    owners = np.full(len(hands), -1, dtype=np.int16)
    left = np.arange(len(hands))
    tried: list[Candidate] = []
    for candidate in position:
        if not len(left):
            break
        tried.append(candidate)
        masks = condition_masks(candidate.condition)
        cells = hands.cells[left]
        yes = from_mask(masks.sure, size)[cells]
        if masks.sure != masks.may:
            unsure = np.flatnonzero(from_mask(masks.may & ~masks.sure, size)[cells])
            if len(unsure):
                yes[unsure] = array_test(candidate.condition.node)(hands.holdings[left[unsure]])
        if yes.any():
            owners[left[yes]] = len(tried) - 1
            left = left[~yes]
    return Chosen(tuple(tried), owners)
