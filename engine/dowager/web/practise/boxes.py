"""When a rule comes again: a Leitner box of five compartments.

A rule that was missed is in compartment 1. Each time it is right it moves on by one, and after the
last one it is learned; when it is missed again it is back in the first. A rule that was never
missed is in none.
"""

from __future__ import annotations

NONE = 0
"""The compartment of a rule that was never missed, or is learned."""

_MINUTE, _DAY = 60.0, 86_400.0
_WAITS = (0.0, 0.5 * _MINUTE, 10 * _MINUTE, _DAY, 4 * _DAY, 14 * _DAY)
LAST = len(_WAITS) - 1
"""The last compartment."""


def after(box: int, right: bool) -> int:
    """Return the compartment after a try."""
    if not right:
        return 1
    return NONE if box in (NONE, LAST) else box + 1


def due_at(box: int, now: float) -> float:
    """Return when a rule that has just come to a compartment comes again, in seconds."""
    return now + _WAITS[box]
