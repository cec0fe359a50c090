"""What differs between two states of a system, as far as an earlier walk needs to know it.

A section whose rules only ask something else of the hand, or say something else of a call, matters
where its rules were tried. A section that applies elsewhere than before, or leads to other calls,
matters wherever its auction patterns match, before or now; if it has none, everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

import numpy as np

from dowager.auction import Call
from dowager.authoring.check.visit import GONE, RuleNumbers, Visit
from dowager.authoring.shared.auction_finder import Steps, frontier_of
from dowager.authoring.shared.digests import face_digest, section_digest
from dowager.language.compile import System
from dowager.language.tree import Frontier


@dataclass(frozen=True, slots=True)
class Outline:
    """What is kept of a section.

    Attributes:
        content: the digest of what it says.
        face: the digest of where it applies and of the calls that it leads to.
        after: its auction patterns.
        rules: the numbers of its rules.
    """

    content: bytes
    face: bytes
    after: tuple[Steps, ...]
    rules: tuple[int, ...]


def outlines(system: System) -> tuple[Outline, ...]:
    """Return the outline of every section, in rank order."""
    return tuple(
        Outline(
            section_digest(section),
            face_digest(section),
            section.after,
            tuple(rule.number for rule in section.rules),
        )
        for section in system.sections
    )


_NOWHERE: Frontier[bool] = Frontier(())


@dataclass(frozen=True, slots=True)
class Edit:
    """What has changed since an earlier walk, seen from one position.

    Attributes:
        rules: the rules, by number, that matter where they were tried.
        everything: whether any position may be touched.
        moved: where the patterns of the other sections that changed lead from here.
    """

    rules: frozenset[int] = frozenset()
    everything: bool = False
    moved: Frontier[bool] = _NOWHERE
    _touched: dict[int, bool] = field(default_factory=dict)

    def mark(self, visit: Visit) -> bool:
        """Note for a visit and all below it whether rules tried, or named, there were changed."""
        below = [self.mark(other) for other in visit.below.values()]
        touched = self._tried(visit) or any(below)
        self._touched[id(visit)] = touched
        return touched

    def _tried(self, visit: Visit) -> bool:
        if any(finding.stale for finding in visit.findings):
            return True
        if any(passed.stale for passed in visit.passed_out):
            return True
        return bool(self.rules) and not self.rules.isdisjoint(visit.rules.tolist())

    def after(self, call: Call) -> Edit:
        """Return the edit as seen after one more call."""
        return replace(self, moved=self.moved.after(call))

    def here(self, visit: Visit) -> bool:
        """Whether a visit may be touched."""
        return self.everything or self._tried(visit) or self.moved.matched

    def below(self, visit: Visit) -> bool:
        """Whether a visit or any that follows may be touched."""
        return self.everything or self._touched[id(visit)] or self.moved.live


def edit_between(old: Sequence[Outline], new: Sequence[Outline]) -> tuple[Edit, RuleNumbers]:
    """Return what has changed from one state of a system to another.

    Returns:
        The edit, with rules by their new numbers; the new number of each old rule, `GONE` for those
        of sections that are gone or apply elsewhere.
    """
    rules: set[int] = set()
    everything = False
    moved: list[Steps] = []
    count = 1 + max((number for section in old for number in section.rules), default=-1)
    numbers = np.full(count, GONE, np.int32)
    matcher = SequenceMatcher(
        None, [section.content for section in old], [section.content for section in new],
        autojunk=False,
    )  # fmt: skip
    for tag, first, last, start, end in matcher.get_opcodes():
        before, after = old[first:last], new[start:end]
        if [section.face for section in before] == [section.face for section in after]:
            for was, now in zip(before, after, strict=True):
                numbers[list(was.rules)] = now.rules
                if tag != "equal":
                    rules.update(now.rules)
            continue
        for section in (*before, *after):
            everything = everything or not section.after
            moved += section.after
    return Edit(frozenset(rules), everything, frontier_of(moved)), numbers
