"""Random deals, singly and by the hundred thousand."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from dowager.cards.deal import Deal
from dowager.cards.hand import Hand
from dowager.cards.pack import CARDS


def random_deal(random: Random) -> Deal:
    """Return one deal, uniform over all 53,644,737,765,488,792,839,237,440,000."""
    cards = list(CARDS)
    random.shuffle(cards)
    hands = [Hand.of_cards(cards[13 * seat : 13 * seat + 13]) for seat in range(4)]
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def shuffled_deals(
    generator: np.random.Generator, count: int, cards: NDArray[np.uint8], hands: int
) -> NDArray[np.uint8]:
    """Deal `cards` to `hands` hands of 13, `count` times, each deal uniform and independent.

    Args:
        generator: the random source.
        count: how many deals.
        cards: the cards 0 to 51 to deal, `13 * hands` of them.
        hands: how many hands.

    Returns:
        An array of shape `(count, hands, 13)`: the cards of each hand.
    """
    deck = np.broadcast_to(cards, (count, cards.size))
    return generator.permuted(deck, axis=1).reshape(count, hands, 13)


def holdings_of_deals(dealt: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Turn hands as cards, shape `(..., 13)`, into holdings, shape `(..., 4)`, clubs first."""
    suits, ranks = np.divmod(dealt, 13)
    bits = np.left_shift(np.uint16(1), ranks.astype(np.uint16))
    columns = [np.where(suits == suit, bits, 0).sum(axis=-1, dtype=np.uint16) for suit in range(4)]
    return np.stack(columns, axis=-1)
