"""Owns what differs between two states of a system, as far as an earlier walk needs to know it.

A section whose rules only ask something else of the hand, or say something else of a call, matters
where its rules were tried. A section that applies elsewhere than before, or leads to other calls,
matters wherever its auction patterns match, before or now; if it has none, everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Call
from dowager.authoring.check.visit import Place
from dowager.authoring.shared.digests import digest, face_digest, section_digest
from dowager.language.compile import Section, System
from dowager.language.tree import Frontier, PatternTree
from dowager.language.tree import expression as ex

_Steps = tuple[ex.CallPattern, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """What is remembered of a section.

    Attributes:
        content: the digest of what it says.
        face: the digest of where it applies and of the calls that it leads to.
        after: its auction patterns.
        rules: the numbers of its rules.
    """

    content: bytes
    face: bytes
    after: tuple[_Steps, ...]
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


def frame_digest(system: System) -> bytes:
    """Return the digest of what is outside the sections: the system that explains other calls."""
    default = system.default
    if default is None or default is system:
        return digest(b"none")
    return digest(*(section_digest(section) for section in default.sections))


@dataclass(frozen=True, slots=True)
class Change:
    """What has changed since an earlier walk, seen from one position.

    Attributes:
        edited: the rules, by number, that matter where they were tried.
        everything: whether any position may be touched.
        moved: where the patterns of the other sections that changed lead from here.
    """

    edited: frozenset[int]
    everything: bool
    moved: Frontier[int]
    _touched: dict[int, bool] = field(default_factory=dict)

    def mark(self, place: Place) -> bool:
        """Note for a place and all below it whether rules tried, or named, there were changed."""
        below = [self.mark(other) for other in place.below.values()]
        found = self._tried(place) or any(below)
        self._touched[id(place)] = found
        return found

    def _tried(self, place: Place) -> bool:
        if any(one.stale for one in place.found):
            return True
        return bool(self.edited) and not self.edited.isdisjoint(place.rules.tolist())

    def after(self, call: Call) -> Change:
        """Return the change as seen after one more call."""
        return replace(self, moved=self.moved.after(call))

    def here(self, place: Place) -> bool:
        """Whether a place may be touched."""
        return self.everything or self._tried(place) or self.moved.matched

    def below(self, place: Place) -> bool:
        """Whether a place or any that follows may be touched."""
        return self.everything or self._touched[id(place)] or self.moved.live


def change_between(
    old: Sequence[Outline], new: Sequence[Outline]
) -> tuple[Change, NDArray[np.int32]]:
    """Return what has changed from one state of a system to another.

    Returns:
        The change, with rules by their new numbers; the new number of each old rule, -1 for those
        of sections that are gone or apply elsewhere.
    """
    edited: set[int] = set()
    everything = False
    moved: PatternTree[int] = PatternTree()
    numbers = np.full(
        1 + max((max(one.rules, default=-1) for one in old), default=-1), -1, np.int32
    )
    matcher = SequenceMatcher(
        None, [one.content for one in old], [one.content for one in new], autojunk=False
    )
    for tag, first, last, start, end in matcher.get_opcodes():
        before, after = old[first:last], new[start:end]
        if [one.face for one in before] == [one.face for one in after]:
            for one, other in zip(before, after, strict=True):
                numbers[list(one.rules)] = other.rules
                if tag != "equal":
                    edited.update(other.rules)
            continue
        for one in (*before, *after):
            everything = everything or not one.after
            for steps in one.after:
                moved.add(steps, 0)
    return Change(frozenset(edited), everything, Frontier.of(moved)), numbers


def no_change() -> Change:
    """Return the change of nothing."""
    return Change(frozenset(), False, Frontier.of(PatternTree()))


def places_of(system: System) -> list[Section]:
    """Return the section of each rule, by the rule's number."""
    found: list[Section | None] = [None] * len(system.rules)
    for section in system.sections:
        for rule in section.rules:
            found[rule.number] = section
    return [section for section in found if section is not None]
