"""The 560 shapes: four suit lengths that sum to 13, clubs first.

A shape's index in `SHAPES` is its index in every table over shapes.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from constraint import ExactSumConstraint, Problem
from numpy.typing import NDArray

Lengths = tuple[int, int, int, int]
"""Four suit lengths, clubs first."""


def _enumerate() -> tuple[Lengths, ...]:
    problem = Problem()
    problem.addVariables(range(4), range(14))
    problem.addConstraint(ExactSumConstraint(13))
    return tuple(sorted((s[0], s[1], s[2], s[3]) for s in problem.getSolutions()))


SHAPES: tuple[Lengths, ...] = _enumerate()
"""All 560 shapes in ascending order."""

SHAPE_LENGTHS: NDArray[np.int8] = np.array(SHAPES, dtype=np.int8)
"""The shapes as an array of shape `(560, 4)`."""


KEY_UNITS = (196, 14, 1)
"""What each club, diamond and heart adds to the key of a shape; spades are the rest."""

SHAPE_KEYS: NDArray[np.int16] = SHAPE_LENGTHS[:, :3].astype(np.int16) @ np.array(
    KEY_UNITS, dtype=np.int16
)
"""The keys of the shapes, in their order: all different, and below 14 cubed."""

_INDEX: NDArray[np.int16] = np.full(14**3, -1, dtype=np.int16)
_INDEX[SHAPE_KEYS] = np.arange(len(SHAPES))


def shape_index(clubs: int, diamonds: int, hearts: int) -> int:
    """Return the index, 0 to 559, of the shape with these lengths; spades are the rest."""
    return _INDEX.item(clubs * 196 + diamonds * 14 + hearts)


def shape_indices(lengths: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the shapes' indices for an array of lengths of shape `(n, 4)`, clubs first."""
    indices: NDArray[np.int16] = _INDEX[lengths[:, 0] * 196 + lengths[:, 1] * 14 + lengths[:, 2]]
    return indices


@cache
def permuted(pattern: tuple[int, int, int, int]) -> frozenset[Lengths]:
    """Return every shape whose lengths are `pattern` in any order."""
    wanted = sorted(pattern)
    return frozenset(shape for shape in SHAPES if sorted(shape) == wanted)
