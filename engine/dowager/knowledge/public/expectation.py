"""What one hand leads its holder to expect of another, when all four share out a fixed total."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from dowager.knowledge.cells.space import Weights


def best_line(own: Weights, other: Weights, third: Weights, fourth: Weights) -> tuple[float, float]:
    """Return `(base, slope)` of the line that best predicts another seat's value from one's own.

    Args:
        own: how likely each value 0 to `total` is for one's own hand, shape `(total + 1,)`.
        other: the same for the seat that is asked about.
        third: the same for one of the other two seats.
        fourth: the same for the last; the four values add up to `total`.

    Returns:
        The line of least squares over all ways to share out the total; `slope` is -1 to 0. When no
        way fits, as can happen once calls are relaxed, the other's mean and 0.
    """
    values = np.arange(len(own), dtype=np.float64)
    rest = np.convolve(third, fourth)[: len(own)]
    weights = own[:, None] * other[None, :] * np.append(rest, 0.0)[_remainders(len(own))]
    total = weights.sum()
    if not total > 0:
        return float(other @ values), 0.0
    weights /= total
    mine, theirs = weights.sum(axis=1), weights.sum(axis=0)
    mean, wanted = float(mine @ values), float(theirs @ values)
    variance = float(mine @ values**2) - mean**2
    if variance < 1e-6:
        return wanted, 0.0
    slope = (float(values @ weights @ values) - mean * wanted) / variance
    slope = min(0.0, max(-1.0, slope))
    return wanted - slope * mean, slope


@cache
def _remainders(size: int) -> NDArray[np.intp]:
    """Return what two values leave of the total; `size` where they exceed it; shape `(n, n)`."""
    values = np.arange(size)
    remainders = size - 1 - values[:, None] - values[None, :]
    return np.where(remainders < 0, size, remainders)
