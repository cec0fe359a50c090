"""Owns gathering a system's files: what `extends` and `use` bring in, in order, with arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dowager.errors import Fault, Span
from dowager.language.grammar import closest
from dowager.language.library import module_file, shown_name, system_file
from dowager.language.library import system_names as all_system_names
from dowager.language.source import Entries, Items, Text, Value, read_yaml

_PARAMETER = re.compile(r"\$(?:(\w+)|\{(\w+)\})")
SYSTEM_KEYS = (
    "system", "title", "about", "source", "extends", "without", "use", "layer", "define", "sections",
)  # fmt: skip
MODULE_KEYS = (
    "module", "title", "about", "source", "parameters", "use", "layer", "define", "sections",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """One file as used once: its document with the arguments put in."""

    name: str
    document: Entries
    top: bool


class Gatherer:
    """Reads a system's file and all that it uses; every fault is collected."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        self.files: list[str] = []
        self._documents: dict[Path, Entries | None] = {}
        self._taken: set[tuple[Path, str]] = set()

    def gather(self, path: Path) -> list[Part]:
        """Return the parts of a system in their order: own modules, own sections, then the base's."""
        return self._system(path, ())

    def _system(self, path: Path, above: tuple[Path, ...]) -> list[Part]:
        document = self._read(path, "system", SYSTEM_KEYS)
        if document is None:
            return []
        parts = self._used(document, path, (path,))
        parts.append(Part(path.parent.name, document, True))
        without = {text.text for text in texts(document.get("without"), "without", self.faults)}
        base = self._base(document, (*above, path))
        unknown = without - {part.name for part in base}
        if unknown:
            span = document.get("without")
            assert span is not None
            self.faults.append(
                Fault(span.span, f"`without` names {sorted(unknown)}, which the base does not use")
            )
        return parts + [part for part in base if part.name not in without]

    def _base(self, document: Entries, above: tuple[Path, ...]) -> list[Part]:
        extends = document.get("extends")
        if extends is None:
            return []
        if not isinstance(extends, Text):
            self.faults.append(Fault(extends.span, "`extends` takes the name of one system"))
            return []
        if extends.text not in all_system_names():
            names = all_system_names()
            self.faults.append(
                Fault(
                    extends.span,
                    f"no system {extends.text!r}{closest(extends.text, names)}; there are "
                    f"{', '.join(names)}",
                )
            )
            return []
        path = system_file(extends.text)
        if path in above:
            self.faults.append(Fault(extends.span, "the system extends itself"))
            return []
        return self._system(path, above)

    def _read(self, path: Path, kind: str, keys: tuple[str, ...]) -> Entries | None:
        if path not in self._documents:
            shown = shown_name(path)
            self.files.append(shown)
            value = read_yaml(path, shown, self.faults)
            self._documents[path] = self._checked(value, kind, keys)
        return self._documents[path]

    def _checked(self, value: Value | None, kind: str, keys: tuple[str, ...]) -> Entries | None:
        if value is None:
            return None
        if not isinstance(value, Entries) or value.key(kind) is None:
            span = Span(value.span.file, 1, 1)
            self.faults.append(Fault(span, f"the file should begin with `{kind}:` and its name"))
            return None
        check_keys(value, keys, self.faults)
        return value

    def _used(self, document: Entries, path: Path, above: tuple[Path, ...]) -> list[Part]:
        parts: list[Part] = []
        for name, arguments in _uses(document.get("use"), self.faults):
            parts.extend(self._module(name, arguments, path, above))
        return parts

    def _module(
        self, name: Text, arguments: Entries | None, user: Path, above: tuple[Path, ...]
    ) -> list[Part]:
        path = module_file(name.text, user.parent)
        if path is None:
            self.faults.append(
                Fault(name.span, f"no module {name.text!r} beside this file or below systems/")
            )
            return []
        if path in above or len(above) > 20:
            self.faults.append(Fault(name.span, f"module {name.text!r} uses itself"))
            return []
        document = self._read(path, "module", MODULE_KEYS)
        if document is None:
            return []
        values = self._arguments(document, name, arguments)
        if (path, key := repr(sorted(values.items()))) in self._taken:
            return []
        self._taken.add((path, key))
        filled = substitute(document, values, self.faults)
        assert isinstance(filled, Entries)
        return [*self._used(filled, path, (*above, path)), Part(name.text, filled, False)]

    def _arguments(self, document: Entries, name: Text, given: Entries | None) -> dict[str, Value]:
        values: dict[str, Value] = {}
        parameters = document.get("parameters")
        if isinstance(parameters, Entries):
            values = {key.text: value for key, value in parameters}
        elif parameters is not None:
            self.faults.append(
                Fault(parameters.span, "`parameters` takes names with defaults: {after: 1NT}")
            )
        for key, value in given or ():
            if key.text not in values:
                self.faults.append(
                    Fault(
                        key.span,
                        f"module {name.text!r} has no parameter {key.text!r}"
                        f"{closest(key.text, values)}; it has {', '.join(values) or 'none'}",
                    )
                )
            else:
                values[key.text] = value
        return values


