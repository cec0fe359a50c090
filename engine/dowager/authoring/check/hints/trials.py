"""Trials of changes of one number: whether the fault goes, and whether another appears.

A change is first put to the position in which the fault shows, then to the whole check: the same
boards are walked again as far as the change touches them, and every rule that a hand was known to
call with must still have one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.check.changes import Edit, edit_between, outlines
from dowager.authoring.check.examiner import Examiner
from dowager.authoring.check.findings import Finding, FindingKind
from dowager.authoring.check.hints.numbers import NumberChange, Sources
from dowager.authoring.check.report import Report, unused
from dowager.authoring.check.rule_search import RuleSearch
from dowager.authoring.check.summary import Summary, summarised
from dowager.authoring.check.survey import WalkTask, walked
from dowager.authoring.check.visit import LocalFinding, Visit, place
from dowager.authoring.check.walker import Walker
from dowager.authoring.shared.differences import Aspect, Pair, differences
from dowager.authoring.shared.hand_search import comes_here, find_hand, shown_before
from dowager.authoring.shared.own_quizzes import quizzed
from dowager.authoring.shared.situation import Witness
from dowager.bidder import Bidder
from dowager.errors import SystemFaults
from dowager.knowledge.counting import count_hands
from dowager.knowledge.public import View
from dowager.language.compile import System
from dowager.language.files import SystemFile
from dowager.language.tree import all_of

_LACKING_HANDS = (FindingKind.DEAD, FindingKind.CONTRADICTION)
_NOT_USED = (*_LACKING_HANDS, FindingKind.IDLE, FindingKind.UNREACHED, FindingKind.UNKNOWN)
_EFFORT = 20_000_000

_Fault = tuple[FindingKind, tuple[int, bool], tuple[int, ...]]
"""What a fault is, the rule that it is about or whose section it is about, and other rules."""

_Faults = frozenset[_Fault]
_Calls = tuple[Call, ...]
Tick = Callable[[], None]
"""Called now and then; it raises what ends the work when the time is up."""


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A change by which a fault goes in its position.

    Attributes:
        change: the change.
        system: the system with it.
        moved: how many hands call otherwise because of it, in the last position where any does;
            None when not counted.
        where: the calls before that position; None when no hand calls otherwise.
        witness: a hand that the rule at fault now calls with, if it lacked one.
    """

    change: NumberChange
    system: System
    moved: int | None
    where: _Calls | None
    witness: Witness | None


