"""The full pack, every holding of a suit, and sets of cards as bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CARDS = range(52)
"""Every card, from the two of clubs up."""

FULL_SUIT = (1 << 13) - 1
"""All thirteen cards of a suit, as a holding."""

FULL_PACK = (1 << 52) - 1
"""All 52 cards, as a set of bits."""

ALL_HOLDINGS: NDArray[np.int64] = np.arange(1 << 13)
"""The 8,192 holdings of a suit."""

LENGTH_OF: NDArray[np.int16] = np.array(
    [holding.bit_count() for holding in ALL_HOLDINGS.tolist()], dtype=np.int16
)
"""How many cards each holding has; shape `(8192,)`."""


def cards_of(bits: int) -> tuple[int, ...]:
    """Return the cards of a set of bits, or the ranks of a holding, lowest first."""
    cards = []
    while bits:
        lowest = bits & -bits
        cards.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(cards)
