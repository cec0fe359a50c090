"""Catch-alls: rules that take every hand wherever they apply.

Such a rule asks nothing of the hand, and its section depends on no auction pattern. Wherever its
public conditions hold every hand has a call: that is proved for positions that nobody has looked
at, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from dowager.authoring.shared.system_rules import rules_that_read
from dowager.knowledge.public import View
from dowager.language.compile import Rule, Section, System
from dowager.language.tree import UNBOUND
from dowager.language.tree import expression as ex

_EVERY_HAND = ex.Literal(True)


class CatchAll:
    """Knows the catch-alls of a system; those of the last layer do not count."""

    def __init__(self, system: System) -> None:
        self._rules = tuple(_catch_alls(system))
        self._closed = any(section.closed for section in system.sections)

    def applies(self, view: View) -> bool:
        """Whether a position has a catch-all."""
        rules = [rule for section, rule in self._rules if _holds(section, rule, view)]
        if not rules or not self._closed:
            return bool(rules)
        # A closed section shuts out what stands below it: only the list of rules itself tells.
        return any(candidate.rule in rules for candidate in view.position)


def _catch_alls(system: System) -> Iterator[tuple[Section, Rule]]:
    reading = rules_that_read(system)
    for section in system.general:
        for rule in section.rules:
            takes_all = rule.hand.written == _EVERY_HAND and not rule.letters
            if takes_all and rule.number not in reading:
                yield section, rule


def _holds(section: Section, rule: Rule, view: View) -> bool:
    return any(
        all(part.test(view, env) for part in rule.when) and rule.call(view, env) is not None
        for env in section.bind(view, UNBOUND)
    )
