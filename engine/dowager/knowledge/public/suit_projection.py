"""A condition projected onto one suit's holdings, or onto one count such as aces.

The cells of shape and HCP say nothing of single cards. Here a condition is read once more with the
8,192 holdings of one suit, or the values of one number, in place of the cells: parts that ask for
anything else are *maybe*. The result is sound: it includes whatever some hand has.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, LENGTH_OF, Suit
from dowager.knowledge.cells.masks import Masks, combined, from_mask
from dowager.knowledge.cells.suit_space import suit_space
from dowager.language.features import expand_bool
from dowager.language.features.hcp import HCP
from dowager.language.tree import (
    Bool,
    Feature,
    Predicate,
    Range,
    Shape,
)

_Atom: TypeAlias = Range | Shape
HoldingSet: TypeAlias = NDArray[np.bool_]
"""Some of a suit's 8,192 holdings: a truth for each, shape `(8192,)`."""

_WAYS = np.array([float(comb(39, 13 - length)) for length in LENGTH_OF.tolist()])


def holdings_of(node: Bool, suit: Suit) -> HoldingSet:
    """Return which of a suit's 8,192 holdings a hand that satisfies a condition may have."""
    space = suit_space(suit)
    return from_mask(space.masks(node).may, space.size)


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
