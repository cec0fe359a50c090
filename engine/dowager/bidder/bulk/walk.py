"""The walk through the auctions of many boards: each position is understood once.

The boards of a position share out over its calls, and each group goes on together, depth first. A
view lives only while the auctions after it are walked, so memory does not grow with the number of
auctions; unless whoever walks the same auctions again keeps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from dowager.auction import Call, Contract
from dowager.bidder.bulk.boards import BoardNumbers, Boards
from dowager.bidder.bulk.sharing import first_fitting, shared_out
from dowager.knowledge.public import View
from dowager.language.compile import Candidate

_Step: TypeAlias = tuple[View, Call | None, BoardNumbers]
"""A view, the call that leads on from it, if any, and the boards that make it."""


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


class Start(NamedTuple):
    """Where a walk begins: a view whose auction has not ended, and boards, ascending, one at least.

    Boards of different starts are different boards.
    """

    view: View
    boards: BoardNumbers


Kept: TypeAlias = dict[tuple[View, Call], View]
"""Views by the view and the call before them, kept from one walk to the next."""


def walk(
    starts: Sequence[Start], boards: Boards, kept: Kept | None = None
) -> Iterator[WalkedPosition]:
    """Yield every position that boards reach, each before those that follow it.

    The starts are walked abreast: positions with the same calls come one after another, since
    their rules ask much the same of hands, and that is kept for a while.

    Args:
        starts: where the walk begins, for instance at each vulnerability.
        boards: the deals.
        kept: where views are kept for walks from the same starts; when None, each goes as soon as
            it is done with.
    """
    waiting: list[list[_Step]] = [[(view, None, here) for view, here in starts]] if starts else []
    del starts
    calls_left: dict[View, int] = {}
    while waiting:
        abreast = waiting.pop()
        following: dict[Call, list[_Step]] = {}
        while abreast:
            before, call, here = abreast.pop(0)
            position = walked(_view_at(before, call, kept), boards, here)
            if call is not None:
                _done_with(before, calls_left, kept)
            yield position
            groups = position.by_call().items()
            steps = [(call, here) for call, here in groups if not position.ends_by(call)]
            calls_left[position.view] = max(len(steps), 1)
            if not steps:
                _done_with(position.view, calls_left, kept)
            for call, here in steps:
                following.setdefault(call, []).append((position.view, call, here))
        waiting += reversed(following.values())
        del before, position, following  # so that a view goes as soon as no call waits for it


def ends_of(
    positions: Iterable[WalkedPosition],
) -> Iterator[tuple[BoardNumbers, WalkedPosition, Call]]:
    """Yield where auctions end: the boards, the last position, and the call that ends it.

    The position's view is good until the next one is asked for.
    """
    for position in positions:
        for call, group in position.by_call().items():
            if position.ends_by(call):
                yield group, position, call


def contracts_of(positions: Iterable[WalkedPosition]) -> dict[int, Contract | None]:
    """Return the contract of each board whose auction ends on a walk; None if passed out."""
    contracts: dict[int, Contract | None] = {}
    for group, position, call in ends_of(positions):
        contract = position.view.auction.after(call).contract
        contracts.update(dict.fromkeys(group.tolist(), contract))
    return contracts


def _view_at(before: View, call: Call | None, kept: Kept | None) -> View:
    """Return the view after a call, a kept one if there is one; the view itself without a call."""
    if call is None:
        return before
    if kept is None:
        return before.after(call)
    if (before, call) not in kept:
        kept[before, call] = before.after(call)
    return kept[before, call]


def _done_with(view: View, calls_left: dict[View, int], kept: Kept | None) -> None:
    """Note that one call fewer waits for a view; without any, it is done with, unless kept."""
    calls_left[view] -= 1
    if not calls_left[view]:
        del calls_left[view]
        if kept is None:
            view.release()


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
