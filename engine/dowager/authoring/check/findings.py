"""What a check reports: kinds of findings, and findings with what shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from dowager.authoring.shared.situation import Situation
from dowager.cards import Deal, Hand
from dowager.language.files import SystemFile


class FindingKind(Enum):
    """What can be wrong, and what it is called."""

    HOLE = "hole"
    DEAD = "dead rule"
    CONTRADICTION = "contradiction"
    UNREACHED = "unreached rule"
    OVERLAP = "overlap"
    FORCE = "forcing call passed"
    GAME_FORCE = "game force passed below game"
    ARTIFICIAL = "artificial contract"
    NO_ANSWER = "ask without answer"
    FALSE_ALERT = "false alert"
    PASSED_OUT = "values passed out"
    SHADOWED = "shadowed rule"
    IDLE = "idle rule"
    TWO_MEANINGS = "two meanings"
    SUITLESS = "bid without the suit"
    UNASKED = "unasked letter"
    UNSAID = "unsaid question"
    UNKNOWN = "not decided"

    @property
    def is_fault(self) -> bool:
        """Whether a check fails by it; the other kinds are remarks."""
        return self not in _REMARKS


_REMARKS = frozenset(
    {
        FindingKind.PASSED_OUT,
        FindingKind.SHADOWED,
        FindingKind.IDLE,
        FindingKind.TWO_MEANINGS,
        FindingKind.SUITLESS,
        FindingKind.UNASKED,
        FindingKind.UNSAID,
        FindingKind.UNKNOWN,
        FindingKind.UNREACHED,
    }
)

_OF_PARTNERS_CALL = frozenset({FindingKind.FORCE, FindingKind.ARTIFICIAL, FindingKind.NO_ANSWER})
"""Kinds of findings about a pass after a call of partner's that wants an answer."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of one line that mends a fault.

    Attributes:
        file: the file, as locations name it.
        line: the line, from 1.
        old: the whole line as it is, without its end.
        new: the line with the change.
    """

    file: str
    line: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault or a remark of a check.

    Attributes:
        kind: what is wrong.
        location: `file:line` of the rule or section that it is about; of a single key of a rule
            `file:line:column`.
        name: that rule's name.
        others: `file:line` of other rules that take part.
        text: what is wrong, in words.
        situation: the most frequent position that shows it; None when no auction does.
        hand: a hand that shows it there; None when there is none to show.
        boards: how many of the random boards reach positions that show it; of values passed out,
            how many show it themselves.
        positions: how many such positions there are.
        hint: a change that would mend it, or why there is none, in words; empty when hints were
            not tried.
        fix: that change, or None.
        deal: of values passed out the whole deal, North the dealer; else None.
        against: the system of the opponents there; None for the one that is checked.
        own: whether the rule is written in the system's own folder.
    """

    kind: FindingKind
    location: str
    name: str
    text: str
    others: tuple[str, ...] = ()
    situation: Situation | None = None
    hand: Hand | None = None
    boards: int = 0
    positions: int = 1
    hint: str = ""
    fix: Fix | None = None
    deal: Deal | None = None
    against: SystemFile | None = None
    own: bool = True

    @property
    def key(self) -> tuple[FindingKind, str, str, tuple[str, ...]]:
        """What findings of one kind about one rule have in common.

        A general rule may pass several calls that want an answer: each is a finding of its own.
        """
        others = self.others if self.kind in _OF_PARTNERS_CALL else ()
        return self.kind, self.location, self.name, others


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Merge findings of one kind about one rule, and sort: faults first, then by location.

    Values passed out come last, the most frequent first.
    """
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.key, []).append(finding)
    return sorted(map(_merged, groups.values()), key=_order)


def _merged(group: list[Finding]) -> Finding:
    """Return the finding with the most frequent position, and the numbers of all together."""
    return replace(
        max(group, key=_weight),
        boards=sum(finding.boards for finding in group),
        positions=sum(finding.positions for finding in group),
    )


def _order(finding: Finding) -> tuple[bool, bool, int, str, str]:
    counted = finding.kind is FindingKind.PASSED_OUT
    boards = finding.boards if counted else 0
    return not finding.kind.is_fault, counted, -boards, finding.location, finding.kind.value


def _weight(finding: Finding) -> tuple[int, int, int, list[int]]:
    """Return what makes a position the one to show: many boards, few calls, nobody vulnerable."""
    situation = finding.situation
    if situation is None:
        return finding.boards, -99, 0, []
    calls = [-call for call in situation.calls]
    return finding.boards, -len(calls), -situation.vulnerability, calls
