"""Other published hand evaluations: Zar points, and Fifths for notrump."""

from __future__ import annotations

from dowager.language.features.honours import honour_table
from dowager.language.tree.hand_feature import HandFeature, shape_table, summed
from dowager.language.tree.nodes import Feature, Int, ShapeValue, Sum
from dowager.language.tree.shapes import Lengths

_FIFTHS = {"A": 20, "K": 14, "Q": 9, "J": 5, "T": 2}


def _fifths(honours: str, _: int) -> int:
    return sum(_FIFTHS[rank] for rank in honours)


def _zar_shape(shape: Lengths) -> int:
    """Return (a + b) + (a - d) for lengths a >= b >= c >= d."""
    shortest, _, second, longest = sorted(shape)
    return longest + second + longest - shortest


_ZAR_SHAPE = shape_table("zar_shape", _zar_shape)


def _zar_points() -> Int:
    return Sum(((1, Feature("hcp")), (1, Feature("controls")), (1, ShapeValue(_ZAR_SHAPE))))


FEATURES = [
    HandFeature(
        name="zar_points",
        about=(
            "HCP, controls (ace 2, king 1), the two longest suits together, and the longest less "
            "the shortest; 26 opens, 52 together make game"
        ),
        source="Zar Petkov, Zar Points (2003)",
        define=_zar_points,
        arities=(0,),
        words="Zar points",
    ),
    HandFeature(
        name="fifths",
        about="strength for notrump: ace 4, king 2.8, queen 1.8, jack 1, ten 0.4",
        source="Thomas Andrews, Fifths (bridge.thomasoandrews.com)",
        define=summed(honour_table("fifths", _fifths)),
        arities=(0, 1),
        words="notrump points by fifths",
        scale=5,
    ),
]
