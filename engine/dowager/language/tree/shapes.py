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

_INDEX: NDArray[np.int16] = np.full(14 * 14 * 14, -1, dtype=np.int16)
for _shape, (_clubs, _diamonds, _hearts, _) in enumerate(SHAPES):
    _INDEX[_clubs * 196 + _diamonds * 14 + _hearts] = _shape


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
