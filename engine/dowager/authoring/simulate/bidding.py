"""How the boards of a unit are bid: the only file of the simulation that knows the bidder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dowager.auction import Call
from dowager.authoring.simulate.deals import Boards
from dowager.bidder import bulk
from dowager.bidder.bulk import NO_RULE, Auctions, Systems

__all__ = ["NO_RULE", "BidBoard", "bid_match", "bid_table"]


@dataclass(frozen=True, slots=True, eq=False)
class BidBoard:
    """A board that was bid.

    Attributes:
        calls: the whole auction.
        rules: for each call the number of its rule in its caller's system, or `NO_RULE`.
    """

    calls: tuple[Call, ...]
    rules: tuple[int, ...]


def bid_table(systems: Systems, boards: Boards) -> Sequence[BidBoard]:
    """Return boards as two systems bid them, those of North-South and East-West."""
    return _each(bulk.bid_boards(systems, _deals(boards), boards.dealers, boards.vulnerabilities))


def bid_match(systems: Systems, boards: Boards) -> list[Sequence[BidBoard]]:
    """Return boards as they are bid in the open room, and in the closed one.

    Args:
        systems: the systems of North-South and East-West in the open room.
        boards: the boards.
    """
    rooms = bulk.bid_match(systems, _deals(boards), boards.dealers, boards.vulnerabilities)
    return [_each(auctions) for auctions in rooms]


def _deals(boards: Boards) -> bulk.Boards:
    return bulk.Boards(boards.holdings, bulk.cells_of(boards.holdings))


def _each(auctions: Auctions) -> Sequence[BidBoard]:
    indices = range(len(auctions))
    return [BidBoard(auctions.calls_of(index), auctions.rules_of(index)) for index in indices]
