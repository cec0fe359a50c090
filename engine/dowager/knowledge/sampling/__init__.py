"""Deals and hands at random, uniform over all that fit what is known.

`drawing` draws hands of allowed cells; `fitting` tests many hands at once; `sampler` deals the
hidden hands; `share` says what share of hands meets a condition, counted or sampled.
"""

from dowager.knowledge.sampling.drawing import Columns, HandTable, deal_from
from dowager.knowledge.sampling.fitting import Constraint, Fit, narrowed
from dowager.knowledge.sampling.sampler import (
    EFFORT,
    Sample,
    Sampler,
    Status,
    deals_for,
    opposite_cells,
)
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

__all__ = [
    "EFFORT",
    "HANDS",
    "Columns",
    "Constraint",
    "Fit",
    "HandTable",
    "Sample",
    "Sampler",
    "Share",
    "Status",
    "counted",
    "deal_from",
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
