"""The notation of one suit's holdings, `KQx+`, and of the card led from one.

A holding is a 13-bit set of ranks, bit 0 the two and bit 12 the ace; there are 8,192. Patterns and
leads are read once, into arrays over all of them.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, LENGTH_OF, RANKS
from dowager.language.features.holdings import holding_name
from dowager.language.text.tokens import Wrong
from dowager.language.text.vocabulary import guess
from dowager.language.tree import holding_patterns
from dowager.language.tree.holding_patterns import RANKED, BadHolding, Mask

_ORDINALS = {"top": 0, "2nd": 1, "3rd": 2, "4th": 3, "5th": 4}
LEAD_WORDS = (*_ORDINALS, "low")
"""The words for a card by its rank within the holding."""


@lru_cache(maxsize=4096)
def fitting(pattern: str) -> Mask:
    """Return which holdings fit a pattern; see `holding_patterns.fitting`.

    Raises:
        Wrong: this is no pattern, or no holding fits it.
    """
    try:
        return holding_patterns.fitting(pattern)
    except BadHolding as error:
        raise Wrong(error.offset, str(error)) from error


def holding_asked(text: str, offset: int) -> tuple[str, str, int]:
    """Read the arguments of `holding(S, "AQx+")`.

    Args:
        text: what stands in the brackets; the pattern is quoted or not.
        offset: where that begins.

    Returns:
        The text of the suit, the name of the pattern's feature, and where the suit begins.

    Raises:
        Wrong: there is no pattern, or no holding fits it.
    """
    suit, comma, written = text.partition(",")
    if not comma:
        raise Wrong(offset, 'write a suit and its cards: holding(S, "AQx+")')
    pattern = written.strip().strip("\"'").strip()
    try:
        return suit, holding_name(pattern), offset
    except BadHolding as error:
        start = offset + len(suit) + 1 + written.find(pattern)
        raise Wrong(start + error.offset, str(error)) from error


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
        led = RANKED[_ORDINALS[card]].copy()
    elif card == "low":
        led = RANKED[LENGTH_OF - 1, ALL_HOLDINGS].copy()
    elif len(card) == 1 and card in RANKS:
        rank = RANKS.index(card)
        led = np.where(ALL_HOLDINGS >> rank & 1, rank, -1).astype(np.int8)
    else:
        known = guess(card, LEAD_WORDS, f"write a rank or {', '.join(LEAD_WORDS)}")
        raise Wrong(0, f"no lead {card[:40]!r}{known}")
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
