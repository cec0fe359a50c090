"""The order in which a reader wants to hear what a system's files are about.

Openings come first, from 1♣ upwards, each with what follows it; then our auctions with
interference, what we do over their openings, what depends on no auction, and slams.
"""

from __future__ import annotations

import re
from collections import Counter
from enum import IntEnum

from dowager.authoring.book.as_written import WrittenModule, WrittenSection

_PASSES = re.compile(r"\(?P(?:\|X)?\)?")
_CALL = re.compile(r"\(?(?:P\|)?([1-7])(?:-[1-7])?(NT|[CDHSMmxyzwt?])")
_STRAINS = {"D": 1, "M": 2, "H": 2, "S": 3, "NT": 4}
_FAR = (9, 9)
_Rank = tuple[int, int]


class _Kind(IntEnum):
    """What a section is about, in the order in which one reads of it."""

    OURS = 0
    DISTURBED = 1
    THEIRS = 2
    ANYWHERE = 3
    SLAM = 4


def reading_order(module: WrittenModule) -> tuple[int, bool, _Rank, bool]:
    """Return what modules are sorted by: what they are about, the bid, and openings before answers.

    What most sections are about decides, if these are slams or no auction, else the first section.
    A bid of theirs that is asked to mean something comes after those that may mean anything.
    """
    kinds = [_kind(section) for section in module.sections]
    kind, _ = Counter(kinds).most_common(1)[0]
    if kind < _Kind.ANYWHERE:
        kind = next(each for each in kinds if each < _Kind.ANYWHERE)
    pairs = zip(module.sections, kinds, strict=True)
    sections = [section for section, own in pairs if own is kind]
    opened = [calls[0] for section in sections for calls in map(_calls, section.after) if calls]
    special = kind is _Kind.THEIRS and bool(opened) and all(":" in call for call in opened)
    opens = any("start" in section.after for section in sections)
    return kind, special, min(map(_first, sections)), not opens


def _kind(section: WrittenSection) -> _Kind:
    if section.about_slams:
        return _Kind.SLAM
    if not section.after or any("part_score" in words for _, words in section.notes):
        return _Kind.ANYWHERE
    calls = _calls(section.after[0])
    if calls and calls[0].startswith("("):
        return _Kind.THEIRS
    disturbed = any(call.startswith("(") and not _PASSES.fullmatch(call) for call in calls)
    return _Kind.DISTURBED if disturbed else _Kind.OURS


def _calls(pattern: str) -> list[str]:
    """Return the calls of a pattern from the first bid on; none where nobody has bid."""
    words = pattern.split()
    begins = (number for number, word in enumerate(words) if not _PASSES.fullmatch(word))
    first = next(begins, len(words))
    return [] if words == ["start"] else words[first:]


def _first(section: WrittenSection) -> _Rank:
    """Return level and strain of the first bid, of an opening section those of its lowest call."""
    opened = [calls[0] for pattern in section.after if (calls := _calls(pattern))]
    return min(map(_rank, opened or [rule.call for rule in section.rules]), default=_FAR)


def _rank(call: str) -> _Rank:
    read = _CALL.match(call)
    return (int(read[1]), _STRAINS.get(read[2], 0)) if read else _FAR
