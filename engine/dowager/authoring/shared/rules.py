"""Owns finding the rule that an author means: by file and line, by its name, or by its call."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from dowager.errors import InputError
from dowager.language.compile import Rule, System

_LISTED = 8


def rule_named(system: System, text: str, near: Collection[str] = ()) -> Rule:
    """Return the rule that a text names; of a module that is used several times, its first use.

    Args:
        system: the system.
        near: the places of rules that go before all others, such as those of a position.
        text: `file:line`, of which the end is enough; the rule's name or a part of it; or the call
            as the rule writes it. Case does not matter. What fits exactly goes before a part.

    Raises:
        InputError: no rule is so named, or several; then they are listed with their places.
    """
    wanted = " ".join(text.split()).lower()
    for fits in _ways(wanted):
        every = {rule.location: rule for rule in reversed(system.rules) if fits(rule)}
        found = {place: every[place] for place in every if place in near} or every
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            raise InputError(f"{text!r} names {len(found)} rules: {_listed(found.values())}")
    raise InputError(f"no rule of {system.name} is named {text!r}; write its name or file:line")


def _ways(wanted: str) -> Iterable[Callable[[Rule], bool]]:
    if not wanted:
        return
    yield lambda rule: f"/{rule.location}".lower().endswith(f"/{wanted.removeprefix('./')}")
    yield lambda rule: rule.name.lower() == wanted
    yield lambda rule: rule.written.lower() == wanted
    yield lambda rule: wanted in rule.name.lower()


def _listed(rules: Iterable[Rule]) -> str:
    found = sorted(rules, key=lambda rule: rule.number)
    words = [f"{rule.location} ({rule.written} {rule.name})".replace(" )", ")") for rule in found]
    more = f" and {len(words) - _LISTED} more" if len(words) > _LISTED else ""
    return "; ".join(words[:_LISTED]) + more
