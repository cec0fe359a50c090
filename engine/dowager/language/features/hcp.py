"""High-card points: ace 4, king 3, queen 2, jack 1 (Milton Work), of the hand or of one suit."""

from __future__ import annotations

from dowager.cards import Suit
from dowager.language.feature import HandFeature, every_suit, suit_table
from dowager.language.nodes import Int, Sum, SuitValue

HCP = suit_table(
    "hcp",
    lambda holding: sum(4 - place for place in range(4) if holding >> (12 - place) & 1),
)


def _hcp(*suits: Suit) -> Int:
    return Sum(tuple((1, SuitValue(HCP, suit)) for suit in suits or every_suit()))


FEATURES = [
    HandFeature(
        name="hcp",
        about="high-card points, ace 4 to jack 1; of the hand, or of the suits named",
        source="Milton Work's point count",
        define=_hcp,
        arities=(0, 1, 2),
        words="HCP",
    )
]
