"""Owns calls, the laws of the auction, contracts and scoring."""

from dowager.auction.auction import Auction
from dowager.auction.call import Call, Strain, parse_call, parse_calls
from dowager.auction.contract import Contract, Doubled
from dowager.auction.vulnerability import Vulnerability

__all__ = [
    "Auction",
    "Call",
    "Contract",
    "Doubled",
    "Strain",
    "Vulnerability",
    "parse_call",
    "parse_calls",
]
