"""How many of a suit's top two, three, four or five cards a hand has."""

from __future__ import annotations

from dowager.language.features.honours import TOP_FIVE, count_of
from dowager.language.tree.hand_feature import HandFeature


def _top(size: int, number: str, cards: str) -> HandFeature:
    return HandFeature(
        name=f"top{size}",
        about=f"how many of the suit's top {number} cards: {cards}",
        source="a plain count of the cards",
        define=count_of(TOP_FIVE[:size]),
        arities=(1,),
        words=f"of the top {number} in {{0}}",
    )


FEATURES = [
    _top(2, "two", "ace and king"),
    _top(3, "three", "ace, king and queen"),
    _top(4, "four", "ace to jack"),
    _top(5, "five", "ace to ten"),
    HandFeature(
        name="honours",
        about="how many honours, ace to ten; in the hand, or in the suit named",
        source="Laws of Duplicate Bridge, definitions ('honor')",
        define=count_of(TOP_FIVE),
        arities=(0, 1),
        words="honours",
    ),
]
