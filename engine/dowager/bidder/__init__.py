"""Choosing calls, bidding whole boards, explaining calls, and quizzes.

`bidder` has the views of a table's auctions and the calls of its hands; `decision` is a call with
its rule; `explain` says why each rule was or was not chosen; `quiz` reads and asks quizzes.
"""

from dowager.bidder.bidder import Bidder, Disclosed
from dowager.bidder.decision import Decision, decide
from dowager.bidder.explain import Reason, best_reasons, explain

__all__ = ["Bidder", "Decision", "Disclosed", "Reason", "best_reasons", "decide", "explain"]
