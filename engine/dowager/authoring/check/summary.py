"""What the visits of a walk add up to: coverage by length, findings, and where rules were met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest, nsmallest

from dowager.auction import Call
from dowager.authoring.check.findings import Finding
from dowager.authoring.check.scan import RuleState
from dowager.authoring.check.visit import Visit
from dowager.authoring.shared.situation import Situation
from dowager.authoring.shared.system_rules import general_rules
from dowager.language.compile import System
from dowager.language.files import SystemFile

_MOST_MET = 6
_MOST_FREQUENT = 80
_MOST_UNDISCUSSED = 2_000


@dataclass(slots=True)
class Reach:
    """How much of the probability of auctions has been looked at, for one number of calls.

    Attributes:
        positions: how many positions boards reached.
        decisions: how many boards reached them.
        whole: how many of those to positions in which every hand is proved to have a rule.
        lone: how many to positions to which no other board came.
        unsure: how many of those to positions that only the walk proves whole.
    """

    positions: int = 0
    decisions: int = 0
    whole: int = 0
    lone: int = 0
    unsure: int = 0

    @property
    def coverage(self) -> float:
        """The probability that another board's position is one of these, by Good and Turing."""
        return 1 - self.lone / self.decisions if self.decisions else 1.0

    @property
    def proved(self) -> float:
        """The probability that another board's position is proved whole: one of these, or anyway.

        Unseen positions are estimated from those seen once.
        """
        unproved = self.unsure + self.decisions - self.whole
        return 1 - unproved / self.decisions if self.decisions else 1.0

    def count(self, visit: Visit) -> None:
        """Count a visit."""
        boards = len(visit.boards)
        self.positions += 1
        self.decisions += boards
        self.whole += boards if visit.whole else 0
        self.lone += boards == 1
        self.unsure += boards == 1 and visit.whole and not visit.anyway

    def add(self, other: Reach) -> None:
        """Add the counts of another walk."""
        self.positions += other.positions
        self.decisions += other.decisions
        self.whole += other.whole
        self.lone += other.lone
        self.unsure += other.unsure


@dataclass(frozen=True, slots=True)
class Sighting:
    """A position that boards reached, and the share of its hands that a rule keeps there."""

    state: RuleState
    boards: int
    situation: Situation


