"""Kinds of hand by shape: balanced to unbalanced, and one, two or three suits."""

from __future__ import annotations

from dowager.language.tree.hand_feature import HandFeature
from dowager.language.tree.nodes import Shape
from dowager.language.tree.shapes import SHAPES, Lengths, permuted

_ENCYCLOPEDIA = "The Official Encyclopedia of Bridge"

_FLAT = permuted((4, 3, 3, 3))
_BALANCED = _FLAT | permuted((4, 4, 3, 2)) | permuted((5, 3, 3, 2))
_SEMIBALANCED = permuted((5, 4, 2, 2)) | permuted((6, 3, 2, 2))
_UNBALANCED = frozenset(SHAPES) - _BALANCED - _SEMIBALANCED
_THREE_SUITED = permuted((4, 4, 4, 1)) | permuted((5, 4, 4, 0))
_TWO_SUITED = frozenset(shape for shape in SHAPES if sorted(shape)[2] >= 5)
_ONE_SUITED = frozenset(s for s in SHAPES if max(s) >= 6 and sorted(s)[2] <= 3)


def _kind(
    name: str, about: str, shapes: frozenset[Lengths], words: str, source: str
) -> HandFeature:
    return HandFeature(
        name=name,
        about=about,
        source=f"{_ENCYCLOPEDIA} ('{source}')",
        define=lambda: Shape(shapes, words),
        arities=(0,),
        words=words,
    )


FEATURES = [
    _kind("flat", "4-3-3-3 in any order", _FLAT, "4-3-3-3", "flat hand"),
    _kind(
        "balanced",
        "4-3-3-3, 4-4-3-2 or 5-3-3-2 in any order",
        _BALANCED,
        "balanced",
        "balanced hand",
    ),
    _kind(
        "semibalanced",
        "5-4-2-2 or 6-3-2-2 in any order; a balanced hand is not semi-balanced",
        _SEMIBALANCED,
        "semi-balanced",
        "semi-balanced",
    ),
    _kind(
        "unbalanced",
        "neither balanced nor semi-balanced: a void, a singleton, or 7-2-2-2",
        _UNBALANCED,
        "unbalanced",
        "unbalanced distribution",
    ),
    _kind(
        "three_suited",
        "4-4-4-1 or 5-4-4-0 in any order",
        _THREE_SUITED,
        "three-suited",
        "three-suiter",
    ),
    _kind(
        "two_suited",
        "five or more cards in each of two suits",
        _TWO_SUITED,
        "two-suited",
        "two-suiter",
    ),
    _kind(
        "one_suited",
        "a suit of six or more cards, and no other of four or more",
        _ONE_SUITED,
        "one-suited",
        "one-suiter",
    ),
]
