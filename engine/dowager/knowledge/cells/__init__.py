"""The exact table of one hand: how many hands have each shape and number of HCP.

`suit_counts` counts hands by shape, HCP and one more number; `additive` is the form of such
numbers, a sum over the suits; `space` has the cells, and sets of cells as integers (masks).
"""

from dowager.knowledge.cells.additive import HCP_OF
from dowager.knowledge.cells.space import Masks, from_mask, plain_space
from dowager.knowledge.cells.suit_counts import FULL_HOLDINGS, MAX_HCP

__all__ = ["FULL_HOLDINGS", "HCP_OF", "MAX_HCP", "Masks", "from_mask", "plain_space"]
