"""Deals and hands at random, uniform over all that fit what is known.

`sampler` deals the hidden hands of a `sample`, by the cheapest of its `plans`: `hand_table` draws
one hand of allowed cells, `shape_chain` several hands by shape, and `subsets` the rest. `fitting`
tests many hands at once; `free_conditions` puts conditions on the deal into what seats have shown.
`share` says what share of hands meets a condition, counted or sampled.
"""

from dowager.knowledge.sampling.fitting import Constraint, Fit, narrowed
from dowager.knowledge.sampling.hand_table import HandTable, opposite_cells
from dowager.knowledge.sampling.sample import Sample, SampleStatus, deal_of
from dowager.knowledge.sampling.sampler import EFFORT, Sampler, constraint_of, deals_for
from dowager.knowledge.sampling.share import (
    HANDS,
    Share,
    counted,
    estimated,
    sampled_shares,
    share,
    shares,
    together,
    uniform_hands,
)
from dowager.knowledge.sampling.subsets import Columns, deal_from

__all__ = [
    "EFFORT",
    "HANDS",
    "Columns",
    "Constraint",
    "Fit",
    "HandTable",
    "Sample",
    "SampleStatus",
    "Sampler",
    "Share",
    "constraint_of",
    "counted",
    "deal_from",
    "deal_of",
    "deals_for",
    "estimated",
    "narrowed",
    "opposite_cells",
    "sampled_shares",
    "share",
    "shares",
    "together",
    "uniform_hands",
]
