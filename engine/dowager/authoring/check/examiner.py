"""The examination of one position: a search settles each of its suspicions."""

from __future__ import annotations

import numpy as np

from dowager.authoring.check.findings import FindingKind
from dowager.authoring.check.scan import Scan, scan
from dowager.authoring.check.suspicions import Suspicion, suspicions
from dowager.authoring.check.visit import NO_RULE, LocalFinding
from dowager.authoring.shared.hand_search import (
    HandSearch,
    comes_here,
    find_hand,
    fits,
    shown_before,
)
from dowager.authoring.shared.system_rules import rules_that_read
from dowager.bidder.bulk import BoardNumbers, Boards, random_boards
from dowager.cards import Hand
from dowager.knowledge.public import View
from dowager.knowledge.solving import Proof
from dowager.language.compile import System
from dowager.language.tree import Bool

_TRIED = 60  # hands of boards that are tried before a search


class Examiner:
    """Examines positions of one system; searches are remembered.

    Args:
        system: the system of both sides.
        boards: the deals whose hands are tried first; None for none.
    """

    def __init__(self, system: System, boards: Boards | None = None) -> None:
        self._boards = boards or random_boards(np.random.default_rng(0), 0)
        self._reading = rules_that_read(system)
        self._alternatives = {
            rule.number: section
            for section in system.sections if section.alternatives
            for rule in section.rules
        }  # fmt: skip
        self._searches: dict[tuple[Bool, Bool, int], HandSearch] = {}

    def scan(self, view: View, here: BoardNumbers) -> Scan:
        """Return the scan of a position to which some of the boards come."""
        return scan(view, self._boards, here, self._reading)

    def examine(self, view: View, scanned: Scan) -> tuple[bool, tuple[LocalFinding, ...]]:
        """Return whether it is proved that every hand has a rule here, and what is wrong."""
        whole, findings = True, []
        for suspicion in suspicions(view, scanned, self._alternatives):
            search = self._search(view, suspicion)
            if search.proof is not Proof.NO:
                whole = whole and suspicion.kind is not FindingKind.HOLE
                findings.append(_finding(view, suspicion, search.hand))
        return whole, tuple(findings)

    def findings(self, view: View) -> tuple[LocalFinding, ...]:
        """Return what is wrong in a position, whether boards reach it or not."""
        return self.examine(view, self.scan(view, self._boards.numbers[:0]))[1]

    def _search(self, view: View, suspicion: Suspicion) -> HandSearch:
        for board in suspicion.boards[:_TRIED].tolist():
            hand = self._boards.hand(board, view.caller_seat)
            if fits(suspicion.node, hand):
                return HandSearch(Proof.YES, hand)
        key = (suspicion.node, shown_before(view), suspicion.cells)
        if key not in self._searches:
            self._searches[key] = find_hand(view, suspicion.node, suspicion.cells)
        return self._searches[key]


def _finding(view: View, suspicion: Suspicion, hand: Hand | None) -> LocalFinding:
    kind, text = suspicion.kind, suspicion.text
    if hand is None:
        kind, text = FindingKind.UNKNOWN, f"{kind.value}? the time ran out; {text}"
    else:
        assert fits(suspicion.node, hand) and comes_here(view, hand), "a false witness"
    rule = suspicion.rule.number if suspicion.rule else NO_RULE
    others = tuple(other.number for other in suspicion.others)
    return LocalFinding(kind, rule, others, text, hand, suspicion.section)
