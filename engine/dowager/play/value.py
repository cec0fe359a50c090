"""Owns what a card is worth: IMPs against the best card of each layout, and when that is settled.

The value of a card is the mean, over layouts, of the IMPs between the score that it leads to and
the best score that any card leads to in that layout: never above 0, and 0 for a card that is never
wrong. So a trick that makes or beats the contract counts what it is worth, doubled and vulnerable
or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dowager.auction import imps
from dowager.auction.scoring import score
from dowager.play.seen import Seen

Real = NDArray[np.float64]
Tricks = NDArray[np.int8]
"""The tricks of declarer's side, of thirteen, by layout and legal card."""

FIRST, STEP = 16, 8
"""Layouts after which the values are looked at for the first time, and again."""

_SAME = 1e-6
_ALIKE = 0.2  # IMPs: a defender prefers tricks to so little, which sampling cannot tell apart
_CLEAR = 2.0  # standard errors by which the best card must lead


@dataclass(frozen=True, slots=True)
class Considered:
    """A card that could be played: its value in IMPs, 0 at best, and its mean number of tricks.

    Tricks are those that declarer's side wins of thirteen.
    """

    card: int
    value: float
    tricks: float


def valued(seen: Seen, tricks: Tricks, weights: Real) -> tuple[Considered, ...]:
    """Return all legal cards with their means over the layouts, the best first.

    Args:
        seen: what the player knows.
        tricks: what each card leads to, shape `(layouts, legal cards)`.
        weights: of the layouts, positive.
    """
    share = weights / weights.sum()
    values, means = share @ swings(seen, tricks, most(seen, tricks)), share @ tricks
    cards = (
        Considered(card, float(value), float(mean))
        for card, value, mean in zip(seen.legal, values, means, strict=True)
    )
    sign = 1 if seen.defending else -1
    return tuple(sorted(cards, key=lambda each: (-each.value, sign * each.tricks)))


def best(seen: Seen, considered: Sequence[Considered]) -> tuple[int, ...]:
    """Return the cards that are as good as the best.

    Declarer takes the highest value; a defender, of the values near it, the fewest tricks for
    declarer. (Measured on 3,631 decisions: defenders gave away 15 tricks in place of 19, declarer
    33 in place of 32.)
    """
    margin, sign = (_ALIKE, -1) if seen.defending else (_SAME, 1)
    highest = max(each.value for each in considered)
    near = [each for each in considered if highest - each.value <= margin]
    most_tricks = max(sign * each.tricks for each in near)
    return tuple(each.card for each in near if most_tricks - sign * each.tricks <= _SAME)


def settled(seen: Seen, tricks: Tricks, weights: Real) -> bool:
    """Whether more layouts would hardly change the choice.

    Every card has lost as much as the best one in each layout, or trails it by two standard errors;
    these count one more layout in which an IMP changes hands. Measured on 1,657 decisions: what
    cards cost is the same as with all 64 layouts, for 36 % of the work.
    """
    share = weights / weights.sum()
    swing = swings(seen, tricks, most(seen, tricks))
    lead = swing[:, [int((share @ swing).argmax())]] - swing
    mean = share @ lead
    variance = share @ (lead - mean) ** 2 + 1 / len(tricks)
    clear = mean > _CLEAR * np.sqrt(variance * (share @ share))
    same = (lead == 0).all(axis=0)
    return bool((same | clear).all())


def most(seen: Seen, tricks: Tricks) -> Tricks:
    """Return what the best card of each layout leads to, shape `(layouts,)`."""
    found: Tricks = tricks.min(axis=1) if seen.defending else tricks.max(axis=1)
    return found


def swings(seen: Seen, tricks: Tricks, most: Tricks) -> Real:
    """Return the IMPs to the player's side for tricks by layout and card, against `most`.

    Args:
        seen: what the player knows.
        tricks: what each card leads to, shape `(layouts, cards)`.
        most: what the best card of each layout leads to, shape `(layouts,)`.
    """
    contract, vulnerable = seen.play.contract, seen.vulnerable
    points = tuple(score(contract, won, vulnerable) for won in range(14))
    swing: Real = _swings(points)[tricks, most[:, None]]
    return -swing if seen.defending else swing


@cache
def _swings(points: tuple[int, ...]) -> Real:
    """Return the IMPs to declarer's side for the tricks won against other tricks, `(14, 14)`."""
    return np.array([[imps(one - other) for other in points] for one in points], dtype=np.float64)
