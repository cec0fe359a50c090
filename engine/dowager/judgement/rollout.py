"""What calls are worth: deals are bid to the end after each of them, and scored double dummy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from dowager.auction import Call, Contract, worth_ns
from dowager.backends.evaluate import DealArray
from dowager.bidder.bulk import Boards, Kept, Start, cells_of, contracts_of, walk
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
        self._after = {call: view.after(call) for call in calls}
        self._kept: Kept = {}
        self.gains: dict[Call, list[int]] = {call: [] for call in calls[1:]}

    def close(self) -> None:
        """Let go of the views, which are kept from one round of deals to the next."""
        for view in (*self._after.values(), *self._kept.values()):
            view.release()

    def add(self, deals: DealArray, calls: Sequence[Call]) -> None:
        """Try the first call and some of the others on more deals, shape `(n, 4, 4)`."""
        first, *others = self._contracts(deals, [self._first, *calls])
        scores = self._scores(deals, first, others)
        gain = self._view.auction.scoring.gain
        for call, contracts in zip(calls, others, strict=True):
            self.gains[call] += [
                gain(scores[index, new] - scores[index, old]) if new != old else 0
                for index, (old, new) in enumerate(zip(first, contracts, strict=True))
            ]

    def _contracts(self, deals: DealArray, calls: Sequence[Call]) -> list[_Contracts]:
        """Return, for each call, the contracts that deals reach after it."""
        count, holdings = len(deals), np.concatenate([deals] * len(calls))
        ends: _Contracts = [None] * len(holdings)
        starts: list[Start] = []
        for number, call in enumerate(calls):
            here = np.arange(number * count, (number + 1) * count, dtype=np.int32)
            after = self._after[call]
            if after.auction.ended:
                ends[number * count : (number + 1) * count] = [after.auction.contract] * count
            else:
                starts.append(Start(after, here))
        reached = contracts_of(walk(starts, Boards(holdings, cells_of(holdings)), self._kept))
        for board, contract in reached.items():
            ends[board] = contract
        return [ends[number * count : (number + 1) * count] for number in range(len(calls))]

    def _scores(
        self, deals: DealArray, first: _Contracts, others: Sequence[_Contracts]
    ) -> dict[tuple[int, Contract | None], int]:
        """Return by deal what contracts score for the side to call, where one is not as the first.

        All that is asked of a deal is asked at once: DDS reuses what it knows of a deal.
        """
        played = {
            (index, contract)
            for contracts in others
            for index, pair in enumerate(zip(first, contracts, strict=True))
            if pair[0] != pair[1]
            for contract in pair
        }
        at = list(played)
        tricks = self._store.tricks(
            [deal_of(deals[index]) for index, _ in at], [contract for _, contract in at]
        )
        sign = 1 if self._view.caller_seat.side is Side.NORTH_SOUTH else -1
        return {
            pair: sign * self._score(pair[1], number)
            for pair, number in zip(at, tricks.tolist(), strict=True)
        }

    def _score(self, contract: Contract | None, tricks: int) -> int:
        if contract is None:
            assert tricks == PASSED_OUT
            return 0
        auction = self._view.auction
        return worth_ns(contract, tricks, auction.vulnerability, auction.part_scores)
