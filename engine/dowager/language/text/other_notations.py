"""Conditions as other notations write them, and what is right here: `hcp = 12`, `5+ spades`."""

from __future__ import annotations

from dowager.language.tree import expression as ex

HINTS = {
    "=": "; compare with ==",
    "is": "; compare with ==",
    "between": "; write `in 12..15`",
    "from": "; write `in 12..15`",
}
"""By a word or sign that stands where it should not: what would be right."""

COMPARING_WORDS = ("is", "between", "from")
"""Words that compare in other notations."""


def plus_written_before(node: ex.Expr) -> str:
    """Return what would be right for `5+ spades`, which reads as a sum; empty for other numbers."""
    match node:
        case ex.Add(((_, ex.Constant(least)), (_, ex.HandNumber(feature, suits)))):
            named = "spades" if suits else feature
            return f"for {least} or more write such as `{named} >= {least}`"
        case _:
            return ""
