"""Owns choosing calls, explaining them, bidding whole boards and running quizzes."""

from dowager.bidder.choose import Bidder, Decision
from dowager.bidder.explain import Reason, explain

__all__ = ["Bidder", "Decision", "Reason", "explain"]
