"""Choosing calls, bidding whole boards, explaining calls, and quizzes.

`bidder` has the views of a table's auctions and the calls of its hands; `chosen_call` is a call and
its rule; `explain` says why each rule was or was not chosen. A `quiz` is read by `quiz_reader` and
asked by `quiz_asking`. The shelf `bulk` bids boards by the thousand.
"""

from typing import TYPE_CHECKING

from dowager.bidder.bidder import Bidder, Disclosed
from dowager.bidder.chosen_call import ChosenCall, decide
from dowager.bidder.explain import Explanation, explain, nearest
from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.bidder.quiz import LeadQuiz, Outcome, Question, Quiz, ReadingQuiz
    from dowager.bidder.quiz_asking import ask, unused_leads, unused_rules
    from dowager.bidder.quiz_reader import quiz_files, read_quizzes
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "quiz": "LeadQuiz Outcome Question Quiz ReadingQuiz",
            "quiz_asking": "ask unused_leads unused_rules",
            "quiz_reader": "quiz_files read_quizzes",
        },
    )

__all__ = [
    "Bidder",
    "ChosenCall",
    "Disclosed",
    "Explanation",
    "LeadQuiz",
    "Outcome",
    "Question",
    "Quiz",
    "ReadingQuiz",
    "ask",
    "decide",
    "explain",
    "nearest",
    "quiz_files",
    "read_quizzes",
    "unused_leads",
    "unused_rules",
]
