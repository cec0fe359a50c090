"""Calls, the laws of the auction, contracts and scoring.

`call` has the calls and strains, `auction` what is legal and when it ends, `vulnerability` who is
vulnerable, `contract` what is played, `scoring` points, IMPs and matchpoints, `rubber` the score
sheet of a rubber, `part_scores` what they make of a board.
"""

from dowager.auction.auction import Auction
from dowager.auction.call import CALLS, Call, Strain, parse_call, parse_calls
from dowager.auction.contract import Contract, Doubled
from dowager.auction.part_scores import (
    NO_PART_SCORES,
    checked_part_scores,
    parse_part_scores,
    part_scores_word,
    worth,
    worth_ns,
)
from dowager.auction.rubber import (
    Honours,
    LineKind,
    Rubber,
    ScoreLine,
    board_lines,
    honours_of,
)
from dowager.auction.scoring import GAME, BySide, Scoring, game_level, imps, score, score_ns
from dowager.auction.vulnerability import Vulnerability, dealer_of_board

__all__ = [
    "CALLS",
    "GAME",
    "NO_PART_SCORES",
    "Auction",
    "BySide",
    "Call",
    "Contract",
    "Doubled",
    "Honours",
    "LineKind",
    "Rubber",
    "ScoreLine",
    "Scoring",
    "Strain",
    "Vulnerability",
    "board_lines",
    "checked_part_scores",
    "dealer_of_board",
    "game_level",
    "honours_of",
    "imps",
    "parse_call",
    "parse_calls",
    "parse_part_scores",
    "part_scores_word",
    "score",
    "score_ns",
    "worth",
    "worth_ns",
]
