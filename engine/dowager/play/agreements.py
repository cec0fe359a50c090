"""What pairs have agreed to lead and signal, and the leads of a pair without agreements."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, cards_of
from dowager.language.compile import Carding, System

TEN, _JACK, _ACE = 8, 9, 12

HONOURS = 0b1110000000000
"""Queen, king and ace, as a holding."""

Cardings = tuple[Carding | None, Carding | None]
"""The agreements of North-South and of East-West; None for none."""


def cardings_of(systems: Iterable[System]) -> Cardings:
    """Return the agreements that belong to two systems."""
    north_south, east_west = (system.carding for system in systems)
    return north_south, east_west


def plain_lead(holding: int, notrump: bool) -> int:
    """Return the rank led without agreements: top of a sequence, else fourth best or low.

    The usual leads of rubber bridge: the top of touching honours headed by at least the ten; the
    ace, against a suit contract, of a suit that would otherwise be led from under it; the top of a
    doubleton and of three small; the fourth highest of four; the lowest of three to an honour.

    Returns:
        The rank 0 to 12; -1 from a void.
    """
    ranks = cards_of(holding)[::-1]
    if len(ranks) < 3:
        return ranks[0] if ranks else -1
    top = ranks[0]
    if top >= _JACK and ranks[1] == top - 1 and (not notrump or _solid(ranks)):
        return top
    if top == _ACE and not notrump:
        return top
    if len(ranks) >= 4:
        return ranks[3] if top >= TEN else ranks[1]
    return ranks[2] if top >= TEN else top


def _solid(ranks: tuple[int, ...]) -> bool:
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
