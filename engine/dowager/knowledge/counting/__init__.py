"""Counting exactly how many of the 635,013,559,600 hands meet any condition.

`census` counts. For the hands of one shape, `shape_reader` reads a condition as terms: nodes once
more, but with an `Op` for each operator and what the lengths decide folded into constants.
`suit_terms` makes and groups them by suit, so that `suit_states` can merge the holdings that they
cannot tell apart.
"""

from dowager.knowledge.counting.census import (
    ALL_HANDS,
    EFFORT,
    count_cells,
    count_hands,
    no_hands,
    tally,
)

__all__ = ["ALL_HANDS", "EFFORT", "count_cells", "count_hands", "no_hands", "tally"]
