"""Owns drawing hands at random: uniform hands of allowed cells, singly and by shapes for all.

Nothing is enumerated and nothing is a Markov chain. Hands are counted suit by suit, by length and
HCP; a draw goes down the same counts, so every hand that is allowed has the same chance. Counts are
whole numbers below 2**53; a draw among c things is exact to c / 2**53.

Many hands at once are *columns*: an array of shape `(4, n)`, the holdings by suit, clubs first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from dowager.cards import ALL_HOLDINGS, LENGTH_OF, Holdings
from dowager.knowledge.cells.additive import HCP_OF
from dowager.language.tree import SHAPE_LENGTHS

Columns = NDArray[np.uint16]
Whole = NDArray[np.int64]
Real = NDArray[np.float64]
Allowed = NDArray[np.bool_]
"""Which cells are allowed: by shape and HCP, shape `(560, 38)`."""

_LENGTHS: Whole = LENGTH_OF.astype(np.int64)
_SHAPES: Whole = SHAPE_LENGTHS.astype(np.int64)
_SUIT = 11  # a suit has 0 to 10 HCP
_TWO = 21  # and two suits 0 to 20
_COMB: Whole = np.array([[comb(n, k) for k in range(14)] for n in range(14)], dtype=np.int64)


def below(generator: np.random.Generator, counts: Whole) -> Whole:
    """Draw for each count a whole number from 0 up to, but not including, the count.

    The greatest double below 1 times a count rounds to less than the count, so it never comes out.
    """
    return (generator.random(len(counts)) * counts).astype(np.int64)


# --- subsets of cards ---------------------------------------------------------------------------

_BY_LENGTH = np.argsort(_LENGTHS, kind="stable").astype(np.int64)
_FIRST_OF_LENGTH: Whole = np.searchsorted(_LENGTHS[_BY_LENGTH], np.arange(14)).astype(np.int64)


def _subset(generator: np.random.Generator, size: Whole, count: Whole) -> Whole:
    """Draw subsets of `count` out of the lowest `size` bits.

    Sets of one length stand in ascending order, so those within the lowest bits come first.
    """
    place = below(generator, _COMB[size, count])
    chosen: Whole = _BY_LENGTH.take(_FIRST_OF_LENGTH.take(count) + place)
    return chosen


@cache
def _spreading() -> tuple[Whole, NDArray[np.uint16]]:
    """Tabulate `_spread`: where each mask's part starts, and the parts; 3**13 entries in all."""
    parts = [np.zeros(1, dtype=np.uint16)]
    for mask in range(1, 8192):
        top = 1 << (mask.bit_length() - 1)
        rest = parts[mask ^ top]
        parts.append(np.concatenate([rest, rest | np.uint16(top)]))
    sizes = np.left_shift(1, _LENGTHS)
    return np.cumsum(sizes) - sizes, np.concatenate(parts)


def _spread(masks: NDArray[np.integer], bits: Whole) -> Columns:
    """Put bit number k of `bits` on the k-th lowest set bit of the mask, for 13-bit masks."""
    starts, flat = _spreading()
    spread: Columns = flat.take(starts.take(masks) + bits)
    return spread


@cache
def _blocks(hands: int) -> tuple[Whole, Whole]:
    """Return how 13 cards may fall on blocks of 13, and the running number of ways."""
    ways = [sizes for sizes in product(range(14), repeat=hands) if sum(sizes) == 13]
    counts = [prod(comb(13, size) for size in sizes) for sizes in ways]
    return np.array(ways, dtype=np.int64).T, np.cumsum(np.array(counts, dtype=np.int64))


