"""What kind of decision a position is: the topics by which measurements are grouped."""

from __future__ import annotations

from dowager.auction import Auction, Call


def topic(auction: Auction) -> str:
    """Return such as `opener's rebid, contested`, for the seat that is to call.

    A hand's second and later calls, and those of the defending side after an advance, are `later`.
    """
    calls = auction.calls
    first = next((index for index, call in enumerate(calls) if call >= Call.C1), None)
    if first is None:
        return "opening"
    mine = len(calls)
    acted = [index for index in range(first, mine) if calls[index] is not Call.PASS]
    contested = any((index - first) % 2 for index in acted)
    if (mine - first) % 2 == 0:
        return _opening_side(mine - first, contested)
    ours = [index for index in acted if (index - first) % 2]
    if not ours:
        return "balancing" if mine >= 2 and calls[-2:] == (Call.PASS, Call.PASS) else "overcall"
    if len(ours) == 1 and (mine - ours[0]) == 2:
        return "advance"
    return "defence, later"


def _opening_side(after: int, contested: bool) -> str:
    names = {2: "response", 4: "opener's rebid", 6: "responder's rebid"}
    return names.get(after, "opening side, later") + (", contested" if contested else "")
