"""Owns the 560 shapes (four suit lengths that sum to 13, clubs first) and their numbering.

python-constraint enumerates them; every table over shapes is indexed by `shape_index`.
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
    found = [(s[0], s[1], s[2], s[3]) for s in problem.getSolutions()]
    return tuple(sorted(found))


SHAPES: tuple[Lengths, ...] = _enumerate()
"""All 560 shapes in ascending order."""

SHAPE_LENGTHS: NDArray[np.int8] = np.array(SHAPES, dtype=np.int8)
"""The shapes as an array of shape `(560, 4)`."""

_INDEX: NDArray[np.int16] = np.full(14 * 14 * 14, -1, dtype=np.int16)
for _number, (_clubs, _diamonds, _hearts, _) in enumerate(SHAPES):
    _INDEX[_clubs * 196 + _diamonds * 14 + _hearts] = _number


def shape_index(clubs: int, diamonds: int, hearts: int) -> int:
    """Return the number, 0 to 559, of the shape with these lengths; spades are the rest."""
    return _INDEX.item(clubs * 196 + diamonds * 14 + hearts)


def shape_indices(lengths: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the shape numbers of an array of lengths, shape `(n, 4)`, clubs first."""
    found: NDArray[np.int16] = _INDEX[lengths[:, 0] * 196 + lengths[:, 1] * 14 + lengths[:, 2]]
    return found


@cache
def permuted(pattern: tuple[int, int, int, int]) -> frozenset[Lengths]:
    """Return every shape whose lengths are `pattern` in any order."""
    wanted = sorted(pattern)
    return frozenset(shape for shape in SHAPES if sorted(shape) == wanted)
