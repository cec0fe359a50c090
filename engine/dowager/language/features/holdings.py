"""Whether a suit's holding fits a pattern, `holding(x, "AQx+")`: a feature for each pattern."""

from __future__ import annotations

import numpy as np

from dowager.language.tree.hand_feature import HandFeature, ranged
from dowager.language.tree.holding_patterns import fitting
from dowager.language.tree.nodes import SuitTable

_PREFIX = "holding "


def holding_name(pattern: str) -> str:
    """Return the name of the feature of a pattern.

    Raises:
        BadHolding: this is no pattern, or no holding fits it.
    """
    fitting(pattern)
    return _PREFIX + pattern


def holding_feature(name: str) -> HandFeature | None:
    """Return the feature of such a name; None for any other name."""
    if not name.startswith(_PREFIX):
        return None
    pattern = name.removeprefix(_PREFIX)
    return HandFeature(
        name=name,
        about=f"the suit is {pattern}",
        source="",
        define=ranged(SuitTable(name, fitting(pattern).astype(np.int8)), 1, None),
        arities=(1,),
        words=f"{pattern} in {{0}}",
        negative=f"not {pattern} in {{0}}",
    )


FEATURES: list[HandFeature] = []
