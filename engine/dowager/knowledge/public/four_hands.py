"""What four hands share out, and what follows for one of them from the other three.

The cards of a suit add up to 13, HCP to 40; a card that one hand surely holds no other has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from dowager.cards import ALL_HOLDINGS, FULL_SUIT, Suit
from dowager.knowledge.cells.masks import to_mask
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS, TOTALS
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.shown import Shown
from dowager.knowledge.public.suit_holdings import asked_suits
from dowager.language.tree import Bool, Range

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


def chance_among(
    asked: Shown, others: Sequence[Shown], condition: Bool
) -> tuple[bool, bool, float]:
    """Return whether a condition is possible, is certain, and its probability, for one of four.

    Sound, as `Shown.chance`, and met with what the other three leave. The probability is that by
    the hand's own calls, unless it is 0 or 1.

    Args:
        asked: what the hand has shown.
        others: what each of the others has shown.
        condition: a condition on the hand.
    """
    possible, certain, probability = asked.chance(condition)
    if possible and not certain:
        cells = cells_left(asked, others)
        verdicts = [(cells, plain_space().masks(condition))]
        for suit in asked_suits(condition):
            space = asked.hand.holdings(suit).space
            verdicts.append((_holdings_left(asked, others, suit), space.masks(condition)))
        possible = all(left & masks.may for left, masks in verdicts)
        certain = possible and any(not left & ~masks.sure for left, masks in verdicts)
    return possible, certain, probability if possible and not certain else float(certain)


def cells_left(asked: Shown, others: Sequence[Shown]) -> int:
    """Return those of a hand's cells that HCP and lengths of the others leave; all if none."""
    space = plain_space()
    mask = asked.mask
    for number, total in zip(HCP_AND_LENGTHS, TOTALS, strict=True):
        own = space.span(number, asked.mask)
        bounds = span_within([own], [space.span(number, each.mask) for each in others], total)
        if bounds != own:
            mask &= space.masks(Range(number, *bounds)).may
    return mask or asked.mask


def _holdings_left(asked: Shown, others: Sequence[Shown], suit: Suit) -> int:
    """Return those of a hand's holdings in a suit that the others' cards leave; all if none."""
    holdings = asked.hand.holdings(suit)
    taken, free = 0, FULL_SUIT
    for each in others:
        held = ALL_HOLDINGS[each.hand.holdings(suit).weights > 0]
        taken |= int(np.bitwise_and.reduce(held))
        free &= ~int(np.bitwise_or.reduce(held))
    # A card that no other can hold is the hand's own.
    fits = (ALL_HOLDINGS & taken == 0) & (ALL_HOLDINGS & free == free)
    left = holdings.may & to_mask(fits)
    return left or holdings.may
