"""What one hand can be: its cells, and its holdings of each suit; each narrows the other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import array_test
from dowager.cards import ALL_HOLDINGS, LENGTH_OF, Hand, Suit
from dowager.knowledge.cells.additive import HCP_OF, Additive, additive_form
from dowager.knowledge.cells.masks import from_mask
from dowager.knowledge.cells.numbers import HCP
from dowager.knowledge.cells.space import plain_space
from dowager.language.features import expand_bool, expand_int
from dowager.language.tree import (
    SHAPE_LENGTHS,
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
    conjuncts,
    shape_index,
)

Whole: TypeAlias = NDArray[np.int64]
_Bools: TypeAlias = NDArray[np.bool_]

_FAR = 1 << 20
"""Beyond every number of a hand: no bound."""
_LENGTHS = LENGTH_OF.astype(np.int64)
_SHAPES: Whole = SHAPE_LENGTHS.T.astype(np.int64)


class PossibleHand:
    """What one hand can be. Narrowing keeps every hand that meets all that was required.

    Attributes:
        cells: which cells of the plain space it may lie in.
        holdings: which holdings of each suit it may have, `(4, 8192)`.
        sums: the bounds of numbers of several suits that were required.
    """

    def __init__(
        self, cells: _Bools, holdings: _Bools, sums: Mapping[Int, tuple[int, int]] | None = None
    ) -> None:
        self.cells = cells
        self.holdings = holdings
        self.sums = dict(sums or {})

    @classmethod
    def of_mask(cls, mask: int) -> PossibleHand:
        """Return any hand in the cells of a mask."""
        return cls(from_mask(mask, plain_space().size).copy(), np.ones((4, 8192), dtype=np.bool_))

    @classmethod
    def only(cls, hand: Hand) -> PossibleHand:
        """Return one hand."""
        space = plain_space()
        holdings = np.array(hand.holdings)[:, None] == ALL_HOLDINGS
        cell = space.cell(shape_index(*hand.lengths[:3]), hand.hcp)
        return cls(np.arange(space.size) == cell, holdings)

    def copy(self) -> PossibleHand:
        """Return the same, to be narrowed by itself."""
        return PossibleHand(self.cells.copy(), self.holdings.copy(), self.sums)

    @property
    def size(self) -> int:
        """How many cells and holdings there are; 0 when nothing is possible."""
        if not self.cells.any() or not self.holdings.any(axis=1).all():
            return 0
        return int(self.cells.sum()) + int(self.holdings.sum())

    # -- what is required --------------------------------------------------------------------------

    def require(self, node: Bool) -> None:
        """Drop what a condition excludes, as far as cells, or the holdings of a suit, decide it."""
        for part in map(_without_not, conjuncts(node)):
            self.cells &= from_mask(plain_space().masks(part).may, plain_space().size)
            if isinstance(part, Predicate):
                self.require(expand_bool(part))
                continue
            asked = _suits_asked(part)
            if len(asked) == 1:
                (suit,) = asked
                self.holdings[suit] &= _meeting(part, suit)
            elif isinstance(part, Range) and additive_form(part.value) is not None:
                self.bound(part.value, _or_far(part.low, -1), _or_far(part.high, 1))

    def bound(self, node: Int, low: int, high: int) -> None:
        """Require that a sum over the suits lies in `low..high`."""
        least, most = self.sums.get(node, (-_FAR, _FAR))
        self.sums[node] = (max(low, least), min(high, most))

    def limit(self, low: Whole, high: Whole) -> None:
        """Drop what lies outside the bounds of HCP and the four lengths, `(5,)` each."""
        space = plain_space()
        self.cells &= (space.hcp >= low[0]) & (space.hcp <= high[0])
        for suit in Suit:
            length = space.lengths[suit]
            self.cells &= (length >= low[suit + 1]) & (length <= high[suit + 1])

    def own(self, suit: Suit, must: int, may: int) -> None:
        """Drop the holdings of a suit that lack a card of `must`, or have one beyond `may`."""
        self.holdings[suit] &= (ALL_HOLDINGS & must == must) & (ALL_HOLDINGS & ~may == 0)

    def narrow(self) -> bool:
        """Drop cells that no holdings can fill, and holdings in no cell; return whether some stay.

        One round: what it drops may let another drop more.
        """
        if not self.size:
            return False
        for suit in Suit:
            lengths = plain_space().lengths[suit]
            both = _present(lengths[self.cells]) & _present(_LENGTHS[self.holdings[suit]])
            self.cells &= both[lengths]
            self.holdings[suit] &= both[_LENGTHS]
        if not self.size:
            return False
        self.cells &= _filled(self.holdings)
        if not self.size:
            return False
        self._narrow_points()
        return all(self._narrow_sum(node, *ends) for node, ends in self.sums.items())

    def _narrow_points(self) -> None:
        space = plain_space()
        low, high = self._span_of(_form(HCP))
        self.cells &= (space.hcp >= low) & (space.hcp <= high)
        if self.size:
            points = space.hcp[self.cells]
            self._narrow_sum(HCP, int(points.min()), int(points.max()))

    def _narrow_sum(self, node: Int, low: int, high: int) -> bool:
        """Drop holdings with which a sum cannot lie in `low..high`; return whether some stay."""
        if not self.size:
            return False
        form = _form(node)
        least, most = self._spans(form)
        for suit in Suit:
            values = form.suits[suit].astype(np.int64)
            fits = values >= low - (most.sum() - most[suit])
            self.holdings[suit] &= fits & (values <= high - (least.sum() - least[suit]))
        return bool(self.size)

    # -- numbers -----------------------------------------------------------------------------------

    def span(self, node: Int) -> tuple[int, int]:
        """Return bounds of a number; something must be possible."""
        bounds = plain_space().bounds(node)
        low, high = int(bounds.low[self.cells].min()), int(bounds.high[self.cells].max())
        asked = self.sums.get(node)
        if asked is not None:
            low, high = max(low, asked[0]), min(high, asked[1])
        form = additive_form(node)
        if form is None:
            return low, high
        least, most = self._span_of(form)
        return max(low, least), min(high, most)

    def _span_of(self, form: Additive) -> tuple[int, int]:
        least, most = self._spans(form)
        return int(least.sum()), int(most.sum())

    def _spans(self, form: Additive) -> tuple[Whole, Whole]:
        """Return the bounds of a sum's parts: of each suit, and last of the shape, `(5,)` each."""
        parts = [values[held] for values, held in zip(form.suits, self.holdings, strict=True)]
        parts.append(form.by_shape[plain_space().shape[self.cells]])
        ends = [[part.min() for part in parts], [part.max() for part in parts]]
        least, most = np.array(ends, dtype=np.int64)
        return least, most

    def cards(self, suit: Suit) -> tuple[int, int]:
        """Return the cards of a suit that the hand must hold, and those that it may hold."""
        possible = ALL_HOLDINGS[self.holdings[suit]]
        return int(np.bitwise_and.reduce(possible)), int(np.bitwise_or.reduce(possible))


