"""Rules with a free suit letter of which nothing is asked, so that one of their calls is made."""

from __future__ import annotations

from collections.abc import Container, Iterator

from dowager.authoring.check.findings import Finding, FindingKind
from dowager.language.compile import Rule, Section, System
from dowager.language.compile.letters_fit import letters_bound_by
from dowager.language.text.keys import Order
from dowager.language.tree.suit_letters import LETTERS


def unasked(system: System, locations: Container[str]) -> Iterator[Finding]:
    """Yield a remark for each rule whose call has a free letter that no condition of it asks of.

    Args:
        system: the system.
        locations: the places of the rules that are asked about.
    """
    for section in system.sections:
        for rule in section.rules:
            free = sorted(_unasked(rule, section))
            if free and rule.place in locations:
                named = " and ".join(LETTERS[slot] for slot in free)
                suit = "highest" if rule.order is Order.DOWN else "lowest"
                text = (
                    f"nothing is asked of {named}: every hand makes the first legal one of its "
                    f"calls, that of the {suit} suit"
                )
                yield Finding(FindingKind.UNASKED, rule.place, rule.name, text)


def _unasked(rule: Rule, section: Section) -> frozenset[int]:
    """Return the letters of a rule's call that neither its section nor a condition speaks of."""
    asked = [each.letters for each in (*section.conditions, *rule.when)]
    spoken_of = rule.hand.letters.union(*asked, *map(letters_bound_by, section.after))
    return rule.call.letters - spoken_of
