"""What a system says of itself: its title and its options, read without compiling it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dowager.errors import Fault, SystemFaults
from dowager.language.files.library import base_file, shown_name
from dowager.language.files.options import declared_options
from dowager.language.text.entries import words
from dowager.language.text.system_file import without_choices
from dowager.language.text.yaml_values import Entries, Text, read_yaml

_MOST_BASES = 20


@dataclass(frozen=True, slots=True)
class SystemDescription:
    """What a system says of itself.

    Attributes:
        title: its title; empty when it has none.
        options: the values of each option, its own and of systems that it extends; the first is
            meant unless another is chosen.
    """

    title: str
    options: Mapping[str, tuple[str, ...]]


def describe_system(path: Path) -> SystemDescription:
    """Return what the system in a file says of itself.

    Raises:
        SystemFaults: the file, or that of a system which it extends, cannot be read.
    """
    faults: list[Fault] = []
    document: Entries | None = _document(path, faults)
    title = words(document, "title", faults) if document else ""
    options: dict[str, tuple[str, ...]] = {}
    chosen: dict[str, str] = {}
    for _ in range(_MOST_BASES):
        if document is None:
            break
        for name, values in declared_options(document, faults).items():
            options.setdefault(name, _first(chosen.get(name), values))
        name, choices = _extended(document)
        chosen = dict(choices) | chosen
        base = base_file(name, path) if name else None
        path, document = base or path, _document(base, faults) if base else None
    if faults:
        raise SystemFaults(faults)
    return SystemDescription(title, options)


def _document(path: Path, faults: list[Fault]) -> Entries | None:
    value = read_yaml(path, shown_name(path), faults)
    return value if isinstance(value, Entries) else None


def _extended(document: Entries) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the system that a document extends, and what it chooses of its options."""
    extends = document.get("extends")
    return without_choices(extends.text) if isinstance(extends, Text) else ("", ())


def _first(chosen: str | None, values: tuple[str, ...]) -> tuple[str, ...]:
    """Return values with the one that is chosen first."""
    others = tuple(value for value in values if value != chosen)
    return values if chosen is None or len(others) == len(values) else (chosen, *others)
