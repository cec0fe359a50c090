"""Owns hints: for a fault, the smallest change of one number that is proved to mend it.

Changes of one are tried first, then of two, and so on. Of those of one size the first is what
moves the fewest hands, in the position of the fault rather than in an earlier one. A change that
the hand of the fault refutes is never compiled: the rules of the position are tried on that hand
with the number changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from dowager.auction import Call
from dowager.authoring.check.alert_claims import alert_claim, alert_unread
from dowager.authoring.check.findings import Finding, Fix, Kind
from dowager.authoring.check.hints.numbers import Change, Number, Sources
from dowager.authoring.check.hints.trials import Prover, Trial
from dowager.authoring.check.report import Progress, Report
from dowager.authoring.shared.witness import fits
from dowager.cards import Hand
from dowager.knowledge.public import View, condition_masks
from dowager.language.compile import Candidate, Condition, Rule
from dowager.language.files import system_file
from dowager.language.text import Layer
from dowager.language.tree import TRUE

_PASSES = (Kind.FORCE, Kind.GAME_FORCE, Kind.ARTIFICIAL, Kind.NO_ANSWER)
_MENDED = {
    Kind.HOLE: "closes the hole",
    Kind.DEAD: "gives the rule hands",
    Kind.CONTRADICTION: "gives the rule hands",
    Kind.OVERLAP: "ends the overlap",
    Kind.FALSE_ALERT: "makes the alert true",
} | dict.fromkeys(_PASSES, "ends such passes")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long hints are looked for.

    Attributes:
        faults: the first so many faults get one.
        farthest: how far a number is moved.
        trials: how many changes are compiled for one fault.
        seconds: the time for one fault.
        clock: tells the time in seconds.
    """

    faults: int = 10
    farthest: int = 3
    trials: int = 60
    seconds: float = 240.0
    clock: Callable[[], float] = time.monotonic


class _TimeUp(Exception):  # noqa: N818 - it is no error, and never leaves this file
    """The time for one fault is over."""


def _quietly(what: str, share: float) -> None:
    """Take note of progress: none is wanted."""


def can_be_hinted(finding: Finding) -> bool:
    """Whether a change of a number may mend such a finding."""
    return finding.kind in _MENDED and finding.situation is not None


def with_hints(
    report: Report, name: str, progress: Progress = _quietly, limits: Limits = Limits()
) -> Report:
    """Return a report with hints for its first faults.

    Args:
        report: what the check of a system came to.
        name: the system's name, or a path, as it was checked.
        progress: told how far it is.
        limits: how long hints are looked for.

    Raises:
        InputError: there is no such system any more.
        SystemFaults: it cannot be loaded any more.
    """
    wanted = [one for one in report.findings if can_be_hinted(one)]
    if not wanted:
        return report
    finder = _Finder(system_file(name), report, limits)
    hinted: dict[tuple[Kind, str, str], Finding] = {}
    for number, finding in enumerate(wanted[: limits.faults]):
        progress("hints", number / min(len(wanted), limits.faults))
        hinted[finding.key] = finder.hinted(finding)
    progress("hints", 1.0)
    findings = tuple(hinted.get(one.key, one) for one in report.findings)
    return replace(report, findings=findings, unhinted=max(len(wanted) - limits.faults, 0))


