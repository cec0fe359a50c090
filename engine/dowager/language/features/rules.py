"""Rules of thumb for opening, each HCP and lengths: the rules of 15, 20 and 22."""

from __future__ import annotations

from dowager.cards import Suit
from dowager.language.features.length import LENGTH
from dowager.language.tree.hand_feature import HandFeature, shape_table
from dowager.language.tree.nodes import Feature, Int, ShapeValue, SuitValue, Sum

_TWO_LONGEST = shape_table("two_longest", lambda shape: sum(sorted(shape)[2:]))


def _rule_of_15() -> Int:
    return Sum(((1, Feature("hcp")), (1, SuitValue(LENGTH, Suit.SPADES))))


def _rule_of_20() -> Int:
    return Sum(((1, Feature("hcp")), (1, ShapeValue(_TWO_LONGEST))))


def _rule_of_22() -> Int:
    """Add quick tricks, which count halves, so that the rest counts double."""
    return Sum(((2, Feature("rule_of_20")), (1, Feature("quick_tricks"))))


FEATURES = [
    HandFeature(
        name="rule_of_15",
        about="HCP plus the number of spades, for opening in fourth seat at 15",
        source="Don Pearson's points, also called the rule of 15",
        define=_rule_of_15,
        arities=(0,),
        words="points by the rule of 15",
    ),
    HandFeature(
        name="rule_of_20",
        about="HCP plus the lengths of the two longest suits, for opening at 20",
        source="Marty Bergen, Points Schmoints!",
        define=_rule_of_20,
        arities=(0,),
        words="points by the rule of 20",
    ),
    HandFeature(
        name="rule_of_22",
        about="HCP, the lengths of the two longest suits and quick tricks, for opening at 22",
        source="the rule of 20 with its two quick tricks counted",
        define=_rule_of_22,
        arities=(0,),
        words="points by the rule of 22",
        scale=2,
    ),
]
