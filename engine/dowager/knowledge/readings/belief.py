"""What an auction says of each seat when calls are not believed exactly: a weight for each cell."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from dowager.auction import Call
from dowager.cards import Seat
from dowager.knowledge.cells import plain_space
from dowager.knowledge.cells.masks import from_mask
from dowager.knowledge.cells.space import Weights
from dowager.knowledge.public import Shown, ShownCall, View, condition_masks
from dowager.knowledge.readings.distances import distances
from dowager.knowledge.readings.reading import Reading, Turn
from dowager.language.text import Layer


def believed(view: View, readings: tuple[Reading, Reading]) -> dict[Seat, Weights]:
    """Return what an auction says of each seat: `weights_of` what its calls have shown.

    Args:
        view: the auction as our rules understand it.
        readings: how far North-South's and East-West's calls are believed.
    """
    return {seat: weights_of(view.players[seat].shown, readings[seat.side]) for seat in Seat}


def weights_of(shown: Shown, reading: Reading) -> Weights:
    """Return how much a hand of each cell counts beside others, by what its calls have shown.

    From 0 to 1, and 1 for some cell; shape `(cells,)` of the plain space. Under the exact reading 1
    for the cells that are shown.
    """
    if reading.exact:
        return from_mask(shown.mask, plain_space().size).astype(np.float64)
    weights = np.ones(plain_space().size)
    for number, call in enumerate(shown.calls):
        turn = Turn.of(first=number == 0, passes=call.call is Call.PASS)
        factor = _call_weights(call, reading, turn)
        if factor is not None:
            weights = weights * factor
    if not weights.any():  # no hand is within the reach of all calls
        return np.ones(plain_space().size)
    most: Weights = weights / weights.max()
    return most


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
