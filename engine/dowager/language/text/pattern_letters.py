"""The suit letters of a pattern as a constraint problem: whether any suits let an auction match.

The variables are the letters, their values suits: a major for M, a minor for m; different letters
are different suits, and every bid of the pattern has to be above the one before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from constraint import AllDifferentConstraint, Problem

from dowager.auction import Call
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import suits_for


def first_impossible(steps: Sequence[ex.CallPattern]) -> int | None:
    """Return which step no auction reaches, whatever its letters stand for; None if one does all.

    Of the steps at which the ways to bind the letters fail, it is the last; 0 if there is no way.

    Args:
        steps: a step for each call from the first bid on.
    """
    slots = {step.strain.slot for step in steps if isinstance(step.strain, ex.SuitLetter)}
    reached = 0
    for suits in _bindings(slots):
        failed = failing(steps, suits)
        if failed is None:
            return None
        reached = max(reached, failed)
    return reached


def _bindings(slots: set[int]) -> Iterator[dict[int, int]]:
    """Yield the suits that letters may stand for together, by slot."""
    if not slots:
        yield {}
        return
    problem = Problem()
    for slot in slots:
        problem.addVariable(slot, suits_for(slot))
    problem.addConstraint(AllDifferentConstraint())
    yield from problem.getSolutionIter()


def failing(steps: Sequence[ex.CallPattern], suits: dict[int, int]) -> int | None:
    """Return the first step without a bid above the lowest that may stand before it; or None.

    Args:
        steps: a step for each call from the first bid on.
        suits: the suit of each of their letters, by slot.
    """
    last = int(Call.REDOUBLE)
    for number, step in enumerate(steps):
        calls = _calls(step, suits)
        if min(calls) < Call.C1:  # a pass or a double leaves the last bid where it is
            continue
        higher = [call for call in calls if call > last]
        if not higher:
            return number
        last = min(higher)
    return None


def _calls(step: ex.CallPattern, suits: dict[int, int]) -> frozenset[int]:
    if not isinstance(step.strain, ex.SuitLetter):
        return step.calls
    return frozenset(5 * level - 2 + suits[step.strain.slot] for level in step.levels)
