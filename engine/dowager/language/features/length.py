"""The length of a suit. In rules a bare suit means its length: `S >= 5`, `M == 4`."""

from __future__ import annotations

from dowager.language.tree.hand_feature import HandFeature, suit_table, summed

LENGTH = suit_table("length", int.bit_count)


FEATURES = [
    HandFeature(
        name="length",
        about="how many cards of a suit; a bare suit means the same",
        source="Laws of Duplicate Bridge, definitions",
        define=summed(LENGTH),
        arities=(1,),
        words="{0}",
    )
]
