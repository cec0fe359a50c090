"""Systems and tables by their names, loaded once for all questions."""

from __future__ import annotations

from functools import lru_cache

from dowager.api import Table
from dowager.bidder import Bidder
from dowager.cards import Seat, Side
from dowager.language.compile import System
from dowager.language.files import load_system
from dowager.services.collector import hidden_from_collector

DEFAULT_SYSTEM = "sayc"
"""The system that is meant where none is named."""


@lru_cache(maxsize=16)
def system_named(name: str) -> System:
    """Load a system once, and hide it from the garbage collector."""
    with hidden_from_collector():
        return load_system(name)


@lru_cache(maxsize=16)
def table_for(system: str, opponents: str | None) -> Table:
    """Return the table at which `system` is North-South's; it is kept for the next question."""
    return Table(system_named(system), system_named(opponents or system))


def table_at(seat: Seat, system: str, opponents: str | None) -> Table:
    """Return the table at which `system` is that of a seat's side."""
    if seat.side is Side.NORTH_SOUTH:
        return table_for(system, opponents)
    return table_for(opponents or system, system)


def bidder_for(system: str, opponents: str | None) -> Bidder:
    """Return the bidder for which `system` is North-South's."""
    return table_for(system, opponents).bidder


def bidder_at(seat: Seat, system: str, opponents: str | None) -> Bidder:
    """Return the bidder for which `system` is that of a seat's side."""
    return table_at(seat, system, opponents).bidder
