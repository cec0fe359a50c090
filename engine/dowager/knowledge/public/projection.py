"""Owns what a condition on a hand leaves for one suit's holding, or for one count such as aces.

The cells of shape and HCP say nothing of single cards. Here a condition is read once more with the
8,192 holdings of one suit, or the values of one number, in place of the cells: parts that ask for
anything else are *maybe*. What remains is sound: nothing that some hand has is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, LENGTH_OF, Suit
from dowager.knowledge.cells.space import Masks, from_mask, to_mask
from dowager.language.features import expand_bool, expand_int
from dowager.language.features.hcp import HCP
from dowager.language.tree import (
    And,
    Bool,
    Const,
    Count,
    Feature,
    Int,
    Max,
    Min,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    ShapeValue,
    SuitValue,
    Sum,
    Truth,
)

_Atom: TypeAlias = Range | Shape
_Values: TypeAlias = NDArray[np.int64]

_WAYS = np.array([float(comb(39, 13 - length)) for length in LENGTH_OF.tolist()])
_ALL_HOLDINGS = (1 << 8192) - 1


def holdings_of(node: Bool, suit: Suit) -> NDArray[np.bool_]:
    """Return which of a suit's 8,192 holdings a hand that satisfies a condition may have."""
    masks = _read(node, _ALL_HOLDINGS, lambda atom: _holdings_of_atom(atom, suit))
    return from_mask(masks.may, 8192)


def amounts_of(node: Bool, number: Feature, most: int) -> frozenset[int]:
    """Return the values 0 to `most` of a number that a condition leaves open."""
    full = (1 << most + 1) - 1
    masks = _read(node, full, lambda atom: _amounts_of_atom(atom, number, full))
    return frozenset(value for value in range(most + 1) if masks.may >> value & 1)


def suit_span(holdings: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the least and the greatest HCP of some holdings, at least one."""
    values = HCP.values[holdings]
    return int(values.min()), int(values.max())


def share(holdings: NDArray[np.bool_], span: tuple[int, int]) -> float:
    """Return the share of all hands with one of some holdings whose HCP in the suit are in a span.

    A holding counts by the ways to fill the hand from the 39 cards of the other suits.
    """
    inside = holdings & (HCP.values >= span[0]) & (HCP.values <= span[1])
    return float(_WAYS[inside].sum() / _WAYS[holdings].sum())


def with_lengths(
    holdings: NDArray[np.bool_], lengths: tuple[int, int], most: int
) -> NDArray[np.bool_]:
    """Return those of some holdings that have a length within bounds and at most so many HCP."""
    length = LENGTH_OF
    return holdings & (length >= lengths[0]) & (length <= lengths[1]) & (HCP.values <= most)


def always_held(holdings: NDArray[np.bool_], rank: int) -> bool:
    """Whether each of some holdings has the card of a rank 0 (two) to 12 (ace)."""
    return bool((ALL_HOLDINGS[holdings] >> rank & 1).all())


def _read(node: Bool, full: int, atom: Callable[[_Atom], Masks]) -> Masks:
    """Combine what atoms decide, as `Space.masks` does with cells."""
    match node:
        case Truth(value):
            return Masks(full, full) if value else Masks(0, 0)
        case And(args):
            sure = may = full
            for part in (_read(arg, full, atom) for arg in args):
                sure, may = sure & part.sure, may & part.may
            return Masks(sure, may)
        case Or(args):
            sure = may = 0
            for part in (_read(arg, full, atom) for arg in args):
                sure, may = sure | part.sure, may | part.may
            return Masks(sure, may)
        case Not(arg):
            part = _read(arg, full, atom)
            return Masks(full ^ part.may, full ^ part.sure)
        case Predicate():
            return _read(expand_bool(node), full, atom)
        case Range() | Shape():
            return atom(node)
        case _:
            assert_never(node)


def _amounts_of_atom(atom: _Atom, number: Feature, full: int) -> Masks:
    if isinstance(atom, Shape) or atom.value != number:
        return Masks(0, full)
    values = range(full.bit_length())
    mask = sum(1 << value for value in values if _inside(atom, value))
    return Masks(mask, mask)


def _inside(atom: Range, value: int) -> bool:
    return (atom.low is None or atom.low <= value) and (atom.high is None or value <= atom.high)


@lru_cache(maxsize=4096)
def _holdings_of_atom(atom: _Atom, suit: Suit) -> Masks:
    if isinstance(atom, Shape):
        lengths = {shape[suit] for shape in atom.shapes}
        return Masks(0, to_mask(np.isin(LENGTH_OF, list(lengths))))
    values = _suit_values(atom.value, suit)
    if values is None:
        return Masks(0, _ALL_HOLDINGS)
    inside = values >= (-(1 << 30) if atom.low is None else atom.low)
    if atom.high is not None:
        inside &= values <= atom.high
    mask = to_mask(inside)
    return Masks(mask, mask)


def _suit_values(node: Int, suit: Suit) -> _Values | None:
    """Return a number for each holding of a suit; None when it asks for more than that suit."""
    match node:
        case Const(value):
            return np.full(8192, value, dtype=np.int64)
        case SuitValue(table, other):
            return table.values.astype(np.int64) if other == suit else None
        case Feature():
            return _suit_values(expand_int(node), suit)
        case Sum(terms, constant):
            return _added([(factor, _suit_values(term, suit)) for factor, term in terms], constant)
        case Max(args) | Min(args):
            pick = np.maximum.reduce if isinstance(node, Max) else np.minimum.reduce
            parts = _all_known([_suit_values(arg, suit) for arg in args])
            return None if parts is None else pick(parts)
        case Count() | ShapeValue():
            return None
        case _:
            assert_never(node)


def _added(terms: list[tuple[int, _Values | None]], constant: int) -> _Values | None:
    parts = _all_known([values for _, values in terms])
    if parts is None:
        return None
    total = np.full(8192, constant, dtype=np.int64)
    for (factor, _), values in zip(terms, parts, strict=True):
        total += factor * values
    return total


def _all_known(parts: list[_Values | None]) -> list[_Values] | None:
    known = [part for part in parts if part is not None]
    return known if len(known) == len(parts) else None
