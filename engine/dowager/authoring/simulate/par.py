"""Par: the result when both sides bid and play with all four hands open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from dowager.auction import Contract, Doubled, Strain, Vulnerability, score
from dowager.authoring.simulate.solving import TABLE
from dowager.cards import Seat, Side


@dataclass(frozen=True, slots=True)
class Par:
    """The result of a deal when nobody can do better against best bidding and play.

    Attributes:
        score: points for North-South.
        contract: a contract that gives it; None when the board is passed out. Of several, the
            lowest that the other side cannot better.
    """

    score: int
    contract: Contract | None


_PASSED_OUT = Par(0, None)
_BEST = (max, min)  # what is best for North-South, and for East-West


def par(tricks: Sequence[int], dealer: Seat, vulnerability: Vulnerability) -> Par:
    """Return the par of a deal.

    A contract that fails is doubled. The dealer's side may bid first, which matters only where
    both sides can make the highest contract that is worth bidding.

    Args:
        tricks: declarer's tricks for each entry of `TABLE`.
        dealer: who calls first.
        vulnerability: who is vulnerable.
    """
    best_tricks = dict(zip(TABLE, tricks, strict=True))
    highest: list[Par | None] = [None, None]  # of each side, with what it may still bid
    for level in range(7, 0, -1):
        for strain in reversed(Strain):
            bids = [_bid(side, level, strain, best_tricks, vulnerability) for side in Side]
            after = [_better(side.other, bids[side], highest[side.other]) for side in Side]
            highest = [_better(side, after[side], highest[side]) for side in Side]
    first = dealer.side
    passed = _better(first.other, _PASSED_OUT, highest[first.other])
    return _better(first, passed, highest[first])


def _better(side: Side, first: Par, other: Par | None) -> Par:
    """Return which of two results a side prefers; the first when they are equal."""
    if other is None:
        return first
    return _BEST[side](first, other, key=lambda result: result.score)


def _bid(
    side: Side,
    level: int,
    strain: Strain,
    tricks: dict[tuple[Seat, Strain], int],
    vulnerability: Vulnerability,
) -> Par:
    """Return the result when a side bids a contract, and the other side then bids no more."""
    declarer = max(side.seats, key=lambda seat: tricks[seat, strain])
    won = tricks[declarer, strain]
    points = _points(level, strain, won, vulnerability.of_side(side))
    doubled = Doubled.DOUBLED if won < level + 6 else Doubled.UNDOUBLED
    contract = Contract(level, strain, doubled, declarer)
    return Par(points if side is Side.NORTH_SOUTH else -points, contract)


@cache
def _points(level: int, strain: Strain, won: int, vulnerable: bool) -> int:
    doubled = Doubled.DOUBLED if won < level + 6 else Doubled.UNDOUBLED
    return score(Contract(level, strain, doubled, Seat.NORTH), won, vulnerable)
