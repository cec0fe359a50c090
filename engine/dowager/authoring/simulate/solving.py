"""Which contracts of a unit are solved double dummy, and what comes of it.

The only file of the simulation that knows the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import TypeAlias

from dowager.auction import Contract, Doubled, Strain
from dowager.authoring.simulate.deals import Boards
from dowager.cards import Seat
from dowager.play import DoubleDummyStore

Solve: TypeAlias = tuple[int, Strain, Seat]
"""What is solved: a board of the unit by its index, a strain and a declarer."""

TABLE = tuple(product(Seat, Strain))
"""The entries of a whole table: North's clubs, diamonds, hearts, spades, notrump; East's ..."""


def solved(boards: Boards, wanted: Iterable[Solve]) -> Mapping[Solve, int]:
    """Return the tricks, 0 to 13, that declarer's side wins against best defence.

    Args:
        boards: the boards.
        wanted: what to solve; twice the same costs nothing.
    """
    asked = list(dict.fromkeys(wanted))
    deals = [boards.deal(index) for index, _, _ in asked]
    contracts = [Contract(1, strain, Doubled.UNDOUBLED, seat) for _, strain, seat in asked]
    with DoubleDummyStore.in_cache() as store:
        return dict(zip(asked, store.tricks(deals, contracts).tolist(), strict=True))
