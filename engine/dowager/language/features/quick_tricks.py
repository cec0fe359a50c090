"""Quick tricks: AK 2, AQ 1½, A or KQ 1, Kx ½; counted in halves."""

from __future__ import annotations

from dowager.language.features.honours import honour_table
from dowager.language.tree.hand_feature import HandFeature, summed


def _halves(honours: str, length: int) -> int:
    if "A" in honours:
        return 4 if "K" in honours else 3 if "Q" in honours else 2
    if "K" in honours and length >= 2:
        return 2 if "Q" in honours else 1
    return 0


QUICK_TRICKS = honour_table("quick_tricks", _halves)

FEATURES = [
    HandFeature(
        name="quick_tricks",
        about="quick tricks, AK 2, AQ 1.5, A 1, KQ 1, Kx 0.5; of the hand, or of the suit named",
        source="Ely Culbertson's honour tricks, as in The Official Encyclopedia of Bridge",
        define=summed(QUICK_TRICKS),
        arities=(0, 1),
        words="quick tricks",
        scale=2,
    )
]
