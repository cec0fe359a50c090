"""Owns the check as a whole: survey, search for rules not met, and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from dowager.authoring.check.changes import places_of
from dowager.authoring.check.findings import Finding, Kind, Situation, merged
from dowager.authoring.check.kept_walks import (
    keep_hints,
    keep_known,
    kept_file,
    read_hints,
    read_known,
)
from dowager.authoring.check.rule_search import Reacher, Shown, Sought
from dowager.authoring.check.shadowed_rules import shadowed
from dowager.authoring.check.summary import Summary, Told
from dowager.authoring.check.survey import survey
from dowager.authoring.check.unused_rules import finding_of, own
from dowager.authoring.check.walker import Extent
from dowager.authoring.shared.digests import digest, rule_digest, section_digest
from dowager.bidder import Bidder
from dowager.bidder.quiz import Quiz, quiz_files, read_quizzes
from dowager.knowledge.sampling import shares
from dowager.language.compile import Rule, System
from dowager.language.files import data_folder, load_file, program_digest, system_file
from dowager.language.text import Layer

Progress = Callable[[str, float], None]
"""Told what is being done, and the share of it that is done."""


def _quietly(what: str, share: float) -> None:
    """Take note of progress: none is wanted."""


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """What a check came to.

    Attributes:
        system: the system's name.
        extent: how far it went.
        findings: what was found, faults first, each kind of thing about a rule once.
        summary: what the walks came to.
        rules: how many rules are written.
        shown: how many of them a hand is known to call with.
        hands: hands for rules that no random board has used.
        unhinted: faults beyond those that hints were looked for.
    """

    system: str
    extent: Extent
    findings: tuple[Finding, ...]
    summary: Summary
    rules: int
    shown: int
    hands: tuple[Shown, ...] = ()
    unhinted: int = 0

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings by which the check fails."""
        return tuple(finding for finding in self.findings if finding.kind.is_fault)


def check_system(name: str, extent: Extent, jobs: int = 1, progress: Progress = _quietly) -> Report:
    """Check a system.

    Args:
        name: its name, or a path.
        extent: how far the auctions of random boards are followed.
        jobs: how many processes at most.
        progress: told how far it is.

    Raises:
        InputError: there is no such system.
        SystemFaults: it, or a quiz file of it, cannot be loaded.
    """
    file = system_file(name)
    return check_loaded(file, load_file(file), extent, jobs, progress)


def check_loaded(
    file: Path, system: System, extent: Extent, jobs: int = 1, progress: Progress = _quietly,
    only_own: bool = False,
) -> Report:  # fmt: skip
    """Check a system that has been loaded; see `check_system`.

    Args:
        file: its file.
        system: what was loaded from it.
        extent: how far the auctions of random boards are followed.
        jobs: how many processes at most.
        progress: told how far it is.
        only_own: whether only rules written in the system's own folder are asked for their use;
            those of other modules may serve other systems, and not to use them is no fault.
    """
    summary = survey(file, system, extent, jobs, lambda share: progress("auctions", share))
    names = {
        rule.location: rule for rule in reversed(system.rules) if not only_own or own(rule, system)
    }
    wanted = {place: one for place, one in unmet(system, summary).items() if place in names}
    whose = "own " if only_own else ""
    kept, met = kept_file(file, f"{whose}hands"), kept_file(file, f"{whose}unmet")
    reacher = Reacher(system, wanted, places_of(system))
    digests = _digests(file, system, wanted)
    before = read_known(met)
    reacher.search(
        read_hints(kept),
        quizzed(file),
        lambda share: progress("rules not met yet", share),
        {place: before[key] for place, key in digests.items() if key in before},
    )
    keep_known(
        met,
        {
            digests[place]: one.met
            for place, one in wanted.items()
            if one.shown is None and not one.undecided
        },
    )
    hands = [one.shown for one in wanted.values() if one.shown is not None]
    keep_hints(kept, hands)
    unused = [
        finding_of(names[place], sought, system)
        for place, sought in wanted.items()
        if sought.shown is None
    ]
    found = [_finding(told, system.rules, system) for told in summary.told]
    shown = len(names) - sum(sought.shown is None for sought in wanted.values())
    findings = tuple(
        _measured(finding, system)
        for finding in merged([*found, *unused, *shadowed(system, summary, names)])
    )
    return Report(system.name, extent, findings, summary, len(names), shown, tuple(hands))


