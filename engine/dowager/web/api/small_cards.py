"""Small cards that are not named: an `x` in a hand stands for some card below the ten."""

from __future__ import annotations

from collections.abc import Iterator

from dowager.cards import parse_card
from dowager.errors import InputError

_SMALL = "23456789"
_SUITS = "SHDC"


def with_small_cards(hand: str, own: int = 0, elsewhere: int = 0) -> str:
    """Return a hand with a card in place of each `x`.

    First come the small cards that the hand has played, then the lowest that can be in no other
    place. A hand without an `x` stays as it is, right or wrong.

    Args:
        hand: `S.H.D.C`.
        own: the cards that the hand has played, as bits.
        elsewhere: the cards that are known to be in other places, as bits.

    Raises:
        InputError: a suit has more small cards than are left.
    """
    suits = hand.lower().split(".")
    if "x" not in hand.lower() or len(suits) != len(_SUITS):
        return hand
    taken = elsewhere & ~own
    return ".".join(
        _filled(ranks.upper(), suit, own, taken) for suit, ranks in zip(_SUITS, suits, strict=True)
    )


def two_with_small_cards(
    hand: str, dummy: str, own: int = 0, of_dummy: int = 0, others: int = 0
) -> tuple[str, str]:
    """Return two hands that one player sees, each with a card in place of each `x`.

    Args:
        hand: the one, `S.H.D.C`.
        dummy: the other.
        own: the cards that the one has played, as bits.
        of_dummy: those that the other has played.
        others: those that other hands have played.
    """
    seen = with_small_cards(dummy, of_dummy, others | own | named(hand))
    return with_small_cards(hand, own, others | of_dummy | named(seen)), seen


def named(hand: str) -> int:
    """Return the cards that a hand names, as bits; what is no card does not count."""
    return sum(1 << card for card in set(_cards(hand)))


def _cards(hand: str) -> Iterator[int]:
    for suit, ranks in zip(_SUITS, hand.upper().split("."), strict=False):
        for rank in ranks:
            if rank in "23456789TJQKA":
                yield parse_card(suit + rank)


def _filled(ranks: str, suit: str, own: int, taken: int) -> str:
    bits = {rank: 1 << parse_card(suit + rank) for rank in _SMALL if rank not in ranks}
    free = [rank for rank in bits if not taken & bits[rank]]
    free.sort(key=lambda rank: not own & bits[rank])  # stable: the lowest first
    wanted = ranks.count("X")
    if wanted > len(free):
        raise InputError(f"{suit}={ranks[:20]}: there are {len(free)} small cards for the x")
    return ranks.replace("X", "") + "".join(sorted(free[:wanted], reverse=True))
