"""How far the cells of one hand lie from a set of cells, in cards moved and HCP.

One step moves a card from a suit to another, or adds or takes one HCP. Shapes are few, so a set of
cells is kept as the HCP that it has with each shape, a bit each: a step is an "or" of neighbours.
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from dowager.knowledge.cells import plain_space
from dowager.knowledge.cells.masks import from_mask
from dowager.language.tree import SHAPES

MOST_CARDS, MOST_HCP = 3, 9
"""Further than so many cards, or HCP, all cells are equally far."""

Distances = NDArray[np.uint8]
"""By cards moved, 0 to `MOST_CARDS`, and cell: the HCP that lie between as well, `MOST_HCP` for
that or more; shape `(MOST_CARDS + 1, cells)`."""

_ROW = 64
_HCP: np.uint64 = np.uint64((1 << 38) - 1)
_ONE = np.uint64(1)


@lru_cache(maxsize=1024)
def distances(mask: int) -> Distances:
    """Return how far each cell of the plain space lies from a mask; 60 KB, kept for a while."""
    near = _rows(mask)
    far = np.full((MOST_CARDS + 1, plain_space().size), MOST_HCP, dtype=np.uint8)
    for cards in range(MOST_CARDS + 1):
        if cards:
            near = np.bitwise_or.reduce(near[_neighbours()], axis=1)
        reached = near
        for _ in range(MOST_HCP):
            far[cards] -= _cells(reached)
            reached = (reached | (reached << _ONE) | (reached >> _ONE)) & _HCP
    far.setflags(write=False)
    return far


def _rows(mask: int) -> NDArray[np.uint64]:
    """Return the HCP of a mask's cells by shape, as bits, shape `(560,)`."""
    bits = np.zeros(len(SHAPES) * _ROW, dtype=np.uint8)
    bits[_places()] = from_mask(mask, plain_space().size)
    return np.packbits(bits, bitorder="little").view(np.uint64)


def _cells(rows: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return 1 for each cell whose bit is set."""
    cells: NDArray[np.uint8] = np.unpackbits(rows.view(np.uint8), bitorder="little")[_places()]
    return cells


@cache
def _places() -> NDArray[np.intp]:
    """Return where each cell's bit stands."""
    space = plain_space()
    return space.shape.astype(np.intp) * _ROW + space.hcp


@cache
def _neighbours() -> NDArray[np.intp]:
    """Return each shape and those that one card's move makes of it, shape `(560, 13)`."""
    number = {shape: index for index, shape in enumerate(SHAPES)}
    neighbours = np.empty((len(SHAPES), 13), dtype=np.intp)
    for index, shape in enumerate(SHAPES):
        neighbours[index, 0] = index
        moves = [(low, high) for low in range(4) for high in range(4) if low != high]
        for column, (low, high) in enumerate(moves, start=1):
            moved = list(shape)
            moved[low] -= 1
            moved[high] += 1
            there = (moved[0], moved[1], moved[2], moved[3])
            neighbours[index, column] = number.get(there, index)
    return neighbours
