"""Deals that fit, moved towards the extremes of HCP and lengths by exchanges of cards.

From sampled deals, hands exchange cards that bring a seat's number nearer to its bound; what does
not fit is thrown away. The deals that result are no sample: they show how far numbers can go.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import DealArray
from dowager.cards import LENGTH_OF, Seat
from dowager.knowledge.cells.additive import HCP_OF
from dowager.knowledge.sampling.subsets import Whole

_GROUP = 64
"""Deals that pursue one bound together."""
_PATIENCE = 30
"""Steps without progress after which all is as good as it gets."""
_STEPS = 300
_Owners: TypeAlias = NDArray[np.int8]
_Bools: TypeAlias = NDArray[np.bool_]

_CARD_HCP: Whole = np.tile([0] * 9 + [1, 2, 3, 4], 4)
_WORTH = np.stack([_CARD_HCP, *(np.repeat(np.arange(4) == suit, 13) for suit in range(4))])
"""What each card adds to HCP, clubs, diamonds, hearts and spades, `(5, 52)`."""


Spans: TypeAlias = Mapping[tuple[Seat, int], tuple[int, int]]
"""Bounds by seat and number: 0 for HCP, 1 to 4 for the lengths, clubs first."""


@dataclass(frozen=True, slots=True)
class _Goal:
    """A bound of a seat's number that deals are moved towards.

    Attributes:
        seat: whose hand.
        number: as in `Spans`.
        sign: 1 for the greatest value, -1 for the least.
        most: `sign` times the bound, which cannot be passed.
    """

    seat: Seat
    number: int
    sign: int
    most: int


class Extremes:
    """How far the HCP and lengths of hidden hands go in deals that fit, and deals that show it.

    Args:
        fits: says which deals fit.
        outer: bounds of every number of the hidden hands, which hold.
        generator: the random source.

    Attributes:
        outer: the bounds that hold.
    """

    def __init__(
        self, fits: Callable[[DealArray], _Bools], outer: Spans, generator: np.random.Generator
    ) -> None:
        self._fits, self._random = fits, generator
        self.outer = outer
        self._goals = [
            _Goal(seat, number, sign, sign * bound)
            for (seat, number), span in outer.items()
            for sign, bound in zip((-1, 1), span, strict=True)
        ]
        self._hidden = sorted({seat for seat, _ in outer})
        self._reached: dict[_Goal, tuple[int, NDArray[np.uint16]]] = {}

    @property
    def closed(self) -> bool:
        """Whether every bound is reached."""
        return not self._open()

    @property
    def deals(self) -> DealArray:
        """A deal for each bound that goes as far as any that was seen; once some were added."""
        return np.array([deal for _, deal in self._reached.values()])

    def spans(self) -> Spans:
        """Return the least and greatest value of every number in deals that were seen."""
        worth = {goal: value for goal, (value, _) in self._reached.items()}
        lows = {(goal.seat, goal.number): -worth[goal] for goal in worth if goal.sign < 0}
        highs = {(goal.seat, goal.number): worth[goal] for goal in worth if goal.sign > 0}
        return {key: (low, highs[key]) for key, low in lows.items()}

    def add(self, deals: DealArray) -> None:
        """Take deals that fit, at least one, and move them towards what is not yet reached."""
        self._widen(deals)
        if goals := self._open():
            starts = np.concatenate([deals, self.deals])
            climb = _Climb(starts, goals, self._hidden, self._fits, self._random)
            climb.run()
            self._widen(climb.deals)

    def _open(self) -> list[_Goal]:
        reached = self._reached
        return [goal for goal in self._goals if goal not in reached or reached[goal][0] < goal.most]

    def _widen(self, deals: DealArray) -> None:
        numbers = _numbers_of(deals)
        for goal in self._goals:
            worth = goal.sign * numbers[:, goal.seat, goal.number]
            best = int(worth.argmax())
            if goal not in self._reached or worth[best] > self._reached[goal][0]:
                self._reached[goal] = (int(worth[best]), deals[best])


class _Climb:
    """Groups of deals, each on the way to its goal.

    Attributes:
        deals: the deals of all groups, `(n, 4, 4)`.
    """

    def __init__(
        self,
        deals: DealArray,
        goals: Sequence[_Goal],
        hidden: Sequence[Seat],
        fits: Callable[[DealArray], _Bools],
        generator: np.random.Generator,
    ) -> None:
        self._fits, self._random = fits, generator
        self._hidden = np.isin(np.arange(4), hidden)
        self._goals = list(goals)
        starts = [self._best(deals, goal) for goal in goals]
        self.deals = np.concatenate(starts)
        self._goal = np.repeat(np.arange(len(goals)), [len(start) for start in starts])
        self._seat = np.array([goal.seat for goal in goals])
        self._number = np.array([goal.number for goal in goals])
        self._sign = np.array([goal.sign for goal in goals])
        self._most = np.array([goal.most for goal in goals])
        self._owners = _owners_of(self.deals)
        self._values = self._worth(self.deals, self._goal)
        cuts = np.flatnonzero(np.diff(self._goal)) + 1
        self._top = np.array([worth.max() for worth in np.split(self._values, cuts)])

    def _best(self, deals: DealArray, goal: _Goal) -> DealArray:
        """Return the deals nearest to a goal."""
        worth = goal.sign * _numbers_of(deals)[:, goal.seat, goal.number]
        return deals[np.argsort(-worth, kind="stable")[:_GROUP]]

    def _worth(self, deals: DealArray, goal: Whole) -> Whole:
        """Return how far each deal is on the way to its goal."""
        numbers = _numbers_of(deals)
        rows = np.arange(len(deals))
        worth: Whole = self._sign[goal] * numbers[rows, self._seat[goal], self._number[goal]]
        return worth

    def run(self) -> None:
        """Move the deals until the goals are reached or nothing moves."""
        idle = 0
        for step in range(_STEPS):
            rows = np.flatnonzero((self._top < self._most)[self._goal])
            if not len(rows) or idle > _PATIENCE:
                return
            before = int(self._top.sum())
            self._step(rows)
            np.maximum.at(self._top, self._goal, self._values)
            idle = 0 if int(self._top.sum()) > before else idle + 1
            if step % 4 == 3:
                self._select(rows)

    def _step(self, rows: Whole) -> None:
        owners = self._owners[rows].copy()
        self._exchange_towards(owners, self._goal[rows])
        for _ in range(2):
            self._exchange_any(owners)
        deals = _deals_of(owners)
        worth = self._worth(deals, self._goal[rows])
        better = np.flatnonzero(worth >= self._values[rows])
        better = better[self._fits(deals[better])]
        kept = rows[better]
        self._owners[kept], self.deals[kept] = owners[better], deals[better]
        self._values[kept] = worth[better]

    def _select(self, rows: Whole) -> None:
        """Let the worse half of each group go on from the better half."""
        order = rows[np.lexsort((-self._values[rows], self._goal[rows]))]
        starts = np.flatnonzero(np.diff(self._goal[order], prepend=-1))
        sizes = np.diff(np.append(starts, len(order)))
        rank = np.arange(len(order)) - np.repeat(starts, sizes)
        half = np.repeat(sizes // 2, sizes)
        worse = np.flatnonzero((rank >= half) & (half > 0))
        source = order[worse - half[worse]]
        for array in (self._owners, self.deals, self._values):
            array[order[worse]] = array[source]

    # -- exchanges ---------------------------------------------------------------------------------

    def _exchange_towards(self, owners: _Owners, goal: Whole) -> None:
        """Exchange a card of each goal's hand for one that brings it nearer."""
        seat, worth = (
            self._seat[goal][:, None],
            self._sign[goal][:, None] * _WORTH[self._number[goal]],
        )
        mine, theirs = owners == seat, self._hidden[owners] & (owners != seat)
        noise = self._random.random((2, *owners.shape))
        least = np.where(mine, worth, 99).min(axis=1, keepdims=True)
        given = np.where(mine & (worth == least), noise[0], -1).argmax(axis=1)
        gain = np.where(theirs & (worth > least), noise[1], -1)
        taken = gain.argmax(axis=1)
        self._swap(owners, given, taken, gain.max(axis=1) >= 0)

    def _exchange_any(self, owners: _Owners) -> None:
        """Exchange two cards of different hidden hands in some deals, half of them in one suit."""
        noise = self._random.random((2, *owners.shape))
        hidden = self._hidden[owners]
        first = np.where(hidden, noise[0], -1).argmax(axis=1)
        other = hidden & (owners != np.take_along_axis(owners, first[:, None], axis=1))
        same_suit = np.arange(52) // 13 == (first // 13)[:, None]
        score = np.where(other, noise[1], -1.0)
        wanted = self._random.random(len(owners)) < 0.5
        score[wanted] += same_suit[wanted] & other[wanted]
        second = score.argmax(axis=1)
        some = (score.max(axis=1) >= 0) & (self._random.random(len(owners)) < 0.5)
        self._swap(owners, first, second, some)

    def _swap(self, owners: _Owners, first: Whole, second: Whole, some: _Bools) -> None:
        rows = np.flatnonzero(some)
        first, second = first[rows], second[rows]
        owners[rows, first], owners[rows, second] = owners[rows, second], owners[rows, first]


_BITS = (1 << np.arange(13)).astype(np.int64)


def _owners_of(deals: DealArray) -> _Owners:
    """Return whose each of the 52 cards is, `(n, 52)`."""
    held = deals[:, :, :, None] & _BITS > 0
    owners: _Owners = held.argmax(axis=1).reshape(len(deals), 52).astype(np.int8)
    return owners


def _deals_of(owners: _Owners) -> DealArray:
    """Return the deals in which each card has its owner, `(n, 4, 4)`."""
    suits = owners.reshape(len(owners), 4, 13)
    held = [((suits == seat) * _BITS).sum(axis=2) for seat in range(4)]
    return np.stack(held, axis=1).astype(np.uint16)


def _numbers_of(deals: DealArray) -> Whole:
    """Return HCP and the lengths, clubs first, of every hand, `(n, 4, 5)`."""
    hcp = HCP_OF[deals].sum(axis=2, keepdims=True)
    return np.concatenate([hcp, LENGTH_OF[deals].astype(np.int64)], axis=2)
