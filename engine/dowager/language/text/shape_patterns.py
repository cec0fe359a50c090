"""Shape patterns: `4-4-3-2` in any order, `5=4=x=x` in the order S, H, D, C."""

from __future__ import annotations

import re
from functools import cache
from itertools import permutations

from dowager.errors import InputError
from dowager.language.tree.shapes import SHAPES, Lengths

_PATTERN = re.compile(r"\s*((?:\d{1,2}\+?|x)(?:[-=](?:\d{1,2}\+?|x)){3})\s*$")


@cache
def parse_shapes(text: str) -> frozenset[Lengths]:
    """Return the shapes (lengths, clubs first) that match one of the patterns between commas.

    Raises:
        InputError: a pattern is not four lengths, mixes `-` and `=`, or matches no shape.
    """
    shapes: frozenset[Lengths] = frozenset()
    for pattern in text.split(","):
        matching = _matching(pattern)
        if not matching:
            raise InputError(f"no hand has the shape {pattern.strip()}; lengths must sum to 13")
        shapes |= matching
    return shapes


def _matching(pattern: str) -> frozenset[Lengths]:
    match = _PATTERN.match(pattern)
    ordered = "=" in pattern
    if not match or (ordered and "-" in pattern):
        raise InputError(
            f"no shape {pattern.strip()!r}; write 4-4-3-2 for any order, "
            "5=4=2=2 for spades, hearts, diamonds, clubs; x for any length, 5+ for five or more"
        )
    bounds = [_bounds(part) for part in re.split("[-=]", match.group(1))]
    orders = {tuple(reversed(bounds))} if ordered else set(permutations(bounds))
    return frozenset(
        shape
        for shape in SHAPES
        if any(
            all(low <= length <= high for length, (low, high) in zip(shape, order, strict=True))
            for order in orders
        )
    )


def _bounds(part: str) -> tuple[int, int]:
    if part == "x":
        return 0, 13
    return int(part.rstrip("+")), 13 if part.endswith("+") else int(part)
