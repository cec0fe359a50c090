"""Values passed out: calls by which a side stops below game or slam with the strength for it.

What counts is the caller's HCP and those expected of partner, given that hand and all calls so far.
It is measured on the random boards, whose four hands are known, and not proved for others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Call, game_level
from dowager.authoring.check.findings import Finding, FindingKind, merged
from dowager.authoring.check.scan import Scan
from dowager.authoring.shared.situation import Situation
from dowager.bidder.bulk import BoardNumbers, Boards
from dowager.cards import Deal, Seat
from dowager.knowledge.cells import HCP, plain_space
from dowager.knowledge.public import View
from dowager.language.compile import Force, Rule, System
from dowager.language.tree.expression import Stat

_LEAST_BOARDS = 3
_LEAST_SHARE = 1 / 2500
"""How often a rule must do so to be reported: single boards may be right, as misfits are."""

_ALL_HCP = 40
_SLAM_LEVEL = 6


class Goal(Enum):
    """What the strength is enough for, and the HCP of both hands from which it counts.

    Double dummy, on 8,000 boards of self-play: of passes of partner's bid below game with 25 HCP
    expected together, game makes on 81% (26 of 32), with 24 to 24.5 on 59%, with 22 to 23 on 30%.
    Of passes of game with 32 expected, a slam makes on each of eight.
    """

    GAME = 25.0
    SLAM = 32.0

    @property
    def word(self) -> str:
        """What it is called."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class PassedOut:
    """A rule by which hands stop too low in one position; plain data, so that it can be kept.

    Attributes:
        rule: the number of the rule.
        goal: what the strength is enough for.
        boards: how many boards do so.
        deal: that of them with the most strength expected, North the dealer.
        seat: who stops there.
        partner: the HCP expected of partner then, and the least and the most shown.
        back: how many calls before this position the rule was used.
    """

    rule: int
    goal: Goal
    boards: int
    deal: Deal
    seat: Seat
    partner: tuple[float, int, int]
    back: int

    @property
    def stale(self) -> bool:
        """Whether the rule is gone."""
        return self.rule < 0

    def at(self, situation: Situation, system: System) -> Iterator[Finding]:
        """Yield the finding, in the position in which the rule was used; none if that is meant."""
        rule, hand = system.rules[self.rule], self.deal[self.seat]
        if rule.to_play or rule.artificial or rule.forcing.forces:
            return
        calls = situation.calls[: len(situation.calls) - self.back]
        expected, least, most = self.partner
        text = (
            f"stops below {self.goal.word} with {hand.hcp} HCP, {expected:.1f} more expected of "
            f"partner ({least} to {most})"
        )
        yield Finding(
            FindingKind.PASSED_OUT, rule.location, rule.name, text,
            situation=replace(situation, calls=calls), hand=hand, boards=self.boards,
            deal=self.deal,
        )  # fmt: skip


def often_passed_out(findings: list[Finding], boards: int) -> list[Finding]:
    """Return one finding for each rule that stops too low often enough, of so many boards."""
    least = max(_LEAST_BOARDS, _LEAST_SHARE * boards)
    return [finding for finding in merged(findings) if finding.boards >= least]


def passed_out(view: View, scanned: Scan, boards: Boards) -> Iterator[PassedOut]:
    """Yield the rules by which boards stop too low in a position.

    A pass counts when it leaves partner's bid in, undoubled. When it ends the auction at the
    opponents' undoubled bid, partner's pass before it counts as well; when nobody has bid, all
    four do. A bid counts that is a sign-off. Rules whose passes are meant are yielded, too.

    Args:
        view: the position.
        scanned: its scan.
        boards: the deals.
    """
    caller = _Holder(view, view.caller_seat, boards)
    ending = _ends(view)
    for rule in scanned.rules:
        if not len(rule.boards):
            continue
        goal = _goal(view, rule.candidate.call, rule.candidate.rule, ending)
        if goal is not None:
            yield from caller.stopping(rule.candidate.rule, goal, rule.boards)
            if ending and rule.candidate.call is Call.PASS:
                for back in (2,) if view.level else (1, 2, 3):
                    yield from _passed_before(view, boards, rule.boards, back)


