"""Exact counts: how many hands have a shape, a number of HCP and a further additive number.

Suits are counted one by one and convolved; no hand is enumerated. The cards may be a part of the
pack, such as the 39 that a player does not hold.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, FULL_PACK, LENGTH_OF, Hand, Holdings, Suit
from dowager.knowledge.cells.additive import HCP_OF, Additive
from dowager.knowledge.cells.masks import from_mask
from dowager.language.tree import SHAPE_LENGTHS, SHAPES

MAX_HCP = 37
"""The most HCP that thirteen cards can have."""

FULL_HOLDINGS: Holdings = Hand(FULL_PACK).holdings
"""The full pack, as four holdings, clubs first."""

SUIT_HCP = 11
"""How many values the HCP of a suit have, 0 to 10."""

Counts = NDArray[np.float64]


def suit_counts(
    split: Additive | None = None, cards: Holdings = FULL_HOLDINGS
) -> tuple[Counts, NDArray[np.int64]]:
    """Count hands by shape, HCP and, if given, the value of an additive number.

    Args:
        split: the further number; None for none.
        cards: the cards to deal from, as four holdings, clubs first.

    Returns:
        The counts, shape `(560, 38, values)`, exact; and what the last axis stands for: the
        number's values for each shape, shape `(560, values)`.
    """
    held = [ALL_HOLDINGS[(ALL_HOLDINGS & ~cards[suit]) == 0] for suit in Suit]
    counts = _of_shapes([_counted(suit, held[suit], split) for suit in Suit])
    base = sum(_range_of(suit, split)[0] for suit in Suit)
    values = np.arange(counts.shape[2]) + base
    by_shape = np.zeros(len(SHAPES), dtype=np.int64) if split is None else split.by_shape
    return counts, values[None, :] + by_shape[:, None]


def ways_of_others(
    suit: Suit, allowed: Sequence[int | None], split: Additive | None
) -> tuple[Counts, int]:
    """Count the ways to hold the other three suits, by shape, their HCP and their part of a number.

    Args:
        suit: the suit that is left out.
        allowed: for each suit, clubs first, the mask of the holdings to count; None for all.
        split: the number; None for none.

    Returns:
        The counts, shape `(560, 38, values)`, and what the first value of the last axis stands for.
    """
    singles = [_counted(other, _holdings_of(allowed[other]), split) for other in Suit]
    singles[suit] = np.zeros((14, SUIT_HCP, 1))
    singles[suit][:, 0] = 1.0
    return _of_shapes(singles), sum(_range_of(other, split)[0] for other in Suit if other != suit)


def _holdings_of(allowed: int | None) -> NDArray[np.int64]:
    if allowed is None:
        return ALL_HOLDINGS
    return ALL_HOLDINGS[from_mask(allowed, len(ALL_HOLDINGS))]


def _of_shapes(singles: list[Counts]) -> Counts:
    """Convolve the four suits for every shape; shape `(560, 38, values)`."""
    minors = _convolve_suits(singles[0], singles[1])
    majors = _convolve_suits(singles[2], singles[3])
    clubs, diamonds, hearts, spades = SHAPE_LENGTHS.T
    return _convolve(minors[clubs, diamonds], majors[hearts, spades])[:, : MAX_HCP + 1]


def _range_of(suit: Suit, split: Additive | None) -> tuple[int, int]:
    if split is None:
        return 0, 0
    return int(split.suits[suit].min()), int(split.suits[suit].max())


def _counted(suit: Suit, held: NDArray[np.int64], split: Additive | None) -> Counts:
    """Count some of a suit's holdings by length, HCP and value; shape `(14, 11, values)`."""
    low, high = _range_of(suit, split)
    width = high - low + 1
    keys = (LENGTH_OF[held].astype(np.int64) * SUIT_HCP + HCP_OF[held]) * width
    if split is not None:
        keys += split.suits[suit][held].astype(np.int64) - low
    counts = np.bincount(keys, minlength=14 * SUIT_HCP * width)
    return counts.reshape(14, SUIT_HCP, width).astype(np.float64)


def _convolve_suits(first: Counts, second: Counts) -> Counts:
    """Convolve two suits for every pair of lengths; shape `(14, 14, hcp, values)`."""
    return _convolve(first[:, None], second[None, :])


def _convolve(first: Counts, second: Counts) -> Counts:
    """Convolve over the last two axes, broadcasting over the ones before."""
    lead = np.broadcast_shapes(first.shape[:-2], second.shape[:-2])
    hcp = first.shape[-2] + second.shape[-2] - 1
    values = first.shape[-1] + second.shape[-1] - 1
    total = np.zeros((*lead, hcp, values))
    rows, columns = second.shape[-2:]
    for row in range(first.shape[-2]):
        for column in range(first.shape[-1]):
            part = first[..., row, column, None, None]
            if part.any():
                total[..., row : row + rows, column : column + columns] += part * second
    return total


_NONE = 9999


def extremes(form: Additive) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the least and greatest value of a number for each shape and HCP, shape `(560, 38)`.

    Where no hand has the shape and HCP the values mean nothing.
    """
    least = _least(form.suits)
    greatest = -_least(-form.suits)
    by_shape = form.by_shape[:, None]
    return (least + by_shape).astype(np.int16), (greatest + by_shape).astype(np.int16)


def _least(suits: NDArray[np.int16]) -> NDArray[np.int32]:
    singles = [_least_of_suit(values) for values in suits.astype(np.int32)]
    minors = _min_convolve(singles[0][:, None], singles[1][None, :])
    majors = _min_convolve(singles[2][:, None], singles[3][None, :])
    clubs, diamonds, hearts, spades = SHAPE_LENGTHS.T
    return _min_convolve(minors[clubs, diamonds], majors[hearts, spades])[:, : MAX_HCP + 1]


_KINDS = LENGTH_OF * SUIT_HCP + HCP_OF
_BY_KIND = np.argsort(_KINDS, kind="stable")
"""The holdings in the order of their length and HCP."""

_EACH_KIND, _FIRST_OF_KIND = np.unique(_KINDS[_BY_KIND], return_index=True)


def _least_of_suit(values: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the least value of the holdings of each length and HCP, shape `(14, 11)`."""
    table = np.full(14 * SUIT_HCP, _NONE, dtype=np.int32)
    table[_EACH_KIND] = np.minimum.reduceat(values[_BY_KIND], _FIRST_OF_KIND)
    return table.reshape(14, SUIT_HCP)


def _min_convolve(first: NDArray[np.int32], second: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the least sum for each total HCP, broadcasting over the axes before the last."""
    lead = np.broadcast_shapes(first.shape[:-1], second.shape[:-1])
    width = second.shape[-1]
    total = np.full((*lead, first.shape[-1] + width - 1), 2 * _NONE, dtype=np.int32)
    for hcp in range(first.shape[-1]):
        window = total[..., hcp : hcp + width]
        np.minimum(window, first[..., hcp, None] + second, out=window)
    return total
