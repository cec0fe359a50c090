"""Seats and sides."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from dowager.errors import InputError


class Side(IntEnum):
    """The two sides, numbered like the bits of a vulnerability."""

    NORTH_SOUTH = 0
    EAST_WEST = 1

    @property
    def other(self) -> Side:
        """The opponents."""
        return _SIDES[1 - self]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The two seats, North or East first."""
        return _SEATS[self], _SEATS[self + 2]

    @property
    def word(self) -> str:
        """`North-South` or `East-West`."""
        return ("North-South", "East-West")[self]


class Seat(IntEnum):
    """The four compass seats, in the order in which they call."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        """`N`, `E`, `S` or `W`."""
        return "NESW"[self]

    @property
    def word(self) -> str:
        """`North`, `East`, `South` or `West`."""
        return ("North", "East", "South", "West")[self]

    @property
    def side(self) -> Side:
        """The side that the seat belongs to."""
        return _SIDES[self & 1]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return _SEATS[(self + 2) % 4]

    def plus(self, steps: int) -> Seat:
        """Return the seat some steps clockwise: the next is on the left."""
        return _SEATS[(self + steps) % 4]

    def steps_to(self, other: Seat) -> int:
        """Return the steps clockwise to another seat, 0 to 3."""
        return (other - self) % 4

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Return the seat named by its letter or its word, in either case.

        Raises:
            InputError: the text names no seat.
        """
        wanted = text.strip().upper()
        for seat in cls:
            if wanted in (seat.letter, seat.word.upper()):
                return seat
        raise InputError(f"no seat {text!r}; write N, E, S or W")


def seat_words(seats: Sequence[Seat]) -> str:
    """Return the names of some seats as in a sentence: `North`; `North, East and South`."""
    *most, last = (seat.word for seat in seats)
    return f"{', '.join(most)} and {last}" if most else last


_SEATS = tuple(Seat)
_SIDES = tuple(Side)
