"""What is known double dummy of a deal: bounds of declarer's tricks in its twenty denominations.

A denomination is a strain and a declarer; its number is `4 * strain + declarer`. Bounds are a byte:
the high four bits say how many tricks declarer's side wins at least, the low four how many at most.
A deal has twenty of them, 20 bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from dowager.auction import Contract

DENOMINATIONS = 20
"""Five strains, clubs first, with four declarers each, North first."""

UNKNOWN = 13
"""The bounds of what nobody has asked: 0 to 13 tricks."""

NOTHING_KNOWN = bytes([UNKNOWN]) * DENOMINATIONS
"""The bounds of a deal of which nothing is known."""


@dataclass(frozen=True, slots=True, order=True)
class Question:
    """How many tricks declarer's side wins double dummy, or whether it wins some number of them.

    Attributes:
        denomination: the strain and the declarer.
        goal: 0 when the tricks are asked for; else 1 to 13: does declarer's side win so many?
    """

    denomination: int
    goal: int = 0

    def answered_by(self, bounds: bytes) -> bool:
        """Whether the bounds of a deal answer the question."""
        least, most = bounds[self.denomination] >> 4, bounds[self.denomination] & 15
        return least == most or (self.goal > 0 and not least < self.goal <= most)


def denomination_of(contract: Contract) -> int:
    """Return the number of a contract's denomination."""
    return 4 * contract.strain + contract.declarer


def exactly(tricks: int) -> int:
    """Return the bounds of tricks that are known."""
    return tricks << 4 | tricks


def at_least(tricks: int) -> int:
    """Return the bounds when declarer's side wins so many tricks or more."""
    return tricks << 4 | 13


def at_most(tricks: int) -> int:
    """Return the bounds when declarer's side wins no more tricks."""
    return tricks


def narrower(bounds: int, other: int) -> int:
    """Return the bounds of tricks of which two things are known."""
    return max(bounds & 0xF0, other & 0xF0) | min(bounds & 15, other & 15)


def joined(bounds: bytes, others: bytes) -> bytes:
    """Return the bounds of a deal of which two things are known."""
    return bytes(map(narrower, bounds, others))
