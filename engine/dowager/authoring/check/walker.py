"""The walk through the auctions of random boards: every position is scanned and examined.

Boards are bid all at once: they share out over the calls of a position, and each group goes on
together. So a position is understood once, however many boards reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dowager.auction import Auction, Call
from dowager.authoring.check.catch_all import CatchAll
from dowager.authoring.check.changes import Edit
from dowager.authoring.check.examiner import Examiner
from dowager.authoring.check.passed_out import passed_out
from dowager.authoring.check.scan import scan
from dowager.authoring.check.shadowed_rules import mostly_taken
from dowager.authoring.check.visit import Visit, call_digest, state_digest
from dowager.authoring.shared.system_rules import rules_that_read
from dowager.bidder.bulk import BoardNumbers, Boards
from dowager.knowledge.public import View, first_view
from dowager.language.compile import System

_OFTEN = 40  # boards that a position needs for rules to be called shadowed there

_Digests = tuple[bytes, ...]
_Groups = list[tuple[Call, BoardNumbers]]


class Walker:
    """Walks the boards of one vulnerability through a system.

    Args:
        systems: those of North-South and East-West.
        checked: the one that is checked, which may be that of both.
        start: the auction of all boards before the first call; North deals.
        boards: the deals.
        depth: how many calls of an auction are looked at.
        edit: what has changed since an earlier walk.
        progress: called with how many more decisions have been dealt with.

    Attributes:
        scanned: how many positions had to be scanned.
    """

    def __init__(
        self,
        systems: tuple[System, System],
        checked: System,
        start: Auction,
        boards: Boards,
        depth: int,
        edit: Edit,
        progress: Callable[[int], None] = lambda decisions: None,
    ) -> None:
        self._systems = systems
        self._checked = checked
        self._start = start
        self._boards = boards
        self._depth = depth
        self._edit = edit
        self._progress = progress
        self._examiner = Examiner(checked, boards)
        self._catch_all = CatchAll(checked)
        self._reading = {id(system): rules_that_read(system) for system in systems}
        self.scanned = 0

    def walk(self, old: Visit | None) -> Visit:
        """Return the visits of all positions.

        Args:
            old: those of the earlier walk; whatever the edit does not touch is taken from there.
        """
        if old is not None:
            self._edit.mark(old)
        view = first_view(self._systems, self._start)
        return self._visit(view, self._boards.numbers, (), old, self._edit)

    def _visit(
        self, view: View, here: BoardNumbers, digests: _Digests, old: Visit | None, edit: Edit
    ) -> Visit:
        state = state_digest(view, digests)
        if old is not None and (old.state != state or len(old.boards) != len(here)):
            old = None
        if old is not None and not edit.below(old):
            self._progress(len(here) * (self._depth - len(view.auction.calls)))
            return old
        if old is not None and not edit.here(old):
            visit = replace(old, below={})
            groups = [(call, below.boards) for call, below in old.below.items()]
        else:
            visit, groups = self._scanned(view, here, state)
        self._progress(len(here))
        for call, boards in groups:
            self._follow(view, call, boards, visit, digests, old, edit)
        return visit

    def _scanned(self, view: View, here: BoardNumbers, state: bytes) -> tuple[Visit, _Groups]:
        self.scanned += 1
        system = view.systems[view.caller_seat.side]
        if system is not self._checked:
            scanned = scan(view, self._boards, here, self._reading[id(system)])
            return Visit(state, here, theirs=True), list(scanned.groups())
        scanned = self._examiner.scan(view, here)
        whole, findings = self._examiner.examine(view, scanned)
        visit = Visit(
            state,
            here,
            np.array([rule.candidate.rule.number for rule in scanned.rules], dtype=np.int32),
            np.array([rule.state for rule in scanned.rules], dtype=np.uint8),
            whole,
            self._catch_all.applies(view),
            tuple(mostly_taken(view, scanned)) if len(here) >= _OFTEN else (),
            findings,
            tuple(passed_out(view, scanned, self._boards)),
            np.array([len(rule.boards) for rule in scanned.rules], dtype=np.int32),
        )
        return visit, list(scanned.groups())

    def _follow(
        self, view: View, call: Call, boards: BoardNumbers, visit: Visit, digests: _Digests,
        old: Visit | None, edit: Edit,
    ) -> None:  # fmt: skip
        """Walk on from a visit by one call that boards make there."""
        auction = view.auction.after(call)
        if auction.ended or len(auction.calls) >= self._depth:
            self._progress(len(boards) * (self._depth - len(auction.calls)))
            return
        following = view.after(call)
        record = following.records[-1]
        if record.relaxed:
            return  # a call that no hand makes: the boards do not make it either
        made = call_digest(record.shown.calls[-1], view.caller.shown.mask)
        below = old.below.get(call) if old else None
        visit.below[call] = self._visit(
            following, boards, (*digests, made), below, edit.after(call)
        )
