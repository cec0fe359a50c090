"""Changes of cards too large to try them all: CP-SAT finds the smallest and proves it.

For k cards the solver looks for a hand that keeps 13 - k of the cards and meets the exact condition
of every turn; "none" is a proof that k cards are not enough. A time-out proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from dowager.authoring.why.card_swaps import (
    ENUMERATED,
    CardChange,
    NoHand,
    Turn,
    confirmed_change,
    wanted,
)
from dowager.backends.cpsat import DealModel, Solved, SolverStatus
from dowager.cards import ALL_HOLDINGS, LENGTH_OF, Hand, Suit
from dowager.knowledge.cells import HCP, plain_space
from dowager.knowledge.sampling import narrowed
from dowager.knowledge.solving import LazyModel
from dowager.language.tree import (
    SHAPES,
    TRUE,
    Bool,
    Range,
    Shape,
    SuitTable,
    SuitValue,
    Sum,
    all_of,
)


def far_change(
    turns: Sequence[Turn],
    hand: Hand,
    limit: float,
    tell: Callable[[int], None],
    tried: int = ENUMERATED,
) -> CardChange:
    """Return the smallest change of cards, by proofs.

    Args:
        turns: the caller's turns, in order.
        hand: the hand.
        limit: seconds for all solves together.
        tell: called with how many cards are tried next.
        tried: how many cards are known not to be enough: as many as `near_change` has tried.
    """
    search = _HandSolver(wanted(turns), hand, limit)
    any_hand = search.solve(TRUE)
    if any_hand.status is SolverStatus.UNSAT:
        return CardChange(None, not_with=13, reason=_reason(turns, search))
    if any_hand.status is SolverStatus.UNKNOWN:
        return CardChange(None, not_with=tried)
    best = any_hand.hands[0]
    for count in range(tried + 1, 14):
        if count == _distance(hand, best):
            break
        tell(count)
        answer = search.solve(search.within(count))
        if answer.status is SolverStatus.UNKNOWN:
            return confirmed_change(turns, hand, best, not_with=count - 1)
        if answer.status is SolverStatus.SAT:
            best = answer.hands[0]
            break
    return confirmed_change(turns, hand, search.natural(best))


def _reason(turns: Sequence[Turn], search: _HandSolver) -> NoHand:
    """Return why no hand makes all calls, which is proved already."""
    if search.impossible(turns[-1].node()):
        return NoHand.CALL
    return NoHand.EARLIER if search.impossible(wanted(turns[:-1])) else NoHand.TOGETHER


def _distance(hand: Hand, other: Hand) -> int:
    """Return how many cards have to be swapped to make one hand the other."""
    return (hand.bits & ~other.bits).bit_count()


class _HandSolver:
    """Solves for hands that meet a condition, until the time has run out."""

    def __init__(self, condition: Bool, hand: Hand, limit: float) -> None:
        self._condition = condition
        self._hand = hand
        self._seconds = limit
        self._cells = plain_space().masks(condition).may

    def solve(self, near: Bool) -> Solved:
        """Look for a hand that meets the condition and `near`."""
        return self._solve(self._condition, self._cells, near)

    def impossible(self, condition: Bool) -> bool:
        """Whether it is proved that no hand meets another condition."""
        sure, may = plain_space().masks(condition)
        return not sure and self._solve(condition, may, TRUE).status is SolverStatus.UNSAT

    def _solve(self, condition: Bool, cells: int, near: Bool) -> Solved:
        """Look for a hand in some cells; `near` and a hull of the cells narrow the search first."""
        space = plain_space()
        cells &= space.masks(near).may
        if not cells:
            return Solved(SolverStatus.UNSAT, (), 0.0)
        hull = space.hull(cells)
        model = DealModel(1)
        model.require(0, all_of([hull, near]))
        rest = narrowed(condition, space.masks(hull).may)
        answer = LazyModel(model, [(0, rest)]).solve(max(self._seconds, 0.0))
        self._seconds -= answer.seconds
        return answer

    def within(self, count: int) -> Bool:
        """Return the condition that at most `count` cards are swapped and the others are kept.

        It also says what follows for the shape, so that cells can rule hands out.
        """
        terms = [
            (1, SuitValue(_common(holding), Suit(suit)))
            for suit, holding in enumerate(self._hand.holdings)
        ]
        kept = Range(Sum(tuple(terms)), 13 - count, None)
        return all_of([self._shapes(2 * count), kept])

    def _shapes(self, most: int) -> Bool:
        """Return the condition that the lengths differ from the hand's by at most `most` cards."""
        mine = self._hand.lengths
        return Shape(frozenset(shape for shape in SHAPES if _moved(shape, mine) <= most))

    def natural(self, best: Hand) -> Hand:
        """Return the most natural hand as near as the best one: by HCP, then by lengths."""
        kept = [self.within(_distance(self._hand, best))]
        for steps in (self._by_points, self._by_lengths):
            for step, reached in steps(best):
                if reached:
                    kept.append(step)
                    break
                answer = self.solve(all_of([*kept, step]))
                if answer.status is SolverStatus.SAT:
                    best = answer.hands[0]
                    kept.append(step)
                    break
        return best

    def _by_points(self, best: Hand) -> Iterator[tuple[Bool, bool]]:
        """Yield ever wider ranges around the hand's HCP, and whether the best hand lies within."""
        distance = abs(self._hand.hcp - best.hcp)
        for step in range(distance + 1):
            yield Range(HCP, self._hand.hcp - step, self._hand.hcp + step), distance <= step

    def _by_lengths(self, best: Hand) -> Iterator[tuple[Bool, bool]]:
        """Yield ever wider sets of shapes around the hand's, and whether the best hand's is one."""
        moved = _moved(best.lengths, self._hand.lengths)
        for step in range(0, moved + 2, 2):
            yield self._shapes(step), moved <= step


def _moved(lengths: Sequence[int], others: Sequence[int]) -> int:
    return sum(abs(length - other) for length, other in zip(lengths, others, strict=True))


def _common(holding: int) -> SuitTable:
    """Return the table of how many cards a holding has in common with the one given."""
    common = LENGTH_OF[ALL_HOLDINGS & holding].astype(np.int8)
    return SuitTable(f"cards kept of {holding}", common)
