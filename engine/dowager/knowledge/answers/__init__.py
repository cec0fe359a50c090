"""What people and programs ask of an auction, answered from the view.

`ranges` gives the ranges of every hand, and which calls were relaxed or exclude a hand;
`questions` answers how probable a condition is; `exact_ranges` proves ranges across the four
hands. The last one loads the solver, so it is imported by its full name.
"""

from dowager.knowledge.answers.questions import Answer, answered
from dowager.knowledge.answers.ranges import (
    HCP,
    LENGTHS,
    ExactRanges,
    Ranges,
    excluded_calls,
    ranges,
    relaxed_calls,
)

__all__ = [
    "HCP",
    "LENGTHS",
    "Answer",
    "ExactRanges",
    "Ranges",
    "answered",
    "excluded_calls",
    "ranges",
    "relaxed_calls",
]
