"""Owns what a check reports: kinds of findings, witnesses, and their words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from dowager.auction import Auction, Call, Vulnerability
from dowager.cards import Hand, Seat


class Kind(Enum):
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
    SHADOWED = "shadowed rule"
    IDLE = "idle rule"
    UNKNOWN = "not decided"

    @property
    def is_fault(self) -> bool:
        """Whether a check fails by it; the other kinds are remarks."""
        return self not in (Kind.SHADOWED, Kind.IDLE, Kind.UNKNOWN, Kind.UNREACHED)


@dataclass(frozen=True, slots=True)
class Situation:
    """An auction from North as dealer on: where a finding shows.

    Attributes:
        vulnerability: who is vulnerable.
        calls: the calls before.
    """

    vulnerability: Vulnerability
    calls: tuple[Call, ...]

    @property
    def auction(self) -> Auction:
        """The auction itself."""
        return Auction.of_calls(Seat.NORTH, self.vulnerability, self.calls)

    def __str__(self) -> str:
        calls = " ".join(map(str, self.calls)) or "start"
        return f"{calls}, vulnerable: {self.vulnerability}" if self.vulnerability else calls


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of one line that mends a finding.

    Attributes:
        file: the file, as places name it.
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
    """One thing that a check found.

    Attributes:
        kind: what is wrong.
        place: `file:line` of the rule or section that it is about.
        name: that rule's name.
        others: `file:line` of other rules that take part.
        text: what is wrong, in words.
        situation: where it shows, the most frequent such position that was found; None for nowhere.
        hand: a hand that shows it there; None where there is none to show.
        boards: how many of the random boards come to positions in which it shows.
        positions: how many such positions were met.
        hint: a change that would mend it, or why there is none, in words; empty where none was
            looked for.
        fix: that change; None for none.
    """

    kind: Kind
    place: str
    name: str
    text: str
    others: tuple[str, ...] = ()
    situation: Situation | None = None
    hand: Hand | None = None
    boards: int = 0
    positions: int = 1
    hint: str = ""
    fix: Fix | None = None

    @property
    def key(self) -> tuple[Kind, str, str]:
        """What findings of one kind about one rule have in common."""
        return self.kind, self.place, self.name


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Put findings of one kind about one rule together; the most frequent position stands."""
    groups: dict[tuple[Kind, str, str], list[Finding]] = {}
    for one in findings:
        groups.setdefault(one.key, []).append(one)
    found = [
        replace(
            max(group, key=_weight),
            boards=sum(one.boards for one in group),
            positions=sum(one.positions for one in group),
        )
        for group in groups.values()
    ]
    return sorted(found, key=lambda one: (not one.kind.is_fault, one.place, one.kind.value))


def _weight(one: Finding) -> tuple[int, int, int, list[int]]:
    """Return what makes a position the one to show: many boards, few calls, nobody vulnerable."""
    if one.situation is None:
        return one.boards, -99, 0, []
    calls = one.situation.calls
    return one.boards, -len(calls), -one.situation.vulnerability, [-call for call in calls]
