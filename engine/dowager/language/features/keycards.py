"""Key cards: the four aces and the king of trumps; and the queen of trumps."""

from __future__ import annotations

from dowager.cards import Suit
from dowager.language.features.honours import ACES, KINGS, QUEENS
from dowager.language.tree.hand_feature import HandFeature, every_suit
from dowager.language.tree.nodes import Bool, Int, Range, SuitValue, Sum


def _keycards(trumps: Suit) -> Int:
    aces = tuple((1, SuitValue(ACES, suit)) for suit in every_suit())
    return Sum((*aces, (1, SuitValue(KINGS, trumps))))


def _trump_queen(trumps: Suit) -> Bool:
    return Range(SuitValue(QUEENS, trumps), 1, None)


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
        define=_trump_queen,
        arities=(1,),
        words="the queen of {0}",
        negative="no queen of {0}",
    ),
]