class Prover:
    """Proves that changes mend a fault of a system and bring no other.

    Args:
        file: the system's file.
        sources: its files.
        report: the result of the check.
        tick: called now and then; it raises what ends the work when the time is up.
    """

    def __init__(self, file: SystemFile, sources: Sources, report: Report, tick: Tick) -> None:
        self._file = file
        self._sources = sources
        self._report = report
        self._tick = tick
        self.base = sources.system
        self.bidder = Bidder(self.base)
        self._walks: dict[Vulnerability, Visit] = {}
        self._before: dict[Vulnerability, dict[_Calls, _Faults]] = {}

    # -- in the position -----------------------------------------------------------------------

    def try_there(self, finding: Finding, change: NumberChange) -> Trial | None:
        """Return the trial of a change if it removes the fault in the position that shows it."""
        assert finding.situation is not None
        auction = finding.situation.auction
        try:
            system = self._sources.edited(change)
        except SystemFaults:
            return None
        assert len(system.rules) == len(self.base.rules), "a number is no rule"
        view = Bidder(system).view(auction)
        if view.relaxed:
            return None
        lacking = finding.kind in _LACKING_HANDS
        witness = _witness(view, finding) if lacking else None
        if (lacking and witness is None) or self._worse(finding, view, system):
            return None
        moved, where = self._moved(auction, system)
        return Trial(change, system, moved, where, witness)

    def _worse(self, finding: Finding, view: View, system: System) -> bool:
        before = _faults(Examiner(self.base).findings(self.bidder.view(view.auction)))
        after = _faults(Examiner(system).findings(view))
        return bool(after - before) or any(self._is(finding, fault) for fault in after)

    def _is(self, finding: Finding, fault: _Fault) -> bool:
        """Whether a fault of some position is what a finding is about."""
        kind, (rule, section), _ = fault
        return kind is finding.kind and place(rule, section, self.base)[0] == finding.location

    def _moved(self, auction: Auction, system: System) -> tuple[int | None, _Calls | None]:
        """Return how many hands call otherwise in the last position where any does."""
        bidder = Bidder(system)
        for before in reversed(list(auction.prefixes())):
            moved = _moved_in(Pair(self.bidder.view(before), bidder.view(before)))
            if moved != 0:
                return moved, before.calls
        return 0, None

    # -- everywhere ----------------------------------------------------------------------------

    def holds(self, finding: Finding, trial: Trial) -> bool:
        """Whether a change mends the fault everywhere, and brings no other."""
        summary = Summary()
        for vulnerability in Vulnerability:
            old = self._walk(vulnerability)
            new = self._walk_again(vulnerability, old, trial)
            before = self._before[vulnerability]
            for calls, visit in new.walk():
                if self._spoilt(finding, before.get(calls), visit):
                    return False
            start = self._report.extent.start(vulnerability)
            summary.add(summarised(new, start, trial.system))
        return self._all_used(finding, trial, summary)

    def _walk(self, vulnerability: Vulnerability) -> Visit:
        """Return the walk of the system as it is."""
        root = self._walks.get(vulnerability)
        if root is None:
            extent = self._report.extent
            task = WalkTask(self._file, vulnerability, extent)
            root, _ = walked(self.base, task, self._passing)
            self._walks[vulnerability] = root
            self._before[vulnerability] = {
                calls: _faults(visit.findings) for calls, visit in root.walk()
            }
        return root

    def _passing(self, decisions: int) -> None:
        self._tick()

    def _walk_again(self, vulnerability: Vulnerability, old: Visit, trial: Trial) -> Visit:
        """Return the walk of the edited system; what the change does not touch is taken over."""
        edit, _ = edit_between(outlines(self.base), outlines(trial.system))
        afresh = edit.everything or trial.system.default is not self.base.default
        extent = self._report.extent
        system = trial.system
        walker = Walker(
            (system, system), system, extent.start(vulnerability).auction,
            extent.deal(vulnerability), extent.depth, Edit() if afresh else edit, self._passing,
        )  # fmt: skip
        return walker.walk(None if afresh else old)

    def _spoilt(self, finding: Finding, before: _Faults | None, visit: Visit) -> bool:
        """Whether a position has the fault still, or one that it did not have."""
        faults = _faults(visit.findings)
        if any(self._is(finding, fault) for fault in faults):
            return True
        if before is not None:
            return not faults <= before
        known = {
            (kind, rule)
            for visits in self._before.values()
            for there in visits.values()
            for kind, rule, _ in there
        }
        return any((kind, rule) not in known for kind, rule, _ in faults)

    def _all_used(self, finding: Finding, trial: Trial, summary: Summary) -> bool:
        """Whether each rule that a hand was known to call with still has one."""
        not_used = {other.location for other in self._report.findings if other.kind in _NOT_USED}
        not_used.discard(finding.location)
        sought = {
            location: rule
            for location, rule in unused(trial.system, summary).items()
            if location not in not_used
        }
        if not sought:
            return True
        witnesses = [*self._report.witnesses, *quizzed(self._file.path)]
        if trial.witness:
            witnesses.insert(0, trial.witness)
        RuleSearch(trial.system, sought).search((), witnesses, lambda share: self._tick())
        return all(rule.witness is not None for rule in sought.values())


def _faults(findings: Iterable[LocalFinding]) -> _Faults:
    """Return the faults; what is not decided may be one."""
    return frozenset(
        (finding.kind, (finding.rule, finding.section), finding.others)
        for finding in findings
        if finding.kind.is_fault or finding.kind is FindingKind.UNKNOWN
    )


def _witness(view: View, finding: Finding) -> Witness | None:
    """Return a hand that the rule at fault calls with in a position."""
    assert finding.situation is not None
    for tried in view.position.tried(view.caller.shown.mask):
        if finding.location in tried.candidate.rule.places and tried.may:
            hand = find_hand(view, view.position.first_choice(tried.candidate), tried.may).hand
            if hand is not None and comes_here(view, hand):
                return Witness(finding.situation, hand)
    return None


def _moved_in(pair: Pair) -> int | None:
    """Return how many hands call otherwise in a position; None when that is too much to count."""
    total = 0
    for difference in differences(pair):
        if difference.aspect is not Aspect.CALL:
            continue
        node = all_of([difference.node, shown_before(pair.old)])
        count = count_hands(node, pair.within, effort=_EFFORT)
        if count is None or difference.hand is None:
            return None
        total += count
    return total
