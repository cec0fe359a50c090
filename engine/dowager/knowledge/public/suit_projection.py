"""A condition projected onto one suit's holdings, or onto one count such as aces.

The cells of shape and HCP say nothing of single cards. Here a condition is read once more with the
8,192 holdings of one suit, or the values of one number, in place of the cells: parts that ask for
anything else are *maybe*. The result is sound: it includes whatever some hand has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, LENGTH_OF, Suit
from dowager.knowledge.cells.masks import Masks, combined, from_mask, to_mask
from dowager.language.features import expand_bool, expand_int
from dowager.language.features.hcp import HCP
from dowager.language.tree import (
    Bool,
    Const,
    Count,
    Feature,
    Int,
    Max,
    Min,
    Predicate,
    Range,
    Shape,
    ShapeValue,
    SuitValue,
    Sum,
)

_Atom: TypeAlias = Range | Shape
HoldingSet: TypeAlias = NDArray[np.bool_]
"""Some of a suit's 8,192 holdings: a truth for each, shape `(8192,)`."""

_Values: TypeAlias = NDArray[np.int64]

_WAYS = np.array([float(comb(39, 13 - length)) for length in LENGTH_OF.tolist()])
_ALL_HOLDINGS = (1 << 8192) - 1


def holdings_of(node: Bool, suit: Suit) -> HoldingSet:
    """Return which of a suit's 8,192 holdings a hand that satisfies a condition may have."""
    masks = _read(node, _ALL_HOLDINGS, lambda atom: _holdings_of_atom(atom, suit))
    return from_mask(masks.may, 8192)


def amounts_of(node: Bool, number: Feature, most: int) -> frozenset[int]:
    """Return the values 0 to `most` of a number that a condition leaves open."""
    full = (1 << most + 1) - 1
    masks = _read(node, full, lambda atom: _amounts_of_atom(atom, number, full))
    return frozenset(value for value in range(most + 1) if masks.may >> value & 1)


def hcp_bounds(holdings: HoldingSet) -> tuple[int, int]:
    """Return the least and the greatest HCP of some holdings, at least one."""
    values = HCP.values[holdings]
    return int(values.min()), int(values.max())


def holdings_with_hcp(bounds: tuple[int, int]) -> HoldingSet:
    """Return a suit's holdings with HCP within bounds."""
    return (HCP.values >= bounds[0]) & (HCP.values <= bounds[1])


def least_length(holdings: HoldingSet) -> int:
    """Return the length of the shortest of some holdings, at least one."""
    return int(LENGTH_OF[holdings].min())


def share_within(holdings: HoldingSet, bounds: tuple[int, int]) -> float:
    """Return, of all hands with one of some holdings, the share whose HCP in the suit fit bounds.

    A holding counts by the ways to fill the hand from the 39 cards of the other suits.
    """
    inside = holdings & holdings_with_hcp(bounds)
    return float(_WAYS[inside].sum() / _WAYS[holdings].sum())


def with_lengths(holdings: HoldingSet, lengths: tuple[int, int], most: int) -> HoldingSet:
    """Return those of some holdings with a length within bounds and at most `most` HCP."""
    length = LENGTH_OF
    return holdings & (length >= lengths[0]) & (length <= lengths[1]) & (HCP.values <= most)


def always_held(holdings: HoldingSet, rank: int) -> bool:
    """Whether each of some holdings has the card of a rank 0 (two) to 12 (ace)."""
    return bool((ALL_HOLDINGS[holdings] >> rank & 1).all())


def _read(node: Bool, full: int, read_atom: Callable[[_Atom], Masks]) -> Masks:
    """Return the masks of a condition, given those of its ranges and shapes."""
    match node:
        case Range() | Shape():
            return read_atom(node)
        case Predicate():
            return _read(expand_bool(node), full, read_atom)
        case _:
            return combined(node, full, lambda part: _read(part, full, read_atom))


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
            parts = _all_given([_suit_values(arg, suit) for arg in args])
            return None if parts is None else pick(parts)
        case Count() | ShapeValue():
            return None
        case _:
            assert_never(node)


def _added(terms: list[tuple[int, _Values | None]], constant: int) -> _Values | None:
    parts = _all_given([values for _, values in terms])
    if parts is None:
        return None
    total = np.full(8192, constant, dtype=np.int64)
    for (factor, _), values in zip(terms, parts, strict=True):
        total += factor * values
    return total


def _all_given(parts: list[_Values | None]) -> list[_Values] | None:
    given = [part for part in parts if part is not None]
    return given if len(given) == len(parts) else None
