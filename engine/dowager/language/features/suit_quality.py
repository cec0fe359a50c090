"""How good a suit is: Klinger's test, a good suit, and suits that run."""

from __future__ import annotations

from dowager.language.features.honours import honour_table
from dowager.language.tree.hand_feature import HandFeature, ranged, summed

_ENCYCLOPEDIA = "The Official Encyclopedia of Bridge"


def _how_many(honours: str, ranks: str) -> int:
    return sum(rank in honours for rank in ranks)


def _quality(honours: str, length: int) -> int:
    """Add honours to length; the jack and ten count only below a higher honour."""
    return length + (len(honours) if _how_many(honours, "AKQ") else 0)


def _good(honours: str, _: int) -> int:
    return int(_how_many(honours, "AKQ") >= 2 or len(honours) >= 3)


def _runs(honours: str, length: int) -> int:
    """Return 2 for a solid suit, 1 for a semi-solid one, else 0."""
    headed = honours.startswith("AKQ")
    if headed and (length >= 7 or (length == 6 and "J" in honours)):
        return 2
    one_loser = headed or len(honours) >= 4
    return int((length >= 6 and one_loser) or (length >= 7 and _how_many(honours, "AKQJ") >= 3))


QUALITY = honour_table("suit_quality", _quality)
_GOOD = honour_table("good", _good)
_RUNS = honour_table("runs", _runs)


FEATURES = [
    HandFeature(
        name="suit_quality",
        about="length plus honours, ace to ten; jack and ten count only below a higher honour",
        source="Ron Klinger's suit quality test",
        define=summed(QUALITY),
        arities=(1,),
        words="points of suit quality in {0}",
    ),
    HandFeature(
        name="good_suit",
        about="two of the top three honours or three of the top five, at any length",
        source="the usual requirement of a suit for a sound pre-empt",
        define=ranged(_GOOD, 1, 1),
        arities=(1,),
        words="good {0}",
        negative="no good {0}",
    ),
    HandFeature(
        name="solid",
        about="a suit that runs on its own: AKQ and seven cards, or AKQJ and six",
        source=f"{_ENCYCLOPEDIA} ('solid suit')",
        define=ranged(_RUNS, 2, 2),
        arities=(1,),
        words="solid {0}",
        negative="no solid {0}",
    ),
    HandFeature(
        name="semisolid",
        about=(
            "a suit with one loser, and not solid: six cards with AKQ or four of the top five, "
            "or seven with three of the top four"
        ),
        source=f"{_ENCYCLOPEDIA} ('semi-solid suit')",
        define=ranged(_RUNS, 1, 1),
        arities=(1,),
        words="semi-solid {0}",
        negative="no semi-solid {0}",
    ),
]
