"""Losers: the classic losing-trick count, and the later one that weighs ace, king and queen."""

from __future__ import annotations

from dowager.language.features.honours import honour_table
from dowager.language.tree.hand_feature import HandFeature, summed


def _queen_covers(honours: str, length: int) -> bool:
    """Return whether a queen stops a loser: third, and with the ace, king or jack beside it."""
    return length >= 3 and "Q" in honours and not {"A", "K", "J"}.isdisjoint(honours)


def _losers(honours: str, length: int) -> int:
    covered = ("A" in honours) + (length >= 2 and "K" in honours) + _queen_covers(honours, length)
    return min(length, 3) - covered


def _new_losers(honours: str, length: int) -> int:
    """Count a missing ace 3 halves, king 2, queen 1, in the first one, two or three cards."""
    missing = ("A", 3), ("K", 2), ("Q", 1)
    return sum(halves for rank, halves in missing[:length] if rank not in honours)


FEATURES = [
    HandFeature(
        name="losers",
        about=(
            "losing tricks: ace, king and queen missing among the first three cards of each suit; "
            "a queen counts only third or longer and beside the ace, king or jack (Qxx: 3 losers)"
        ),
        source="Courtenay and Walshe, The Losing Trick Count (1935); Ron Klinger (the queen)",
        define=summed(honour_table("losers", _losers)),
        arities=(0, 1),
        words="losers",
    ),
    HandFeature(
        name="new_losers",
        about="losers with a missing ace 1.5, king 1, queen 0.5 in the first three cards of a suit",
        source="Johannes Koelman, The New Losing Trick Count, The Bridge World (2003)",
        define=summed(honour_table("new_losers", _new_losers)),
        arities=(0, 1),
        words="new losing tricks",
        scale=2,
    ),
]
