"""A sample of deals, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from dowager.cards import Deal, Hand


class SampleStatus(Enum):
    """How a sample ended."""

    COMPLETE = "complete"
    PARTLY = "partly"
    NONE = "none"


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Independent deals, uniform over all that fit.

    Attributes:
        holdings: shape `(deals, 4 seats, 4 suits)`, North and clubs first.
        status: complete; partly, when the effort ran out; none, when it is proved that none fits.
        proposals: how many proposals were made.
        acceptance: the share of the proposals that fitted.
        probability: an estimate of the share of all deals of the unknown cards that fit.
        witness: a deal that fits, found by the solver when no proposal had fitted; not part of the
            sample.
    """

    holdings: NDArray[np.uint16]
    status: SampleStatus
    proposals: int = 0
    acceptance: float = 0.0
    probability: float = 0.0
    witness: Deal | None = None

    def __len__(self) -> int:
        return len(self.holdings)

    def __iter__(self) -> Iterator[Deal]:
        return map(self.deal, range(len(self)))

    def deal(self, number: int) -> Deal:
        """Return one of the deals."""
        return deal_of(self.holdings[number])


def deal_of(holdings: NDArray[np.uint16]) -> Deal:
    """Return the deal of holdings by seat and suit, `(4, 4)`."""
    north, east, south, west = map(Hand.of_holdings, holdings.tolist())
    return Deal((north, east, south, west))
