"""Owns what a hand feature is. Each file of `features/` states one or more as `FEATURES`.

A feature is a definition in nodes, its name in the rule language and its words; nothing else in
the program knows it. From the definition come the evaluator, the constraints and the cell tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dowager.cards import Suit
from dowager.language.tree.nodes import Bool, Int, ShapeTable, SuitTable
from dowager.language.tree.shapes import SHAPES, Lengths


@dataclass(frozen=True, slots=True)
class HandFeature:
    """A named property of a hand: a number or a condition.

    Attributes:
        name: as rules write it.
        about: one line for `dowager features` and the language reference.
        source: the book, booklet or author whose definition it is.
        define: gives the tree for the suits that the rule names.
        arities: with how many suits it may be written: `points` and `points(x)` are (0, 1).
        words: English. For a number the unit, put after a range: `HCP` in "15–17 HCP"; with
            `{0}`, `{1}` for the suits. For a condition the phrase itself: "a stopper in {0}".
        negative: for a condition, the words of its opposite; empty: "not " and `words`.
        scale: a number counts units of 1/scale; rules write `quick_tricks >= 1.5` for scale 2.
    """

    name: str
    about: str
    source: str
    define: Callable[..., Int] | Callable[..., Bool]
    arities: tuple[int, ...]
    words: str
    negative: str = ""
    scale: int = 1


def suit_table(name: str, value: Callable[[int], int]) -> SuitTable:
    """Tabulate a function of a holding (13 bits, bit 12 the ace) to a number -128 to 127."""
    values = np.fromiter((value(holding) for holding in range(8192)), dtype=np.int8, count=8192)
    return SuitTable(name, values)


def shape_table(name: str, value: Callable[[Lengths], int]) -> ShapeTable:
    """Tabulate a function of the four lengths, clubs first."""
    values: NDArray[np.int8] = np.array([value(shape) for shape in SHAPES], dtype=np.int8)
    return ShapeTable(name, values)


def every_suit() -> tuple[Suit, ...]:
    """Return the four suits, clubs first."""
    return tuple(Suit)
