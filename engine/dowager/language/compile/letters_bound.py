"""Whether each suit letter of a rule stands for a suit that something about the rule names."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.language.compile.conditions import PublicCondition
from dowager.language.compile.letters_fit import letters_bound_by
from dowager.language.compile.rule import Rule
from dowager.language.compile.rule_reader import letters_in
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS

_OF_A_SUIT = ("agrees", "shows", "asks")
"""The keys that say something of a suit, which the call or the hand has to be about."""


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
    bound = [letters_bound_by(steps) for steps in patterns]
    everywhere = frozenset.intersection(*bound) if bound else frozenset[int]()
    public = frozenset[int]().union(*(each.letters for each in (*conditions, *rule.when)))
    for slot in sorted(rule.letters - everywhere - public - rule.call.letters):
        letter = LETTERS[slot]
        if slot not in rule.hand.letters:
            said = [key for key in _OF_A_SUIT if slot in letters_in(getattr(rule, key))]
            if said:
                what = f"{letter} in `{said[0]}` is no suit"
                return f"{what}: nothing else in the rule or above it names it"
        elif any(slot in slots for slots in bound):
            return (
                f"{letter} stands for a suit in only some of the section's patterns; "
                "write two sections, or say by `when` which suit it is"
            )
    return None
