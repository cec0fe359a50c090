"""How often calls are made, and how random boards are bid.

`call_shares` counts the hands that make each call of a position; `random_auctions` bids boards.
"""

from dowager.authoring.frequency.call_shares import (
    CallShare,
    Frequency,
    Picture,
    RuleShare,
    frequency,
    picture,
)
from dowager.authoring.frequency.random_auctions import AuctionShares, bid_boards, kind_of

__all__ = [
    "AuctionShares",
    "CallShare",
    "Frequency",
    "Picture",
    "RuleShare",
    "bid_boards",
    "frequency",
    "kind_of",
    "picture",
]
