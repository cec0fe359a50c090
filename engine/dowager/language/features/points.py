"""Points with distribution, each a function of HCP and shape only, so that cells decide it."""

from __future__ import annotations

from functools import cache

from dowager.cards import Suit
from dowager.language.tree.hand_feature import HandFeature, shape_table
from dowager.language.tree.nodes import Feature, Int, ShapeTable, ShapeValue, Sum
from dowager.language.tree.shapes import Lengths, permuted

_LENGTH_POINTS = shape_table(
    "length_points", lambda shape: sum(max(0, length - 4) for length in shape)
)


_BALANCED = permuted((4, 3, 3, 3)) | permuted((4, 4, 3, 2)) | permuted((5, 3, 3, 2))


def _distribution(shape: Lengths) -> int:
    """Count length in a balanced hand, 3-2-1 for shortage in any other: never less than length."""
    if shape in _BALANCED:
        return sum(max(0, cards - 4) for cards in shape)
    return sum((3, 2, 1)[cards] for cards in shape if cards < 3)


_DISTRIBUTION = shape_table("distribution_points", _distribution)


def _side_points(shape: Lengths, trumps: Suit, by_length: tuple[int, int, int]) -> int:
    """Add points for a void, singleton or doubleton in each suit but trumps."""
    side = (length for suit, length in enumerate(shape) if suit != trumps)
    return sum(by_length[length] for length in side if length < 3)


def _support(shape: Lengths, trumps: Suit) -> int:
    return _side_points(shape, trumps, (5, 3, 1) if shape[trumps] >= 4 else (3, 2, 1))


def _trump_length(length: int) -> int:
    """Count 1 for the fifth trump and 2 for each one after it."""
    return max(0, length - 4) + max(0, length - 5)


def _declarer(shape: Lengths, trumps: Suit) -> int:
    return _side_points(shape, trumps, (3, 2, 1)) + _trump_length(shape[trumps])


@cache
def _support_table(trumps: Suit) -> ShapeTable:
    return shape_table(f"support_points_{trumps.word}", lambda shape: _support(shape, trumps))


@cache
def _declarer_table(trumps: Suit) -> ShapeTable:
    return shape_table(f"declarer_points_{trumps.word}", lambda shape: _declarer(shape, trumps))


def _with_hcp(table: ShapeTable) -> Int:
    return Sum(((1, Feature("hcp")), (1, ShapeValue(table))))


def _points(*trumps: Suit) -> Int:
    return _with_hcp(_support_table(*trumps) if trumps else _LENGTH_POINTS)


def _total_points() -> Int:
    return _with_hcp(_DISTRIBUTION)


def _hand_points(trumps: Suit) -> Int:
    return _with_hcp(_declarer_table(trumps))


FEATURES = [
    HandFeature(
        name="points",
        about=(
            "HCP and 1 for each card over four in a suit; with a suit, as dummy for those trumps: "
            "HCP and 5-3-1 for a side void, singleton, doubleton, 3-2-1 with at most three trumps"
        ),
        source="Audrey Grant, Bridge Basics (length points); Charles Goren (dummy points)",
        define=_points,
        arities=(0, 1),
        words="points[ in support of {0}]",
    ),
    HandFeature(
        name="hand_points",
        about=(
            "points of the hand with the long trumps once a fit is found: HCP, 3-2-1 for a side "
            "void, singleton, doubleton, 1 for the fifth trump and 2 for each further one"
        ),
        source="Charles Goren, Contract Bridge Complete (the opener's hand after a raise)",
        define=_hand_points,
        arities=(1,),
        words="points with {0} as trumps",
    ),
    HandFeature(
        name="total_points",
        about=(
            "HCP and points for distribution: 3-2-1 for a void, singleton, doubleton, but in a "
            "balanced hand only 1 for a fifth card; at most what others mean by total points"
        ),
        source="Charles Goren (shortage); Audrey Grant, Bridge Basics (length)",
        define=_total_points,
        arities=(0,),
        words="total points",
    ),
]
