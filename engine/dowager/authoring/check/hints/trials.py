"""Owns trying a change of one number: whether a fault goes by it, and whether another comes.

A change is first put to the position in which the fault shows, then to the whole check: the same
boards are walked again as far as the change touches them, and every rule that a hand was known to
call with must still have one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.check.changes import change_between, no_change, outlines, places_of
from dowager.authoring.check.examiner import Examiner
from dowager.authoring.check.findings import Finding, Kind
from dowager.authoring.check.hints.numbers import Change, Sources
from dowager.authoring.check.report import Report, quizzed, unmet
from dowager.authoring.check.rule_search import Reacher, Shown
from dowager.authoring.check.scan import Places, scan
from dowager.authoring.check.summary import Summary, summarised
from dowager.authoring.check.survey import boards_for, walked
from dowager.authoring.check.visit import Found, Place
from dowager.authoring.check.walker import Walker
from dowager.authoring.shared.boards import random_boards
from dowager.authoring.shared.differences import Aspect, Pair, differences
from dowager.authoring.shared.witness import comes_here, find_hand, first_choice, shown_before
from dowager.bidder import Bidder
from dowager.errors import SystemFaults
from dowager.knowledge.counting import count_hands
from dowager.knowledge.public import View, condition_masks
from dowager.knowledge.solving import Proof
from dowager.language.compile import Candidate, System
from dowager.language.tree import all_of

_UNUSED = (Kind.DEAD, Kind.CONTRADICTION)
_EFFORT = 20_000_000
_NOWHERE: Places = np.zeros(0, dtype=np.int32)

_Fact = tuple[Kind, int, tuple[int, ...]]
_Calls = tuple[Call, ...]
Tick = Callable[[], None]
"""Called now and then; it raises what ends the work when the time is up."""


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A change by which a fault goes in its position.

    Attributes:
        change: the change.
        system: the system with it.
        moved: how many hands call otherwise by it, where first noticed; None when not counted.
        where: the calls before which they do; None where no hand does.
        shown: a hand that the rule at fault now calls with, if it was that which it lacked.
    """

    change: Change
    system: System
    moved: int | None
    where: _Calls | None
    shown: Shown | None


