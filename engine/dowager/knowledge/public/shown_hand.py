"""One hand as its calls have shown it: what numbers and conditions it may have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

import numpy as np

from dowager.cards import Suit
from dowager.knowledge.cells.additive import Additive, additive_form, shape_and_hcp_form
from dowager.knowledge.cells.marginals import Marginals, marginals_of
from dowager.knowledge.cells.masks import Masks, from_mask
from dowager.knowledge.cells.space import Space, Weights, plain_space, refined_space
from dowager.knowledge.cells.suit_space import Allowed
from dowager.knowledge.public.shown_call import ShownCall
from dowager.knowledge.public.suit_holdings import (
    SuitHoldings,
    allowed_holdings,
    asked_suits,
    shared_numbers,
    suit_holdings,
)
from dowager.language.features import expand_bool
from dowager.language.tree import (
    And,
    Bool,
    Int,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    Truth,
)
from dowager.language.tree.expression import Stat

_NO_BOUND = 1 << 30


@dataclass(slots=True, eq=False)
class ShownHand:
    """What is known of a hand by its calls; every answer is kept.

    Attributes:
        cells: the cells that it may lie in, at least one; and those all of whose hands fit.
        calls: the calls that showed them.
    """

    cells: Masks
    calls: tuple[ShownCall, ...]
    _marginals: Marginals | None = None
    _stats: dict[tuple[Int, Stat], float] = field(default_factory=dict)
    _spreads: dict[Int, Weights] = field(default_factory=dict)
    _refined: dict[Int, Masks] = field(default_factory=dict)
    _holdings: dict[Suit, SuitHoldings] = field(default_factory=dict)
    _shared: list[Int] | None = None
    _allowed: tuple[Space, Masks, Allowed] | None = None

    # -- numbers -------------------------------------------------------------------------------

    @property
    def marginals(self) -> Marginals:
        """How many of the hands shown have each shape, and each number of HCP."""
        if self._marginals is None:
            self._marginals = marginals_of(self.cells)
        return self._marginals

    def holdings(self, suit: Suit) -> SuitHoldings:
        """Return what the hand may hold in a suit."""
        holdings = self._holdings.get(suit)
        if holdings is None:
            if self._allowed is None:
                self._allowed = self._allow()
            space, cells, allowed = self._allowed
            holdings = self._holdings[suit] = suit_holdings(space, cells, allowed, suit)
        return holdings

    def _allow(self) -> tuple[Space, Masks, Allowed]:
        """Return the cells by which suits are known best, and the holdings allowed besides.

        The cells are split by the number that the last call to ask several suits asked, such as
        aces; what earlier ones asked rules holdings out.
        """
        allowed: Allowed = tuple(
            allowed_holdings(self.calls, suit, self.cells.may) for suit in Suit
        )
        space, cells = plain_space(), self.cells
        for last, number in enumerate(self._shared_numbers()):
            if last:
                known = [suit_holdings(space, cells, allowed, suit) for suit in Suit]
                allowed = tuple(each.may for each in known)
            space, cells = self.refined(number)
        return space, cells, allowed

    def stat(self, node: Int, stat: Stat) -> float:
        """Return the least, greatest or mean value of a number over the hands shown.

        Exact for numbers that shape and HCP decide, and for those of one suit as far as that suit
        with shape and HCP decides what the calls say. Else sound: the best of what cells refined by
        the number say, and each suit by itself.
        """
        value = self._stats.get((node, stat))
        if value is None:
            self._work_out(node, stat)
            value = self._stats[node, stat]
        return value

    def _work_out(self, node: Int, stat: Stat) -> None:
        if stat == Stat.MEAN:
            self._stats[node, stat] = self._mean(node)
        else:
            self._stats[node, Stat.MIN], self._stats[node, Stat.MAX] = self._span(node)

    def _mean(self, node: Int) -> float:
        """Return the mean of a number: by suits, unless the calls asked this very number."""
        decided = shape_and_hcp_form(node)
        if decided is not None:
            return self.marginals.mean(*decided)
        holdings = self._deciding(node)
        if holdings is not None:
            return holdings.mean(holdings.space.bounds(node).low)
        form = additive_form(node) if asked_suits(node) else None
        if form is None or form.by_shape.any() or self._asked(form):
            space, cells = self._space_for(node)
            return space.mean(node, cells)
        return sum(self.holdings(suit).mean(form.suits[suit]) for suit in Suit)

    def _asked(self, form: Additive) -> bool:
        """Whether the rules of a call ask a number of several suits."""
        return any(additive_form(number) == form for number in self._shared_numbers())

    def _shared_numbers(self) -> list[Int]:
        if self._shared is None:
            self._shared = shared_numbers(self.calls, self.cells.may)
        return self._shared

    def speaks_of(self, node: Int) -> bool:
        """Whether the calls say something of a number: cells decide it, or their rules ask it."""
        if not asked_suits(node):
            return True
        form = additive_form(node)
        return form is not None and self._asked(form)

    def _span(self, node: Int) -> tuple[int, int]:
        """Return sound bounds of a number."""
        span = self.marginals.span(node)
        if span is not None:
            return span
        holdings = self._deciding(node)
        if holdings is not None:
            return holdings.span(node)
        space, cells = self._space_for(node)
        low, high = space.span(node, cells.may)
        for least, most in self._spans_by_suits(node):
            if least <= high and most >= low:  # relaxed calls can contradict one another
                low, high = max(low, least), min(high, most)
        return low, high

    def _spans_by_suits(self, node: Int) -> Iterator[tuple[int, int]]:
        """Yield bounds of a number that the suits one by one give."""
        suits = asked_suits(node)
        form = additive_form(node) if suits else None
        if form is not None:
            if not self._asked(form):  # else the cells refined by it know better
                yield self._summed(form)
            return
        for suit in suits:
            yield self.holdings(suit).span(node)

    def _summed(self, form: Additive) -> tuple[int, int]:
        """Return the sum of the bounds of a number's parts: each suit's, and the shape's."""
        by_shape = form.by_shape[plain_space().shape[from_mask(self.cells.may, plain_space().size)]]
        low, high = int(by_shape.min()), int(by_shape.max())
        for suit in Suit:
            values = form.suits[suit][self.holdings(suit).weights > 0]
            low, high = low + int(values.min()), high + int(values.max())
        return low, high

    def _deciding(self, node: Int) -> SuitHoldings | None:
        """Return what is shown of the one suit that decides a number, if one does."""
        suits = asked_suits(node)
        if len(suits) != 1:
            return None
        holdings = self.holdings(*suits)
        bounds = holdings.space.bounds(node)
        return holdings if np.array_equal(bounds.low, bounds.high) else None

    def spread(self, node: Int, most: int) -> Weights:
        """Return how likely each value 0 to `most` of a number is, shape `(most + 1,)`."""
        spread = self._spreads.get(node)
        if spread is None:
            spread = self.marginals.spread(node, most)
        if spread is None:
            holdings = self._deciding(node)
            if holdings is not None:
                spread = holdings.spread(node, most)
            else:
                space, cells = self._space_for(node)
                spread = space.spread(node, cells, most)
        self._spreads[node] = spread
        return spread

    def _space_for(self, node: Int) -> tuple[Space, Masks]:
        plain = plain_space()
        bounds = plain.bounds(node)
        if bounds.low is bounds.high or additive_form(node) is None:
            return plain, self.cells
        return self.refined(node)

    def refined(self, node: Int) -> tuple[Space, Masks]:
        """Return the space refined by an additive number, and the cells of it that are shown."""
        form = additive_form(node)
        assert form is not None
        space = refined_space(form)
        cells = self._refined.get(node)
        if cells is None:
            cells = self._refined[node] = self._refined_cells(space)
        return space, cells

    def _refined_cells(self, space: Space) -> Masks:
        mask = space.lift(self.cells.may)
        for call in self.calls:
            allowed = call.refined(space, self.cells.may)
            if allowed is not None:
                mask = mask & allowed or mask
        decided = self.cells.sure == self.cells.may
        return Masks(mask if decided else mask & space.lift(self.cells.sure), mask)

    # -- conditions ----------------------------------------------------------------------------

    def chance(self, condition: Bool) -> tuple[bool, bool, float]:
        """Return whether a condition is possible, is certain, and its probability.

        Sound: a condition is called certain (impossible) only if every (no) hand shown meets it.
        The probability is exact where cells, or the one suit that is asked, decide both what is
        shown and the condition. Elsewhere the first number that they leave open is refined; a cell
        that is still open counts half.
        """
        possible, certain = self._decided(condition)
        if certain or not possible:
            return possible, certain, float(certain)
        suits = asked_suits(condition)
        if len(suits) == 1:
            holdings = self.holdings(*suits)
            masks = holdings.space.masks(condition)
            if holdings.decided(masks):
                return True, False, holdings.share(masks.sure)
        space, cells = plain_space(), self.cells
        masks = space.masks(condition)
        if masks.sure != masks.may and (number := _undecided(condition)) is not None:
            space, cells = self.refined(number)
            masks = space.masks(condition)
            if not cells.may & masks.may:
                return False, False, 0.0
            if not cells.may & ~masks.sure:
                return True, True, 1.0
        may = _weight(space, cells, masks.may)
        sure = may if masks.sure == masks.may else _weight(space, cells, masks.sure)
        return True, False, (may + sure) / 2 / space.likely_weight(cells)

    def _decided(self, node: Bool) -> tuple[bool, bool]:
        """Return whether a condition may be possible, and whether it is known to be certain.

        Asked of cells, of each suit, and of the parts of the condition in the same way.
        """
        masks = plain_space().masks(node)
        possible, certain = bool(self.cells.may & masks.may), not self.cells.may & ~masks.sure
        if masks.sure == masks.may:
            return possible, certain
        for suit in asked_suits(node):
            holdings = self.holdings(suit)
            masks = holdings.space.masks(node)
            possible = possible and bool(holdings.may & masks.may)
            certain = certain or not holdings.may & ~masks.sure
        if certain or not possible:
            return possible, certain
        match node:
            case Predicate():
                return self._decided(expand_bool(node))
            case Not(arg):
                possible, certain = self._decided(arg)
                return not certain, not possible
            case And(args):
                parts = [self._decided(arg) for arg in args]
                return all(part[0] for part in parts), all(part[1] for part in parts)
            case Or(args):
                parts = [self._decided(arg) for arg in args]
                return any(part[0] for part in parts), any(part[1] for part in parts)
            case Range(value, low, high):
                least, most = self.stat(value, Stat.MIN), self.stat(value, Stat.MAX)
                bottom, top = (
                    -_NO_BOUND if low is None else low,
                    _NO_BOUND if high is None else high,
                )
                return least <= top and most >= bottom, bottom <= least and most <= top
            case Shape() | Truth():
                return True, False
            case _:
                assert_never(node)


def _weight(space: Space, cells: Masks, within: int) -> float:
    return space.likely_weight(Masks(cells.sure & within, cells.may & within))


def _undecided(node: Bool) -> Int | None:
    """Return the first sum over suits in a condition that shape and HCP do not decide, or None."""
    match node:
        case Range(value):
            bounds = plain_space().bounds(value)
            open_sum = bounds.low is not bounds.high and additive_form(value) is not None
            return value if open_sum else None
        case Predicate():
            return _undecided(expand_bool(node))
        case Not(arg):
            return _undecided(arg)
        case And(args) | Or(args):
            numbers = (_undecided(arg) for arg in args)
            return next((number for number in numbers if number is not None), None)
        case Truth() | Shape():
            return None
        case _:
            assert_never(node)
