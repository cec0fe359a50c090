"""Changes of single rules: a system removes or replaces rules of those it is made of, or adds some.

Rules are named; a change says the name, and `in` the module or the section if the name stands in
several.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from dowager.errors import Fault, Span
from dowager.language.files.brief import answers_to, with_call, without_answers, written_out
from dowager.language.text.call_grammar import possible_calls
from dowager.language.text.entries import check_keys, texts, words
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


_Parts: TypeAlias = list[UsedFile]


def changed(
    parts: _Parts,
    above: _Parts,
    shared: Collection[str],
    changes: Value | None,
    faults: list[Fault],
) -> tuple[_Parts, _Parts]:
    """Return a system's parts after its changes, made one after the other.

    A module that the system uses may be used already by a system that extends it, and then stands
    there: rules are removed there as well, and what is named in none of the system's own parts is
    looked for among those.

    Args:
        parts: the files that it is made of.
        above: the files of the systems that extend it.
        shared: the modules among these that it uses as well, as faults show their files.
        changes: what its key `change` says.
        faults: where faults go.

    Returns:
        Its files and those above after the changes.
    """
    if changes is None or (isinstance(changes, Text) and changes.null):
        return parts, above
    if not isinstance(changes, Items):
        message = "`change` takes a list of changes: - {remove: limit raise}"
        faults.append(Fault(changes.span, message))
        return parts, above
    for item in changes.items:
        change = _read(item, faults)
        if change is None:
            continue
        here = bool(_found(parts, change))
        beside = [part for part in above if part.document.span.file in shared] if here else above
        there = bool(_found(beside, change)) and (change.kind == "remove" or not here)
        if there:
            made = dict(zip(map(id, beside), _made(beside, change, faults), strict=True))
            above = [made.get(id(part), part) for part in above]
        if here or not there:
            parts = _made(parts, change, faults)
    return parts, above


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


def _found(parts: _Parts, change: _Change) -> list[tuple[int, Entries]]:
    """Return the sections with rules that a change names, each with the number of its part."""
    return [
        (number, section)
        for number, part in enumerate(parts)
        for section in _sections(part)
        if _fits(part, section, change) and _named(section, change.name)
    ]


def _made(parts: _Parts, change: _Change, faults: list[Fault]) -> _Parts:
    """Return the parts after one change; if it cannot be made, note a fault."""
    found = _found(parts, change)
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
    sections = document.get("sections")
    if not isinstance(sections, Items):
        return document
    edited: list[Value] = []
    orphans: set[Span] = set()
    answered = {span for section in sections.items for span in answers_to(section)}
    for section in sections.items:
        made = section
        if isinstance(section, Entries) and section.span in places:
            made = _with(section, "rules", lambda rules: _applied(rules, change))
            assert isinstance(made, Entries)
            orphans |= _left_alone(section, made, answered)
        edited.append(made)
    left = Items(tuple(without_answers(edited, orphans)), sections.span)
    return _with(document, "sections", lambda _: left)


def _left_alone(before: Entries, after: Entries, answered: set[Span]) -> set[Span]:
    """Return the calls of a section's rules that were removed and that nobody makes now.

    A rule that has answers of its own does not keep those of another.

    Args:
        before: the section before the change.
        after: the section after it.
        answered: the calls that have answers written below them, by where they stand.
    """
    kept = [rule for rule in _rules(after) if isinstance(rule, Entries)]
    makers = [
        rule
        for rule in kept
        if rule.get("then") is None and not answered & {each.span for each in _calls(rule)}
    ]
    stay = {call.span for rule in kept for call in _calls(rule)}
    made = [call for rule in makers for call in _calls(rule)]
    gone = [
        call
        for rule in _rules(before)
        if isinstance(rule, Entries)
        for call in _calls(rule)
        if call.span not in stay
    ]
    return {call.span for call in gone if not any(_may_be_same(call, each) for each in made)}


def _may_be_same(one: Text, other: Text) -> bool:
    """Whether two calls as rules write them, `1M` and `1S`, may be the same call."""
    return bool(possible_calls(one.text) & possible_calls(other.text))


def _calls(rule: Entries) -> list[Text]:
    return texts(rule.get("call"), "call", [])


def _rules(section: Entries) -> _Rules:
    rules = section.get("rules")
    return rules.items if isinstance(rules, Items) else ()


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
