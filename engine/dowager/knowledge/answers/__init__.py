"""What people and programs ask of an auction, answered from the view.

`ranges` has the ranges of every hand, `contradictions` the calls that were relaxed or exclude a
hand, and `questions` what is proved of a condition and how probable it is. `exact_ranges` proves
ranges across the four hands, and `exact_answers` decides questions; both load the solver when they
need it.
"""

from dowager.knowledge.answers.contradictions import excluded_calls, relaxed_calls
from dowager.knowledge.answers.exact_answers import exact_answers
from dowager.knowledge.answers.questions import Answer, Verdict, answered
from dowager.knowledge.answers.ranges import ExactRanges, Ranges, ranges
from dowager.language.compile import read_condition

__all__ = [
    "Answer",
    "ExactRanges",
    "Ranges",
    "Verdict",
    "answered",
    "exact_answers",
    "excluded_calls",
    "ranges",
    "read_condition",
    "relaxed_calls",
]
