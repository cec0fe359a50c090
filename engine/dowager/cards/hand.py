"""The hand: thirteen cards, kept as one set of 52 bits and read as four 13-bit holdings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dowager.cards.card import RANKS, Suit
from dowager.cards.pack import FULL_PACK, FULL_SUIT, cards_of
from dowager.errors import InputError

Holdings = tuple[int, int, int, int]
"""Four 13-bit sets of ranks (bit 0 the two, bit 12 the ace), in suit order C, D, H, S."""

_JACKS = 1 << 9 | 1 << 22 | 1 << 35 | 1 << 48
_LOW = 6
"""How many ranks `_LOW_NAMES` has; `_HIGH_NAMES` has the other seven."""


def _names(ranks: str) -> list[str]:
    """Return the names of all sets of some ascending ranks, high cards first."""
    names = [""]
    for rank in ranks:
        names += [rank + name for name in names]
    return names


_LOW_NAMES, _HIGH_NAMES = _names(RANKS[:_LOW]), _names(RANKS[_LOW:])


@dataclass(frozen=True, slots=True)
class Hand:
    """Thirteen cards; bit `card` of `bits` is set when the hand holds that card."""

    bits: int

    @property
    def holdings(self) -> Holdings:
        """The four suits' holdings, clubs first."""
        bits = self.bits
        return (bits & FULL_SUIT, bits >> 13 & FULL_SUIT, bits >> 26 & FULL_SUIT, bits >> 39)

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """The four suits' lengths, clubs first."""
        clubs, diamonds, hearts, spades = self.holdings
        return (clubs.bit_count(), diamonds.bit_count(), hearts.bit_count(), spades.bit_count())

    @property
    def hcp(self) -> int:
        """High-card points (Milton Work): ace 4, king 3, queen 2, jack 1."""
        return sum((self.bits & _JACKS << rank).bit_count() * (rank + 1) for rank in range(4))

    def cards(self) -> tuple[int, ...]:
        """Return the cards from the two of clubs up."""
        return cards_of(self.bits)

    def __contains__(self, card: int) -> bool:
        return bool(self.bits >> card & 1)

    def __str__(self) -> str:
        """Return `S.H.D.C`, high cards first, ten as `T`; a void is empty."""
        return ".".join(map(holding_name, reversed(self.holdings)))

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"

    @classmethod
    def of_holdings(cls, holdings: Iterable[int]) -> Hand:
        """Make a hand of four holdings, clubs first, without checking them."""
        clubs, diamonds, hearts, spades = holdings
        return cls(int(clubs) | int(diamonds) << 13 | int(hearts) << 26 | int(spades) << 39)

    @classmethod
    def of_cards(cls, cards: Iterable[int]) -> Hand:
        """Make a hand of thirteen different cards.

        Raises:
            InputError: the cards are not thirteen different ones.
        """
        bits = 0
        for card in cards:
            bits |= 1 << card
        if bits.bit_count() != 13:
            raise InputError(f"a hand has 13 different cards, not {bits.bit_count()}")
        return cls(bits)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read `S.H.D.C` (PBN order), ranks in any order and case, `10` as ten, `-` as a void.

        Raises:
            InputError: not four suits, an unknown rank, a card twice, or not 13 cards.
        """
        parts = text.strip().split(".")
        if len(parts) != 4:
            suits = "1 suit" if len(parts) == 1 else f"{len(parts)} suits"
            raise InputError(
                f"hand {text!r} has {suits}; write four, spades first: AKQ.JT9.8765.432"
            )
        holdings = [
            _parse_holding(part, suit.letter, f"hand {text!r}")
            for part, suit in zip(parts, reversed(Suit), strict=True)
        ]
        total = sum(holding.bit_count() for holding in holdings)
        if total != 13:
            raise InputError(f"hand {text!r} has {total} cards; a hand has 13")
        return cls.of_holdings(reversed(holdings))


def cards_outside(hands: Iterable[Hand]) -> int:
    """Return the cards of the pack that no given hand holds, as a set of bits."""
    bits = FULL_PACK
    for hand in hands:
        bits &= ~hand.bits
    return bits


def parse_holding(text: str) -> int:
    """Read the cards of one suit, ranks in any order and case, `10` as ten, `-` as a void.

    Raises:
        InputError: an unknown rank, or a card twice.
    """
    return _parse_holding(text, "", f"holding {text!r}")


def holding_name(holding: int) -> str:
    """Return the cards of a 13-bit holding, high cards first, ten as `T`; a void is empty."""
    return _HIGH_NAMES[holding >> _LOW] + _LOW_NAMES[holding & (1 << _LOW) - 1]


def _parse_holding(part: str, suit: str, where: str) -> int:
    holding = 0
    letters = part.strip().upper().replace("10", "T").replace("-", "")
    for letter in letters:
        rank = RANKS.find(letter)
        if rank < 0:
            raise InputError(f"{where}: {letter!r} is not a rank; use {RANKS[::-1]}")
        if holding >> rank & 1:
            raise InputError(f"{where} has {suit}{letter} twice")
        holding |= 1 << rank
    return holding
