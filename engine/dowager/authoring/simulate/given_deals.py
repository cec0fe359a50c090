"""Given deals, such as those of a file, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Vulnerability
from dowager.authoring.shared.digests import digest
from dowager.backends.evaluate import DealArray, deal_array, deal_array_test
from dowager.cards import Seat
from dowager.errors import InputError
from dowager.formats import Board
from dowager.language.tree import DealCondition


@dataclass(frozen=True, slots=True, eq=False)
class GivenDeals:
    """Deals with their dealers and vulnerabilities.

    Attributes:
        holdings: the hands, shape `(deals, 4 seats, 4 suits)`, North and clubs first.
        dealers: the dealer of each, by number.
        vulnerabilities: who is vulnerable, by number.
        numbers: the numbers that the boards have; 0 for a board without one.
    """

    holdings: DealArray
    dealers: NDArray[np.int8]
    vulnerabilities: NDArray[np.int8]
    numbers: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.holdings)

    @property
    def digest(self) -> str:
        """The digest of all of it."""
        arrays = (self.holdings, self.dealers, self.vulnerabilities, self.numbers)
        return digest(*(array.tobytes() for array in arrays)).hex()

    @classmethod
    def of_boards(cls, boards: Sequence[Board]) -> GivenDeals:
        """Return the deals of boards.

        Raises:
            InputError: a hand of a board is not known.
        """
        deals = []
        for index, board in enumerate(boards, 1):
            if board.deal is None:
                raise InputError(f"board {board.number or index} has no complete deal")
            deals.append(board.deal)
        return cls(
            deal_array(deals),
            np.array([board.dealer for board in boards], dtype=np.int8),
            np.array([board.vulnerability for board in boards], dtype=np.int8),
            np.array([board.number or 0 for board in boards], dtype=np.int32),
        )

    def that_meet(self, condition: DealCondition) -> GivenDeals:
        """Return the deals for which a condition holds."""
        meets = deal_array_test(condition)(self.holdings)
        return GivenDeals(
            self.holdings[meets],
            self.dealers[meets],
            self.vulnerabilities[meets],
            self.numbers[meets],
        )

    def seated(self, dealer: Seat | None, vulnerability: Vulnerability | None) -> GivenDeals:
        """Return the deals with another dealer and vulnerability, where these are not None."""
        seated = self
        if dealer is not None:
            seated = replace(seated, dealers=np.full_like(self.dealers, dealer))
        if vulnerability is not None:
            sides = np.full_like(self.vulnerabilities, vulnerability)
            seated = replace(seated, vulnerabilities=sides)
        return seated
