"""Boards by the thousand, bid as arrays.

`boards` are deals as arrays; `sharing` shares hands out over the rules of a position; `walk` goes
through the positions that boards reach, and `bidding` makes `auctions` of that.
"""

from dowager.bidder.bulk.auctions import NO_RULE, Auctions
from dowager.bidder.bulk.bidding import Systems, bid_boards, bid_match, walk_boards, walk_ends
from dowager.bidder.bulk.boards import BoardNumbers, Boards, Cells, cells_of, random_boards
from dowager.bidder.bulk.sharing import Share, UndecidedHands, shared_out
from dowager.bidder.bulk.walk import (
    Kept,
    RuleBoards,
    Start,
    WalkedPosition,
    contracts_of,
    ends_of,
    walk,
    walked,
)

__all__ = [
    "NO_RULE",
    "Auctions",
    "BoardNumbers",
    "Boards",
    "Cells",
    "Kept",
    "RuleBoards",
    "Share",
    "Start",
    "Systems",
    "UndecidedHands",
    "WalkedPosition",
    "bid_boards",
    "bid_match",
    "cells_of",
    "contracts_of",
    "ends_of",
    "random_boards",
    "shared_out",
    "walk",
    "walk_boards",
    "walk_ends",
    "walked",
]
