"""Owns who wins a trick (Law 44)."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.cards.card import Seat, Suit


def trick_winner(leader: Seat, cards: Sequence[int], trump: Suit | None) -> Seat:
    """Return who wins one to four cards given in the order played, `leader` first (Law 44)."""
    best, suit = cards[0], cards[0] // 13
    place = 0
    for step in range(1, len(cards)):
        card = cards[step]
        if card // 13 == suit:
            better = card > best
        else:
            better = trump is not None and card // 13 == trump
        if better:
            best, suit, place = card, card // 13, step
    return leader.plus(place)
