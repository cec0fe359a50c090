"""The contract: level, strain, doubled state and declarer (Law 22)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from dowager.auction.call import Strain
from dowager.cards import Seat


class Doubled(IntEnum):
    """Whether a contract is doubled; the number is how many times the score doubles."""

    UNDOUBLED = 0
    DOUBLED = 1
    REDOUBLED = 2


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract that is not passed out; None stands for a passed-out board."""

    level: int
    strain: Strain
    doubled: Doubled
    declarer: Seat

    def __str__(self) -> str:
        """Return level, strain, X or XX and declarer, such as `4SX-N`."""
        return f"{self.level}{self.strain.letter}{'X' * self.doubled}-{self.declarer.letter}"
