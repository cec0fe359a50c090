"""The exact table of one hand: how many hands have each shape and number of HCP.

`numbers` are the nodes asked of every hand. `additive` is the form of numbers that are sums over
the suits, `suit_counts` counts hands by shape, HCP and one such number, and `space` has the cells.
`suit_space` parts hands by their holding of one suit instead; `partition` is what both can say.
`masks` are sets of cells as integers, and the masks `sure` and `may` of a condition: the algebra of
And, Or and Not nodes once more, on sets of cells that a node decides or leaves open.
"""

from dowager.knowledge.cells.additive import HCP_OF
from dowager.knowledge.cells.masks import Masks, from_mask, to_mask
from dowager.knowledge.cells.numbers import ACES, HCP, KINGS, LENGTHS
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.cells.suit_counts import FULL_HOLDINGS, MAX_HCP

__all__ = [
    "ACES",
    "FULL_HOLDINGS",
    "HCP",
    "HCP_OF",
    "KINGS",
    "LENGTHS",
    "MAX_HCP",
    "Masks",
    "from_mask",
    "plain_space",
    "to_mask",
]
