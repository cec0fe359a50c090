"""Stoppers in a suit, counted in halves: K alone, Qx, Jxx half a stopper; A, Kx, Qxx, Jxxx one.

Two: AK, AQ, AJT, KQJ, or KQT with a fourth card. Three: AKQ, or four of the top five without them.
Four: AKQJ. A tenace counts as if the lead came up to it, as it does when declarer's hand has it.
"""

from __future__ import annotations

from dowager.language.features.honours import honour_table
from dowager.language.tree.hand_feature import HandFeature, ranged, summed

_SOURCE = "The Official Encyclopedia of Bridge ('stopper'); two and more: our own count"
_TWICE = ("AK", "AQ", "AJT", "KQJ")


def _several(honours: str, length: int) -> int:
    """Return how many times the honours stop the suit when more than once, else 0."""
    if honours.startswith("AKQJ"):
        return 4
    if honours.startswith("AKQ") or len(honours) >= 4:
        return 3
    long_tenace = honours.startswith("KQT") and length >= 4
    return 2 if long_tenace or honours.startswith(_TWICE) else 0


def _single(honours: str, length: int) -> int:
    """Return 2 for an honour with a guard for each higher one, 1 when one guard is missing."""
    guards = [length - higher for higher, rank in enumerate("AKQJ") if rank in honours]
    # ace 1 card, king 2, queen 3, jack 4: the difference is 1 when just enough, 0 for one too few
    return 2 if max(guards, default=-1) >= 1 else int(0 in guards)


STOPPERS = honour_table(
    "stoppers", lambda honours, length: 2 * _several(honours, length) or _single(honours, length)
)


def _condition(name: str, about: str, low: int, high: int | None, words: str) -> HandFeature:
    return HandFeature(
        name=name,
        about=about,
        source=_SOURCE,
        define=ranged(STOPPERS, low, high),
        arities=(1,),
        words=f"a {words} in {{0}}",
        negative=f"no {words} in {{0}}",
    )


FEATURES = [
    HandFeature(
        name="stoppers",
        about="how often the hand stops the suit, in halves: Qx 0.5, Qxx 1, AQ 2, AKQ 3, AKQJ 4",
        source=_SOURCE,
        define=summed(STOPPERS),
        arities=(1,),
        words="stoppers in {0}",
        scale=2,
    ),
    _condition("stopper", "A, Kx, Qxx, Jxxx or better", 2, None, "stopper"),
    _condition(
        "half_stopper",
        "K alone, Qx or Jxx, and no better; for half a stopper or more: stoppers(x) >= 0.5",
        1,
        1,
        "half stopper",
    ),
    _condition("double_stopper", "AK, AQ, AJT, KQJ, KQTx or better", 4, None, "double stopper"),
]
