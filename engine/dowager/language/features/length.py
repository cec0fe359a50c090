"""The length of a suit. In rules a bare suit means its length: `S >= 5`, `M == 4`."""

from __future__ import annotations

from dowager.cards import Suit
from dowager.language.tree.hand_feature import HandFeature, suit_table
from dowager.language.tree.nodes import Int, SuitValue

LENGTH = suit_table("length", int.bit_count)


def _length(suit: Suit) -> Int:
    return SuitValue(LENGTH, suit)


FEATURES = [
    HandFeature(
        name="length",
        about="how many cards of a suit; a bare suit means the same",
        source="Laws of Duplicate Bridge, definitions",
        define=_length,
        arities=(1,),
        words="{0}",
    )
]
