"""Owns what the play asks of carding agreements, and the leads of a pair that has none.

The agreements themselves come with a pair's system, as `system.carding`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS
from dowager.language.compile import System

_TEN, _JACK, _QUEEN, _KING, _ACE = range(8, 13)


class Carding(Protocol):
    """A pair's agreements about the cards that defenders play."""

    @property
    def attitude_high(self) -> bool:
        """Whether a high card encourages."""

    @property
    def count_high_even(self) -> bool:
        """Whether high-low shows an even number of cards."""

    def lead(self, holding: int, notrump: bool) -> int:
        """Return the rank 0 to 12 led from a 13-bit holding; -1 from a void."""

    def lead_table(self, notrump: bool) -> NDArray[np.int8]:
        """Return the ranks led from all holdings, shape `(8192,)`."""


Cardings = tuple[Carding | None, Carding | None]
"""The agreements of North-South and of East-West; None for none."""


def cardings_of(systems: Iterable[System]) -> Cardings:
    """Return the agreements that belong to two systems."""
    north_south, east_west = (system.carding for system in systems)
    return north_south, east_west


def plain_lead(holding: int, notrump: bool) -> int:
    """Return the rank led without agreements: top of a sequence, else fourth best or low.

    The usual leads of rubber bridge: the top of touching honours headed by at least the ten; the
    ace of a suit that would otherwise be led from under it against a suit contract; the top of a
    doubleton and of three small; the fourth highest of four; the lowest of three to an honour.

    Returns:
        The rank 0 to 12; -1 from a void.
    """
    ranks = [rank for rank in range(12, -1, -1) if holding >> rank & 1]
    if len(ranks) < 3:
        return ranks[0] if ranks else -1
    top = ranks[0]
    if top >= _JACK and ranks[1] == top - 1 and (not notrump or _solid(ranks)):
        return top
    if top == _ACE and not notrump:
        return top
    if len(ranks) >= 4:
        return ranks[3] if top >= _TEN else ranks[1]
    return ranks[2] if top >= _TEN else top


def _solid(ranks: list[int]) -> bool:
    """Whether the third card is the next or the next but one: a sequence that leads in notrump."""
    return ranks[2] >= ranks[1] - 2


@cache
def plain_table(notrump: bool) -> NDArray[np.int8]:
    """Return `plain_lead` of all holdings, shape `(8192,)`."""
    table = np.array([plain_lead(held, notrump) for held in ALL_HOLDINGS.tolist()], dtype=np.int8)
    table.flags.writeable = False
    return table


def agreed_lead(carding: Carding | None, holding: int, notrump: bool) -> int:
    """Return the rank led by agreement, or by plain habit without one; -1 from a void."""
    if carding is None:
        return int(plain_table(notrump)[holding])
    return carding.lead(holding, notrump)