def deal_from(generator: np.random.Generator, left: Columns, hands: int) -> Columns:
    """Deal one hand, uniform, from the cards left, `13 * hands` of them in each column."""
    sizes, ways = _blocks(hands)
    total = np.full(left.shape[1], ways[-1])
    pick = np.searchsorted(ways, below(generator, total), side="right")
    thirteen = np.full(left.shape[1], 13)
    bits = np.zeros(left.shape[1], dtype=np.int64)
    for block in range(hands):
        bits |= _subset(generator, thirteen, sizes[block].take(pick)) << 13 * block
    dealt = np.empty_like(left)
    for suit in range(4):
        length = _LENGTHS.take(left[suit])
        dealt[suit] = _spread(left[suit], bits & ((1 << length) - 1))
        bits >>= length
    return dealt


def deal_lengths(generator: np.random.Generator, left: Columns, lengths: Whole) -> Columns:
    """Deal one hand of the given lengths, `(4, n)`, uniform, from the cards left."""
    dealt = np.empty_like(left)
    for suit in range(4):
        size = _LENGTHS.take(left[suit])
        dealt[suit] = _spread(left[suit], _subset(generator, size, lengths[suit]))
    return dealt


# --- one hand -----------------------------------------------------------------------------------


class _Suit:
    """The holdings that one suit's cards allow, by length and HCP; `fixed` is in all of them."""

    def __init__(self, cards: int, fixed: int) -> None:
        held = ALL_HOLDINGS[((ALL_HOLDINGS & ~cards) | (fixed & ~ALL_HOLDINGS)) == 0]
        keys = _LENGTHS[held] * _SUIT + HCP_OF[held]
        self._held = held[np.argsort(keys, kind="stable")].astype(np.uint16)
        self._flat: Whole = np.bincount(keys, minlength=14 * _SUIT).astype(np.int64)
        self._start = np.cumsum(self._flat) - self._flat
        self.counts = self._flat.reshape(14, _SUIT)

    def draw(self, generator: np.random.Generator, length: Whole, hcp: Whole) -> Columns:
        """Draw holdings of the lengths and HCP, each uniform."""
        keys = length * _SUIT + hcp
        places = self._start.take(keys) + below(generator, self._flat.take(keys))
        drawn: Columns = self._held.take(places)
        return drawn


class _Suits:
    """Two suits: their counts by both lengths and joint HCP, and how the HCP split."""

    def __init__(self, first: _Suit, second: _Suit) -> None:
        ways = np.zeros((14, 14, _TWO, _SUIT), dtype=np.int64)
        for hcp in range(_SUIT):
            product_of = first.counts[:, None, hcp, None] * second.counts[None, :, :]
            ways[:, :, hcp : hcp + _SUIT, hcp] = product_of
        self.counts: Whole = ways.sum(axis=3)
        self._flat = self.counts.ravel()
        self._start = np.cumsum(self._flat) - self._flat
        self._running = np.cumsum(ways.ravel())

    def first_hcp(
        self, generator: np.random.Generator, first: Whole, second: Whole, hcp: Whole
    ) -> Whole:
        """Draw the first suit's share of the HCP, given both lengths."""
        keys = (first * 14 + second) * _TWO + hcp
        wanted = self._start.take(keys) + below(generator, self._flat.take(keys))
        places = np.searchsorted(self._running, wanted, side="right")
        share: Whole = places - keys * _SUIT
        return share


