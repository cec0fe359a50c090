"""The auctions of many boards as arrays: their calls, and the rules that made them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dowager.auction import (
    CALLS,
    NO_PART_SCORES,
    Auction,
    BySide,
    Call,
    Contract,
    Scoring,
    Vulnerability,
)
from dowager.cards import Seat

NO_RULE = -1
"""Instead of a rule's number: no rule fits the hand, and the call is the fallback, a pass."""

_WIDTH = 24  # calls for which a sheet has room at first


@dataclass(frozen=True, slots=True, eq=False)
class Auctions:
    """Whole auctions of many boards; those of board `i` are calls `ends[i - 1]` to `ends[i]`.

    Attributes:
        dealers: the dealer of each board, 0 (North) to 3 (West).
        vulnerabilities: the `Vulnerability` of each board.
        ends: for each board, where its calls end in `calls` and `rules`.
        calls: the calls of all boards, as numbers of `Call`.
        rules: for each call, the index of its rule in `System.rules` of the side that makes it, or
            `NO_RULE`.
        scoring: what all boards are scored by.
        part_scores: what North-South and East-West have below the line in all of them.
    """

    dealers: NDArray[np.uint8]
    vulnerabilities: NDArray[np.uint8]
    ends: NDArray[np.int64]
    calls: NDArray[np.uint8]
    rules: NDArray[np.int32]
    scoring: Scoring = Scoring.IMPS
    part_scores: BySide = NO_PART_SCORES

    def __len__(self) -> int:
        return len(self.ends)

    def _span(self, board: int) -> slice:
        return slice(int(self.ends[board - 1]) if board else 0, int(self.ends[board]))

    def halves(self) -> tuple[Auctions, Auctions]:
        """Return the first and the second half of the boards."""
        half = len(self) // 2
        return self._part(0, half), self._part(half, len(self))

    def _part(self, first: int, last: int) -> Auctions:
        start = int(self.ends[first - 1]) if first else 0
        ends = self.ends[first:last] - start
        calls = slice(start, start + int(ends[-1]) if len(ends) else start)
        return Auctions(
            self.dealers[first:last],
            self.vulnerabilities[first:last],
            ends,
            self.calls[calls],
            self.rules[calls],
            self.scoring,
            self.part_scores,
        )

    def calls_of(self, board: int) -> tuple[Call, ...]:
        """Return the calls of a board, from the dealer on."""
        return tuple([CALLS[call] for call in self.calls[self._span(board)].tolist()])

    def rules_of(self, board: int) -> tuple[int, ...]:
        """Return the rule of each call of a board, by number, or `NO_RULE`."""
        return tuple(self.rules[self._span(board)].tolist())

    def auction(self, board: int) -> Auction:
        """Return the whole auction of a board."""
        dealer, vulnerability = (
            Seat(self.dealers[board]),
            Vulnerability(self.vulnerabilities[board]),
        )
        calls = self.calls_of(board)
        return Auction(dealer, vulnerability, calls, self.scoring, self.part_scores)

    def contract(self, board: int) -> Contract | None:
        """Return the contract of a board; None when it is passed out."""
        return self.auction(board).contract


class Sheet:
    """Calls and rules as they are noted, board by board and call by call.

    Args:
        boards: how many boards there are.
    """

    def __init__(self, boards: int) -> None:
        self._calls = np.zeros((boards, _WIDTH), dtype=np.uint8)
        self._rules = np.zeros((boards, _WIDTH), dtype=np.int32)
        self._lengths = np.zeros(boards, dtype=np.int64)

    def note(self, boards: NDArray[np.int32], index: int, rule: int) -> None:
        """Note the number of the rule of call number `index`, from 0, of some boards."""
        if index >= self._rules.shape[1]:
            self._calls = np.pad(self._calls, ((0, 0), (0, index)))
            self._rules = np.pad(self._rules, ((0, 0), (0, index)))
        self._rules[boards, index] = rule

    def end(self, boards: NDArray[np.int32], calls: tuple[Call, ...]) -> None:
        """Note the calls of the whole auction of some boards, whose rules have been noted."""
        self._calls[boards, : len(calls)] = calls
        self._lengths[boards] = len(calls)

    def auctions(
        self,
        dealers: NDArray[np.uint8],
        vulnerabilities: NDArray[np.uint8],
        scoring: Scoring,
        part_scores: BySide,
    ) -> Auctions:
        """Return the auctions of the boards, of which everything else is given."""
        made = np.arange(self._calls.shape[1]) < self._lengths[:, None]
        ends = np.cumsum(self._lengths)
        calls, rules = self._calls[made], self._rules[made]
        return Auctions(dealers, vulnerabilities, ends, calls, rules, scoring, part_scores)
