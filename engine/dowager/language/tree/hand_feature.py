"""What a hand feature is; each file of `features/` lists its own as `FEATURES`.

A feature is a definition in nodes, its name in the rule language and its words. Evaluation,
constraints, tables of cells and English all come from these; nothing else knows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, Suit
from dowager.language.tree.nodes import (
    Bool,
    Int,
    Range,
    ShapeTable,
    SuitTable,
    SuitValue,
    Sum,
)
from dowager.language.tree.shapes import SHAPES, Lengths


@dataclass(frozen=True, slots=True)
class HandFeature:
    """A named property of a hand: a number or a condition.

    Attributes:
        name: as rules write it.
        about: one line for `dowager features` and docs/reference/language.md.
        source: the book, booklet or author whose definition it is.
        define: gives the tree for the suits that the rule names.
        arities: how many suits it takes: `points` and `points(x)` are (0, 1).
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


@cache
def is_truth_feature(feature: HandFeature) -> bool:
    """Whether a feature is a condition rather than a number."""
    return isinstance(feature.define(*list(Suit)[: feature.arities[0]]), Bool)


def suit_table(name: str, value: Callable[[int], int]) -> SuitTable:
    """Tabulate a function of a holding (13 bits, bit 12 the ace) to a number -128 to 127."""
    return SuitTable(name, np.array([value(holding) for holding in ALL_HOLDINGS.tolist()], np.int8))


def shape_table(name: str, value: Callable[[Lengths], int]) -> ShapeTable:
    """Tabulate a function of the four lengths, clubs first."""
    values: NDArray[np.int8] = np.array([value(shape) for shape in SHAPES], dtype=np.int8)
    return ShapeTable(name, values)


def summed(table: SuitTable) -> Callable[..., Int]:
    """Return the definition that adds a suit table over the suits named, or over all four."""

    def define(*suits: Suit) -> Int:
        values = [SuitValue(table, suit) for suit in suits or Suit]
        return values[0] if len(values) == 1 else Sum(tuple((1, value) for value in values))

    return define


def ranged(table: SuitTable, low: int, high: int | None) -> Callable[..., Bool]:
    """Return the definition that asks whether a suit table's value lies in `low..high`."""
    return lambda suit: Range(SuitValue(table, suit), low, high)
