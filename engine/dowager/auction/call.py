"""The 38 calls (pass, double, redouble and 35 bids) and the five strains (Laws 18, 19)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from dowager.cards import Suit
from dowager.errors import InputError


class Strain(IntEnum):
    """The five strains in their order in the auction; a suit has the number of its `Suit`."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @property
    def letter(self) -> str:
        """`C`, `D`, `H`, `S` or `NT`."""
        return ("C", "D", "H", "S", "NT")[self]

    @property
    def suit(self) -> Suit | None:
        """The suit, or None for notrump."""
        return None if self is Strain.NOTRUMP else Suit(int(self))


class Call(IntEnum):
    """A call. Bids are numbered upwards, so that a higher bid is a greater number."""

    PASS = 0
    DOUBLE = 1
    REDOUBLE = 2
    C1, D1, H1, S1, NT1 = 3, 4, 5, 6, 7
    C2, D2, H2, S2, NT2 = 8, 9, 10, 11, 12
    C3, D3, H3, S3, NT3 = 13, 14, 15, 16, 17
    C4, D4, H4, S4, NT4 = 18, 19, 20, 21, 22
    C5, D5, H5, S5, NT5 = 23, 24, 25, 26, 27
    C6, D6, H6, S6, NT6 = 28, 29, 30, 31, 32
    C7, D7, H7, S7, NT7 = 33, 34, 35, 36, 37

    @property
    def is_bid(self) -> bool:
        """Whether the call is a bid: it names a level and a strain."""
        return self >= 3

    @property
    def level(self) -> int:
        """1 to 7 for a bid, 0 for another call."""
        return (self + 2) // 5 if self >= 3 else 0

    @property
    def strain(self) -> Strain:
        """The strain of a bid.

        Raises:
            ValueError: the call is not a bid.
        """
        if self < 3:
            raise ValueError(f"{self} has no strain")
        return _STRAINS[(self + 2) % 5]

    @property
    def suit(self) -> Suit | None:
        """The suit of a suit bid; None for notrump and for calls that are not bids."""
        return None if self < 3 else self.strain.suit

    def __str__(self) -> str:
        """Return `P`, `X`, `XX` or `1C` to `7NT`."""
        return _NAMES[self]

    @classmethod
    def bid(cls, level: int, strain: int) -> Call:
        """Return the bid of a level 1 to 7 in a strain (a `Strain` or a `Suit`)."""
        return CALLS[5 * level - 2 + strain]


_STRAINS = tuple(Strain)
CALLS = tuple(Call)
"""Every call, by its number."""

_NAMES = ["P", "X", "XX"] + [f"{call.level}{call.strain.letter}" for call in CALLS[3:]]
_BY_NAME = dict(zip(_NAMES, CALLS, strict=True))
_BY_NAME |= {f"{level}N": Call.bid(level, Strain.NOTRUMP) for level in range(1, 8)}
_BY_NAME |= {"PASS": Call.PASS, "-": Call.PASS, "DBL": Call.DOUBLE, "D": Call.DOUBLE}
_BY_NAME |= {"DOUBLE": Call.DOUBLE, "R": Call.REDOUBLE, "RDBL": Call.REDOUBLE}
_BY_NAME |= {"REDOUBLE": Call.REDOUBLE}


def parse_call(text: str) -> Call:
    """Return the call written `P`, `X`, `XX` or `1C` to `7NT`, in either case; `1N` and `Pass` too.

    Raises:
        InputError: the text is not a call.
    """
    call = _BY_NAME.get(text.strip().upper())
    if call is None:
        raise InputError(f"no call {text!r}; write P, X, XX or 1C to 7NT")
    return call


def parse_calls(texts: Iterable[str]) -> tuple[Call, ...]:
    """Return the calls written in some texts.

    Raises:
        InputError: a text is not a call.
    """
    return tuple(parse_call(text) for text in texts)
