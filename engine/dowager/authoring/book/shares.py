"""Owns frequencies: the share of the hands that a seat can hold which make a call."""

from __future__ import annotations

from dowager.auction import Call
from dowager.knowledge.cells import plain_space
from dowager.knowledge.counting import count_hands
from dowager.knowledge.public import Position, Shown
from dowager.knowledge.sampling import Share, counted, estimated

_EFFORT = 3_000_000


def share_of(
    shown: Shown, position: Position, call: Call, hits: int, hands: int, *, wide: bool
) -> Share:
    """Return which share of the hands that a seat can hold makes a call.

    Counted exactly where shape and HCP decide both what the seat has shown and the call, and, if
    `wide`, wherever that is not too much work; else estimated from a sample.

    Args:
        shown: what the seat had shown before the call.
        position: the rules by which it calls.
        call: the call.
        hits: how many of the sampled hands make it.
        hands: how many hands were sampled, at least one.
        wide: whether the position is one of those that matter most.
    """
    decided = shown.cells.sure == shown.cells.may
    if decided and position.decided(call):
        weight = plain_space().weight
        return counted(int(weight(position.meaning(call, shown.mask).may)), int(weight(shown.mask)))
    if decided and wide:
        fits = count_hands(position.node(call, shown.mask), shown.mask, effort=_EFFORT)
        if fits is not None:
            return counted(fits, int(plain_space().weight(shown.mask)))
    return estimated(hits, hands)
