"""A solver model that takes up a condition only when a solution breaks it.

Most conditions on single cards (stoppers, suit quality, tricks) rule out few hands but cost the
solver much. So a solution is first sought without them and then checked by evaluation; what it
breaks is added, and the search goes on. "None exists" is a proof at any time, as fewer conditions
allow more hands; a solution that breaks nothing is a solution of the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from dowager.backends.cpsat import DealModel, Solved, SolverStatus, require_deal
from dowager.backends.evaluate import hand_test
from dowager.cards import Seat
from dowager.language.features import expand_bool, expand_int
from dowager.language.features.hcp import HCP
from dowager.language.features.length import LENGTH
from dowager.language.tree import (
    And,
    Bool,
    Const,
    Count,
    DealCondition,
    Feature,
    Int,
    Max,
    Min,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    ShapeValue,
    SuitValue,
    Sum,
    Truth,
    conjuncts,
)

_CHEAP = (HCP, LENGTH)

Demand = tuple[int, Bool]
"""A condition on a hand of the model, by its number."""


class LazyModel:
    """A deal model with conditions in waiting.

    Args:
        model: the hands; demands are added to it.
        demands: conditions that all must hold.
    """

    def __init__(self, model: DealModel, demands: Iterable[Demand] = ()) -> None:
        self._model = model
        self._waiting: list[Demand] = []
        self._demand(demands)

    def _demand(self, demands: Iterable[Demand]) -> None:
        for hand, node in demands:
            for part in conjuncts(node):
                if is_cheap(part) and not isinstance(part, Not):
                    self._model.require(hand, part)
                else:
                    self._waiting.append((hand, part))

    def with_demands(self, demands: Iterable[Demand]) -> LazyModel:
        """Return a model with further conditions; this one is unchanged."""
        other = LazyModel(self._model.fork())
        other._waiting = list(self._waiting)
        other._demand(demands)
        return other

    def with_deal_demand(self, condition: DealCondition, hand_of: Mapping[Seat, int]) -> LazyModel:
        """Return a model with a further condition on several hands; this one is unchanged.

        Args:
            condition: what is demanded.
            hand_of: the number of each seat's hand.
        """
        other = self.with_demands(())
        require_deal(other._model, condition, hand_of)
        return other

    def span(self, hand: int, node: Int) -> tuple[int, int]:
        """Return bounds of a number that hold whatever is demanded of the hands."""
        return self._model.span(hand, node)

    def solve(
        self, limit: float, some: Sequence[Demand] | None = None, at_least: int = 1
    ) -> Solved:
        """Look for hands that meet all demands and, of `some` if given, `at_least` that many.

        Args:
            limit: seconds after which the answer is `UNKNOWN`.
            some: conditions for this solve only.
            at_least: how many of them must hold.
        """
        used = 0.0
        while True:
            trial = self._model if some is None else self._model.fork()
            goals = None if some is None else [trial.literal(hand, node) for hand, node in some]
            answer = trial.solve(limit - used, some=goals, at_least=at_least)
            used += answer.seconds
            if answer.status is not SolverStatus.SAT or not self._add_broken(answer):
                return Solved(answer.status, answer.hands, used)
            if used >= limit:
                return Solved(SolverStatus.UNKNOWN, (), used)

    def _add_broken(self, answer: Solved) -> bool:
        """Add to the solver's model what a solution breaks; return whether it broke anything."""
        broken = [
            (hand, node)
            for hand, node in self._waiting
            if not hand_test(node)(answer.hands[hand].holdings)
        ]
        for hand, node in broken:
            self._model.require(hand, node)
        self._waiting = [demand for demand in self._waiting if demand not in broken]
        return bool(broken)


def is_cheap(node: Bool | Int) -> bool:
    """Whether a tree asks only for HCP, lengths and shape, which the solver handles well."""
    match node:
        case Truth() | Shape() | Const() | ShapeValue():
            return True
        case SuitValue(table):
            return table in _CHEAP
        case Range(value):
            return is_cheap(value)
        case Not(arg):
            return is_cheap(arg)
        case And(args) | Or(args) | Count(args):
            return all(is_cheap(arg) for arg in args)
        case Max(numbers) | Min(numbers):
            return all(is_cheap(number) for number in numbers)
        case Sum(terms):
            return all(is_cheap(term) for _, term in terms)
        case Feature():
            return is_cheap(expand_int(node))
        case Predicate():
            return is_cheap(expand_bool(node))
        case _:
            assert_never(node)