def _digests(file: Path, system: System, places: Iterable[str]) -> dict[str, bytes]:
    """Return a digest for each rule by its place: of it, of its sections and of all quizzes.

    While it stays the same, a search for hands has nothing new to go by but other rules.
    """
    quizzes = [quiz.read_bytes() for quiz in own_quizzes(file)]
    parts: dict[str, list[bytes]] = {
        place: [program_digest().encode(), *quizzes] for place in places
    }
    for section in system.sections:
        for rule in section.rules:
            if rule.location in parts:
                parts[rule.location] += [section_digest(section), rule_digest(rule)]
    return {place: digest(*found) for place, found in parts.items()}


def _measured(finding: Finding, system: System) -> Finding:
    """Say of a hole how likely it is to fall in."""
    if finding.kind is not Kind.HOLE or finding.situation is None:
        return finding
    view = Bidder(system).view(finding.situation.auction)
    sections = places_of(system)
    nodes = [
        candidate.condition.node
        for candidate in view.position
        if sections[candidate.rule.number].layer is not Layer.LAST_RESORT
    ]
    shown = view.caller.shown
    found = shares(nodes, shown, np.random.default_rng(1))[-1]
    if found.exact:
        chance = f"{found.hands:,} of {found.of:,} hands, {found.value:.2%},"
    else:
        chance = f"{found.value:.2%} ± {found.error:.2%} of the hands"
    return replace(finding, text=f"{finding.text}, nor for {chance} that its seat can have here")


def unmet(system: System, summary: Summary) -> dict[str, Sought]:
    """Return the rules, as written, that no random board has used.

    Rules of the last layer are not meant to be used, but to read calls that nothing else explains.
    """
    met = {system.rules[number].location for number in summary.alive}
    sections = places_of(system)
    wanted = {
        rule.location: Sought(rule.location)
        for rule, section in zip(system.rules, sections, strict=True)
        if rule.location not in met and section.layer is not Layer.LAST_RESORT
    }
    for number, positions in summary.seen.items():
        sought = wanted.get(system.rules[number].location)
        if sought is not None:
            for seen in positions:
                sought.note(seen.state, Situation(seen.vulnerability, seen.calls))
    return wanted


def _finding(told: Told, rules: Sequence[Rule], system: System) -> Finding:
    found = told.found
    rule = rules[found.rule] if found.rule >= 0 else None
    return Finding(
        found.kind,
        rule.location if rule else f"{system.files[0]}:1",
        rule.name if rule else "",
        found.text,
        tuple(rules[other].location for other in found.others),
        Situation(told.vulnerability, told.calls),
        found.hand,
        told.boards,
    )


def own_quizzes(file: Path) -> list[Path]:
    """Return the quiz files of a system by its file.

    Those of a shipped system lie in `quizzes/`; of any other one in `quizzes*.yaml` and `quizzes/`
    beside its file.
    """
    folder = file.resolve().parent
    if folder.is_relative_to(data_folder("systems").resolve()):
        return quiz_files(folder.name)
    return [*sorted(folder.glob("quizzes*.yaml")), *sorted(folder.glob("quizzes/*.yaml"))]


def quizzed(file: Path) -> Iterator[Shown]:
    """Yield the auctions and hands that a system's quizzes ask about."""
    for quiz in read_quizzes(own_quizzes(file)):
        if isinstance(quiz, Quiz):
            auction = quiz.position.auction
            yield Shown(Situation(auction.vulnerability, auction.calls), quiz.hand)
