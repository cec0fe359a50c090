"""The topics of a system: what can be practised, in the words of its own files.

A topic is a file that has rules, by its title. The sections of a system that is one file only are
topics instead, by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath

from dowager.authoring.shared.system_rules import in_own_folder, rules_that_read
from dowager.errors import InputError
from dowager.language.compile import Rule, Section, System
from dowager.language.files import Gatherer, system_file
from dowager.language.text import Entries, Text, Value


@dataclass(frozen=True, slots=True)
class Topic:
    """Something to practise.

    Attributes:
        key: what names it among the topics of its system.
        title: its name for people.
        about: words for people; may be empty.
        group: what it belongs to, for people.
        rules: its rules, one for each place in a file.
    """

    key: str
    title: str
    about: str
    group: str
    rules: tuple[Rule, ...]

    @property
    def locations(self) -> frozenset[str]:
        """The `file:line` of its rules."""
        return frozenset(rule.location for rule in self.rules)


def topics(name: str, system: System) -> tuple[Topic, ...]:
    """Return the topics of a system: those of its own folder first, then as its files come.

    Rules that only read calls, and are not to call by, belong to none.

    Args:
        name: the system's name or path, as `load_system` takes it.
        system: the same system, compiled.
    """
    by_file = _rules_by_file(system)
    if len(by_file) == 1:
        return tuple(_of_sections(system))
    words = _words_of_files(name)
    found = [
        _of_file(file, rules, words.get(file, ("", "")), system) for file, rules in by_file.items()
    ]
    return tuple(sorted(found, key=lambda topic: not in_own_folder(topic.key, system)))


def topic_named(found: Iterable[Topic], key: str) -> Topic:
    """Return a topic by its key.

    Raises:
        InputError: there is none of that key.
    """
    for topic in found:
        if topic.key == key:
            return topic
    raise InputError(f"the system has no topic {key[:80]!r}")


def rules_like(system: System, text: str) -> tuple[Rule, ...]:
    """Return all rules that a text means, one for each place in a file.

    Args:
        system: the system.
        text: `file:line`, of which the end is enough, a name, or a part of a name; what is exact is
            preferred. Case does not matter.

    Raises:
        InputError: no rule has that name.
    """
    wanted = " ".join(text.split()).lower()
    rules = _places(system.rules, rules_that_read(system))
    ways = (
        lambda rule: f"/{rule.location}".lower().endswith(f"/{wanted}"),
        lambda rule: rule.name.lower() == wanted,
        lambda rule: wanted in rule.name.lower(),
    )
    for fits in ways:
        meant = tuple(rule for rule in rules if wanted and fits(rule))
        if meant:
            return meant
    raise InputError(
        f"no rule of {system.name} is named {text[:80]!r}; write its name or file:line"
    )


def _places(rules: Iterable[Rule], without: frozenset[int]) -> tuple[Rule, ...]:
    """Return one rule for each place in a file, in the order of loading."""
    places: dict[str, Rule] = {}
    for rule in rules:
        if rule.number not in without:
            places.setdefault(rule.location, rule)
    return tuple(places.values())


def _rules_by_file(system: System) -> dict[str, list[Rule]]:
    by_file: dict[str, list[Rule]] = {}
    for rule in _places(system.rules, rules_that_read(system)):
        by_file.setdefault(rule.span.file, []).append(rule)
    return by_file


def _of_file(file: str, rules: list[Rule], words: tuple[str, str], system: System) -> Topic:
    title, about = words
    folder = PurePath(file).parent.name
    group = system.title if in_own_folder(file, system) else _as_title(folder)
    return Topic(file, title or _as_title(PurePath(file).stem), about, group, tuple(rules))


def _as_title(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()


def _of_sections(system: System) -> Iterator[Topic]:
    without = rules_that_read(system)
    for section in sorted(system.sections, key=lambda section: section.number):
        rules = _places(section.rules, without)
        if rules:
            title = section.name or _named_by_rules(section)
            yield Topic(section.location, title, section.about, system.title, rules)


def _named_by_rules(section: Section) -> str:
    names = dict.fromkeys(rule.name or rule.written for rule in section.rules)
    shown = list(names)[:3]
    return ", ".join(shown) + (" ..." if len(names) > len(shown) else "")


def _words_of_files(name: str) -> dict[str, tuple[str, str]]:
    """Return title and words of each file that a system is read from."""
    words: dict[str, tuple[str, str]] = {}
    for part in Gatherer([]).gather(system_file(name)):
        document = part.document
        words.setdefault(document.span.file, (_text(document, "title"), _text(document, "about")))
    return words


def _text(document: Entries, key: str) -> str:
    value: Value | None = document.get(key)
    return " ".join(value.text.split()) if isinstance(value, Text) else ""
