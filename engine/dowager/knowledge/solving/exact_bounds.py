"""Owns exact bounds: the least box of numbers that holds every solution of a deal model.

All bounds are searched at once. Known solutions give an inner box, proofs an outer one. One solve
asks for any solution that goes most of the way from the inner to the outer on any side: a solution
widens the inner box, a proof that there is none narrows the outer one on every side. When they
meet, all is exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dowager.backends.cpsat import Solved, SolverStatus
from dowager.backends.evaluate import hand_value
from dowager.cards import Hand
from dowager.knowledge.solving.lazy_model import LazyModel
from dowager.language.tree import Int, Range

_TOGETHER = 6  # sides that one solve tries to move: a solution costs much more than a refusal


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of a number: nothing lies outside; both ends occur when `exact`."""

    low: int
    high: int
    exact: bool


@dataclass(slots=True)
class _Side:
    """One bound of one number; `sign` -1 turns a lower bound into an upper one."""

    hand: int
    node: Int
    sign: int
    seen: int
    limit: int

    @property
    def open(self) -> bool:
        return self.seen < self.limit

    @property
    def goal(self) -> int:
        """The value that the next solve asks for: far, as proofs cost less than solutions."""
        return (self.seen + 3 * self.limit + 3) // 4

    def beyond(self) -> Range:
        """Return the condition that a solution reaches the goal."""
        goal = self.sign * self.goal
        low, high = (goal, None) if self.sign > 0 else (None, goal)
        return Range(self.node, low, high)


def box(
    model: LazyModel,
    numbers: Sequence[tuple[int, Int]],
    limit: float,
    outer: Mapping[tuple[int, Int], tuple[int, int]] | None = None,
    inner: Sequence[tuple[Hand, ...]] = (),
) -> tuple[SolverStatus, list[Interval]]:
    """Return whether the model has a solution, and the bounds of each number over all solutions.

    Args:
        model: the hands and what is demanded of them.
        numbers: hand and node of each number wanted.
        outer: bounds that are known to hold, by hand and node.
        inner: solutions that are known, each with all the model's hands.
        limit: seconds; once they are used up, the bounds are proved but need not be exact.
    """
    spans = [_span(model, pair, outer or {}) for pair in numbers]
    first = Solved(SolverStatus.SAT, inner[0], 0.0) if inner else model.solve(limit)
    if first.status is not SolverStatus.SAT:
        return first.status, [Interval(low, high, False) for low, high in spans]
    sides = [
        _Side(hand, node, sign, sign * hand_value(node)(first.hands[hand].holdings), sign * end)
        for (hand, node), span in zip(numbers, spans, strict=True)
        for sign, end in zip((-1, 1), span, strict=True)
    ]
    for hands in inner:
        _widen(sides, hands)
    _close(model, sides, limit - first.seconds)
    ends = zip(sides[::2], sides[1::2], strict=True)
    return first.status, [
        Interval(-low.limit, high.limit, not (low.open or high.open)) for low, high in ends
    ]


def _span(
    model: LazyModel, pair: tuple[int, Int], outer: Mapping[tuple[int, Int], tuple[int, int]]
) -> tuple[int, int]:
    low, high = model.span(*pair)
    least, most = outer.get(pair, (low, high))
    return max(low, least), min(high, most)


def _close(model: LazyModel, sides: list[_Side], limit: float) -> None:
    """Move the sides' ends together until they meet or the seconds are used up."""
    together = _TOGETHER
    while limit > 0 and (open_sides := [side for side in sides if side.open]):
        together = min(together, len(open_sides))
        goals = [(side.hand, side.beyond()) for side in open_sides]
        answer = model.solve(limit, goals, together)
        limit -= answer.seconds
        if together > 1 and answer.status is SolverStatus.UNSAT:
            # Not so many at once; only "not even one" is a proof for each of them.
            together = together * 2 // 3
            continue
        match answer.status:
            case SolverStatus.SAT:
                _widen(open_sides, answer.hands)
            case SolverStatus.UNSAT:
                for side in open_sides:
                    side.limit = side.goal - 1
            case SolverStatus.UNKNOWN:
                return


def _widen(sides: list[_Side], hands: tuple[Hand, ...]) -> None:
    for side in sides:
        value = side.sign * hand_value(side.node)(hands[side.hand].holdings)
        side.seen = max(side.seen, value)
