"""Owns the walk through the auctions of random boards: every position is scanned and examined.

Boards are bid all at once: they share out over the calls of a position, and each group goes on
together. So a position is understood once, however many boards come to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.check.catch_all import CatchAll
from dowager.authoring.check.changes import Change
from dowager.authoring.check.examiner import Examiner
from dowager.authoring.check.scan import Places, Scan, State, scan
from dowager.authoring.check.visit import Place, state_digest, step_digest
from dowager.authoring.shared.boards import Boards
from dowager.cards import Seat
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import View, condition_masks, first_view
from dowager.language.compile import System


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a check goes.

    Attributes:
        boards: random boards for each vulnerability.
        depth: calls of an auction from the dealer on.
        seed: of the boards.
    """

    boards: int = 2500
    depth: int = 8
    seed: int = 1


LITTLE = 0.1
"""The share of a rule's hands under which it is said to be shadowed by earlier rules."""

_OFTEN = 40  # boards that a position needs for that

_Steps = tuple[bytes, ...]


def _nothing(decisions: int) -> None:
    """Take note of progress: none is wanted."""


class Walker:
    """Walks one vulnerability's boards through a system at all four seats.

    Args:
        system: the system of both sides.
        vulnerability: who is vulnerable.
        boards: the deals.
        depth: how many calls of an auction are looked at.
        change: what has changed since an earlier walk whose places are at hand.
        progress: told how many decisions have been dealt with.
    """

    def __init__(
        self,
        system: System,
        vulnerability: Vulnerability,
        boards: Boards,
        depth: int,
        change: Change,
        progress: Callable[[int], None] = _nothing,
    ) -> None:
        self._system = system
        self._vulnerability = vulnerability
        self._boards = boards
        self._depth = depth
        self._change = change
        self._progress = progress
        self._examiner = Examiner(system, boards)
        self._catch_all = CatchAll(system)
        self.scanned = 0

    def walk(self, old: Place | None) -> Place:
        """Return all places, reusing those of an earlier walk that nothing has touched."""
        view = first_view((self._system, self._system), Auction(Seat.NORTH, self._vulnerability))
        everyone = np.arange(len(self._boards), dtype=np.int32)
        if old is not None:
            self._change.mark(old)
        return self._place(view, everyone, (), old, self._change)

    def _place(
        self, view: View, here: Places, steps: _Steps, old: Place | None, change: Change
    ) -> Place:
        state = state_digest(view, steps)
        if old is not None and (old.state != state or len(old.boards) != len(here)):
            old = None
        if old is not None and not change.below(old):
            self._progress(len(here) * (self._depth - len(view.auction.calls)))
            return old
        if old is not None and not change.here(old):
            place = replace(old, below={})
            groups = [(call, below.boards) for call, below in old.below.items()]
        else:
            place, groups = self._scanned(view, here, state)
        self._progress(len(here))
        for call, boards in groups:
            self._follow(view, call, boards, place, steps, old, change)
        return place

    def _scanned(
        self, view: View, here: Places, state: bytes
    ) -> tuple[Place, list[tuple[Call, Places]]]:
        self.scanned += 1
        scanned = scan(view, self._boards, here, self._examiner.is_last_resort)
        whole, found = self._examiner.examine(view, scanned)
        rules = np.array([tried.candidate.rule.number for tried in scanned.tried], dtype=np.int32)
        states = np.array([tried.state for tried in scanned.tried], dtype=np.uint8)
        anyway = self._catch_all.applies(view)
        left = tuple(_left(view, scanned)) if len(here) >= _OFTEN else ()
        place = Place(state, here, rules, states, whole, anyway, left, found)
        return place, list(scanned.groups())

    def _follow(
        self, view: View, call: Call, boards: Places, place: Place, steps: _Steps,
        old: Place | None, change: Change,
    ) -> None:  # fmt: skip
        """Walk on from a place by one call that boards make there."""
        auction = view.auction.after(call)
        if auction.ended or len(auction.calls) >= self._depth:
            self._progress(len(boards) * (self._depth - len(auction.calls)))
            return
        known = view.caller.shown.mask
        following = view.after(call)
        if following.records[-1].relaxed:
            return  # a call that no hand makes: the boards do not make it either
        done = following.players[view.caller_seat].shown.calls[-1]
        below = old.below.get(call) if old else None
        all_steps = (*steps, step_digest(done, known))
        place.below[call] = self._place(following, boards, all_steps, below, change.after(call))


def _left(view: View, scanned: Scan) -> Iterator[tuple[int, float]]:
    """Yield the rules in use of whose hands earlier ones take most, and the share that is left."""
    space = plain_space()
    known = view.caller.shown.mask
    for tried in scanned.tried:
        if tried.state is State.ALIVE:
            may = condition_masks(tried.candidate.condition).may & known
            share = space.weight(tried.rest) / space.weight(may)
            if share < LITTLE:
                yield tried.candidate.rule.number, share
