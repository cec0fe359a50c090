"""What systems and modules say of themselves: titles, options, parameters, read uncompiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dowager.errors import Fault, SystemFaults
from dowager.language.files.library import base_file, data_folder, shown_name
from dowager.language.files.options import declared_options
from dowager.language.files.parameters import declared_parameters
from dowager.language.text.entries import words
from dowager.language.text.system_file import without_choices
from dowager.language.text.yaml_values import Entries, Items, Text, Value, read_yaml

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


@dataclass(frozen=True, slots=True)
class ModuleDescription:
    """What a module that comes with this program says of itself.

    Attributes:
        name: as `use` names it from anywhere.
        title: its title; empty when it has none.
        about: what it is, in words.
        source: the booklet or book that it follows.
        file: its file, as rules show it.
        shared: whether it serves any system, and is not part of one.
        parameters: its parameters with their defaults; None for one that needs an argument.
        choices: the words that a parameter takes, the default first, of those that take no others.
        uses: the modules that it brings with it, or whose words it uses.
        needs: the words that the system is to define, with what they mean.
        defines: the words that it defines.
    """

    name: str
    title: str
    about: str
    source: str
    file: str
    shared: bool
    parameters: Mapping[str, str | None]
    choices: Mapping[str, tuple[str, ...]]
    uses: tuple[str, ...]
    needs: Mapping[str, str]
    defines: tuple[str, ...]


def describe_modules() -> tuple[ModuleDescription, ...]:
    """Return what each module that comes with this program says of itself, by name.

    Raises:
        SystemFaults: the file of one cannot be read.
    """
    faults: list[Fault] = []
    top = data_folder("systems")
    files = sorted(file for file in top.glob("*/*.yaml") if file.name != "system.yaml")
    documents = [(file, _document(file, faults)) for file in files if file.parent.name[0] != "_"]
    if faults:
        raise SystemFaults(faults)
    return tuple(
        _module(file.relative_to(top).with_suffix("").as_posix(), file, document)
        for file, document in documents
        if document is not None
    )


def _module(name: str, file: Path, document: Entries) -> ModuleDescription:
    ignored: list[Fault] = []
    parameters = declared_parameters(document, ignored)
    defaults = Entries(
        tuple((Text(key, document.span), each.default) for key, each in parameters.items()),
        document.span,
    )
    uses = (*_named(document.get("use")), *_named(document.get("words")))
    return ModuleDescription(
        name,
        words(document, "title", ignored),
        words(document, "about", ignored),
        words(document, "source", ignored),
        shown_name(file),
        not (file.parent / "system.yaml").exists(),
        {key: text or None for key, text in _texts(defaults).items()},
        {key: each.words for key, each in parameters.items() if each.words},
        tuple(dict.fromkeys(uses)),
        _texts(document.get("needs")),
        tuple(_texts(document.get("define"))),
    )


def _texts(value: Value | None) -> dict[str, str]:
    """Return the keys of a mapping, each with its value if that is a text; else with `...`."""
    pairs = value.pairs if isinstance(value, Entries) else ()
    return {
        key.text: " ".join(part.text.split()) if isinstance(part, Text) else "..."
        for key, part in pairs
    }


def _named(uses: Value | None) -> list[str]:
    """Return the modules that `use` or `words` names."""
    items = uses.items if isinstance(uses, Items) else () if uses is None else (uses,)
    names = [item.text for item in items if isinstance(item, Text)]
    return names + [key.text for item in items if isinstance(item, Entries) for key, _ in item]


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
