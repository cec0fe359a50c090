"""Suits, and the one encoding of a card: `13 * suit + rank`, 0 (the two of clubs) to 51."""

from __future__ import annotations

from enum import IntEnum

from dowager.errors import InputError

RANKS = "23456789TJQKA"
"""Rank letters by rank number, 0 (two) to 12 (ace)."""


class Suit(IntEnum):
    """The four suits in their order in the auction, clubs lowest (Law 18E)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """`C`, `D`, `H` or `S`."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """The suit's symbol, as in print."""
        return "♣♦♥♠"[self]

    @property
    def major(self) -> bool:
        """Whether the suit is hearts or spades."""
        return self >= Suit.HEARTS

    @property
    def word(self) -> str:
        """`clubs`, `diamonds`, `hearts` or `spades`."""
        return ("clubs", "diamonds", "hearts", "spades")[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Return the suit named by one letter, in either case.

        Raises:
            InputError: the text is not one of C, D, H and S.
        """
        number = "CDHS".find(text.upper()) if len(text) == 1 else -1
        if number < 0:
            raise InputError(f"no suit {text!r}; write C, D, H or S")
        return cls(number)


def make_card(suit: Suit, rank: int) -> int:
    """Return the card of a suit and a rank 0 (two) to 12 (ace)."""
    return 13 * suit + rank


def suit_of(card: int) -> Suit:
    """Return the suit of a card 0 to 51."""
    return Suit(card // 13)


def rank_of(card: int) -> int:
    """Return the rank of a card 0 to 51: 0 (two) to 12 (ace)."""
    return card % 13


def card_name(card: int) -> str:
    """Return a card's name, suit first: `SA`, `HT`, `C2`."""
    return suit_of(card).letter + RANKS[rank_of(card)]


def parse_card(text: str) -> int:
    """Return the card named by two letters, suit first (`SA`) or rank first (`AS`), `10` as `T`.

    Raises:
        InputError: the text names no card.
    """
    name = text.strip().upper().replace("10", "T")
    if len(name) == 2:
        for suit, rank in ((name[0], name[1]), (name[1], name[0])):
            if suit in "CDHS" and rank in RANKS:
                return make_card(Suit.parse(suit), RANKS.index(rank))
    raise InputError(f"no card {text!r}; write suit and rank, such as SA or HT")