def _uses(value: Value | None, faults: list[Fault]) -> list[tuple[Text, Entries | None]]:
    if value is None or (isinstance(value, Text) and value.null):
        return []
    found: list[tuple[Text, Entries | None]] = []
    for item in value.items if isinstance(value, Items) else (value,):
        if isinstance(item, Text):
            found.append((item, None))
        elif isinstance(item, Entries):
            found.extend(_with_arguments(item, faults))
        else:
            faults.append(Fault(item.span, "`use` takes module names, with arguments if wanted"))
    return found


def _with_arguments(item: Entries, faults: list[Fault]) -> list[tuple[Text, Entries | None]]:
    found: list[tuple[Text, Entries | None]] = []
    for name, arguments in item:
        if isinstance(arguments, Entries):
            found.append((name, arguments))
        elif isinstance(arguments, Text) and arguments.null:
            found.append((name, None))
        else:
            faults.append(Fault(arguments.span, "arguments are written {name: value}"))
    return found


def substitute(value: Value, values: Mapping[str, Value], faults: list[Fault]) -> Value:
    """Return a document with `$name` and `${name}` replaced by arguments.

    A text that is nothing but one parameter becomes the argument itself, a list too; within a text
    the argument must be a plain word.
    """
    match value:
        case Text():
            return _substitute_text(value, values, faults)
        case Items(items, span):
            return Items(tuple(substitute(item, values, faults) for item in items), span)
        case Entries(pairs, span):
            return Entries(
                tuple(
                    (key, value if key.text == "parameters" else substitute(value, values, faults))
                    for key, value in pairs
                ),
                span,
            )


def _substitute_text(value: Text, values: Mapping[str, Value], faults: list[Fault]) -> Value:
    if "$" not in value.text:
        return value
    whole = _PARAMETER.fullmatch(value.text.strip())
    if whole and (whole.group(1) or whole.group(2)) in values:
        argument = values[whole.group(1) or whole.group(2)]
        return Text(argument.text, value.span) if isinstance(argument, Text) else argument

    def put(found: re.Match[str]) -> str:
        name = found.group(1) or found.group(2)
        argument = values.get(name)
        if isinstance(argument, Text):
            return argument.text
        what = "no parameter of this module" if argument is None else "a list, not a word"
        faults.append(Fault(value.span.shifted(found.start()), f"${name} is {what}"))
        return found.group()

    return Text(_PARAMETER.sub(put, value.text), value.span)


def check_keys(entries: Entries, allowed: tuple[str, ...], faults: list[Fault]) -> None:
    """Note every key that is not allowed."""
    for key, _ in entries:
        if key.text not in allowed:
            faults.append(
                Fault(
                    key.span,
                    f"unknown key {key.text!r}{closest(key.text, allowed)}; "
                    f"keys here are {', '.join(allowed)}",
                )
            )


def texts(value: Value | None, what: str, faults: list[Fault]) -> list[Text]:
    """Return the words of a scalar or a list of scalars; nothing for a missing value."""
    if value is None:
        return []
    found: list[Text] = []
    for item in value.items if isinstance(value, Items) else (value,):
        if isinstance(item, Text):
            found.append(item)
        else:
            faults.append(Fault(item.span, f"`{what}` takes a word or a list of words"))
    return found
