"""Putting the choices of a plain condition in fewer words.

Ranges of one number that touch are one range, "2–4" for "3–4 or exactly 2", and a choice that
another one includes is left out. The condition holds for the same hands as before.
"""

from __future__ import annotations

from collections.abc import Iterable

from dowager.language.tree import And, Bool, Range, Truth

_FAR = 10**9


def fewer_choices(parts: Iterable[Bool]) -> list[Bool]:
    """Return choices for the same hands, without what the others say already."""
    joined: list[Bool] = []
    for part in dict.fromkeys(parts):
        _join(joined, part)
    kept = joined
    for part in joined:
        others = [other for other in kept if other is not part]
        kept = others if any(_within(part, other) for other in others) else kept
    return kept


def includes(whole: Bool, part: Bool) -> bool:
    """Whether it can be seen at once that every hand that meets a plain condition meets another."""
    return whole == part or _within(part, whole)


def _join(joined: list[Bool], part: Bool) -> None:
    """Add a choice to others: a range becomes one with those that it touches."""
    if not isinstance(part, Range):
        joined.append(part)
        return
    touching = [other for other in joined if isinstance(other, Range) and _touch(part, other)]
    if not touching:
        joined.append(part)
        return
    at = joined.index(touching[0])
    low = min(_ends(one)[0] for one in (part, *touching))
    high = max(_ends(one)[1] for one in (part, *touching))
    whole = low == -_FAR and high == _FAR
    both = Range(part.value, None if low == -_FAR else low, None if high == _FAR else high)
    joined[at] = Truth(True) if whole else both
    joined[at + 1 :] = [other for other in joined[at + 1 :] if other not in touching]


def _ends(part: Range) -> tuple[int, int]:
    return -_FAR if part.low is None else part.low, _FAR if part.high is None else part.high


def _touch(part: Range, other: Range) -> bool:
    (low, high), (least, most) = _ends(part), _ends(other)
    return part.value == other.value and low <= most + 1 and least <= high + 1


def _within(part: Bool, other: Bool) -> bool:
    """Whether it can be seen at once that a choice is a part of a different one."""
    return part != other and all(
        any(_implies(mine, theirs) for mine in _conjuncts(part)) for theirs in _conjuncts(other)
    )


def _conjuncts(part: Bool) -> tuple[Bool, ...]:
    return part.args if isinstance(part, And) else (part,)


def _implies(part: Bool, other: Bool) -> bool:
    if isinstance(part, Range) and isinstance(other, Range) and part.value == other.value:
        (low, high), (least, most) = _ends(part), _ends(other)
        return least <= low and high <= most
    return part == other
