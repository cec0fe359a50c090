"""Counting exactly how many of the 635,013,559,600 hands meet any condition.

`census` counts; `suit_parts` cuts a condition into parts that ask one suit each, `suit_states`
merges the holdings of a suit that those parts cannot tell apart.
"""

from dowager.knowledge.counting.census import EFFORT, count_cells, count_hands

__all__ = ["EFFORT", "count_cells", "count_hands"]
