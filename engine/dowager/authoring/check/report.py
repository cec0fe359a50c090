"""The check as a whole: the survey, the search for hands of rules not used, and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from dowager.auction import Vulnerability
from dowager.authoring.check.every_choice import load_with_every_choice
from dowager.authoring.check.findings import Finding, FindingKind, merged
from dowager.authoring.check.kept_walks import KeptSearch, keep, kept_file, read_search
from dowager.authoring.check.passed_out import often_passed_out
from dowager.authoring.check.rule_search import RuleSearch, SoughtRule
from dowager.authoring.check.shadowed_rules import shadowed
from dowager.authoring.check.summary import Summary
from dowager.authoring.check.survey import survey
from dowager.authoring.check.suspicions import sections_meant
from dowager.authoring.check.unasked_letters import unasked
from dowager.authoring.check.unsaid_questions import unsaid
from dowager.authoring.check.unused_rules import finding_of, own
from dowager.authoring.shared.digests import digest, rule_digest, section_digest
from dowager.authoring.shared.extent import Extent
from dowager.authoring.shared.own_quizzes import own_quizzes, quizzed
from dowager.authoring.shared.situation import Witness
from dowager.authoring.shared.system_rules import general_rules, in_own_folder, rules_that_read
from dowager.bidder import Bidder
from dowager.cards import Side
from dowager.knowledge.public import View
from dowager.knowledge.sampling import shares
from dowager.language.compile import System
from dowager.language.files import SystemFile, load_file, program_digest, system_file

_MOST_SECTIONS = 3

Progress = Callable[[str, float], None]
"""Called with what is being done, and the share of it that is done."""


def quietly(what: str, share: float) -> None:
    """Take no note of progress."""


class Decided(NamedTuple):
    """How many calls of random boards were decided by rules of each kind.

    Attributes:
        own: those in the system's own folder.
        shared: those of other modules.
        general: those for no auction in particular, which only judge what is known.
    """

    own: int
    shared: int
    general: int


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """The result of a check.

    Attributes:
        system: the system's name.
        extent: how far it went.
        findings: faults first; one for each kind and rule.
        summary: what the walks add up to.
        rules: how many rules are written, in the system's own folder if only these must be used.
        used: how many of them a hand is known to call with.
        decided: how many calls of boards were decided by rules of the system's own folder, by other
            modules, and by rules for no auction in particular.
        opponents: against whom it was checked besides itself.
        only_own: whether there are rules of other modules for which no hands were sought.
        witnesses: hands for rules that no random board has used.
        unhinted: how many faults there are beyond those that hints were tried for.
    """

    system: str
    extent: Extent
    findings: tuple[Finding, ...]
    summary: Summary
    rules: int
    used: int
    decided: Decided
    opponents: tuple[SystemFile, ...] = ()
    only_own: bool = False
    witnesses: tuple[Witness, ...] = ()
    unhinted: int = 0

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings by which the check fails."""
        return tuple(finding for finding in self.findings if finding.kind.is_fault)

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """The other findings."""
        return tuple(finding for finding in self.findings if not finding.kind.is_fault)


def check_system(
    name: str, extent: Extent, jobs: int = 1, progress: Progress = quietly,
    opponents: Sequence[str] = (), only_own: bool = False,
) -> Report:  # fmt: skip
    """Check a system.

    Args:
        name: its name, or a path.
        extent: how far the auctions of random boards are followed.
        jobs: how many processes at most.
        progress: called as the work goes on.
        opponents: the names or paths of systems against which it is checked besides itself.
        only_own: whether only rules written in the system's own folder must be used. Those of other
            modules may serve other systems.

    Raises:
        InputError: there is no such system.
        SystemFaults: one of them, or a quiz file of it, cannot be loaded; or the system itself with
            another choice of its options.
    """
    file = system_file(name)
    others = tuple(map(system_file, opponents))
    for other in others:
        load_file(other)
    system = load_with_every_choice(file, lambda share: progress("other choices", share))
    return check_loaded(file, system, extent, jobs, progress, only_own, others)


def check_loaded(
    file: SystemFile, system: System, extent: Extent, jobs: int = 1, progress: Progress = quietly,
    only_own: bool = False, opponents: tuple[SystemFile, ...] = (),
) -> Report:  # fmt: skip
    """Check a system that has been loaded; see `check_system`.

    Args:
        file: its file.
        system: what was loaded from it.
        extent: how far the auctions of random boards are followed.
        jobs: how many processes at most.
        progress: called as the work goes on.
        only_own: whether only rules written in the system's own folder must be used. Those of other
            modules may serve other systems.
        opponents: the systems against which it is checked besides itself.
    """
    summary = survey(
        file, system, extent, jobs, lambda share: progress("auctions", share), opponents
    )
    rules = {
        rule.place: rule for rule in reversed(system.rules) if not only_own or own(rule, system)
    }
    every = unused(system, summary)
    search = RuleSearch(system, {where: rule for where, rule in every.items() if where in rules})
    kept = kept_file(file, "own search" if only_own else "search")
    _search(search, file, system, kept, lambda share: progress("rules not used yet", share))
    unreached = [finding_of(rules[where], rule, system) for where, rule in search.missing.items()]
    remarks = [*shadowed(system, summary, rules), *unsaid(system, summary, rules)]
    remarks += unasked(system, rules)
    boards = len(Vulnerability) * extent.boards * (1 + len(opponents))
    passed = often_passed_out(summary.passed_out, boards)
    findings = merged([*summary.findings, *passed, *unreached, *remarks])
    return Report(
        system.name,
        extent,
        tuple(_completed(finding, system) for finding in findings),
        summary,
        len(rules),
        len(rules) - len(search.missing),
        _decided(system, summary),
        opponents,
        any(rule.place not in rules for rule in system.rules),
        search.witnesses,
    )


