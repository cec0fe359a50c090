"""High-card points: ace 4, king 3, queen 2, jack 1 (Milton Work), of the hand or of some suits."""

from __future__ import annotations

import numpy as np

from dowager.cards import ALL_HOLDINGS
from dowager.language.tree.hand_feature import HandFeature, summed
from dowager.language.tree.nodes import SuitTable

_ACE, _KING, _QUEEN, _JACK = (ALL_HOLDINGS >> rank & 1 for rank in (12, 11, 10, 9))

HCP = SuitTable("hcp", (4 * _ACE + 3 * _KING + 2 * _QUEEN + _JACK).astype(np.int8))


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
