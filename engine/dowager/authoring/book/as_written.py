"""A system as its authors wrote it: every module, section and rule, in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dowager.authoring.shared.auction_finder import Steps
from dowager.errors import Fault
from dowager.language.compile import RULE_KEYS, SECTION_KEYS, Rule, Section, System
from dowager.language.files import Gatherer, system_file
from dowager.language.text import Entries, Items, Text, UsedFile, Value, read_pattern, texts
from dowager.language.tree import AskWord, ask_word

_ASKED = re.compile(r"(?<!not )\basked\((\w+)\)")
_SLAM_CALL = re.compile(r"\b(?:slam|grand)\(")
SLAM_ASKS = (AskWord.ACES, AskWord.KINGS, AskWord.KEYCARDS, AskWord.TRUMP_QUEEN)
"""What is asked for on the way to a slam."""

_SLAM_LEVEL = "67"
_SECTION_COLUMNS = ("name", "source", "about", "after", "rules")
_RULE_COLUMNS = ("call", "name", "hand")


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """A rule as written.

    Attributes:
        number: its number in the system.
        call: its call as written.
        name: the field's term.
        hand: the condition on the hand; empty for every hand.
        notes: the other keys, each with its words: `when`, `forcing`, `alert` ...
        location: `file:line`.
    """

    number: int
    call: str
    name: str
    hand: str
    notes: tuple[tuple[str, str], ...]
    location: str

    @property
    def asks_slam(self) -> bool:
        """Whether it asks for aces, kings or key cards."""
        return any(key == "asks" and ask_word(words) in SLAM_ASKS for key, words in self.notes)


@dataclass(frozen=True, slots=True)
class WrittenSection:
    """A section as written.

    Attributes:
        number: its number in the order of loading.
        name: what it is about; may be empty.
        about: words for people.
        source: the booklet or book.
        after: its auction patterns; empty when it depends on public conditions alone.
        steps: these patterns, read.
        notes: the other keys with their words: `when`, `seat`, `vul`, `closed`, `layer`.
        rules: the rules.
        location: `file:line`.
    """

    number: int
    name: str
    about: str
    source: str
    after: tuple[str, ...]
    steps: tuple[Steps, ...]
    notes: tuple[tuple[str, str], ...]
    rules: tuple[WrittenRule, ...]
    location: str

    @property
    def asked_for_slam(self) -> str:
        """Aces, kings or key cards, if it answers an ask for them; else an empty text."""
        when = " ".join(words for key, words in self.notes if key == "when")
        asked = (word for word in _ASKED.findall(when) if ask_word(word) in SLAM_ASKS)
        return next(asked, "")

    @property
    def about_slams(self) -> bool:
        """Whether it asks for aces or the like, answers such an ask, or bids slams by itself."""
        if self.asked_for_slam or any(rule.asks_slam for rule in self.rules):
            return True
        calls = [rule.call for rule in self.rules]
        return not self.after and any(
            _SLAM_CALL.search(call) or call[:1] in _SLAM_LEVEL for call in calls
        )


@dataclass(frozen=True, slots=True)
class WrittenModule:
    """A file as used once, with the arguments put in.

    Attributes:
        name: as `use` names it.
        title: its name for people.
        about: words for people.
        source: the booklet or book.
        needs: the words that it needs of its system, each with what it means.
        definitions: the words that it defines, each with its condition.
        sections: its sections.
        top: whether it is the system's own file, or that of a system it extends.
    """

    name: str
    title: str
    about: str
    source: str
    needs: tuple[tuple[str, str], ...]
    definitions: tuple[tuple[str, str], ...]
    sections: tuple[WrittenSection, ...]
    top: bool


def read_written(name: str, system: System) -> tuple[WrittenModule, ...]:
    """Return what a system's files say, in the order in which they are loaded.

    Args:
        name: the system's name or path, as `load_system` takes it.
        system: the same system, compiled.
    """
    parts = Gatherer([]).gather(system_file(name))
    compiled = iter(sorted(system.sections, key=lambda section: section.number))
    return tuple(_module(part, compiled) for part in parts)


def _module(part: UsedFile, compiled: Iterator[Section]) -> WrittenModule:
    document = part.document
    written = _entries(document.get("sections"))
    return WrittenModule(
        name=part.name,
        title=_words(document, "title"),
        about=_words(document, "about"),
        source=_words(document, "source"),
        needs=_explained(document.get("needs")),
        definitions=_explained(document.get("define")),
        sections=tuple(_section(entries, next(compiled)) for entries in written),
        top=part.top,
    )


def _entries(value: Value | None) -> tuple[Entries, ...]:
    items = value.items if isinstance(value, Items) else ()
    return tuple(item for item in items if isinstance(item, Entries))


def _explained(value: Value | None) -> tuple[tuple[str, str], ...]:
    pairs = value.pairs if isinstance(value, Entries) else ()
    return tuple((key.text, _plain(item)) for key, item in pairs)


def _section(written: Entries, section: Section) -> WrittenSection:
    faults: list[Fault] = []
    after = texts(written.get("after"), "after", faults)
    rules = zip(_entries(written.get("rules")), section.rules, strict=True)
    return WrittenSection(
        number=section.number,
        name=section.name,
        about=_words(written, "about"),
        source=section.source,
        after=tuple(_squeezed(text.text) for text in after),
        steps=tuple(read_pattern(text, faults) for text in after),
        notes=_notes(written, SECTION_KEYS, _SECTION_COLUMNS),
        rules=tuple(_rule(entries, rule) for entries, rule in rules),
        location=section.location,
    )


def _rule(written: Entries, rule: Rule) -> WrittenRule:
    return WrittenRule(
        number=rule.number,
        call=rule.written,
        name=rule.name,
        hand=_words(written, "hand"),
        notes=_notes(written, RULE_KEYS, _RULE_COLUMNS),
        location=rule.location,
    )


def _notes(
    written: Entries, keys: Iterable[str], columns: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Return what is said for the keys that have no column of their own."""
    noted = ((key, written.get(key)) for key in keys if key not in columns)
    return tuple((key, _plain(value)) for key, value in noted if value is not None)


def _words(written: Entries, key: str) -> str:
    value = written.get(key)
    return "" if value is None else _plain(value)


def _plain(value: Value) -> str:
    match value:
        case Text(text):
            return _squeezed(text)
        case Items(items):
            return "; ".join(_plain(item) for item in items)
        case Entries(pairs):
            return "; ".join(f"{key.text}: {_plain(item)}" for key, item in pairs)


def _squeezed(text: str) -> str:
    return " ".join(text.split())
