"""How far a seat's calls are believed: exactly, or by how far a hand lies from what they mean.

`distances` says how many HCP and cards lie between a cell and a set of cells. A `reading` makes
weights of distances; its numbers are learned from auctions and stand in `weights.yaml`. `belief` is
what an auction says of each seat under the reading of its side.
"""

from dowager.knowledge.readings.belief import (
    Doubt,
    believed,
    doubts_of,
    own_cells,
    own_rules,
    weights_of,
)
from dowager.knowledge.readings.distances import distances
from dowager.knowledge.readings.reading import (
    EXACT,
    READINGS,
    Grade,
    Reading,
    Turn,
    named_readings,
    parse_readings,
)

__all__ = [
    "EXACT",
    "READINGS",
    "Doubt",
    "Grade",
    "Reading",
    "Turn",
    "believed",
    "distances",
    "doubts_of",
    "named_readings",
    "own_cells",
    "own_rules",
    "parse_readings",
    "weights_of",
]
