"""Exact bounds: the least and greatest values of numbers over all solutions of a deal model.

All bounds are searched at once. Known solutions give inner bounds, proofs outer ones. One solve
asks for any solution that goes most of the way from an inner bound to the outer one: a solution
widens the inner bounds, a proof that there is none narrows all the outer ones. When they meet, all
is exact. Where somebody else finds solutions further out, from each one that the solver finds, what
is mostly missing is the proof: then one solve asks for any solution beyond any inner bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dowager.backends.cpsat import Solved, SolverStatus
from dowager.backends.evaluate import hand_value
from dowager.cards import Hand
from dowager.knowledge.solving.lazy_model import LazyModel
from dowager.language.tree import Int, Range

Hands: TypeAlias = tuple[Hand, ...]
"""A solution: all the model's hands."""

_TOGETHER = 6  # bounds that one solve tries to move: a solution costs much more than a refusal


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of a number: nothing lies outside; both ends occur when `exact`."""

    low: int
    high: int
    exact: bool


@dataclass(slots=True)
class _Bound:
    """One bound of one number; `sign` -1 turns a lower bound into an upper one."""

    hand: int
    node: Int
    sign: int
    inner: int
    outer: int

    @property
    def open(self) -> bool:
        return self.inner < self.outer

    def goal(self, near: bool) -> int:
        """Return the value that the next solve asks for: far, as proofs cost less than solutions.

        Near it is the next value, where there is probably none.
        """
        return self.inner + 1 if near else (self.inner + 3 * self.outer + 3) // 4

    def beyond(self, near: bool) -> Range:
        """Return the condition that a solution reaches the goal."""
        goal = self.sign * self.goal(near)
        low, high = (goal, None) if self.sign > 0 else (None, goal)
        return Range(self.node, low, high)


def exact_bounds(
    model: LazyModel,
    numbers: Sequence[tuple[int, Int]],
    limit: float,
    outer: Mapping[tuple[int, Int], tuple[int, int]] | None = None,
    inner: Sequence[Hands] = (),
    further: Callable[[Hands], Sequence[Hands]] | None = None,
) -> tuple[SolverStatus, list[Interval]]:
    """Return whether the model has a solution, and the bounds of each number over all solutions.

    Args:
        model: the hands and what is demanded of them.
        numbers: hand and node of each number wanted.
        limit: seconds; once they are used up, the bounds are proved but need not be exact.
        outer: bounds that are known to hold, by hand and node.
        inner: solutions that are known, each with all the model's hands.
        further: returns further solutions, from one that the solver found; the known ones are then
            taken to be far out.
    """
    spans = [_span(model, number, outer or {}) for number in numbers]
    first = Solved(SolverStatus.SAT, inner[0], 0.0) if inner else model.solve(limit)
    if first.status is not SolverStatus.SAT:
        return first.status, [Interval(low, high, False) for low, high in spans]
    bounds = [
        _Bound(hand, node, sign, sign * hand_value(node)(first.hands[hand].holdings), sign * end)
        for (hand, node), span in zip(numbers, spans, strict=True)
        for sign, end in zip((-1, 1), span, strict=True)
    ]
    for hands in inner:
        _widen(bounds, hands)
    _close(model, bounds, limit - first.seconds, further)
    pairs = zip(bounds[::2], bounds[1::2], strict=True)
    return first.status, [
        Interval(-low.outer, high.outer, not (low.open or high.open)) for low, high in pairs
    ]


def _span(
    model: LazyModel, number: tuple[int, Int], outer: Mapping[tuple[int, Int], tuple[int, int]]
) -> tuple[int, int]:
    low, high = model.span(*number)
    least, most = outer.get(number, (low, high))
    return max(low, least), min(high, most)


def _close(
    model: LazyModel,
    bounds: list[_Bound],
    limit: float,
    further: Callable[[Hands], Sequence[Hands]] | None,
) -> None:
    """Move inner and outer bounds together until they meet or the seconds are used up."""
    near = further is not None
    together = 1 if near else _TOGETHER
    while limit > 0 and (still_open := [bound for bound in bounds if bound.open]):
        together = min(together, len(still_open))
        goals = [(bound.hand, bound.beyond(near)) for bound in still_open]
        answer = model.solve(limit, goals, together)
        limit -= answer.seconds
        if together > 1 and answer.status is SolverStatus.UNSAT:
            # Fewer at once: only "not even one" is a proof for each of them.
            together = together * 2 // 3
            continue
        match answer.status:
            case SolverStatus.SAT:
                for hands in (answer.hands, *(further(answer.hands) if further else ())):
                    _widen(still_open, hands)
            case SolverStatus.UNSAT:
                for bound in still_open:
                    bound.outer = bound.goal(near) - 1
            case SolverStatus.UNKNOWN:
                return


def _widen(bounds: list[_Bound], hands: Hands) -> None:
    for bound in bounds:
        value = bound.sign * hand_value(bound.node)(hands[bound.hand].holdings)
        bound.inner = max(bound.inner, value)
