"""Playing tricks: honour tricks in the first three rounds of a suit, and its long cards; in halves.

Culbertson's method. The first three rounds give the tricks that the honours win by force, and half
a trick where a finesse decides. Every card after the third is a trick in a suit of five or more;
the fourth card of a four-card suit is half a trick, or a whole one when all four are honours.
"""

from __future__ import annotations

from dowager.language.features.honours import honour_table
from dowager.language.tree.hand_feature import HandFeature, summed

_HALVES = {
    "AKQ": 6,
    "AKJ": 5,
    "AK": 4,
    "AQJ": 5,
    "AQT": 4,
    "AQ": 3,
    "AJT": 3,
    "A": 2,
    "KQJ": 4,
    "KQT": 3,
    "KQ": 2,
    "KJT": 3,
    "K": 1,
    "QJT": 2,
    "QJ": 1,
}
"""Half tricks of the first three rounds, by the suit's highest honours."""


def _early(honours: str, length: int) -> int:
    """Return the half tricks of the first three rounds."""
    if length == 1:
        return 2 * (honours == "A")
    if length == 2 and honours == "QJ":  # the ace and king take both
        return 0
    return next((_HALVES[honours[:n]] for n in (3, 2, 1) if honours[:n] in _HALVES), 0)


def _late(honours: str, length: int) -> int:
    """Return the half tricks of the cards after the third."""
    if length == 4:
        return 2 if len(honours) == 4 else 1
    return 2 * max(0, length - 3)


def _playing_tricks(honours: str, length: int) -> int:
    return _early(honours, length) + _late(honours, length)


FEATURES = [
    HandFeature(
        name="playing_tricks",
        about=(
            "tricks the hand expects with its long suit as trumps: AKQJxxx 7, KQJxxxx 6, AQJxxx "
            "5.5; side A 1, AK 2, KQ 1, Kx 0.5; of the hand, or of the suit named"
        ),
        source="after Ely Culbertson, Contract Bridge Blue Book; the table of honours is our own",
        define=summed(honour_table("playing_tricks", _playing_tricks)),
        arities=(0, 1),
        words="playing tricks",
        scale=2,
    )
]
