"""Dropping the parts of a plain condition that their context already decides.

In `12 HCP, and not (12 HCP and flat)` the second "12 HCP" says nothing new. The condition holds for
the same hands as before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from dowager.language.tree import (
    FALSE,
    TRUE,
    And,
    Bool,
    Int,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    Truth,
    all_of,
    any_of,
    negation,
)

_FAR = 10**9


@dataclass(frozen=True, slots=True)
class _Known:
    """What the context of a part says: bounds of numbers, and other conditions."""

    bounds: dict[Int, tuple[int, int]] = field(default_factory=dict)
    facts: frozenset[Bool] = frozenset()

    def with_leaves(self, leaves: list[Bool]) -> _Known:
        bounds = dict(self.bounds)
        for leaf in leaves:
            if isinstance(leaf, Range):
                bounds[leaf.value] = _met(bounds.get(leaf.value, (-_FAR, _FAR)), leaf)
        return _Known(bounds, self.facts | frozenset(leaves))

    def reduced(self, leaf: Bool) -> Bool:
        """Return a leaf, or a truth where the context decides it."""
        if isinstance(leaf, Range) and leaf.value in self.bounds:
            low, high = self.bounds[leaf.value]
            least, most = _ends(leaf)
            if least <= low and high <= most:
                return TRUE
            return FALSE if high < least or most < low else leaf
        if leaf in self.facts:
            return TRUE
        return FALSE if negation(leaf) in self.facts else leaf


def _ends(leaf: Range) -> tuple[int, int]:
    return -_FAR if leaf.low is None else leaf.low, _FAR if leaf.high is None else leaf.high


def _met(bounds: tuple[int, int], leaf: Range) -> tuple[int, int]:
    least, most = _ends(leaf)
    return max(bounds[0], least), min(bounds[1], most)


def in_context(node: Bool) -> Bool:
    """Return a plain condition without parts that their context decides."""
    return _reduced(node, _Known())


def _reduced(node: Bool, known: _Known) -> Bool:
    match node:
        case And(args):
            leaves = [known.reduced(arg) for arg in args if not isinstance(arg, Or)]
            inside = known.with_leaves([leaf for leaf in leaves if leaf != TRUE])
            in_order = iter(leaves)
            return all_of(
                _reduced(arg, inside) if isinstance(arg, Or) else next(in_order) for arg in args
            )
        case Or(args):
            return any_of(dict.fromkeys(_reduced(arg, known) for arg in args))
        case Range() | Shape() | Not() | Predicate() | Truth():
            return known.reduced(node)
        case _:
            assert_never(node)
