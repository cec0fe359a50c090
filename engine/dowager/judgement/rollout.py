"""What calls are worth: deals are bid to the end after each of them, and scored double dummy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from dowager.auction import Call, Contract, worth_ns
from dowager.backends.evaluate import DealArray
from dowager.bidder.bulk import Boards, Start, cells_of, contracts_of, walk
from dowager.cards import Side
from dowager.knowledge.public import View
from dowager.knowledge.sampling import deal_of
from dowager.play import PASSED_OUT, DoubleDummyStore

_Contracts: TypeAlias = list[Contract | None]


class Rollout:
    """Calls of one position, each tried on the same deals as the first of them.

    Args:
        view: the position.
        calls: the calls, at least one.
        store: what solves contracts.

    Attributes:
        gains: for each call but the first, its gain over the first on each deal for the side to
            call: in IMPs, or 1, 0 or -1 at matchpoints.
    """

    def __init__(self, view: View, calls: Sequence[Call], store: DoubleDummyStore) -> None:
        self._view, self._store = view, store
        self._first = calls[0]
        self.gains: dict[Call, list[int]] = {call: [] for call in calls[1:]}

    def add(self, deals: DealArray, calls: Sequence[Call]) -> None:
        """Try the first call and some of the others on more deals, shape `(n, 4, 4)`."""
        first, *others = self._contracts(deals, [self._first, *calls])
        for call, contracts in zip(calls, others, strict=True):
            self.gains[call] += self._compared(deals, first, contracts)

    def _contracts(self, deals: DealArray, calls: Sequence[Call]) -> list[_Contracts]:
        """Return, for each call, the contracts that deals reach after it."""
        count, holdings = len(deals), np.concatenate([deals] * len(calls))
        ends: _Contracts = [None] * len(holdings)
        starts: list[Start] = []
        for number, call in enumerate(calls):
            here = np.arange(number * count, (number + 1) * count, dtype=np.int32)
            after = self._view.after(call)
            if after.auction.ended:
                ends[number * count : (number + 1) * count] = [after.auction.contract] * count
            else:
                starts.append(Start(after, here))
        reached = contracts_of(walk(starts, Boards(holdings, cells_of(holdings))))
        for board, contract in reached.items():
            ends[board] = contract
        return [ends[number * count : (number + 1) * count] for number in range(len(calls))]

    def _compared(self, deals: DealArray, first: _Contracts, second: _Contracts) -> list[int]:
        """Return what the second contracts gain over the first; only what differs is solved."""
        gains, scoring = [0] * len(deals), self._view.auction.scoring
        differ = [index for index in range(len(deals)) if first[index] != second[index]]
        before, after = (
            self._scores(deals[differ], [contracts[index] for index in differ])
            for contracts in (first, second)
        )
        for index, old, new in zip(differ, before, after, strict=True):
            gains[index] = scoring.gain(new - old)
        return gains

    def _scores(self, deals: DealArray, contracts: _Contracts) -> list[int]:
        """Return the scores of contracts for the side to call."""
        tricks = self._store.tricks([deal_of(deal) for deal in deals], contracts).tolist()
        sign = 1 if self._view.caller_seat.side is Side.NORTH_SOUTH else -1
        return [sign * self._score(*pair) for pair in zip(contracts, tricks, strict=True)]

    def _score(self, contract: Contract | None, tricks: int) -> int:
        if contract is None:
            assert tricks == PASSED_OUT
            return 0
        auction = self._view.auction
        return worth_ns(contract, tricks, auction.vulnerability, auction.part_scores)
