"""Changes of single rules: a system removes or replaces rules of those it is made of, or adds some.

Rules are named; a change says the name, and `in` the module or the section if the name stands in
several.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from dowager.errors import Fault, Span
from dowager.language.files.brief import with_call, written_out
from dowager.language.text.entries import check_keys, words
from dowager.language.text.keys import CHANGE_KEYS
from dowager.language.text.used_file import UsedFile
from dowager.language.text.vocabulary import closest
from dowager.language.text.yaml_values import Entries, Items, Text, Value

_Rules: TypeAlias = tuple[Value, ...]

_KINDS: dict[str, Callable[[_Rules, list[int], _Rules], _Rules]] = {
    "remove": lambda rules, named, new: _without(rules, named),
    "replace": lambda rules, named, new: (
        *rules[: named[0]],
        *new,
        *_without(rules, [*range(named[0]), *named]),
    ),
    "before": lambda rules, named, new: (*rules[: named[0]], *new, *rules[named[0] :]),
    "after": lambda rules, named, new: (*rules[: named[-1] + 1], *new, *rules[named[-1] + 1 :]),
}
"""What each kind of change makes of a section's rules: of all, which are named, and new ones."""


KINDS_OF_CHANGE = tuple(_KINDS)
"""The keys that say what a change does."""


def _without(rules: _Rules, left_out: list[int]) -> _Rules:
    return tuple(rule for number, rule in enumerate(rules) if number not in left_out)


def changed(parts: list[UsedFile], changes: Value | None, faults: list[Fault]) -> list[UsedFile]:
    """Return a system's parts after its changes, made one after the other.

    Args:
        parts: the files that it is made of.
        changes: what its key `change` says.
        faults: where faults go.
    """
    if changes is None or (isinstance(changes, Text) and changes.null):
        return parts
    if not isinstance(changes, Items):
        message = "`change` takes a list of changes: - {remove: limit raise}"
        faults.append(Fault(changes.span, message))
        return parts
    for item in changes.items:
        change = _read(item, faults)
        if change is not None:
            parts = _made(parts, change, faults)
    return parts


@dataclass(frozen=True, slots=True)
class _Change:
    """One change.

    Attributes:
        kind: a key of `_KINDS`.
        name: the name of the rules.
        where: the module or the section; empty for any.
        rules: new rules.
        span: where the name stands.
    """

    kind: str
    name: str
    where: str
    rules: _Rules
    span: Span


def _read(item: Value, faults: list[Fault]) -> _Change | None:
    kinds = [kind for kind in _KINDS if isinstance(item, Entries) and item.get(kind)]
    if not isinstance(item, Entries) or len(kinds) != 1:
        message = f"a change has one of the keys {', '.join(_KINDS)}, with the name of a rule"
        faults.append(Fault(item.span, message))
        return None
    (kind,) = kinds
    check_keys(item, CHANGE_KEYS, faults)
    rules, named = item.get("rules"), item.get(kind)
    assert named is not None
    if (kind == "remove") != (rules is None) or (rules and not isinstance(rules, Items)):
        right = "takes no `rules`" if kind == "remove" else "needs `rules:`, a list of rules"
        faults.append(Fault(named.span, f"`{kind}` {right}"))
        return None
    items = rules.items if isinstance(rules, Items) else ()
    new = tuple(with_call(rule) if isinstance(rule, Entries) else rule for rule in items)
    name, where = words(item, kind, faults), words(item, "in", faults)
    return _Change(kind, name, where, new, named.span)


def _made(parts: list[UsedFile], change: _Change, faults: list[Fault]) -> list[UsedFile]:
    """Return the parts after one change; if it cannot be made, note a fault."""
    found = [
        (number, section)
        for number, part in enumerate(parts)
        for section in _sections(part)
        if _fits(part, section, change) and _named(section, change.name)
    ]
    places = {section.span: (parts[number], section) for number, section in found}
    if not found:
        names = [name for part in parts for section in _sections(part) for name in _names(section)]
        where = f" in {change.where!r}" if change.where else ""
        message = f"no rule is named {change.name!r}{where}"
        if change.name in names:
            others = [
                part.name
                for part in parts
                if any(_named(each, change.name) for each in _sections(part))
            ]
            message += f"; such rules are in {', '.join(dict.fromkeys(others))}"
        else:
            message += closest(change.name, names)
        faults.append(Fault(change.span, message))
        return parts
    if change.kind != "remove" and len(places) > 1:
        listed = "; ".join(_told_apart(places.values()))
        message = f"rules named {change.name!r} stand in {len(places)} sections; say in which: "
        faults.append(Fault(change.span, message + listed))
        return parts
    return [
        replace(part, document=written_out(_edited(part.document, places, change), faults))
        if number in dict(found)
        else part
        for number, part in enumerate(parts)
    ]


def _told_apart(places: Collection[tuple[UsedFile, Entries]]) -> Iterator[str]:
    """Yield what `in` may say for each of several sections, and where it stands."""
    modules = [part.name for part, _ in places]
    names = [words(section, "name", []) for _, section in places]
    for part, section in places:
        name = words(section, "name", [])
        alone = modules.count(part.name) == 1 and part.name not in names
        right = part.name if alone else name
        told = f"`in: {right}`" if right else "a section that needs a name"
        yield f"{told} ({section.span.location})"


def _edited(document: Entries, places: Collection[Span], change: _Change) -> Entries:
    def section(value: Value) -> Value:
        if not isinstance(value, Entries) or value.span not in places:
            return value
        return _with(value, "rules", lambda rules: _applied(rules, change))

    return _with(
        document,
        "sections",
        lambda value: (
            Items(tuple(map(section, value.items)), value.span)
            if isinstance(value, Items)
            else value
        ),
    )


def _applied(rules: Value, change: _Change) -> Value:
    if not isinstance(rules, Items):
        return rules
    named = [number for number, rule in enumerate(rules.items) if _name(rule) == change.name]
    return Items(_KINDS[change.kind](rules.items, named, change.rules), rules.span)


def _with(entries: Entries, key: str, made: Callable[[Value], Value]) -> Entries:
    pairs = ((name, made(value) if name.text == key else value) for name, value in entries)
    return Entries(tuple(pairs), entries.span)


def _sections(part: UsedFile) -> Iterator[Entries]:
    sections = part.document.get("sections")
    items = sections.items if isinstance(sections, Items) else ()
    return (item for item in items if isinstance(item, Entries))


def _fits(part: UsedFile, section: Entries, change: _Change) -> bool:
    """Whether a section is where a change is to be made: in a module or a section of that name."""
    if change.where in ("", part.name, words(section, "name", [])):
        return True
    return f"/{part.document.span.file}".endswith(f"/{change.where}.yaml")


def _named(section: Entries, name: str) -> bool:
    return name in _names(section)


def _names(section: Entries) -> list[str]:
    rules = section.get("rules")
    return [_name(rule) for rule in rules.items] if isinstance(rules, Items) else []


def _name(rule: Value) -> str:
    return words(rule, "name", []) if isinstance(rule, Entries) else ""