def _ends(view: View) -> bool:
    """Whether a pass ends the auction at the opponents' undoubled bid, or without any bid."""
    if view.level:
        return view.passes == 2 and not view.ours and not view.doubled
    return view.passes == 3


def _goal(view: View, call: Call, rule: Rule, ending: bool) -> Goal | None:
    """Return what a call may stop below; None when it does not stop."""
    if call.is_bid:
        return _above(call) if rule.forcing is Force.SIGNOFF else None
    if call is not Call.PASS:
        return None
    if ending:
        return Goal.GAME
    left_in = view.ours and view.passes == 1 and not view.doubled
    return _above(view.last_bid) if left_in else None


def _above(bid: Call) -> Goal | None:
    """Return the goal above a contract; None when there is none."""
    if bid.level < game_level(bid.strain):
        return Goal.GAME
    return Goal.SLAM if bid.level < _SLAM_LEVEL else None


def _passed_before(
    view: View, boards: Boards, here: BoardNumbers, back: int
) -> Iterator[PassedOut]:
    """Yield what stands of the same boards against a pass some calls before the last.

    Passes of opponents with another system are theirs to judge.
    """
    seat = view.caller_seat.plus(-back)
    if view.systems[seat.side] is not view.systems[view.caller_seat.side]:
        return
    holder = _Holder(view, seat, boards, back)
    position = view.players[seat].shown.calls[-1].position
    for board in here[holder.enough(Goal.GAME, here)].tolist():
        chosen = position.chosen(boards.hand(board, seat))
        if chosen is not None:
            yield from holder.stopping(chosen.rule, Goal.GAME, np.array([board], dtype=np.int32))


class _Holder:
    """One of the side that is to call, and what that player expects of the other.

    Args:
        view: the position.
        seat: the player's seat.
        boards: the deals.
        back: how many calls ago the player called.
    """

    def __init__(self, view: View, seat: Seat, boards: Boards, back: int = 0) -> None:
        self._view = view
        self._seat = seat
        self._boards = boards
        self._back = back
        self._line: tuple[float, float] | None = None

    def stopping(self, rule: Rule, goal: Goal, here: BoardNumbers) -> Iterator[PassedOut]:
        """Yield the boards of a rule that stop below a goal with the strength for it, if any do."""
        enough = here[self.enough(goal, here)]
        if not len(enough):
            return
        hcp = self._hcp(enough)
        expected = self._expected(hcp)
        best = int(np.argmax(hcp + expected))
        hands = [self._boards.hand(int(enough[best]), seat) for seat in Seat]
        shown = self._view.players[self._seat.partner].shown
        least, most = (int(shown.stat(HCP, stat)) for stat in (Stat.MIN, Stat.MAX))
        yield PassedOut(
            rule.number, goal, len(enough), Deal.of_hands(*hands), self._seat,
            (float(expected[best]), least, most), self._back,
        )  # fmt: skip

    def enough(self, goal: Goal, here: BoardNumbers) -> NDArray[np.bool_]:
        """Return which boards have the strength for a goal, by expectation."""
        hcp = self._hcp(here)
        most = self._view.players[self._seat.partner].shown.stat(HCP, Stat.MAX)
        if hcp.max() + most < goal.value:
            return np.zeros(len(here), dtype=np.bool_)
        strong: NDArray[np.bool_] = hcp + self._expected(hcp) >= goal.value
        return strong

    def _hcp(self, here: BoardNumbers) -> NDArray[np.int64]:
        return np.asarray(plain_space().hcp[self._boards.cells[here, self._seat]], dtype=np.int64)

    def _expected(self, hcp: NDArray[np.int64]) -> NDArray[np.float64]:
        if self._line is None:
            self._line = self._view.expected_of_partner(self._seat, HCP, _ALL_HCP)
        base, slope = self._line
        return np.asarray(base + slope * hcp, dtype=np.float64)
