"""Owns the examination of one position: its suspicions put to a search, and what came of them."""

from __future__ import annotations

from dowager.authoring.check.changes import places_of
from dowager.authoring.check.findings import Kind
from dowager.authoring.check.scan import Scan
from dowager.authoring.check.suspicions import Suspicion, suspicions
from dowager.authoring.check.visit import NO_RULE, Found
from dowager.authoring.shared.boards import Boards
from dowager.authoring.shared.witness import Search, comes_here, find_hand, fits, shown_before
from dowager.cards import Hand
from dowager.knowledge.public import View
from dowager.knowledge.solving import Proof
from dowager.language.compile import Rule, System
from dowager.language.text import Layer
from dowager.language.tree import Bool

_LOOKED_AT = 60


class Examiner:
    """Examines positions of one system, remembering what has been searched for.

    Args:
        system: the system of both sides.
        boards: the deals whose hands are looked at first.
    """

    def __init__(self, system: System, boards: Boards) -> None:
        self._boards = boards
        self._sections = places_of(system)
        self._searches: dict[tuple[Bool, Bool, int], Search] = {}

    def is_last_resort(self, rule: Rule) -> bool:
        """Whether a rule belongs to the last layer."""
        return self._sections[rule.number].layer is Layer.LAST_RESORT

    def examine(self, view: View, scan: Scan) -> tuple[bool, tuple[Found, ...]]:
        """Return whether it is proved that every hand has a rule here, and what was found."""
        whole, found = True, []
        for suspicion in suspicions(view, scan, self._sections):
            search = self._search(view, suspicion)
            if search.proof is Proof.NO:
                continue
            whole = whole and suspicion.kind is not Kind.HOLE
            found.append(_found(view, suspicion, search.hand))
        return whole, tuple(found)

    def _search(self, view: View, suspicion: Suspicion) -> Search:
        seat = int(view.caller_seat)
        for board in suspicion.boards[:_LOOKED_AT].tolist():
            hand = self._boards.hand(board, seat)
            if fits(suspicion.node, hand):
                return Search(Proof.YES, hand)
        key = (suspicion.node, shown_before(view), suspicion.cells)
        if key not in self._searches:
            self._searches[key] = find_hand(view, suspicion.node, suspicion.cells)
        return self._searches[key]


def _found(view: View, suspicion: Suspicion, hand: Hand | None) -> Found:
    kind, text = suspicion.kind, suspicion.text
    if hand is None:
        kind, text = Kind.UNKNOWN, f"{kind.value}? the time ran out; {text}"
    else:
        assert fits(suspicion.node, hand) and comes_here(view, hand), "a false witness"
    rule = suspicion.rule.number if suspicion.rule else NO_RULE
    return Found(kind, rule, tuple(other.number for other in suspicion.others), text, hand)
