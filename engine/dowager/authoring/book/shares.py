"""Owns frequencies: the share of the hands that a seat can hold which make a call."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Call
from dowager.knowledge.cells import plain_space
from dowager.knowledge.position import Position
from dowager.knowledge.shown import Shown


@dataclass(frozen=True, slots=True)
class Share:
    """A share of hands, 0 to 1, with two standard errors; 0 where it was counted exactly."""

    value: float
    error: float

    @property
    def exact(self) -> bool:
        """Whether it was counted."""
        return not self.error


def share_of(shown: Shown, position: Position, call: Call, hits: int, hands: int) -> Share:
    """Return which share of the hands that a seat can hold makes a call.

    Counted exactly where shape and HCP decide both what the seat has shown and the call; else
    estimated from a sample.

    Args:
        shown: what the seat had shown before the call.
        position: the rules by which it calls.
        call: the call.
        hits: how many of the sampled hands make it.
        hands: how many hands were sampled, at least one.
    """
    if shown.known.sure == shown.known.may and position.decided(call):
        space = plain_space()
        fits = space.weight(position.meaning(call, shown.mask).may)
        return Share(fits / space.weight(shown.mask), 0.0)
    return sampled(hits, hands)


def sampled(hits: int, hands: int) -> Share:
    """Return the share that `hits` of `hands` sampled ones, at least one, tell of."""
    share = hits / hands
    # A share seen never or always has an error, too: that of one hand in the sample.
    spread = max(share * (1 - share), 1 / hands)
    return Share(share, 2 * (spread / hands) ** 0.5)
