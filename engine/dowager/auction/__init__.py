"""Calls, the laws of the auction, contracts and scoring.

`call` has the calls and strains, `auction` what is legal and when it ends, `vulnerability` who is
vulnerable, `contract` what is played, `scoring` points, IMPs and matchpoints.
"""

from dowager.auction.auction import Auction
from dowager.auction.call import CALLS, Call, Strain, parse_call, parse_calls
from dowager.auction.contract import Contract, Doubled
from dowager.auction.scoring import Scoring, imps, score, score_ns
from dowager.auction.vulnerability import Vulnerability, dealer_of_board

__all__ = [
    "CALLS",
    "Auction",
    "Call",
    "Contract",
    "Doubled",
    "Scoring",
    "Strain",
    "Vulnerability",
    "dealer_of_board",
    "imps",
    "parse_call",
    "parse_calls",
    "score",
    "score_ns",
]
