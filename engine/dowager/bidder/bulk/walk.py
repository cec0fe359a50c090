"""The walk through the auctions of many boards: each position is understood once.

Boards with one dealer and vulnerability share out over the calls of a position, and each group
goes on together, depth first. A view lives only while the auctions after it are walked, so memory
does not grow with the number of auctions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dowager.auction import Call
from dowager.bidder.bulk.boards import BoardNumbers, Boards
from dowager.bidder.bulk.sharing import first_fitting, shared_out
from dowager.knowledge.public import View
from dowager.language.compile import Candidate


@dataclass(frozen=True, slots=True, eq=False)
class RuleBoards:
    """The boards of a position that call by a rule.

    Attributes:
        rule: the rule; None when no rule fits the hands, and the call is the fallback, a pass.
        boards: the boards, ascending.
    """

    rule: Candidate | None
    boards: BoardNumbers

    @property
    def call(self) -> Call:
        """The call."""
        return self.rule.call if self.rule else Call.PASS


@dataclass(frozen=True, slots=True, eq=False)
class WalkedPosition:
    """A position that boards reach.

    Attributes:
        view: what everybody knows.
        by_rule: the boards by the rule that makes their call, in the order of the rules.
    """

    view: View
    by_rule: tuple[RuleBoards, ...]

    def by_call(self) -> dict[Call, BoardNumbers]:
        """Return the boards, ascending, by their call; calls in the order of their first rules."""
        groups: dict[Call, list[BoardNumbers]] = {}
        for share in self.by_rule:
            groups.setdefault(share.call, []).append(share.boards)
        return {call: _merged(parts) for call, parts in groups.items()}

    def rule_of(self, board: int) -> Candidate | None:
        """Return the rule that makes the call of a board of the position; None without one."""
        return next(share.rule for share in self.by_rule if board in share.boards)

    def ends_by(self, call: Call) -> bool:
        """Whether a call ends the auction (Law 22)."""
        return call is Call.PASS and self.view.passes >= 2 and len(self.view.auction.calls) >= 3


def walk(view: View, boards: Boards, here: BoardNumbers) -> Iterator[WalkedPosition]:
    """Yield every position that boards reach, each before those that follow it.

    Args:
        view: where the walk begins; its auction has not ended.
        boards: the deals.
        here: the boards whose auctions begin so, ascending; one at least.
    """
    waiting = [_Waiting(view, None, here, last=True)]
    del view
    while waiting:
        before, call, here, last = waiting.pop()
        position = walked(before if call is None else before.after(call), boards, here)
        if last and call is not None:
            before.release()
        yield position
        groups = [pair for pair in position.by_call().items() if not position.ends_by(pair[0])]
        waiting += [
            _Waiting(position.view, call, group, last=index == 0)
            for index, (call, group) in enumerate(reversed(groups))
        ]
        if not groups:
            position.view.release()
        del before, position  # so that a view goes as soon as no call waits for it


class _Waiting(NamedTuple):
    """Boards that go on from a view by a call; None for those with which the walk begins.

    Attributes:
        before: the view.
        call: the call.
        boards: the boards.
        last: whether no other call waits for the view.
    """

    before: View
    call: Call | None
    boards: BoardNumbers
    last: bool


def walked(view: View, boards: Boards, here: BoardNumbers) -> WalkedPosition:
    """Return a position with the calls that some boards make there."""
    seat = view.caller_seat
    if len(here) == 1:  # most positions, of many boards
        board = here.item()
        rule = first_fitting(
            view.position, boards.cells.item(board, seat), boards.holdings[board, seat]
        )
        return WalkedPosition(view, (RuleBoards(rule, here),))
    shares = shared_out(view.position, boards.cells[here, seat], boards.holdings[here, seat])
    return WalkedPosition(view, tuple([RuleBoards(rule, here[rows]) for rule, rows in shares]))


def _merged(parts: list[BoardNumbers]) -> BoardNumbers:
    return parts[0] if len(parts) == 1 else np.sort(np.concatenate(parts))
