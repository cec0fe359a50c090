"""Key cards: the four aces and the king of trumps; and the queen of trumps."""

from __future__ import annotations

from dowager.cards import Suit
from dowager.language.features.honours import ACES, KINGS, QUEENS
from dowager.language.tree.hand_feature import HandFeature, ranged
from dowager.language.tree.nodes import Int, SuitValue, Sum


def _keycards(trumps: Suit) -> Int:
    aces = tuple((1, SuitValue(ACES, suit)) for suit in Suit)
    return Sum((*aces, (1, SuitValue(KINGS, trumps))))


FEATURES = [
    HandFeature(
        name="keycards",
        about="how many of the five key cards: the four aces and the king of the suit named",
        source="The Official Encyclopedia of Bridge ('key card')",
        define=_keycards,
        arities=(1,),
        words="key cards for {0}",
    ),
    HandFeature(
        name="trump_queen",
        about="the queen of the suit named as trumps",
        source="The Official Encyclopedia of Bridge ('key card')",
        define=ranged(QUEENS, 1, None),
        arities=(1,),
        words="the queen of {0}",
        negative="no queen of {0}",
    ),
]
