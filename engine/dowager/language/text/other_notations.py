"""Conditions as other notations write them, and what is right here: `hcp = 12`, `5+ spades`."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.language.text.tokens import Token
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


def put_right(number: ex.Expr, following: Sequence[Token]) -> str:
    """Return what is wrong with `hcp 15`, `hcp 15-17`, `5 spades` or `15-17 hcp`, else nothing.

    Args:
        number: what was read last.
        following: the next tokens, three if there are so many; at least one.
    """
    token = following[0]
    if token.kind == "number" and isinstance(number, ex.HandNumber) and not number.suits:
        name = number.name
        right = f"such as `{name} >= {token.text}`"
        if len(following) == 3 and following[1].text == "-" and following[2].kind == "number":
            right = f"`{name} in {token.text}..{following[2].text}`"
        return f"a comparison is missing; write {right}"
    if token.kind != "name":
        return ""
    right = f"`{token.text} in {dashed(number)}`" if dashed(number) else ""
    if isinstance(number, ex.Constant):
        right = f"`{token.text} >= {number.value}` or `{token.text} == {number.value}`"
    return f"the number follows what it counts; write {right}" if right else ""


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
