"""What a check keeps of a position that boards reached, and digests by which to recognize it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Call
from dowager.authoring.check.findings import Finding, FindingKind
from dowager.authoring.check.passed_out import PassedOut
from dowager.authoring.shared.digests import digest, node_digest
from dowager.authoring.shared.situation import Situation
from dowager.bidder.bulk import BoardNumbers
from dowager.cards import Hand
from dowager.knowledge.public import ShownCall, View
from dowager.language.compile import Rule, Section, System

RuleNumbers = NDArray[np.int32]

NO_RULE = -2
GONE = -1
"""Instead of a rule's number: there is no rule; the rule there was has no new number."""


@dataclass(frozen=True, slots=True)
class LocalFinding:
    """What is wrong in one position; rules by number, so that it outlives a line that moves.

    Attributes:
        kind: what is wrong.
        rule: the rule at fault, or `NO_RULE`.
        others: other rules that take part.
        text: what is wrong, in words.
        hand: a hand that shows it, or None.
        section: whether it is about the section in which the rule stands, not the rule.
    """

    kind: FindingKind
    rule: int
    others: tuple[int, ...]
    text: str
    hand: Hand | None
    section: bool = False

    @property
    def stale(self) -> bool:
        """Whether a rule that it names is gone."""
        return self.rule == GONE or GONE in self.others

    def at(self, situation: Situation, boards: int, system: System) -> Finding:
        """Return the finding in a position to which some boards come, with locations of rules."""
        location, name = place(self.rule, self.section, system)
        others = tuple(system.rules[other].location for other in self.others)
        return Finding(self.kind, location, name, self.text, others, situation, self.hand, boards)

    def renumbered(self, numbers: RuleNumbers) -> LocalFinding:
        """Return it with the new numbers of its rules."""
        others = tuple(_new(numbers, rule) for rule in self.others)
        return replace(self, rule=_new(numbers, self.rule), others=others)


def place(rule: int, section: bool, system: System) -> tuple[str, str]:
    """Return `file:line` and the name of what a finding is about.

    Args:
        rule: the number of a rule, or `NO_RULE`: then it is the system.
        section: whether it is the section in which the rule stands.
        system: the system.
    """
    if rule < 0:
        return f"{system.files[0]}:1", ""
    subject: Rule | Section = system.rules[rule]
    if section:
        subject = next(each for each in system.sections if subject in each.rules)
    return subject.location, subject.name


@dataclass(slots=True, eq=False)
class Visit:
    """A position as a check knows it; plain data, so that it can be kept and sent.

    Attributes:
        state: the digest of what everybody knows.
        boards: the boards that come here.
        rules: the rules that were tried, by number, in order.
        states: what earlier rules leave to each, as `RuleState`.
        whole: whether it is proved that every hand has a rule.
        anyway: whether that follows from public conditions alone, by a rule that takes every hand
            wherever they hold.
        shadowed: rules of which earlier ones leave little, by the table of cells; empty where few
            boards come.
        findings: what is wrong here.
        passed_out: the rules by which boards stop too low here.
        taken: how many boards call by each rule.
        theirs: whether other opponents are to call, whose system is not the one that is checked.
        below: the visits that follow, by call.
    """

    state: bytes
    boards: BoardNumbers
    rules: RuleNumbers = field(default_factory=lambda: _NO_RULES)
    states: NDArray[np.uint8] = field(default_factory=lambda: _NO_STATES)
    whole: bool = True
    anyway: bool = False
    shadowed: tuple[int, ...] = ()
    findings: tuple[LocalFinding, ...] = ()
    passed_out: tuple[PassedOut, ...] = ()
    taken: RuleNumbers = field(default_factory=lambda: _NO_RULES)
    theirs: bool = False
    below: dict[Call, Visit] = field(default_factory=dict)

    def walk(self, calls: tuple[Call, ...] = ()) -> Iterator[tuple[tuple[Call, ...], Visit]]:
        """Yield this visit and all that follow, each with the calls that lead there."""
        yield calls, self
        for call, visit in self.below.items():
            yield from visit.walk((*calls, call))

    def renumber(self, numbers: RuleNumbers) -> None:
        """Give rules their new numbers, here and in all that follows; `GONE` for those without."""
        for _, visit in self.walk():
            visit.rules = numbers[visit.rules]
            visit.shadowed = tuple(_new(numbers, rule) for rule in visit.shadowed)
            visit.findings = tuple(finding.renumbered(numbers) for finding in visit.findings)
            visit.passed_out = tuple(
                replace(passed, rule=_new(numbers, passed.rule)) for passed in visit.passed_out
            )


_NO_RULES: RuleNumbers = np.zeros(0, dtype=np.int32)
_NO_STATES: NDArray[np.uint8] = np.zeros(0, dtype=np.uint8)


def _new(numbers: RuleNumbers, rule: int) -> int:
    return int(numbers[rule]) if rule >= 0 else rule


def call_digest(shown: ShownCall, within: int) -> bytes:
    """Return the digest of what a call means: equal digests mean the same hands.

    Args:
        shown: the call.
        within: the cells of what its seat had shown before.
    """
    call = shown.call
    rules = list(shown.position.tried(within))
    while rules and rules[-1].candidate.call != call:
        rules.pop()  # what stands after its last rule does not matter
    own = 0
    for tried in rules:
        if tried.candidate.call == call:
            own |= tried.masks.may & within
    parts = [bytes([int(call), int(shown.trust)])]
    for tried in rules:
        mine = tried.candidate.call == call
        if mine or tried.masks.may & own:
            parts += [b"own" if mine else b"not", node_digest(tried.candidate.condition.node)]
    return digest(*parts)


def state_digest(view: View, calls: tuple[bytes, ...]) -> bytes:
    """Return the digest of all that everybody knows: equal digests, equal positions.

    Args:
        view: the position.
        calls: the digest of each call so far.
    """
    auction = view.auction
    table = [auction.vulnerability, auction.scoring, *auction.part_scores]
    parts = [bytes([*table, *auction.calls]), *calls]
    for player in view.players:
        cells, record = player.shown.cells, player.record
        rule = record.rule.rule if record and record.rule else None
        asked = rule.asks.word.value if rule and rule.asks else ""
        words = (
            sorted(player.natural), sorted(player.suits), sorted(player.tags), player.passed,
            rule and (rule.forcing, rule.artificial, asked, sorted(rule.tags)),
        )  # fmt: skip
        parts += [cells.may.to_bytes(2000, "little"), cells.sure.to_bytes(2000, "little")]
        parts.append(repr(words).encode())
    for side in view.sides:
        parts.append(repr((side.agreed, side.game_force, side.acted, side.stranger)).encode())
    return digest(*parts)
