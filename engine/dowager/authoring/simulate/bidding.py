"""How the boards of a unit are bid: the only file that knows the bidder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dowager.auction import Call
from dowager.authoring.simulate.deals import Boards
from dowager.bidder import Bidder
from dowager.language.compile import System

NO_RULE = -1
"""In place of the number of a rule: the call is the fallback, a pass, since no rule fits."""


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
    bidder = Bidder(*systems)
    return [_bid(bidder, boards, index) for index in range(len(boards))]


def _bid(bidder: Bidder, boards: Boards, index: int) -> BidBoard:
    deal, auction = boards.deal(index), boards.start(index)
    rules: list[int] = []
    while not auction.ended:
        choice = bidder.choose(deal[auction.turn], auction)
        rules.append(choice.rule.rule.number if choice.rule else NO_RULE)
        auction = auction.after(choice.call)
    return BidBoard(auction.calls, tuple(rules))
