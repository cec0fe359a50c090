"""The deal: four hands that together are the pack."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.cards.card import card_name
from dowager.cards.hand import Hand
from dowager.cards.seat import Seat
from dowager.errors import InputError


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands by seat, North first."""

    hands: tuple[Hand, Hand, Hand, Hand]

    def __getitem__(self, seat: Seat) -> Hand:
        return self.hands[seat]

    def __str__(self) -> str:
        """Return the PBN deal, from North: `N:S.H.D.C S.H.D.C S.H.D.C S.H.D.C`."""
        return self.from_seat(Seat.NORTH)

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"

    def from_seat(self, first: Seat) -> str:
        """Return the PBN deal with the hand of `first` first (PBN standard 3.4.11)."""
        hands = " ".join(str(self.hands[first.plus(step)]) for step in range(4))
        return f"{first.letter}:{hands}"

    @classmethod
    def of_hands(cls, north: Hand, east: Hand, south: Hand, west: Hand) -> Deal:
        """Make a deal of four hands.

        Raises:
            InputError: a card is in two hands.
        """
        seen = 0
        for hand in (north, east, south, west):
            twice = seen & hand.bits
            if twice:
                raise InputError(f"card {card_name(twice.bit_length() - 1)} is in two hands")
            seen |= hand.bits
        return cls((north, east, south, west))

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read a PBN deal, `N:S.H.D.C ...` from any first seat, clockwise.

        Raises:
            InputError: no first seat, not four hands, or any fault of a hand or between hands.
        """
        first, colon, rest = text.strip().partition(":")
        if not colon:
            raise InputError(f"deal {text!r} has no first seat; write N:S.H.D.C S.H.D.C ...")
        start = Seat.parse(first)
        parts = rest.split()
        if len(parts) != 4:
            raise InputError(f"deal {text!r} has {len(parts)} hands; write four")
        hands = {start.plus(step): Hand.parse(part) for step, part in enumerate(parts)}
        return cls.of_hands(*(hands[seat] for seat in Seat))
