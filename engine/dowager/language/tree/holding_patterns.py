"""Patterns of one suit's holdings, `KQx+`: which of the 8,192 holdings fit them.

A holding is a 13-bit set of ranks, bit 0 the two and bit 12 the ace.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, LENGTH_OF, RANKS
from dowager.errors import InputError

Mask: TypeAlias = NDArray[np.bool_]
"""For each of the 8,192 holdings whether it is one of some."""

_ACE = RANKS.index("A")
_JACK = RANKS.index("J")
_NINE = RANKS.index("9")


class BadHolding(InputError):  # noqa: N818 - it says of a pattern what is wrong with it
    """What is wrong with a pattern of holdings, and at which character of it, counted from 0."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset


_SIGNS = "A K Q J T 9 to 2, H for an honour, x for a lower card, and + after the last x"


def _ranked() -> NDArray[np.int8]:
    """Return the rank of each holding's highest, second highest ... card, -1 past its end."""
    ranks = np.full((13, len(ALL_HOLDINGS)), -1, dtype=np.int8)
    above = np.zeros_like(ALL_HOLDINGS)
    for rank in range(12, -1, -1):
        has = (ALL_HOLDINGS >> rank & 1).astype(bool)
        ranks[above[has], ALL_HOLDINGS[has]] = rank
        above += has
    return ranks


RANKED = _ranked()
"""The rank of each holding's highest, second highest ... card, -1 past its end."""


@lru_cache(maxsize=4096)
def fitting(pattern: str) -> Mask:
    """Return which holdings fit a pattern.

    Its signs stand for the holding's cards one by one, from the highest down: a letter for that
    card, `H` for an ace, king, queen or jack, `x` for any card lower than those before it, or for
    a nine or lower where none is before it. `+` after the last x means that many or more.

    Raises:
        BadHolding: this is no pattern, or no holding fits it.
    """
    signs = pattern.removesuffix("+")
    _check_signs(pattern, signs)
    beyond = LENGTH_OF - len(signs)
    fits: Mask = beyond == 0 if signs == pattern else beyond >= 0
    for index, sign in enumerate(signs):
        fits &= _may_stand(sign, index)
    if not fits.any():
        raise BadHolding(0, f"no holding fits {pattern!r}; write its cards from the highest down")
    fits.setflags(write=False)
    return fits


def _check_signs(pattern: str, signs: str) -> None:
    if not pattern:
        raise BadHolding(0, f"the holding is empty; write {_SIGNS}")
    if len(signs) > 13:
        raise BadHolding(0, f"{len(signs)} cards are more than a suit has")
    if signs != pattern and not signs.endswith("x"):
        raise BadHolding(
            len(signs), "`+` only follows an x: KQx+ is king, queen and one or more lower"
        )
    for index, sign in enumerate(signs):
        if sign not in RANKS and sign not in "Hx":
            raise BadHolding(index, f"{sign!r} stands for no card; write {_SIGNS}")
        if sign != "x" and "x" in signs[:index]:
            raise BadHolding(
                index, f"{sign!r} comes after an x; name the cards first, then write x"
            )


def _may_stand(sign: str, index: int) -> Mask:
    """Return in which holdings a sign may stand for the card at an index from the highest down."""
    low, high = _reach(sign, index)
    ranks = RANKED[index]
    fits: Mask = (ranks >= low) & (ranks <= high)
    return fits


def _reach(sign: str, index: int) -> tuple[int, int]:
    """Return the lowest and the highest rank that a sign stands for."""
    if sign == "H":
        return _JACK, _ACE
    if sign == "x":
        return 0, _NINE if index == 0 else _ACE
    rank = RANKS.index(sign)
    return rank, rank
