"""Whether a rule's call can be legal after the patterns of its section."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.auction import CALLS, Call, Strain
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import suits_for

_STRAINS = tuple(range(4))


def never_legal(patterns: Sequence[ex.Steps], call: ex.CallExpr) -> str | None:
    """Return why a bid is legal after none of some patterns, in words; None if it may be.

    Args:
        patterns: those of the rule's section; none for any auction.
        call: the rule's call. Only a bid that names its level and its strain, if only by a letter,
            is looked at.
    """
    highest = _highest(call)
    if highest is None or not patterns:
        return None
    lowest = [_lowest(steps) for steps in patterns]
    if any(last < highest for last in lowest):
        return None
    return f"never legal: the last bid of `after` is {CALLS[min(lowest)]} or higher"


def _highest(call: ex.CallExpr) -> int | None:
    """Return the highest bid that a call may stand for; None for one that is no plain bid."""
    match call:
        case ex.FixedCall(number) if number >= Call.C1:
            return number
        case ex.BidCall(ex.ComputedCall.AT, ex.Constant(level), ex.SuitName(strain)):
            return int(Call.bid(int(level), strain))
        case ex.BidCall(ex.ComputedCall.AT, ex.Constant(level), ex.SuitLetter(slot)):
            return int(Call.bid(int(level), Strain(max(suits_for(slot)))))
        case _:
            return None


def _lowest(steps: ex.Steps) -> int:
    """Return the lowest bid that can be the last one of a pattern; below 1C for the opening."""
    last = int(Call.REDOUBLE)
    for step in steps:
        bids = {int(Call.bid(n, Strain(suit))) for n in step.levels for suit in _suits(step)}
        bids |= step.calls
        higher = [bid for bid in bids if bid > last and bid >= Call.C1]
        if higher and all(bid >= Call.C1 for bid in bids):
            last = min(higher)
    return last


def _suits(step: ex.CallPattern) -> tuple[int, ...]:
    return suits_for(step.strain.slot) if isinstance(step.strain, ex.SuitLetter) else _STRAINS
