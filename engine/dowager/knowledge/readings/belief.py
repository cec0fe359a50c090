"""What an auction says of each seat when calls are not believed exactly: a weight for each cell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

import numpy as np

from dowager.auction import Call
from dowager.cards import Seat
from dowager.knowledge.cells import plain_space
from dowager.knowledge.cells.masks import from_mask
from dowager.knowledge.cells.space import Weights
from dowager.knowledge.public import Shown, ShownCall, View, condition_masks
from dowager.knowledge.readings.distances import distances
from dowager.knowledge.readings.reading import Grade, Reading, Turn
from dowager.language.compile import Candidate
from dowager.language.tree import Bool, any_of


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
    for call, grade in _graded(shown, reading):
        factor = _call_weights(call, grade)
        if factor is not None:
            weights = weights * factor
    if not weights.any():  # no hand is within the reach of all calls
        return np.ones(plain_space().size)
    most: Weights = weights / weights.max()
    return most


def own_cells(call: ShownCall) -> int:
    """Return the cells that a call's own rules say, other calls' rules apart; 0 without a rule."""
    return reduce(or_, (condition_masks(rule.condition).may for rule in own_rules(call)), 0)


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a call asks of the cards besides shape and HCP.

    Attributes:
        node: the condition of the call's own rules.
        mask: the cells that leave it open.
        chance: what a hand in these cells weighs that does not meet it; one that does weighs 1.
    """

    node: Bool
    mask: int
    chance: float


def doubts_of(shown: Shown, reading: Reading) -> tuple[Doubt, ...]:
    """Return what the weights of cells leave out of what a seat's calls have shown.

    Empty under the exact reading, which leaves nothing out.
    """
    return tuple(doubt for call, grade in _graded(shown, reading) for doubt in _doubts(call, grade))


def _graded(shown: Shown, reading: Reading) -> Iterator[tuple[ShownCall, Grade]]:
    for number, call in enumerate(shown.calls if not reading.exact else ()):
        yield call, reading.grades[Turn.of(number == 0, call.call is Call.PASS)]


@lru_cache(maxsize=256)
def _doubts(call: ShownCall, grade: Grade) -> tuple[Doubt, ...]:
    """Return what one call asks of the cards; nothing where that does not count."""
    bound = grade.strict and not may_stray(call)
    if call.disclosed is not None or (grade.cards == 1 and not bound):
        return ()
    full = plain_space().full
    node = call.node(full) if bound else any_of(rule.condition.node for rule in own_rules(call))
    masks = plain_space().masks(node)
    unsure = masks.may & ~masks.sure
    return (Doubt(node, unsure, 0.0 if bound else grade.cards),) if unsure else ()


def may_stray(call: ShownCall) -> bool:
    """Whether judgement may have made a call, so that no rule of its need fit the hand exactly.

    It may not if the first rule for the call is not to be judged, as with artificial calls: a later
    rule for it does not count then, either.
    """
    first = next((rule for rule in call.position if rule.call is call.call), None)
    return first is None or first.rule.judged


def own_rules(call: ShownCall) -> list[Candidate]:
    """Return a call's own rules; those that only read calls if there are no others.

    What the last resort says is wide, so that every hand has a call, and nobody else's.
    """
    rules = [rule for rule in call.position if rule.call is call.call]
    return [rule for rule in rules if not rule.layer.only_reads] or call.position.own(call.call)


@lru_cache(maxsize=256)
def _call_weights(call: ShownCall, grade: Grade) -> Weights | None:
    """Return what one call makes each cell weigh; None for a call that no rule explains."""
    full = plain_space().full
    if call.disclosed is not None:
        meant = own = plain_space().masks(call.disclosed).may
    else:
        own = own_cells(call)
        meant = call.position.meaning(call.call, full).may
    if not own:
        return None
    if meant and grade.strict and not may_stray(call):
        return from_mask(meant, plain_space().size).astype(np.float64)
    return grade.weights(distances(meant) if meant else None, distances(own))