class HandTable:
    """Draws uniform hands of the allowed cells from a set of cards.

    Args:
        cards: the cards that the hand may hold.
        allowed: the cells in which it may lie.
        fixed: those of the cards that it must hold.

    Attributes:
        total: how many hands are allowed, exactly.
        by_shape: how many of them have each shape, `(560,)`.
    """

    def __init__(self, cards: Holdings, allowed: Allowed, fixed: Holdings = (0, 0, 0, 0)) -> None:
        self._suits = [_Suit(held, must) for held, must in zip(cards, fixed, strict=True)]
        self._minors = _Suits(self._suits[0], self._suits[1])
        self._majors = _Suits(self._suits[2], self._suits[3])
        shapes = np.flatnonzero(allowed.any(axis=1))
        clubs, diamonds, hearts, spades = _SHAPES[shapes].T
        ways = self._minors.counts[clubs, diamonds, :, None]
        ways = ways * self._majors.counts[hearts, spades, None, :]
        ways *= _joint(allowed[shapes])
        some = np.flatnonzero(ways)
        row, hcp = np.divmod(some, _TWO * _TWO)
        self._minor_hcp, self._major_hcp = np.divmod(hcp, _TWO)
        self._shape = shapes[row]
        self._running = np.cumsum(ways.ravel()[some])
        self.total = int(self._running[-1]) if len(some) else 0
        self.by_shape = np.zeros(len(_SHAPES), dtype=np.int64)
        self.by_shape[shapes] = ways.sum(axis=(1, 2))
        self._before = np.cumsum(self.by_shape) - self.by_shape

    def draw(self, generator: np.random.Generator, count: int) -> Columns:
        """Draw hands; there must be some."""
        wanted = np.sort(below(generator, np.full(count, self.total)))
        places = np.searchsorted(self._running, wanted, side="right")
        generator.shuffle(places)  # sorted, they were searched faster
        return self._fill(generator, places)

    def draw_shapes(self, generator: np.random.Generator, shapes: NDArray[np.intp]) -> Columns:
        """Draw a hand of each of the shapes, which must be allowed."""
        wanted = self._before.take(shapes) + below(generator, self.by_shape.take(shapes))
        return self._fill(generator, np.searchsorted(self._running, wanted, side="right"))

    def _fill(self, generator: np.random.Generator, places: NDArray[np.intp]) -> Columns:
        """Draw hands whose shape, minors' and majors' HCP are those of the places."""
        lengths = _SHAPES.T[:, self._shape.take(places)]
        minor, major = self._minor_hcp.take(places), self._major_hcp.take(places)
        clubs = self._minors.first_hcp(generator, lengths[0], lengths[1], minor)
        hearts = self._majors.first_hcp(generator, lengths[2], lengths[3], major)
        hcp = (clubs, minor - clubs, hearts, major - hearts)
        drawn = np.empty((4, len(places)), dtype=np.uint16)
        for number, suit in enumerate(self._suits):
            drawn[number] = suit.draw(generator, lengths[number], hcp[number])
        return drawn


def _joint(allowed: Allowed) -> NDArray[np.bool_]:
    """Spread what is allowed by total HCP over the HCP of minors and majors."""
    padded = np.zeros((len(allowed), 2 * _TWO - 1), dtype=np.bool_)
    padded[:, : allowed.shape[1]] = allowed
    total = np.arange(_TWO)[:, None] + np.arange(_TWO)[None, :]
    return padded[:, total]


# --- all hands by shape -------------------------------------------------------------------------


class ShapeChain:
    """Draws the shapes of several hands at once, and the first hand with them.

    How many hands of a shape the cards left allow depends on their four lengths alone: a product of
    binomials. So what a choice of shapes leaves possible is counted backwards, from the last hand,
    and shapes are drawn with exactly the number of deals that have them, the first hand counted by
    its allowed cells. Given the shapes, all such deals are alike: the first hand is drawn from its
    cells, the others as uniform subsets. Which HCP the others may have is left for the caller.

    Attributes:
        total: how many deals have the first hand in its cells and the others in their shapes.
    """

    def __init__(
        self,
        cards: Holdings,
        first: HandTable,
        middle: Sequence[NDArray[np.bool_]],
        last: NDArray[np.bool_] | None,
    ) -> None:
        """Count.

        Args:
            cards: the cards to deal, 26 or more.
            first: the first hand's table.
            middle: the shapes, `(560,)`, of one or two more hands.
            last: the shapes of the hand that the others leave; None when they leave two.
        """
        lengths = np.array([held.bit_count() for held in cards])
        starts = np.flatnonzero(first.by_shape)
        following = np.full(_PLACES, float(comb(26, 13)))
        if last is not None:
            following[:] = 0
            following[_place(_SHAPES[last].T)] = 1
        self._third = None
        if len(middle) > 1:
            self._third = _Step(_lefts(lengths, 26), middle[1], following)
            following = self._third.by_place
        lefts = (lengths - _SHAPES[starts]).T
        self._second = _Step(lefts, middle[0], following, first.by_shape[starts])
        self._first, self._starts = first, starts
        self.total = self._second.total

    def draw(self, generator: np.random.Generator, count: int) -> tuple[Columns, list[Whole]]:
        """Draw the first hand, and the lengths `(4, n)` of the one or two in the middle."""
        row, second = self._second.draw(generator, count)
        lengths = [_SHAPES.T[:, second]]
        if self._third is not None:
            left = self._second.lefts[:, row] - lengths[0]
            lengths.append(_SHAPES.T[:, self._third.draw_at(generator, left)])
        return self._first.draw_shapes(generator, self._starts.take(row)), lengths


