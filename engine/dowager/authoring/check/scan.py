"""The scan of one position: which hands the rules leave to later ones, and the calls of its boards.

`TAKEN` and `IMPOSSIBLE` hold for every hand that the caller can have, by the exact table of shapes
and points; a board that calls by a rule shows it `ALIVE`. Whether an `OPEN` rule is ever used takes
a solver, or more boards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from dowager.auction import Call
from dowager.bidder.bulk import BoardNumbers, Boards, UndecidedHands
from dowager.knowledge.public import TriedRule, View
from dowager.language.compile import Candidate


class RuleState(IntEnum):
    """What earlier rules leave to a rule."""

    ALIVE = 0
    OPEN = 1
    TAKEN = 2
    IMPOSSIBLE = 3


@dataclass(frozen=True, slots=True, eq=False)
class ScannedRule:
    """A rule that was tried in a position.

    Attributes:
        candidate: the rule, its call and its condition here.
        state: what earlier rules leave to it.
        may: the cells in which it may take hands.
        boards: the boards that call by it.
    """

    candidate: Candidate
    state: RuleState
    may: int
    boards: BoardNumbers


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A position after its scan.

    Attributes:
        rules: the rules in order, up to the one after which no hand remains.
        uncovered: the cells in which hands may have no rule; 0 is a proof that there are none.
        fallen: the boards without a rule.
    """

    rules: tuple[ScannedRule, ...]
    uncovered: int
    fallen: BoardNumbers

    def groups(self) -> Iterator[tuple[Call, BoardNumbers]]:
        """Yield each call that a board makes, with the boards that make it."""
        groups: dict[Call, list[BoardNumbers]] = {}
        for rule in self.rules:
            if len(rule.boards):
                groups.setdefault(rule.candidate.call, []).append(rule.boards)
        for call, parts in groups.items():
            yield call, np.concatenate(parts)


_NONE: BoardNumbers = np.zeros(0, dtype=np.int32)


def scan(view: View, boards: Boards, here: BoardNumbers, reading: Collection[int]) -> Scan:
    """Scan a position.

    Args:
        view: what everybody knows.
        boards: random deals.
        here: the boards whose auction leads here.
        reading: the numbers of the rules that only read: what only they take has no call.
    """
    within = uncovered = view.caller.shown.mask
    seat = view.caller_seat
    hands = UndecidedHands(boards.cells[here, seat], boards.holdings[here, seat])
    rules: list[ScannedRule] = []
    for tried in view.position.tried(within):
        if tried.candidate.rule.number in reading:
            break
        taken = here[hands.take(tried.candidate)] if tried.may else _NONE
        rules.append(ScannedRule(tried.candidate, _state(tried, within, taken), tried.may, taken))
        uncovered = tried.rest
    return Scan(tuple(rules), uncovered, here[hands.rows])


def _state(tried: TriedRule, within: int, taken: BoardNumbers) -> RuleState:
    if len(taken):
        return RuleState.ALIVE
    if tried.may:
        return RuleState.OPEN
    return RuleState.TAKEN if tried.masks.may & within else RuleState.IMPOSSIBLE