@dataclass(slots=True)
class Summary:
    """What the walks of one vulnerability, or of several, add up to.

    Attributes:
        reach: by number of calls.
        alive: the rules that boards called by.
        met: the most frequent positions of the other rules.
        findings: all that is wrong, position by position.
        passed_out: the rules by which boards stop too low, position by position.
        shadowed: the most frequent position of each rule that is mostly shadowed there.
        asking: the most frequent position in which a hand calls by each rule that asks.
        frequent: the positions to which most boards come.
        decided: how many calls of boards each rule decided.
        undiscussed: how many calls of boards rules for no auction in particular decided, by the
            auction as patterns write it, `1H (2C)`; the rare ones may be missing.
        scanned: how many positions had to be scanned.
    """

    reach: dict[int, Reach] = field(default_factory=dict)
    alive: set[int] = field(default_factory=set)
    met: dict[int, list[Sighting]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    passed_out: list[Finding] = field(default_factory=list)
    shadowed: dict[int, Sighting] = field(default_factory=dict)
    asking: dict[int, Sighting] = field(default_factory=dict)
    frequent: list[Sighting] = field(default_factory=list)
    decided: Counter[int] = field(default_factory=Counter)
    undiscussed: Counter[str] = field(default_factory=Counter)
    scanned: int = 0

    @property
    def total(self) -> Reach:
        """The reach of all lengths together."""
        whole = Reach()
        for reach in self.reach.values():
            whole.add(reach)
        return whole

    def add(self, other: Summary) -> None:
        """Add another one."""
        for calls, reach in other.reach.items():
            self.reach.setdefault(calls, Reach()).add(reach)
        self.alive |= other.alive
        for rule, sightings in other.met.items():
            self.met[rule] = _first(self.met.get(rule, []) + sightings)
        self.findings += other.findings
        self.passed_out += other.passed_out
        self.frequent = _most_frequent(self.frequent + other.frequent)
        self.undiscussed += other.undiscussed
        self.decided += other.decided
        for rule, sighting in other.shadowed.items():
            _keep_more_frequent(self.shadowed, rule, sighting)
        for rule, sighting in other.asking.items():
            _keep_more_frequent(self.asking, rule, sighting)
        self.scanned += other.scanned

    def count(
        self, visit: Visit, situation: Situation, system: System, against: SystemFile | None
    ) -> None:
        """Count a visit; nothing is said of one in which other opponents are to call."""
        if visit.theirs:
            return
        self.reach.setdefault(len(situation.calls), Reach()).count(visit)
        boards = len(visit.boards)
        for local in visit.findings:
            self.findings.append(replace(local.at(situation, boards, system), against=against))
        for passed in visit.passed_out:
            at = passed.at(situation, system)
            self.passed_out += [replace(finding, against=against) for finding in at]
        for rule, taken in zip(visit.rules.tolist(), visit.taken.tolist(), strict=True):
            if taken:
                self.decided[rule] += taken
        for rule in visit.shadowed:
            _keep_more_frequent(self.shadowed, rule, Sighting(RuleState.ALIVE, boards, situation))
        for rule, state in _rules(visit):
            if state is RuleState.ALIVE:
                self.alive.add(rule)
                if system.rules[rule].asks:
                    _keep_more_frequent(self.asking, rule, Sighting(state, boards, situation))
            elif rule not in self.alive:
                self._meet(rule, Sighting(state, boards, situation))

    def _meet(self, rule: int, sighting: Sighting) -> None:
        met = self.met.setdefault(rule, [])
        met.append(sighting)
        if len(met) > 4 * _MOST_MET:
            met[:] = _first(met)


def summarised(
    root: Visit,
    start: Situation,
    system: System,
    scanned: int = 0,
    against: SystemFile | None = None,
) -> Summary:
    """Return the summary of the visits of the walk from one situation without calls."""
    summary = Summary(scanned=scanned)
    general = general_rules(system)
    sightings: list[Sighting] = []
    undiscussed: Counter[str] = Counter()
    for calls, visit in root.walk():
        situation = replace(start, calls=calls)
        if not visit.theirs:
            sightings.append(Sighting(RuleState.ALIVE, len(visit.boards), situation))
        boards = sum(
            taken
            for rule, taken in zip(visit.rules.tolist(), visit.taken.tolist(), strict=True)
            if rule in general
        )
        if boards:
            undiscussed[_as_pattern(calls)] += boards
        summary.count(visit, situation, system, against)
    summary.frequent = _most_frequent(sightings)
    summary.undiscussed = Counter(dict(undiscussed.most_common(_MOST_UNDISCUSSED)))
    summary.met = {
        rule: _first(met) for rule, met in summary.met.items() if rule not in summary.alive
    }
    return summary


def _as_pattern(calls: Sequence[Call]) -> str:
    """Return an auction from the first bid on, as the seat to call writes it: `1H (2C)`."""
    first = next((index for index, call in enumerate(calls) if call.is_bid), len(calls))
    words = [
        str(call) if (len(calls) - index) % 2 == 0 else f"({call})"
        for index, call in enumerate(calls)
    ]
    return " ".join(words[first:]) or "start"


def _rules(visit: Visit) -> Iterator[tuple[int, RuleState]]:
    yield from zip(visit.rules.tolist(), map(RuleState, visit.states.tolist()), strict=True)


def _keep_more_frequent(kept: dict[int, Sighting], rule: int, sighting: Sighting) -> None:
    """Keep the position of a rule that most boards reach; of equals, the shortest auction."""
    old = kept.get(rule)
    if old is None or _weight(sighting) < _weight(old):
        kept[rule] = sighting


def _weight(sighting: Sighting) -> tuple[int, int, int, tuple[int, ...]]:
    situation = sighting.situation
    return -sighting.boards, len(situation.calls), situation.vulnerability, situation.calls


def _first(met: Iterable[Sighting]) -> list[Sighting]:
    """Return the positions in which a rule may most likely be used."""
    return nsmallest(_MOST_MET, met, key=lambda at: (at.state, -at.boards, at.situation.calls))


def _most_frequent(sightings: Iterable[Sighting]) -> list[Sighting]:
    return nlargest(_MOST_FREQUENT, sightings, key=lambda at: (at.boards, -len(at.situation.calls)))
