"""The search for hints: for each fault, the smallest change of a number that mends it.

Changes of one are tried first, then of two, and so on. Of those of one size the first is what
moves the fewest hands, in the position of the fault rather than in an earlier one. A change that
the hand of the fault refutes is never compiled: the rules of the position are tried on that hand
with the number changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from dowager.auction import Call
from dowager.authoring.check.alert_claims import alert_claim, alert_unread
from dowager.authoring.check.findings import Finding, FindingKind, Fix
from dowager.authoring.check.hints.numbers import NumberChange, Sources, WrittenNumber
from dowager.authoring.check.hints.trials import Prover, Trial
from dowager.authoring.check.report import Progress, Report, quietly
from dowager.authoring.shared.hand_search import fits
from dowager.authoring.shared.system_rules import rules_that_read
from dowager.cards import Hand
from dowager.knowledge.public import Position, View
from dowager.language.compile import Candidate, Rule
from dowager.language.files import SystemFile, system_file
from dowager.language.tree import TRUE

_PASSES = (
    FindingKind.FORCE, FindingKind.GAME_FORCE, FindingKind.ARTIFICIAL, FindingKind.NO_ANSWER,
)  # fmt: skip
_MENDED = {
    FindingKind.HOLE: "closes the hole",
    FindingKind.DEAD: "gives the rule hands",
    FindingKind.CONTRADICTION: "gives the rule hands",
    FindingKind.OVERLAP: "ends the overlap",
    FindingKind.FALSE_ALERT: "makes the alert true",
} | dict.fromkeys(_PASSES, "ends such passes")


@dataclass(frozen=True, slots=True)
class HintLimits:
    """How long hints are tried.

    Attributes:
        faults: for how many faults, the first ones.
        farthest: how far a number is moved.
        trials: how many changes are compiled for one fault.
        seconds: the time for one fault.
        clock: gives the time in seconds.
    """

    faults: int = 10
    farthest: int = 3
    trials: int = 60
    seconds: float = 240.0
    clock: Callable[[], float] = time.monotonic


class _TimeUp(Exception):  # noqa: N818 - it is no error, and never leaves this file
    """The time for one fault is over."""


def can_be_hinted(finding: Finding) -> bool:
    """Whether a change of a number may mend such a finding."""
    shown = finding.situation is not None and finding.against is None
    return finding.kind in _MENDED and shown


def with_hints(
    report: Report, name: str, progress: Progress = quietly, limits: HintLimits = HintLimits()
) -> Report:
    """Return a report with hints for its first faults.

    Args:
        report: the result of a check of the system.
        name: the system's name, or a path, as it was checked.
        progress: called as the work goes on.
        limits: how long hints are tried.

    Raises:
        InputError: there is no such system any more.
        SystemFaults: it cannot be loaded any more.
    """
    wanted = [finding for finding in report.findings if can_be_hinted(finding)]
    if not wanted:
        return report
    finder = _Finder(system_file(name), report, limits)
    hinted: dict[object, Finding] = {}
    for number, finding in enumerate(wanted[: limits.faults]):
        progress("hints", number / min(len(wanted), limits.faults))
        hinted[finding.key] = finder.hinted(finding)
    progress("hints", 1.0)
    findings = tuple(hinted.get(finding.key, finding) for finding in report.findings)
    return replace(report, findings=findings, unhinted=max(len(wanted) - limits.faults, 0))


class _Finder:
    """Looks for changes that mend faults of one system."""

    def __init__(self, file: SystemFile, report: Report, limits: HintLimits) -> None:
        self._limits = limits
        self._sources = Sources(file)
        self._prover = Prover(file, self._sources, report, self._tick)
        self._end = 0.0
        self._untried = 0
        self._reading = rules_that_read(self._sources.system)

    def _tick(self) -> None:
        if self._limits.clock() > self._end:
            raise _TimeUp

    def hinted(self, finding: Finding) -> Finding:
        """Return a finding with its hint, or with why there is none."""
        limits = self._limits
        self._end = limits.clock() + limits.seconds
        self._untried = limits.trials
        try:
            trial = self._mending(finding)
        except _TimeUp:
            return replace(finding, hint=f"none found in {limits.seconds:g} seconds")
        if trial is None:
            more = "" if self._untried else f"; {limits.trials} were tried, and there are more"
            text = f"no change of one number by up to {limits.farthest} was found to mend it{more}"
            return replace(finding, hint=text)
        span = trial.change.number.span
        fix = Fix(span.file, span.line, *self._sources.lines(trial.change))
        return replace(finding, hint=_words(finding, trial, fix), fix=fix)

    def _mending(self, finding: Finding) -> Trial | None:
        """Return the smallest change that is proved to mend a fault."""
        assert finding.situation is not None
        view = self._prover.bidder.view(finding.situation.auction)
        suspects = _Suspects(self._sources, finding, view, self._reading)
        numbers = list(suspects.numbers())
        for size in range(1, self._limits.farthest + 1):
            changes = [
                NumberChange(number, number.value + by)
                for number in numbers
                for by in (-size, size)
            ]
            for trial in sorted(self._trials(finding, suspects, changes), key=_upheaval):
                if self._prover.holds(finding, trial):
                    return trial
            if not self._untried:
                return None
        return None

    def _trials(
        self, finding: Finding, suspects: _Suspects, changes: Iterable[NumberChange]
    ) -> Iterator[Trial]:
        """Yield the changes by which a fault goes in its position."""
        for change in changes:
            self._tick()
            if not self._untried:
                return
            if not change.possible or suspects.still(change):
                continue
            self._untried -= 1
            trial = self._prover.try_there(finding, change)
            if trial is not None:
                yield trial


def _upheaval(trial: Trial) -> tuple[int, float]:
    """Return what puts trials in order: hands that move earlier in the auction count for more."""
    if trial.where is None:
        return -99, 0.0
    return -len(trial.where), float("inf") if trial.moved is None else trial.moved


def _words(finding: Finding, trial: Trial, fix: Fix) -> str:
    own = PurePath(trial.system.files[0]).parent
    shared = "" if PurePath(fix.file).parent == own else "; other systems may use this file"
    return (
        f"{fix.file}:{fix.line}: {trial.change} "
        f"({_MENDED[finding.kind]} and brings no new fault; {_moves(finding, trial)}{shared})"
    )


def _moves(finding: Finding, trial: Trial) -> str:
    """Return how many hands call otherwise, and where if it is not where the fault shows."""
    if trial.moved == 0:
        return "no hand calls otherwise"
    moved = "an uncounted number of hands" if trial.moved is None else f"{trial.moved:,} hands"
    calls = finding.situation.calls if finding.situation else ()
    if trial.where == calls:
        return f"{moved} call otherwise there"
    return f"{moved} call otherwise after {' '.join(map(str, trial.where or ())) or 'start'}"


# -- which numbers matter, and what the hand of a fault says of a change ---------------------------


class _Suspects:
    """The rules whose numbers may mend a fault, and a quick test of changes in its position."""

    def __init__(
        self, sources: Sources, finding: Finding, view: View, reading: Collection[int]
    ) -> None:
        self._sources = sources
        self._finding = finding
        self._view = view
        self._candidates: list[Candidate] = []
        for candidate in view.position:
            if candidate.rule.number in reading:
                break
            self._candidates.append(candidate)

    def numbers(self) -> Iterator[WrittenNumber]:
        """Yield the numbers that may be changed, each location in a file once."""
        spans = set()
        for number in self._all_numbers():
            if number.span not in spans:
                spans.add(number.span)
                yield number

    def _all_numbers(self) -> Iterator[WrittenNumber]:
        for rule in dict.fromkeys(self._rules()):
            if self._finding.kind is FindingKind.FALSE_ALERT:
                yield from self._sources.alert_numbers(rule.number)
            yield from self._sources.numbers(rule.number)

    def _rules(self) -> Iterator[Rule]:
        """Yield the rules that take part: of a hole or a pass, any rule of the position."""
        kind = self._finding.kind
        named = {self._finding.location, *self._finding.others}
        any_rule = kind is FindingKind.HOLE or kind in _PASSES
        for candidate in self._candidates:
            if any_rule or not named.isdisjoint(candidate.rule.places):
                yield candidate.rule
        if kind is FindingKind.CONTRADICTION:
            yield from self._denying()

    def _denying(self) -> Iterator[Rule]:
        """Yield the rules of the earlier calls, and those that would have taken the hand then."""
        hand = self._finding.hand
        for step in self._view.caller.shown.calls:
            chosen = step.position.chosen(hand) if hand else None
            if chosen is not None and chosen.call != step.call:
                yield chosen.rule
            yield from (rule.rule for rule in step.position if rule.call == step.call)

    def still(self, change: NumberChange) -> bool:
        """Whether the fault is proved to stay in its position when a number is changed."""
        candidates = self._with(change)
        if candidates is None:
            return False
        finding, hand = self._finding, self._finding.hand
        if finding.kind in (FindingKind.DEAD, FindingKind.CONTRADICTION):
            return not self._may_call(candidates)
        return hand is not None and self._shown_by(hand, candidates)

    def _with(self, change: NumberChange) -> list[Candidate] | None:
        """Return the rules of the position with a change; None when it takes a whole system."""
        candidates: list[Candidate] = []
        touched = False
        for candidate in self._candidates:
            number = candidate.rule.number
            if not self._uses(number, change):
                candidates.append(candidate)
                continue
            touched = True
            rule = self._sources.rule(number, change)
            if rule is None or _public(rule) != _public(candidate.rule):
                return None
            candidates.append(candidate.with_rule(rule))
        return candidates if touched else None

    def _uses(self, rule: int, change: NumberChange) -> bool:
        numbers = (*self._sources.numbers(rule), *self._sources.alert_numbers(rule))
        return any(number.span == change.number.span for number in numbers)

    def _may_call(self, candidates: Iterable[Candidate]) -> bool:
        """Whether the rule at fault may have hands, by the table of cells."""
        position = Position(iter(candidates))
        return any(
            tried.may and self._finding.location in tried.candidate.rule.places
            for tried in position.tried(self._view.caller.shown.mask)
        )

    def _shown_by(self, hand: Hand, candidates: Iterable[Candidate]) -> bool:
        """Whether a hand still shows the fault."""
        fitting = [rule for rule in candidates if fits(rule.condition.node, hand)]
        first = fitting[0] if fitting else None
        match self._finding.kind:
            case FindingKind.HOLE:
                return first is None
            case FindingKind.OVERLAP:
                return self._overlap(fitting)
            case FindingKind.FALSE_ALERT:
                return first is not None and self._false(first, hand)
            case _:
                return first is not None and first.call is Call.PASS and not first.rule.to_play

    def _overlap(self, fitting: Sequence[Candidate]) -> bool:
        mine = [rule.call for rule in fitting if self._finding.location in rule.rule.places]
        others = [rule.call for rule in fitting if rule.rule.location in self._finding.others]
        return any(call != other for call in mine for other in others)

    def _false(self, candidate: Candidate, hand: Hand) -> bool:
        """Whether the words of a changed alert are false of a hand, or say less than they did.

        Words that are no longer understood are never false: such a change mends nothing.
        """
        rule, call, view = candidate.rule, candidate.call, self._view
        old = self._sources.system.rules[rule.number].alert
        if self._finding.location not in rule.places:
            return False
        assert isinstance(rule.alert, str) and isinstance(old, str), "a false alert has words"
        claim = alert_claim(rule.alert, call, view)
        lost = alert_unread(rule.alert, call, view) > alert_unread(old, call, view)
        return lost or claim == TRUE or not fits(claim, hand)


def _public(rule: Rule) -> list[object]:
    return [part.written for part in rule.when]
