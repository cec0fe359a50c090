"""What four hands share out: the cards of a suit, HCP, aces; and the bounds that follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
"""The least and the greatest value of a number."""


def span_within(asked: Sequence[Span], others: Sequence[Span], total: int) -> Span:
    """Return the bounds of what some hands have together, when all four share out a total.

    As narrow as the eight bounds allow. Where they contradict the total, as they can once calls are
    relaxed, it is the sum of the bounds of the hands that are asked.

    Args:
        asked: the bounds of the hands that are asked.
        others: the bounds of the other hands.
        total: what the four hands' values add up to.
    """
    least, most = sum(low for low, _ in asked), sum(high for _, high in asked)
    low = max(least, total - sum(high for _, high in others))
    high = min(most, total - sum(low for low, _ in others))
    return (low, high) if low <= high else (least, most)
