"""A system's rules: the one that an author means, and those of the last layer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import PurePath

from dowager.errors import InputError
from dowager.language.compile import Rule, System
from dowager.language.text import Layer

_LISTED = 8


def rule_named(system: System, text: str, near: Collection[str] = ()) -> Rule:
    """Return the rule that a text names; of a module that is used several times, its first use.

    Args:
        system: the system.
        text: `file:line`, of which the end is enough; the rule's name or a part of it; or the call
            as the rule writes it. Case does not matter. An exact match is preferred to a part.
        near: locations of rules that are preferred to all others, such as those of a position.

    Raises:
        InputError: no rule has that name, or several do; they are listed with their locations.
    """
    wanted = " ".join(text.split()).lower()
    for fits in _ways(wanted):
        every = {rule.location: rule for rule in reversed(system.rules) if fits(rule)}
        rules = {location: every[location] for location in every if location in near} or every
        if len(rules) == 1:
            return next(iter(rules.values()))
        if rules:
            raise InputError(f"{text!r} names {len(rules)} rules: {_listed(rules.values())}")
    raise InputError(f"no rule of {system.name} is named {text!r}; write its name or file:line")


def _ways(wanted: str) -> Iterable[Callable[[Rule], bool]]:
    """Yield the ways in which a text can name a rule, the most exact first."""
    if not wanted:
        return
    yield lambda rule: f"/{rule.location}".lower().endswith(f"/{wanted.removeprefix('./')}")
    yield lambda rule: rule.name.lower() == wanted
    yield lambda rule: rule.written.lower() == wanted
    yield lambda rule: wanted in rule.name.lower()


def _listed(rules: Iterable[Rule]) -> str:
    ordered = sorted(rules, key=lambda rule: rule.number)
    words = [f"{rule.location} ({rule.written} {rule.name})".replace(" )", ")") for rule in ordered]
    more = f" and {len(words) - _LISTED} more" if len(words) > _LISTED else ""
    return "; ".join(words[:_LISTED]) + more


def rules_that_read(system: System) -> frozenset[int]:
    """Return the numbers of the rules of the last layers.

    They are there to read calls that nothing else explains, not to call by.
    """
    sections = (section for section in system.sections if section.layer.only_reads)
    return frozenset(rule.number for section in sections for rule in section.rules)


def general_rules(system: System) -> frozenset[int]:
    """Return the numbers of the rules for no auction in particular: what is left to judgement.

    They are those of shared modules below the layers of agreements; what a system itself says of
    auctions in general, it has discussed.
    """
    sections = (section for section in system.sections if section.layer >= Layer.NATURAL)
    return frozenset(
        rule.number
        for section in sections
        if section.general and not in_own_folder(section.span.file, system)
        for rule in section.rules
    )


def in_own_folder(location: str, system: System) -> bool:
    """Whether a file, or a place in one as findings name it, is in the folder of a system."""
    return PurePath(location).parent == PurePath(system.files[0]).parent
