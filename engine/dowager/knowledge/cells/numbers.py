"""The numbers that are asked of every hand, as nodes, and ascending numbers as ranges."""

from __future__ import annotations

from collections.abc import Iterable

from dowager.cards import Suit
from dowager.language.compile import feature_node

HCP = feature_node("hcp", ())
"""High-card points of the hand."""

LENGTHS = tuple(feature_node("length", (suit,)) for suit in Suit)
"""The length of each suit, clubs first."""

HCP_AND_LENGTHS = (HCP, *LENGTHS)
"""The numbers that ranges are given of."""

TOTALS = (40, 13, 13, 13, 13)
"""What the four hands share out of each of them."""

SUIT_HCP = tuple(feature_node("hcp", (suit,)) for suit in Suit)
"""The high-card points of each suit, clubs first."""

TOTAL_POINTS = feature_node("total_points", ())
"""HCP and what is usually counted for distribution."""

ACES = feature_node("aces", ())
KINGS = feature_node("kings", ())


def runs(values: Iterable[int]) -> list[tuple[int, int]]:
    """Return ascending whole numbers as ranges: 3, 4, 5, 8 as (3, 5) and (8, 8)."""
    ranges: list[tuple[int, int]] = []
    for value in values:
        if ranges and ranges[-1][1] == value - 1:
            ranges[-1] = (ranges[-1][0], value)
        else:
            ranges.append((value, value))
    return ranges
