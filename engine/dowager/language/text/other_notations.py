"""Conditions as other notations write them, and what is right here: `hcp = 12`, `5+ spades`."""

from __future__ import annotations

from dowager.language.tree import expression as ex

HINTS = {
    "AND": "; write `and`",
    "OR": "; write `or`",
    "NOT": "; write `not`",
    "IN": "; write `in`",
    "=": "; compare with ==",
    "is": "; compare with ==",
    "between": "; write `in 12..15`",
    "from": "; write `in 12..15`",
}
"""By a word or sign that stands where it should not: what would be right."""

COMPARING_WORDS = ("is", "between", "from")
"""Words that compare in other notations."""


def missing_comparison(node: ex.Expr, low: str, high: str) -> str:
    """Return what would be right for `hcp 15` or `hcp 15-17`; empty if no feature stands first."""
    if not isinstance(node, ex.HandNumber) or node.suits:
        return ""
    name = node.name
    return f"write `{name} in {low}..{high}`" if high else f"write such as `{name} >= {low}`"


def dashed(node: ex.Expr) -> str:
    """Return `15..17` for `15-17`, which reads as a difference; empty for other nodes."""
    match node:
        case ex.Add(((_, ex.Constant(low)), (sign, ex.Constant(high)))) if sign < 0 and low < high:
            return f"{low}..{high}"
        case _:
            return ""


def plus_written_before(node: ex.Expr) -> str:
    """Return what would be right for `5+ spades`, which reads as a sum; empty for other numbers."""
    match node:
        case ex.Add(((_, ex.Constant(least)), (_, ex.HandNumber(feature, suits)))):
            named = "spades" if suits else feature
            return f"for {least} or more write such as `{named} >= {least}`"
        case _:
            return ""