class _Step:
    """The next hand's shape by the lengths left, weighted by the deals of it and the rest."""

    def __init__(
        self,
        lefts: Whole,
        allowed: NDArray[np.bool_],
        following: Real,
        weights: Whole | None = None,
    ) -> None:
        shapes = np.flatnonzero(allowed)
        places, inside = _place(lefts), _place(_SHAPES[shapes].T)
        ways = np.ones((len(places), len(shapes)))
        for suit in range(4):
            ways *= _BINOMIALS[:, _SHAPES[shapes, suit]].take(lefts[suit], axis=0)
        # Where the ways are none, the place of what would be left means nothing.
        ways *= following.take(np.maximum(places[:, None] - inside, 0))
        if weights is not None:
            ways *= weights[:, None]
        some = np.flatnonzero(ways)
        self._rows, columns = np.divmod(some, max(len(shapes), 1))
        self._shapes = shapes[columns]
        self._running = np.cumsum(ways.ravel()[some])
        self.lefts = lefts
        self.total = float(self._running[-1]) if len(some) else 0.0
        self.by_place, self._before = np.zeros(_PLACES), np.zeros(_PLACES)
        sums = ways.sum(axis=1)
        self.by_place[places] = sums
        self._before[places] = np.cumsum(sums) - sums

    def draw(self, generator: np.random.Generator, count: int) -> tuple[Whole, Whole]:
        """Draw the number of the lengths left and the shape together."""
        place = self._search(np.sort(generator.random(count)) * self.total)
        generator.shuffle(place)  # sorted, they were searched faster
        return self._rows.take(place), self._shapes.take(place)

    def draw_at(self, generator: np.random.Generator, left: Whole) -> Whole:
        """Draw a shape for each of the given lengths left, `(4, n)`."""
        places = _place(left)
        part = np.floor(generator.random(left.shape[1]) * self.by_place.take(places))
        return self._shapes.take(self._search(self._before.take(places) + part))

    def _search(self, wanted: Real) -> NDArray[np.intp]:
        found = np.searchsorted(self._running, wanted, side="right")
        return np.minimum(found, len(self._running) - 1)  # sums of doubles may round up


_PLACES = 14**4
_BINOMIALS: Real = _COMB.astype(np.float64)


def _place(lengths: Whole) -> Whole:
    """Number four lengths, the first axis, each 0 to 13."""
    clubs, diamonds, hearts, spades = lengths
    place: Whole = ((clubs * 14 + diamonds) * 14 + hearts) * 14 + spades
    return place


@cache
def _all_lefts(total: int) -> Whole:
    grid = np.indices((14, 14, 14, 14)).reshape(4, -1)
    return grid[:, grid.sum(axis=0) == total]


def _lefts(lengths: NDArray[np.integer], total: int) -> Whole:
    """Return all lengths, `(4, n)`, of `total` cards out of suits of the given lengths."""
    every = _all_lefts(total)
    return every[:, (every <= lengths[:, None]).all(axis=0)]