def _decided(system: System, summary: Summary) -> Decided:
    counts, general = {"own": 0, "shared": 0, "general": 0}, general_rules(system)
    for number, boards in summary.decided.items():
        mine = own(system.rules[number], system)
        counts["general" if number in general else "own" if mine else "shared"] += boards
    return Decided(**counts)


def unused(system: System, summary: Summary) -> dict[str, SoughtRule]:
    """Return the rules, as written, that no random board has used.

    Rules of the last layer are not among them: they are there to read calls.
    """
    alive = {system.rules[number].place for number in summary.alive}
    reading = rules_that_read(system)
    sought = {
        rule.place: SoughtRule(rule.place)
        for rule in system.rules
        if rule.place not in alive and rule.number not in reading
    }
    for number, sightings in summary.met.items():
        rule = sought.get(system.rules[number].place)
        if rule is not None:
            for sighting in sightings:
                rule.note(sighting.state, sighting.situation)
    return sought


def _search(
    search: RuleSearch, file: SystemFile, system: System, kept: Path | None,
    progress: Callable[[float], None],
) -> None:  # fmt: skip
    """Look for hands of the missing rules, as far as an earlier search does not tell."""
    earlier = read_search(kept)
    digests = _digests(file, system, search.missing)
    known = {where: earlier.met[key] for where, key in digests.items() if key in earlier.met}
    search.search(earlier.witnesses, quizzed(file.path), progress, known)
    missing = search.missing.items()
    met = {digests[where]: rule.situations for where, rule in missing if not rule.undecided}
    keep(kept, KeptSearch(search.witnesses, met))


def _digests(file: SystemFile, system: System, locations: Iterable[str]) -> dict[str, bytes]:
    """Return a digest for each rule by its location: of it, its sections and all quizzes.

    While it stays the same, only other rules can tell a search for hands anything new.
    """
    quizzes = [quiz.read_bytes() for quiz in own_quizzes(file.path)]
    frame = [program_digest().encode(), *quizzes]
    parts = {location: list(frame) for location in locations}
    for section in system.sections:
        for rule in section.rules:
            if rule.place in parts:
                parts[rule.place] += [section_digest(section), rule_digest(rule)]
    return {location: digest(*digests) for location, digests in parts.items()}


def _completed(finding: Finding, system: System) -> Finding:
    """Say of a finding whose rule it is about, and of a hole how likely and where it is."""
    mine = in_own_folder(finding.location, system)
    return replace(_with_share(finding, system), own=mine)


def _with_share(finding: Finding, system: System) -> Finding:
    """Say of a hole how likely it is to fall in, and which sections should have had a call."""
    if finding.kind is not FindingKind.HOLE or finding.situation is None:
        return finding
    view = _at(finding, system).view(finding.situation.auction)
    reading = rules_that_read(system)
    rules = (rule for rule in view.position if rule.rule.number not in reading)
    nodes = [rule.condition.node for rule in rules]
    share = shares(nodes, view.caller.shown, np.random.default_rng(1))[-1]
    if share.exact:
        chance = f"{share.hands:,} of {share.of:,} hands, {share.value:.2%},"
    else:
        chance = f"{share.value:.2%} ± {share.error:.2%} of the hands"
    text = f"{finding.text}, nor for {chance} that its seat can have here{_lacking(view)}"
    return replace(finding, text=text)


def _lacking(view: View) -> str:
    """Say of a hole which sections are written for the auction, if it is not just one."""
    meant = sections_meant(view)
    if len(meant) == 1:
        return ""
    if not meant:
        return "; no section is written for this auction"
    named = [f"{section.name} ({section.location})".strip() for section in meant[:_MOST_SECTIONS]]
    more = f" and {len(meant) - len(named)} more" if len(meant) > len(named) else ""
    return f"; the sections for this auction are {', '.join(named)}{more}"


def _at(finding: Finding, system: System) -> Bidder:
    """Return the bidder of the table at which a finding was made."""
    if finding.against is None or finding.situation is None:
        return Bidder(system)
    other = load_file(finding.against)
    north_south = finding.situation.auction.turn.side is Side.NORTH_SOUTH
    return Bidder(system, other) if north_south else Bidder(other, system)