def _filled(holdings: _Bools) -> _Bools:
    """Return the cells that some holdings of the four suits fill, each suit by itself."""
    clubs, diamonds, hearts, spades = map(_points_by_length, holdings)
    minors = _added(clubs[_SHAPES[0]], diamonds[_SHAPES[1]])
    points = _added(minors, _added(hearts[_SHAPES[2]], spades[_SHAPES[3]]))
    space = plain_space()
    filled: _Bools = points[space.shape] >> space.hcp & 1 > 0
    return filled


def _points_by_length(held: _Bools) -> Whole:
    """Return for each length of a suit the HCP that its holdings can have, as bits."""
    points = np.zeros(14, dtype=np.int64)
    np.bitwise_or.at(points, _LENGTHS[held], 1 << HCP_OF[held])
    return points


def _added(first: Whole, second: Whole) -> Whole:
    """Return, as bits, the sums of a number of `first` and one of `second`, sets as bits, too."""
    sums = np.zeros_like(first)
    for value in range(int(first.max()).bit_length()):
        sums |= (first >> value & 1) * (second << value)
    return sums


def _form(node: Int) -> Additive:
    form = additive_form(node)
    assert form is not None
    return form


def _without_not(node: Bool) -> Bool:
    """Return a condition, and `not number >= 3` as `number <= 2`."""
    match node:
        case Not(Range(value, None, int(high))):
            return Range(value, high + 1, None)
        case Not(Range(value, int(low), None)):
            return Range(value, None, low - 1)
        case _:
            return node


def _or_far(bound: int | None, sign: int) -> int:
    return sign * _FAR if bound is None else bound


def _present(lengths: NDArray[np.integer]) -> _Bools:
    """Return which lengths, 0 to 13, there are."""
    present: _Bools = np.bincount(lengths, minlength=14) > 0
    return present


@lru_cache(maxsize=512)
def _meeting(node: Bool, suit: Suit) -> _Bools:
    """Return which holdings of a suit meet a condition that asks nothing else."""
    hands = np.zeros((8192, 4), dtype=np.uint16)
    hands[:, suit] = ALL_HOLDINGS
    return array_test(node)(hands)


@lru_cache(maxsize=4096)
def _suits_asked(node: Bool | Int) -> frozenset[Suit]:
    """Return the suits on whose holdings a condition or a number depends."""
    match node:
        case Truth() | Const():
            return frozenset()
        case Shape() | ShapeValue():
            return frozenset(Suit)
        case SuitValue(_, suit):
            return frozenset([suit])
        case Range(value):
            return _suits_asked(value)
        case Not(arg):
            return _suits_asked(arg)
        case And(args) | Or(args) | Count(args):
            return frozenset(suit for arg in args for suit in _suits_asked(arg))
        case Max(numbers) | Min(numbers):
            return frozenset(suit for arg in numbers for suit in _suits_asked(arg))
        case Sum(terms):
            return frozenset(suit for _, arg in terms for suit in _suits_asked(arg))
        case Feature():
            return _suits_asked(expand_int(node))
        case Predicate():
            return _suits_asked(expand_bool(node))
        case _:
            assert_never(node)
