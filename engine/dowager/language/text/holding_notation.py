"""The notation of one suit's holdings, `KQx+`, and of the card led from one.

A holding is a 13-bit set of ranks, bit 0 the two and bit 12 the ace; there are 8,192. Patterns and
leads are read once, into arrays over all of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, LENGTH_OF, RANKS
from dowager.language.text.tokens import Wrong
from dowager.language.text.vocabulary import closest

Mask: TypeAlias = NDArray[np.bool_]
"""For each of the 8,192 holdings whether it is one of some."""

_ACE = RANKS.index("A")
_JACK = RANKS.index("J")
_NINE = RANKS.index("9")
_ORDINALS = {"top": 0, "2nd": 1, "3rd": 2, "4th": 3, "5th": 4}
LEAD_WORDS = (*_ORDINALS, "low")
"""The words for a card by its rank within the holding."""

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


_RANKED = _ranked()


@lru_cache(maxsize=4096)
def fitting(pattern: str) -> Mask:
    """Return which holdings fit a pattern.

    Its signs stand for the holding's cards one by one, from the highest down: a letter for that
    card, `H` for an ace, king, queen or jack, `x` for any card lower than those before it, or for
    a nine or lower where none is before it. `+` after the last x means that many or more.

    Raises:
        Wrong: this is no pattern, or no holding fits it.
    """
    signs = pattern.removesuffix("+")
    _check_signs(pattern, signs)
    beyond = LENGTH_OF - len(signs)
    fits: Mask = beyond == 0 if signs == pattern else beyond >= 0
    for index, sign in enumerate(signs):
        fits &= _may_stand(sign, index)
    if not fits.any():
        raise Wrong(0, f"no holding fits {pattern!r}; write its cards from the highest down")
    fits.setflags(write=False)
    return fits


def _check_signs(pattern: str, signs: str) -> None:
    if not pattern:
        raise Wrong(0, f"the holding is empty; write {_SIGNS}")
    if len(signs) > 13:
        raise Wrong(0, f"{len(signs)} cards are more than a suit has")
    if signs != pattern and not signs.endswith("x"):
        raise Wrong(len(signs), "`+` only follows an x: KQx+ is king, queen and one or more lower")
    for index, sign in enumerate(signs):
        if sign not in RANKS and sign not in "Hx":
            raise Wrong(index, f"{sign!r} stands for no card; write {_SIGNS}")
        if sign != "x" and "x" in signs[:index]:
            raise Wrong(index, f"{sign!r} comes after an x; name the cards first, then write x")


def _may_stand(sign: str, index: int) -> Mask:
    """Return in which holdings a sign may stand for the card at an index from the highest down."""
    low, high = _reach(sign, index)
    ranks = _RANKED[index]
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


@lru_cache(maxsize=4096)
def led_from(card: str) -> NDArray[np.int8]:
    """Return the rank of the card led from each holding, -1 from one that has no such card.

    Args:
        card: the letter of a rank, or one of `LEAD_WORDS`; `low` is the lowest card.

    Raises:
        Wrong: it is neither.
    """
    led: NDArray[np.int8]
    if card in _ORDINALS:
        led = _RANKED[_ORDINALS[card]].copy()
    elif card == "low":
        led = _RANKED[LENGTH_OF - 1, ALL_HOLDINGS].copy()
    elif len(card) == 1 and card in RANKS:
        rank = RANKS.index(card)
        led = np.where(ALL_HOLDINGS >> rank & 1, rank, -1).astype(np.int8)
    else:
        hint = closest(card, LEAD_WORDS)
        raise Wrong(0, f"no lead {card[:40]!r}{hint}; write a rank or {', '.join(LEAD_WORDS)}")
    led.setflags(write=False)
    return led


def undecided() -> NDArray[np.int16]:
    """Return the number of the line that decides each holding when there are no lines yet: -1."""
    return np.full(ALL_HOLDINGS.shape, -1, dtype=np.int16)


def decide(lines: NDArray[np.int16], fits: Mask, line: int) -> Mask:
    """Note that a line decides the holdings that fit it, unless one before does; return which."""
    new = fits & (lines < 0)
    lines[new] = line
    return new


def shortest(mask: Mask) -> int:
    """Return the shortest of some holdings, and of equally short ones the highest."""
    holdings = np.flatnonzero(mask)
    return int(holdings[np.lexsort((-holdings, LENGTH_OF[holdings]))[0]])
