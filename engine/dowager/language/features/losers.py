"""Losers: the classic losing-trick count, and the later one that weighs ace, king and queen."""

from __future__ import annotations

from dowager.language.feature import HandFeature, suit_table
from dowager.language.features.hcp import summed
from dowager.language.features.honours import holds


def _queen_covers(holding: int) -> bool:
    """Return whether a queen stops a loser: third, and with the ace, king or jack beside it."""
    beside = any(holds(holding, rank) for rank in "AKJ")
    return holding.bit_count() >= 3 and holds(holding, "Q") and beside


def _losers(holding: int) -> int:
    length = holding.bit_count()
    covered = holds(holding, "A") + (length >= 2 and holds(holding, "K")) + _queen_covers(holding)
    return min(length, 3) - covered


def _new_losers(holding: int) -> int:
    """Count a missing ace 3 halves, king 2, queen 1, in the first one, two or three cards."""
    missing = ("A", 3), ("K", 2), ("Q", 1)
    return sum(
        halves for rank, halves in missing[: holding.bit_count()] if not holds(holding, rank)
    )


FEATURES = [
    HandFeature(
        name="losers",
        about=(
            "losing tricks: ace, king and queen missing among the first three cards of each suit; "
            "a queen counts only third or longer and beside the ace, king or jack (Qxx: 3 losers)"
        ),
        source="Courtenay and Walshe, The Losing Trick Count (1935); Ron Klinger (the queen)",
        define=summed(suit_table("losers", _losers)),
        arities=(0, 1),
        words="losers",
    ),
    HandFeature(
        name="new_losers",
        about="losers with a missing ace 1.5, king 1, queen 0.5 in the first three cards of a suit",
        source="Johannes Koelman, The New Losing Trick Count, The Bridge World (2003)",
        define=summed(suit_table("new_losers", _new_losers)),
        arities=(0, 1),
        words="new losing tricks",
        scale=2,
    ),
]
