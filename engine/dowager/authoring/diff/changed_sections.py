"""The sections by which two systems differ, without those that are proved harmless at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from dowager.authoring.diff.swapped_rules import harmless_order
from dowager.authoring.shared.auction_finder import Steps
from dowager.authoring.shared.digests import default_digest, section_digest
from dowager.language.compile import Section, System


@dataclass(frozen=True, slots=True, eq=False)
class ChangedSections:
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


def changed_sections(old: System, new: System) -> ChangedSections:
    """Return the sections in which two systems differ, without those that are proved harmless."""
    before, after = (list(map(section_digest, system.sections)) for system in (old, new))
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    gone: list[Section] = []
    come: list[Section] = []
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag != "equal":
            for lost, added in _changed(old.sections[first:last], new.sections[start:end]):
                gone += lost
                come += added
    return ChangedSections(tuple(gone), tuple(come), default_digest(old) != default_digest(new))


_Sections = Sequence[Section]


def _changed(old: _Sections, new: _Sections) -> Iterator[tuple[_Sections, _Sections]]:
    """Yield the sections of a gap that are not proved to have only changed their rules' order."""
    if len(old) != len(new):
        yield old, new
        return
    for before, after in zip(old, new, strict=True):
        if not harmless_order(before, after):
            yield [before], [after]