class _Finder:
    """Looks for changes that mend faults of one system."""

    def __init__(self, file: Path, report: Report, limits: Limits) -> None:
        self._limits = limits
        self._sources = Sources(file)
        self._prover = Prover(file, self._sources, report, self._tick)
        self._end = 0.0
        self._left = 0
        self._last_resort = {
            rule.number
            for section in self._sources.system.sections
            if section.layer is Layer.LAST_RESORT
            for rule in section.rules
        }

    def _tick(self) -> None:
        if self._limits.clock() > self._end:
            raise _TimeUp

    def hinted(self, finding: Finding) -> Finding:
        """Return a finding with its hint, or with why there is none."""
        limits = self._limits
        self._end = limits.clock() + limits.seconds
        self._left = limits.trials
        try:
            trial = self._found(finding)
        except _TimeUp:
            return replace(finding, hint=f"none found in {limits.seconds:g} seconds")
        if trial is None:
            tried = "" if self._left else f"; {limits.trials} were tried, and there are more"
            text = f"no change of one number by up to {limits.farthest} was found to mend it{tried}"
            return replace(finding, hint=text)
        span = trial.change.number.span
        fix = Fix(span.file, span.line, *self._sources.lines(trial.change))
        return replace(finding, hint=_words(finding, trial, fix), fix=fix)

    def _found(self, finding: Finding) -> Trial | None:
        assert finding.situation is not None
        view = self._prover.bidder.view(finding.situation.auction)
        suspects = _Suspects(self._sources, finding, view, self._last_resort)
        numbers = list(suspects.numbers())
        for size in range(1, self._limits.farthest + 1):
            changes = [Change(one, one.value + by) for one in numbers for by in (-size, size)]
            trials = [*self._tried(finding, suspects, changes)]
            for trial in sorted(trials, key=_upheaval):
                if self._prover.holds(finding, trial):
                    return trial
            if not self._left:
                return None
        return None

    def _tried(
        self, finding: Finding, suspects: _Suspects, changes: Iterable[Change]
    ) -> Iterator[Trial]:
        for change in changes:
            self._tick()
            if not self._left:
                return
            if not change.possible or suspects.still(change):
                continue
            self._left -= 1
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
        self, sources: Sources, finding: Finding, view: View, last_resort: set[int]
    ) -> None:
        self._sources = sources
        self._finding = finding
        self._view = view
        self._candidates: list[Candidate] = []
        for candidate in view.position:
            if candidate.rule.number in last_resort:
                break
            self._candidates.append(candidate)

    def numbers(self) -> Iterator[Number]:
        """Yield the numbers that may be changed, each place once."""
        seen = set()
        for number in self._all_numbers():
            if number.span not in seen:
                seen.add(number.span)
                yield number

    def _all_numbers(self) -> Iterator[Number]:
        for rule in dict.fromkeys(self._rules()):
            if self._finding.kind is Kind.FALSE_ALERT:
                yield from self._sources.alert_numbers(rule.number)
            yield from self._sources.numbers(rule.number)

    def _rules(self) -> Iterator[Rule]:
        """Yield the rules that take part: of a hole or a pass, any one of the position."""
        named = {self._finding.place, *self._finding.others}
        anyone = self._finding.kind is Kind.HOLE or self._finding.kind in _PASSES
        for candidate in self._candidates:
            if anyone or candidate.rule.location in named:
                yield candidate.rule
        if self._finding.kind is Kind.CONTRADICTION:
            yield from self._denying()

    def _denying(self) -> Iterator[Rule]:
        """Yield the rules of the earlier calls, and those that would have taken the hand then."""
        hand = self._finding.hand
        for step in self._view.caller.shown.calls:
            chosen = step.position.chosen(hand) if hand else None
            if chosen is not None and chosen.call != step.call:
                yield chosen.rule
            yield from (one.rule for one in step.position if one.call == step.call)

    def still(self, change: Change) -> bool:
        """Whether the fault is proved to stay in its position when a number is changed."""
        candidates = self._with(change)
        if candidates is None:
            return False
        finding, hand = self._finding, self._finding.hand
        if finding.kind in (Kind.DEAD, Kind.CONTRADICTION):
            return self._nothing_left(candidates)
        return hand is not None and self._shown_by(hand, candidates)

    def _with(self, change: Change) -> list[Candidate] | None:
        """Return the rules of the position with a change; None when it takes a whole system."""
        found: list[Candidate] = []
        touched = False
        for candidate in self._candidates:
            number = candidate.rule.number
            if not self._holds(number, change):
                found.append(candidate)
                continue
            touched = True
            rule = self._sources.rule(number, change)
            if rule is None or _public(rule) != _public(candidate.rule):
                return None
            condition = rule.hand
            constants = condition.constants(self._view, candidate.env)
            node = condition.build(candidate.env, constants)
            found.append(replace(candidate, rule=rule, condition=Condition(node)))
        return found if touched else None

    def _holds(self, rule: int, change: Change) -> bool:
        numbers = (*self._sources.numbers(rule), *self._sources.alert_numbers(rule))
        return any(number.span == change.number.span for number in numbers)

    def _nothing_left(self, candidates: list[Candidate]) -> bool:
        left = self._view.caller.shown.mask
        for candidate in candidates:
            masks = condition_masks(candidate.condition)
            if candidate.rule.location == self._finding.place and masks.may & left:
                return False
            left &= ~masks.sure
        return True

    def _shown_by(self, hand: Hand, candidates: list[Candidate]) -> bool:
        """Whether a hand still shows the fault."""
        fitting = [one for one in candidates if fits(one.condition.node, hand)]
        first = fitting[0] if fitting else None
        match self._finding.kind:
            case Kind.HOLE:
                return first is None
            case Kind.OVERLAP:
                return self._overlap(fitting)
            case Kind.FALSE_ALERT:
                return first is not None and self._false(first, hand)
            case _:
                return first is not None and first.call is Call.PASS and not first.rule.to_play

    def _overlap(self, fitting: list[Candidate]) -> bool:
        mine = [one.call for one in fitting if one.rule.location == self._finding.place]
        others = [one.call for one in fitting if one.rule.location in self._finding.others]
        return any(call != other for call in mine for other in others)

    def _false(self, candidate: Candidate, hand: Hand) -> bool:
        """Whether the words of a changed alert are false of a hand, or say no more what they said.

        Words are also true by being understood no longer: that mends nothing.
        """
        rule, call, view = candidate.rule, candidate.call, self._view
        old = self._sources.system.rules[rule.number].alert
        if rule.location != self._finding.place:
            return False
        assert isinstance(rule.alert, str) and isinstance(old, str), "a false alert has words"
        claim = alert_claim(rule.alert, call, view)
        lost = alert_unread(rule.alert, call, view) > alert_unread(old, call, view)
        return lost or claim == TRUE or not fits(claim, hand)


def _public(rule: Rule) -> list[object]:
    return [part.written for part in rule.when]
