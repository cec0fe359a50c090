"""How the boards of a unit are bid: the only file of the simulation that knows the bidder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dowager.auction import Call
from dowager.authoring.simulate.deals import Boards
from dowager.bidder import bulk
from dowager.bidder.bulk import NO_RULE
from dowager.language.compile import System

__all__ = ["NO_RULE", "BidBoard", "bid_boards"]


@dataclass(frozen=True, slots=True, eq=False)
class BidBoard:
    """A board that was bid.

    Attributes:
        calls: the whole auction.
        rules: for each call the number of its rule in its caller's system, or `NO_RULE`.
    """

    calls: tuple[Call, ...]
    rules: tuple[int, ...]


def bid_boards(systems: tuple[System, System], boards: Boards) -> Sequence[BidBoard]:
    """Return boards as two systems bid them.

    Args:
        systems: the systems of North-South and East-West.
        boards: the boards.
    """
    deals = bulk.Boards(boards.holdings, bulk.cells_of(boards.holdings))
    auctions = bulk.bid_boards(systems, deals, boards.dealers, boards.vulnerabilities)
    indices = range(len(boards))
    return [BidBoard(auctions.calls_of(index), auctions.rules_of(index)) for index in indices]
