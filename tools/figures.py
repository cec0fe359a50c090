"""Means with their standard errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def mean_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error, which is 0 for a single value."""
    array = np.array(values, dtype=float)
    error = array.std(ddof=1) / len(array) ** 0.5 if len(array) > 1 else 0.0
    return float(array.mean()), float(error)
