"""Whether each suit letter of a rule stands for a suit that something about the rule names."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.language.compile.conditions import PublicCondition
from dowager.language.compile.rule import Rule
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS


def loose_letter(
    patterns: Sequence[ex.Steps], conditions: Sequence[PublicCondition], rule: Rule
) -> str | None:
    """Return what is wrong with a letter of a rule that stands for no suit; None if nothing is.

    A letter that nothing binds stands for any suit that the rule's call and hand leave. That cannot
    be meant of one in `agrees`, `shows` or `asks` alone, nor of one in the hand alone that some of
    the section's patterns bind.

    Args:
        patterns: those of the rule's section; none for any auction.
        conditions: the section's public conditions.
        rule: the rule.
    """
    bound = [_slots(steps) for steps in patterns]
    everywhere = frozenset.intersection(*bound) if bound else frozenset[int]()
    public = frozenset[int]().union(*(each.letters for each in (*conditions, *rule.when)))
    for slot in sorted(rule.letters - everywhere - public - rule.call.letters):
        letter = LETTERS[slot]
        if slot not in rule.hand.letters:
            key = next(key for key in ("agrees", "shows", "asks") if slot in _said(rule, key))
            return f"{letter} in `{key}` is no suit: nothing else in the rule or above it names it"
        if any(slot in slots for slots in bound):
            return (
                f"{letter} stands for a suit in only some of the section's patterns; "
                "write two sections, or say by `when` which suit it is"
            )
    return None


def _said(rule: Rule, key: str) -> frozenset[int]:
    """Return the letters in what a key of a rule says: a part, some parts or nothing."""
    said = getattr(rule, key)
    parts = said if isinstance(said, tuple) else (said,) if said else ()
    return frozenset[int]().union(*map(ex.letters_of, parts))


def _slots(steps: ex.Steps) -> frozenset[int]:
    return frozenset(step.strain.slot for step in steps if isinstance(step.strain, ex.SuitLetter))
