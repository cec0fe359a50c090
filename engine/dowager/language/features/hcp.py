"""High-card points: ace 4, king 3, queen 2, jack 1 (Milton Work), of the hand or of some suits."""

from __future__ import annotations

from dowager.language.tree.hand_feature import HandFeature, suit_table, summed

HCP = suit_table(
    "hcp",
    lambda h: 4 * (h >> 12) + 3 * (h >> 11 & 1) + 2 * (h >> 10 & 1) + (h >> 9 & 1),
)


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
