"""Owns which sections of two systems differ, and what can be proved of that at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from dowager.authoring.check.changes import frame_digest
from dowager.authoring.diff.swapped_rules import harmless_order
from dowager.authoring.shared.digests import section_digest
from dowager.language.compile import Section, System
from dowager.language.tree import expression as ex

Steps = tuple[ex.CallPattern, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Changed:
    """The sections by which two systems differ.

    Attributes:
        old: those of the old system.
        new: those of the new one.
        elsewhere: whether the systems that explain other calls differ, too.
    """

    old: tuple[Section, ...]
    new: tuple[Section, ...]
    elsewhere: bool

    @property
    def nothing(self) -> bool:
        """Whether nothing differs that has an effect: the systems are equivalent."""
        return not (self.old or self.new or self.elsewhere)

    @property
    def patterns(self) -> tuple[Steps, ...] | None:
        """The auction patterns of all of them; None when some depend on public conditions alone."""
        sections = (*self.old, *self.new)
        if self.elsewhere or any(not section.after for section in sections):
            return None
        return tuple(dict.fromkeys(steps for section in sections for steps in section.after))


def changed_sections(old: System, new: System) -> Changed:
    """Return the sections in which two systems differ, without those that are proved harmless."""
    before, after = list(old.sections), list(new.sections)
    matcher = SequenceMatcher(
        None,
        [section_digest(section) for section in before],
        [section_digest(section) for section in after],
        autojunk=False,
    )
    gone: list[Section] = []
    come: list[Section] = []
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag != "equal":
            pairs = list(_left(before[first:last], after[start:end]))
            gone += [one for one, _ in pairs if one is not None]
            come += [other for _, other in pairs if other is not None]
    return Changed(tuple(gone), tuple(come), frame_digest(old) != frame_digest(new))


def _left(
    old: Sequence[Section], new: Sequence[Section]
) -> Iterator[tuple[Section | None, Section | None]]:
    """Yield the sections of a gap that are not proved to have only changed their rules' order."""
    if len(old) != len(new):
        yield from ((one, None) for one in old)
        yield from ((None, other) for other in new)
        return
    for one, other in zip(old, new, strict=True):
        if not harmless_order(one, other):
            yield one, other
