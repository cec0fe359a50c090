"""The key of a deal: its four hands in 13 bytes, the fewest whole bytes with two bits a card."""

from __future__ import annotations

from dowager.cards.deal import Deal
from dowager.cards.seat import Seat


def deal_key(deal: Deal) -> bytes:
    """Return 13 bytes that no other deal has.

    They are a number of 104 bits, highest byte first. Bit 52 + `card` is set when South or West
    holds the card, bit `card` when East or West does.
    """
    east, south, west = (deal[seat].bits for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST))
    return ((south | west) << 52 | east | west).to_bytes(13, "big")
