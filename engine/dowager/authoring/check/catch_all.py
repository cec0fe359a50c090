"""Owns the rules that take every hand wherever they apply, and where that is.

Such a rule asks nothing of the hand, and its section depends on no auction pattern. In each
position in which the public conditions hold, every hand has a call: that is proved for positions
that nobody has looked at, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from dowager.knowledge.public import View
from dowager.language.compile import Rule, Section, System
from dowager.language.text import Layer
from dowager.language.tree import UNBOUND
from dowager.language.tree import expression as ex

_EVERY_HAND = ex.Literal(True)


class CatchAll:
    """Tells where a rule of a system takes every hand that earlier ones leave."""

    def __init__(self, system: System) -> None:
        self._rules = tuple(_catching(system))
        self._closed = any(section.closed for section in system.sections)

    def applies(self, view: View) -> bool:
        """Whether a position has such a rule."""
        found = [rule for section, rule in self._rules if _holds(section, rule, view)]
        if not found or not self._closed:
            return bool(found)
        # A closed section shuts out what stands below it: only the list of rules itself tells.
        return any(candidate.rule in found for candidate in view.position)


def _catching(system: System) -> Iterator[tuple[Section, Rule]]:
    for section in system.general:
        if section.layer is not Layer.LAST_RESORT:
            for rule in section.rules:
                if rule.hand.written == _EVERY_HAND and not rule.letters:
                    yield section, rule


def _holds(section: Section, rule: Rule, view: View) -> bool:
    return any(
        all(part.test(view, env) for part in rule.when) and rule.call(view, env) is not None
        for env in section.bind(view, UNBOUND)
    )
