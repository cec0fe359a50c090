"""Who wins a trick (Law 44)."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.cards.card import Suit
from dowager.cards.seat import Seat


def trick_winner(leader: Seat, cards: Sequence[int], trump: Suit | None) -> Seat:
    """Return who wins one to four cards given in the order played, `leader` first (Law 44)."""
    best, winner = cards[0], 0
    for step in range(1, len(cards)):
        card = cards[step]
        follows = card // 13 == best // 13
        if card > best if follows else trump is not None and card // 13 == trump:
            best, winner = card, step
    return leader.plus(winner)
