"""What one hand leads its holder to expect of another, when all four share out a fixed total."""

from __future__ import annotations

from functools import cache

import numpy as np

from dowager.knowledge.cells.space import Weights

_SAME = 1e-6  # the variance of a value that is as good as known


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
    values = _values(len(own))
    rest = np.convolve(third, fourth)
    # How likely each own value is with any of the other's, and the sum of the other's values then.
    size = len(own)
    mine = own * np.convolve(other, rest)[size - 1 :: -1]
    sums = own * np.convolve(other * values, rest)[size - 1 :: -1]
    total = float(mine.sum())
    if not total > 0:
        return float(other @ values), 0.0
    mean, wanted = float(mine @ values) / total, float(sums.sum()) / total
    variance = float(mine @ values**2) / total - mean**2
    if variance < _SAME:
        return wanted, 0.0
    slope = (float(sums @ values) / total - mean * wanted) / variance
    slope = min(0.0, max(-1.0, slope))
    return wanted - slope * mean, slope


@cache
def _values(size: int) -> Weights:
    return np.arange(size, dtype=np.float64)
