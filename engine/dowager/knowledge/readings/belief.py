"""What an auction says of each seat when calls are not believed exactly: a weight for each cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dowager.auction import Call
from dowager.cards import Seat
from dowager.knowledge.cells import plain_space
from dowager.knowledge.cells.masks import from_mask
from dowager.knowledge.cells.space import Weights
from dowager.knowledge.public import Shown, ShownCall, View, condition_masks
from dowager.knowledge.readings.distances import distances
from dowager.knowledge.readings.reading import EXACT, Reading, Turn
from dowager.language.text import Layer
from dowager.language.tree import TRUE, Bool


@dataclass(frozen=True, slots=True, eq=False)
class SeatBelief:
    """What is believed of one seat's hand.

    Attributes:
        weights: of each cell of the plain space, 0 to 1: how much a hand of the cell counts beside
            others; shape `(cells,)`. At least one is 1.
        node: a condition that holds besides; true unless the reading is exact.
    """

    weights: Weights
    node: Bool = TRUE

    def shares(self) -> Weights:
        """Return how probable each cell is, from a full pack; the sum is 1."""
        counts = self.weights * plain_space().weights
        shares: Weights = counts / counts.sum()
        return shares


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """What is believed of the four seats.

    Attributes:
        seats: by seat.
        readings: how North-South and East-West are read.
    """

    seats: Mapping[Seat, SeatBelief]
    readings: tuple[Reading, Reading]


def believed(view: View, readings: tuple[Reading, Reading] = (EXACT, EXACT)) -> Belief:
    """Return what an auction says of each seat.

    Args:
        view: the auction as our rules understand it.
        readings: how far North-South's and East-West's calls are believed.
    """
    seats = {seat: seat_belief(view.players[seat].shown, readings[seat.side]) for seat in Seat}
    return Belief(seats, readings)


def seat_belief(shown: Shown, reading: Reading) -> SeatBelief:
    """Return what is believed of one seat by what its calls have shown."""
    if reading.exact:
        weights = from_mask(shown.mask, plain_space().size).astype(np.float64)
        return SeatBelief(weights, shown.node())
    weights = np.ones(plain_space().size)
    for number, call in enumerate(shown.calls):
        turn = Turn.of(first=number == 0, passes=call.call is Call.PASS)
        factor = _call_weights(call, reading, turn)
        if factor is not None:
            weights = weights * factor
    if not weights.any():  # no hand is within the reach of all calls
        return SeatBelief(np.ones(plain_space().size))
    return SeatBelief(weights / weights.max())


def own_cells(call: ShownCall) -> int:
    """Return the cells that a call's own rules say, other calls' rules apart; 0 without a rule.

    What the last resort says counts only for a call that no other layer has: it is wide, so that
    every hand has a call, and nobody else's.
    """
    own = last_resort = 0
    for candidate in call.position:
        if candidate.call is call.call:
            masks = condition_masks(candidate.condition)
            if candidate.layer is Layer.LAST_RESORT:
                last_resort |= masks.may
            else:
                own |= masks.may
    return own or last_resort


@lru_cache(maxsize=256)
def _call_weights(call: ShownCall, reading: Reading, turn: Turn) -> Weights | None:
    """Return what one call makes each cell weigh; None for a call that no rule explains."""
    full = plain_space().full
    if call.disclosed is not None:
        meant = own = plain_space().masks(call.disclosed).may
    else:
        own = own_cells(call)
        meant = call.position.meaning(call.call, full).may
    if not own:
        return None
    return reading.grades[turn].weights(distances(meant) if meant else None, distances(own))
