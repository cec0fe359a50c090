"""Owns the notation of one suit's holdings, `KQx+`, and of the card that is led from one.

A holding is a 13-bit set of ranks, bit 0 the two and bit 12 the ace; there are 8,192. What is
written is read once into arrays over all of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.cards import RANKS
from dowager.language.text.tokens import Wrong
from dowager.language.text.vocabulary import closest

Mask: TypeAlias = NDArray[np.bool_]
"""For each of the 8,192 holdings whether it belongs."""

_HOLDINGS = np.arange(8192)
_ACE = RANKS.index("A")
_JACK = RANKS.index("J")
_NINE = RANKS.index("9")
_ORDINALS = {"top": 0, "2nd": 1, "3rd": 2, "4th": 3, "5th": 4}
LEAD_WORDS = (*_ORDINALS, "low")
"""The cards that are named by their place in the holding."""

_SIGNS = "A K Q J T 9 to 2, H for an honour, x for a lower card, and + after the last x"


def _ranked() -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Return the rank of each holding's first, second ... card from above, -1 past its end."""
    ranks = np.full((13, 8192), -1, dtype=np.int8)
    lengths = np.zeros(8192, dtype=np.int64)
    for rank in range(12, -1, -1):
        has = (_HOLDINGS >> rank & 1).astype(bool)
        ranks[lengths[has], _HOLDINGS[has]] = rank
        lengths += has
    return ranks, lengths


_RANKED, _LENGTHS = _ranked()


@lru_cache(maxsize=4096)
def fitting(pattern: str) -> Mask:
    """Return which holdings a pattern stands for.

    The signs stand for the holding's cards one by one, from the highest down: a letter for that
    card, `H` for an ace, king, queen or jack, `x` for any card, which is lower than those before
    it; where none is before it, for a nine or lower. `+` after the last x: that many or more.

    Raises:
        Wrong: no pattern, or one that no holding fits; the place is that of the sign.
    """
    signs = pattern.removesuffix("+")
    _check_signs(pattern, signs)
    beyond = _LENGTHS - len(signs)
    found: Mask = beyond == 0 if signs == pattern else beyond >= 0
    for place, sign in enumerate(signs):
        found &= _may_stand(sign, place)
    if not found.any():
        raise Wrong(0, f"no holding is like {pattern!r}; name its cards from the highest down")
    found.setflags(write=False)
    return found


def _check_signs(pattern: str, signs: str) -> None:
    if not pattern:
        raise Wrong(0, f"the holding is empty; write {_SIGNS}")
    if len(signs) > 13:
        raise Wrong(0, f"{len(signs)} cards are more than a suit has")
    if signs != pattern and not signs.endswith("x"):
        raise Wrong(len(signs), "`+` stands after an x: KQx+ is king, queen and one or more lower")
    for place, sign in enumerate(signs):
        if sign not in RANKS and sign not in "Hx":
            raise Wrong(place, f"{sign!r} stands for no card; write {_SIGNS}")
        if sign != "x" and "x" in signs[:place]:
            raise Wrong(place, f"{sign!r} stands after an x; name the cards first, then write x")


def _may_stand(sign: str, place: int) -> Mask:
    """Return which holdings may have a sign for their card at a place, from the highest down."""
    low, high = _reach(sign, place)
    ranks = _RANKED[place]
    found: Mask = (ranks >= low) & (ranks <= high)
    return found


def _reach(sign: str, place: int) -> tuple[int, int]:
    """Return the lowest and the highest rank that a sign stands for."""
    if sign == "H":
        return _JACK, _ACE
    if sign == "x":
        return 0, _NINE if place == 0 else _ACE
    rank = RANKS.index(sign)
    return rank, rank


@lru_cache(maxsize=4096)
def led_from(card: str) -> NDArray[np.int8]:
    """Return the rank of the card led from every holding, -1 from one that has no such card.

    Args:
        card: a rank letter, or one of `LEAD_WORDS`; `low` is the lowest card, however many.

    Raises:
        Wrong: it is neither.
    """
    found: NDArray[np.int8]
    if card in _ORDINALS:
        found = _RANKED[_ORDINALS[card]].copy()
    elif card == "low":
        found = _RANKED[_LENGTHS - 1, _HOLDINGS].copy()
    elif len(card) == 1 and card in RANKS:
        rank = RANKS.index(card)
        found = np.where(_HOLDINGS >> rank & 1, rank, -1).astype(np.int8)
    else:
        hint = closest(card, LEAD_WORDS)
        raise Wrong(0, f"no lead {card[:40]!r}{hint}; write a rank or {', '.join(LEAD_WORDS)}")
    found.setflags(write=False)
    return found


def nobody() -> NDArray[np.int16]:
    """Return an owner for each holding, -1: nobody yet."""
    return np.full(8192, -1, dtype=np.int16)


def take(owners: NDArray[np.int16], wanted: Mask, number: int) -> Mask:
    """Give the wanted holdings that nobody owns to a number; return which those are."""
    new = wanted & (owners < 0)
    owners[new] = number
    return new


def shortest(found: Mask) -> int:
    """Return the shortest of some holdings, the highest of equally short ones, as a witness."""
    holdings = np.flatnonzero(found)
    return int(holdings[np.lexsort((-holdings, _LENGTHS[holdings]))[0]])
