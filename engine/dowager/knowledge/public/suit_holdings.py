"""What a seat has shown of one suit: the holdings it may have there, and how likely each is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

import numpy as np

from dowager.cards import LENGTH_OF, Suit
from dowager.knowledge.cells.additive import Additive, additive_form
from dowager.knowledge.cells.masks import Masks, from_mask, to_mask
from dowager.knowledge.cells.partition import Ints
from dowager.knowledge.cells.space import Space, Weights, plain_space
from dowager.knowledge.cells.suit_space import Allowed, SuitSpace, suit_space
from dowager.knowledge.public.shown_call import ShownCall
from dowager.language.features import expand_bool, expand_int
from dowager.language.tree import (
    And,
    Bool,
    Const,
    Count,
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
)

_FEW = 13
"""The most values of a number that cells are split by to know suits better: controls have 13."""
_OF_LENGTH = [length == LENGTH_OF for length in range(14)]


@dataclass(frozen=True, slots=True, eq=False)
class SuitHoldings:
    """What a seat may hold in one suit.

    Attributes:
        space: the space of the suit's holdings.
        may: the mask of those that the hand may have, at least one; none that it can have is left
            out.
        weights: how many hands that fit have each of them, `(8192,)`: exact where cells and this
            suit decide what was shown.
    """

    space: SuitSpace
    may: int
    weights: Weights

    def span(self, node: Int) -> tuple[int, int]:
        """Return the least and greatest value of a number over the holdings."""
        low, high = self.space.bounds(node)
        inside = self.weights > 0
        return int(low[inside].min()), int(high[inside].max())

    def spread(self, node: Int, most: int) -> Weights:
        """Return how likely each value 0 to `most` is of a number that the suit decides."""
        values = self.space.bounds(node).low.astype(np.intp)
        counts = np.bincount(values, weights=self.weights, minlength=most + 1)
        spread: Weights = counts / self.weights.sum()
        return spread

    def mean(self, values: Ints) -> float:
        """Return the mean of a number, given its value for each holding."""
        return float(values @ self.weights / self.weights.sum())

    def decided(self, masks: Masks) -> bool:
        """Whether the suit decides a condition, of which these are the masks."""
        return not self.may & masks.may & ~masks.sure

    def share(self, mask: int) -> float:
        """Return the share of the hands with a holding of the mask, 0 to 1."""
        inside = from_mask(mask, self.space.size)
        return float(self.weights[inside].sum() / self.weights.sum())


def allowed_holdings(calls: Iterable[ShownCall], suit: Suit, within: int) -> int | None:
    """Return the mask of a suit's holdings that some calls allow; None when they allow all.

    Args:
        calls: the calls.
        suit: the suit.
        within: the cells that the hand may lie in.
    """
    space = suit_space(suit)
    may = space.full
    for call in calls:
        allowed = call.refined(space, within)
        if allowed is not None:
            may = may & allowed or may
    return None if may == space.full else may


def suit_holdings(space: Space, cells: Masks, allowed: Allowed, suit: Suit) -> SuitHoldings:
    """Return what is known of a suit.

    Args:
        space: a space of cells, plain or refined.
        cells: those that the hand may lie in, at least one.
        allowed: the holdings that it may have.
        suit: the suit.
    """
    holdings = suit_space(suit)
    weights = holdings.weights(space, cells, allowed)
    if not weights.any():  # relaxed calls can contradict one another
        weights = holdings.weights(space, cells)
    return SuitHoldings(holdings, to_mask(weights > 0), weights)


def shared_numbers(calls: Iterable[ShownCall], within: int) -> list[Int]:
    """Return the numbers, such as aces, that the rules of some calls ask of several suits together.

    Only sums of few values, each once, in the order in which they were first asked.

    Args:
        calls: the calls.
        within: the cells that the hand may lie in; what rules for other hands ask does not count.
    """
    asked: dict[Additive, Int] = {}
    for call in calls:
        for node in call.own_conditions(within):
            for number in _numbers(node):
                form = additive_form(number)
                if form is not None and len(asked_suits(number)) > 1 and form.values <= _FEW:
                    asked.setdefault(form, number)
    return list(asked.values())


def _numbers(node: Bool) -> Iterator[Int]:
    """Yield the numbers of which a condition asks ranges."""
    match node:
        case Range(value):
            yield value
        case Predicate():
            yield from _numbers(expand_bool(node))
        case Not(arg):
            yield from _numbers(arg)
        case And(args) | Or(args):
            for arg in args:
                yield from _numbers(arg)
        case Shape() | Truth():
            return
        case _:
            assert_never(node)


@lru_cache(maxsize=4096)
def asked_suits(node: Int | Bool) -> frozenset[Suit]:
    """Return the suits that a number or a condition asks more of than shape and HCP decide."""
    match node:
        case Range(value):
            masks = plain_space().masks(node)
            return frozenset() if masks.sure == masks.may else asked_suits(value)
        case Predicate():
            return asked_suits(expand_bool(node))
        case Shape() | Truth() | Const() | ShapeValue():
            return frozenset()
        case Not(arg):
            return asked_suits(arg)
        case And(args) | Or(args) | Count(args):
            return frozenset().union(*map(asked_suits, args))
        case Max(args) | Min(args):
            return frozenset().union(*map(asked_suits, args))
        case Feature() | Sum() | SuitValue():
            form = additive_form(node)
            if form is not None:
                return _suits_of(form)
            if isinstance(node, Feature):
                return asked_suits(expand_int(node))
            assert isinstance(node, Sum)
            return frozenset().union(*(asked_suits(term) for _, term in node.terms))
        case _:
            assert_never(node)


def _suits_of(form: Additive) -> frozenset[Suit]:
    if form.by_shape_and_hcp() is not None:
        return frozenset()
    return frozenset(
        suit for suit in Suit if any(np.ptp(form.suits[suit][held]) for held in _OF_LENGTH)
    )