class Prover:
    """Proves of changes that they mend a fault of a system and bring no other.

    Args:
        file: the system's file.
        sources: its files.
        report: what the check came to.
        tick: called now and then; it raises what ends the work when the time is up.
    """

    def __init__(self, file: Path, sources: Sources, report: Report, tick: Tick) -> None:
        self._file = file
        self._sources = sources
        self._report = report
        self._tick = tick
        self.base = sources.system
        self.bidder = Bidder(self.base)
        self._walks: dict[Vulnerability, Place] = {}
        self._before: dict[Vulnerability, dict[_Calls, frozenset[_Fact]]] = {}

    # -- in the position -----------------------------------------------------------------------

    def try_there(self, finding: Finding, change: Change) -> Trial | None:
        """Return the trial of a change if the fault goes by it in the position that it shows in."""
        assert finding.situation is not None
        try:
            system = self._sources.edited(change)
        except SystemFaults:
            return None
        assert len(system.rules) == len(self.base.rules), "a number is no rule"
        view = Bidder(system).view(finding.situation.auction)
        if view.relaxed:
            return None
        shown = None
        if finding.kind in _UNUSED:
            shown = _shown(view, finding)
            if shown is None:
                return None
        if self._worse(finding, view, system):
            return None
        moved, where = self._moved(finding.situation.auction, system)
        return Trial(change, system, moved, where, shown)

    def _worse(self, finding: Finding, view: View, system: System) -> bool:
        before = _facts_at(self.bidder.view(view.auction), self.base)
        after = _facts_at(view, system)
        return bool(after - before) or any(self._is(finding, fact) for fact in after)

    def _is(self, finding: Finding, fact: _Fact) -> bool:
        """Whether what was found in some position is what a finding is about."""
        kind, rule, _ = fact
        place = self.base.rules[rule].location if rule >= 0 else f"{self.base.files[0]}:1"
        return kind is finding.kind and place == finding.place

    def _moved(self, auction: Auction, system: System) -> tuple[int | None, _Calls | None]:
        """Return how many hands call otherwise in the last position where any does."""
        bidder = Bidder(system)
        for length in range(len(auction.calls), -1, -1):
            calls = auction.calls[:length]
            there = Auction.of_calls(auction.dealer, auction.vulnerability, calls)
            pair = Pair(self.bidder.view(there), bidder.view(there))
            moved = _moved_in(pair)
            if moved != 0:
                return moved, calls
        return 0, None

    # -- everywhere ----------------------------------------------------------------------------

    def holds(self, finding: Finding, trial: Trial) -> bool:
        """Whether the fault is gone everywhere by a change, and no other has come."""
        summary = Summary()
        for vulnerability in Vulnerability:
            old = self._walk(vulnerability)
            new = self._walk_again(vulnerability, old, trial)
            before = self._before[vulnerability]
            for calls, place in new.walk():
                if self._spoilt(finding, before.get(calls), place):
                    return False
            summary.add(summarised(new, vulnerability, 0))
        return self._all_used(finding, trial, summary)

    def _walk(self, vulnerability: Vulnerability) -> Place:
        """Return the walk of the system as it is."""
        found = self._walks.get(vulnerability)
        if found is None:
            extent = self._report.extent
            found, _ = walked(self._file, self.base, vulnerability, extent, self._passing)
            self._walks[vulnerability] = found
            self._before[vulnerability] = {
                calls: _facts(place.found) for calls, place in found.walk()
            }
        return found

    def _passing(self, decisions: int) -> None:
        self._tick()

    def _walk_again(self, vulnerability: Vulnerability, old: Place, trial: Trial) -> Place:
        """Walk the edited system, anew only where the change touches."""
        change, _ = change_between(outlines(self.base), outlines(trial.system))
        anew = change.everything or trial.system.default is not self.base.default
        boards = boards_for(vulnerability, self._report.extent)
        walker = Walker(
            trial.system, vulnerability, boards, self._report.extent.depth,
            no_change() if anew else change, self._passing,
        )  # fmt: skip
        return walker.walk(None if anew else old)

    def _spoilt(self, finding: Finding, before: frozenset[_Fact] | None, place: Place) -> bool:
        """Whether a position has the fault still, or one that it did not have."""
        facts = _facts(place.found)
        if any(self._is(finding, fact) for fact in facts):
            return True
        if before is not None:
            return not facts <= before
        known = {(kind, rule) for all_of_them in self._known() for kind, rule, _ in all_of_them}
        return any((kind, rule) not in known for kind, rule, _ in facts)

    def _known(self) -> Iterator[frozenset[_Fact]]:
        for places in self._before.values():
            yield from places.values()

    def _all_used(self, finding: Finding, trial: Trial, summary: Summary) -> bool:
        """Whether each rule that a hand was known to call with still has one."""
        unused = {
            one.place for one in self._report.findings
            if one.kind in (*_UNUSED, Kind.IDLE, Kind.UNREACHED, Kind.UNKNOWN)
        } - {finding.place}  # fmt: skip
        wanted = {
            place: sought
            for place, sought in unmet(trial.system, summary).items()
            if place not in unused
        }
        if not wanted:
            return True
        hints = [*([trial.shown] if trial.shown else []), *self._report.hands]
        hints += quizzed(self._file)
        reacher = Reacher(trial.system, wanted, places_of(trial.system))
        reacher.search((), hints, lambda share: self._tick())
        return all(sought.shown is not None for sought in wanted.values())


def _facts(found: tuple[Found, ...]) -> frozenset[_Fact]:
    """Return what was found; what is not decided may be a fault."""
    wanted = (one for one in found if one.kind.is_fault or one.kind is Kind.UNKNOWN)
    return frozenset((one.kind, one.rule, one.others) for one in wanted)


def _facts_at(view: View, system: System) -> frozenset[_Fact]:
    """Return what is wrong in one position, for any hand that can come there."""
    boards = random_boards(np.random.default_rng(0), 1)
    examiner = Examiner(system, boards)
    _, found = examiner.examine(view, scan(view, boards, _NOWHERE, examiner.is_last_resort))
    return _facts(found)


def _shown(view: View, finding: Finding) -> Shown | None:
    """Return a hand that the rule at fault calls with in a position."""
    assert finding.situation is not None
    left = view.caller.shown.mask
    tried: list[Candidate] = []
    for candidate in view.position:
        tried.append(candidate)
        masks = condition_masks(candidate.condition)
        if candidate.rule.location == finding.place and masks.may & left:
            search = find_hand(view, first_choice(tried, len(tried) - 1), masks.may & left)
            if search.proof is Proof.YES and search.hand and comes_here(view, search.hand):
                return Shown(finding.situation, search.hand)
        left &= ~masks.sure
    return None


def _moved_in(pair: Pair) -> int | None:
    """Return how many hands call otherwise in a position; None when that is too much to count."""
    total = 0
    for difference in differences(pair):
        if difference.aspect is not Aspect.CALL:
            continue
        node = all_of([difference.node, shown_before(pair.old)])
        count = count_hands(node, pair.known, effort=_EFFORT)
        if count is None or difference.hand is None:
            return None
        total += count
    return total
