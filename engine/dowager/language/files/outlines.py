"""The sections of a module with their rules by name, as `change` may name them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dowager.errors import Fault, Span, SystemFaults
from dowager.language.files.arguments import substitute
from dowager.language.files.brief import written_out
from dowager.language.files.library import shown_name
from dowager.language.files.parameters import argument_values, declared_parameters
from dowager.language.text.entries import texts, words
from dowager.language.text.yaml_values import Entries, Items, Text, read_yaml


@dataclass(frozen=True, slots=True)
class RuleOutline:
    """A rule as it is written: its call, its name and its line."""

    call: str
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class SectionOutline:
    """A section as it is written.

    Attributes:
        name: its name; empty without one.
        after: its patterns; empty if it depends on `when` alone.
        line: its line.
        rules: its rules, in order; those under an `if` among them.
    """

    name: str
    after: tuple[str, ...]
    line: int
    rules: tuple[RuleOutline, ...]


def section_outlines(file: Path) -> tuple[SectionOutline, ...]:
    """Return the sections of a system's or a module's file, its parameters as they are by default.

    Raises:
        SystemFaults: the file cannot be read.
    """
    faults: list[Fault] = []
    document = read_yaml(file, shown_name(file), faults)
    if not isinstance(document, Entries):
        raise SystemFaults(faults or [Fault(Span(shown_name(file), 1, 1), "no sections here")])
    name = Text(file.stem, document.span)
    values = argument_values(name, declared_parameters(document, []), None, [])
    filled = substitute(document, values, [])
    assert isinstance(filled, Entries)
    return tuple(_outlines(written_out(filled, [])))


def _outlines(document: Entries) -> Iterator[SectionOutline]:
    sections = document.get("sections")
    for section in sections.items if isinstance(sections, Items) else ():
        if isinstance(section, Entries):
            rules = section.get("rules")
            items = rules.items if isinstance(rules, Items) else ()
            yield SectionOutline(
                words(section, "name", []),
                tuple(text.text for text in texts(section.get("after"), "after", [])),
                section.span.line,
                tuple(_rule(item) for item in items if isinstance(item, Entries)),
            )


def _rule(rule: Entries) -> RuleOutline:
    return RuleOutline(words(rule, "call", []), words(rule, "name", []), rule.span.line)
