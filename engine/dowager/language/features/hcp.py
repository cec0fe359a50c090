"""High-card points: ace 4, king 3, queen 2, jack 1 (Milton Work), of the hand or of some suits."""

from __future__ import annotations

from collections.abc import Callable

from dowager.cards import Suit
from dowager.language.tree.hand_feature import HandFeature, every_suit, suit_table
from dowager.language.tree.nodes import Int, SuitTable, SuitValue, Sum

HCP = suit_table(
    "hcp",
    lambda h: 4 * (h >> 12) + 3 * (h >> 11 & 1) + 2 * (h >> 10 & 1) + (h >> 9 & 1),
)


def summed(table: SuitTable) -> Callable[..., Int]:
    """Return the definition that adds a suit table over the suits named, or over all four."""

    def define(*suits: Suit) -> Int:
        values = [SuitValue(table, suit) for suit in suits or every_suit()]
        return values[0] if len(values) == 1 else Sum(tuple((1, value) for value in values))

    return define


FEATURES = [
    HandFeature(
        name="hcp",
        about="high-card points, ace 4 to jack 1; of the hand, or of the suits named",
        source="Milton Work's point count",
        define=summed(HCP),
        arities=(0, 1, 2),
        words="HCP",
    )
]
