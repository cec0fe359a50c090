"""How the boards of a unit are bid: the only file of the simulation that knows the bidder."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Call
from dowager.authoring.simulate.deals import Boards
from dowager.authoring.workers import advanced
from dowager.bidder import bulk
from dowager.bidder.bulk import NO_RULE, Auctions, Systems

__all__ = ["NO_RULE", "BidBoard", "BidBoards", "bid_match", "bid_table"]


@dataclass(frozen=True, slots=True, eq=False)
class BidBoard:
    """A board that was bid.

    Attributes:
        calls: the whole auction.
        rules: for each call the number of its rule in its caller's system, or `NO_RULE`.
    """

    calls: tuple[Call, ...]
    rules: tuple[int, ...]


class BidBoards:
    """Boards as they were bid in a room: the board at each index."""

    def __init__(self, auctions: Auctions) -> None:
        self._auctions = auctions

    def __getitem__(self, index: int) -> BidBoard:
        return BidBoard(self._auctions.calls_of(index), self._auctions.rules_of(index))


def bid_table(systems: Systems, boards: Boards) -> BidBoards:
    """Return boards as two systems bid them, those of North-South and East-West."""
    deals = _deals(boards)
    progress = _Ended(1)
    return BidBoards(
        bulk.bid_boards(systems, deals, boards.dealers, boards.vulnerabilities, progress.more)
    )


def bid_match(systems: Systems, boards: Boards) -> list[BidBoards]:
    """Return boards as they are bid in the open room, and in the closed one.

    Args:
        systems: the systems of North-South and East-West in the open room.
        boards: the boards.
    """
    deals, progress = _deals(boards), _Ended(2)
    rooms = bulk.bid_match(systems, deals, boards.dealers, boards.vulnerabilities, progress.more)
    return [BidBoards(auctions) for auctions in rooms]


class _Ended:
    """Counts auctions that have ended, and says how many boards that is.

    Args:
        rooms: how many auctions a board has.
    """

    def __init__(self, rooms: int) -> None:
        self._rooms = rooms
        self._auctions = 0

    def more(self, auctions: int) -> None:
        """Note that some more auctions have ended."""
        self._auctions += auctions
        advanced(self._auctions // self._rooms)


def _deals(boards: Boards) -> bulk.Boards:
    return bulk.Boards(boards.holdings, bulk.cells_of(boards.holdings))
