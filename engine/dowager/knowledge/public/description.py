"""What one sentence of an alert can say of a hand: ranges of plain counts, and single cards.

Our own points are HCP. Those of strangers are *total points*: HCP "adjusted as required for length,
shortages, etc." (Blue Chip protocol, Alerting, item 6), by up to ten points (item 7), and nobody
says how. So a hand may be said to have n total points if n is at least its HCP and at most what the
feature `total_points` gives it. That is the only tolerance, and depends on the shape: nothing for
4-4-3-2, 1 point for 5-3-3-2, 3 for 5-4-3-1. docs/explanation/alerts.md says what was measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

from dowager.cards import Suit, rank_of, suit_of
from dowager.knowledge.cells.numbers import ACES, HCP, KINGS, LENGTHS, SUIT_HCP, TOTAL_POINTS
from dowager.language.compile import predicate_node
from dowager.language.tree import TRUE, Bool, Int, Range, all_of, any_of

Bounds = tuple[int, int]
"""The least and the greatest value, both included."""

ANY_HCP: Bounds = (0, 37)
"""Thirteen cards have at most four aces, kings and queens and a jack: 37 HCP."""
MOST_DISTRIBUTION = 10
"""The most points that anybody may add for distribution (protocol, item 7)."""
ANY_POINTS: Bounds = (0, 50)
"""Total points: 40 in honours, and distribution (protocol, item 7)."""
ANY_LENGTH: Bounds = (0, 13)
ANY_SUIT_HCP: Bounds = (0, 10)
ANY_NUMBER = frozenset(range(5))
"""How many aces, or kings, a hand may hold."""

_HONOURS = {12: "ace", 11: "king"}


@dataclass(frozen=True, slots=True)
class Description:
    """What is said of a hand, all of it together; without arguments, nothing.

    Attributes:
        hcp: high-card points of the hand, within `ANY_HCP`.
        lengths: cards of each suit, clubs first, each within `ANY_LENGTH`.
        suit_hcp: high-card points of each suit, clubs first, each within `ANY_SUIT_HCP`.
        aces: how many aces: one number, one of two, or `ANY_NUMBER`.
        kings: how many kings, likewise.
        held: aces and kings that are held, as cards 0 to 51.
        points: total points of the hand, however they are counted, within `ANY_POINTS`.
    """

    hcp: Bounds = ANY_HCP
    lengths: tuple[Bounds, ...] = (ANY_LENGTH,) * 4
    suit_hcp: tuple[Bounds, ...] = (ANY_SUIT_HCP,) * 4
    aces: frozenset[int] = ANY_NUMBER
    kings: frozenset[int] = ANY_NUMBER
    held: frozenset[int] = frozenset()
    points: Bounds = ANY_POINTS

    def __post_init__(self) -> None:
        assert _within(self.hcp, ANY_HCP)
        assert _within(self.points, ANY_POINTS)
        assert all(_within(bounds, ANY_LENGTH) for bounds in self.lengths)
        assert all(_within(bounds, ANY_SUIT_HCP) for bounds in self.suit_hcp)
        assert all(len(numbers) in (1, 2, 5) for numbers in (self.aces, self.kings))
        assert all(rank_of(card) in _HONOURS for card in self.held)

    def node(self) -> Bool:
        """Return the condition on the hand."""
        return all_of(self._parts())

    def _parts(self) -> Iterator[Bool]:
        yield between(HCP, self.hcp, ANY_HCP)
        yield _counted(self.points)
        for suit in Suit:
            yield between(LENGTHS[suit], self.lengths[suit], ANY_LENGTH)
            yield between(SUIT_HCP[suit], self.suit_hcp[suit], ANY_SUIT_HCP)
        yield _one_of(ACES, self.aces)
        yield _one_of(KINGS, self.kings)
        for card in sorted(self.held):
            yield predicate_node(_HONOURS[rank_of(card)], (suit_of(card),))

    def hull(self, other: Description) -> Description:
        """Return the narrowest description that both imply."""
        return Description(
            hcp=_hull(self.hcp, other.hcp),
            lengths=tuple(map(_hull, self.lengths, other.lengths)),
            suit_hcp=tuple(map(_hull, self.suit_hcp, other.suit_hcp)),
            aces=few(self.aces | other.aces),
            kings=few(self.kings | other.kings),
            held=self.held & other.held,
            points=_hull(self.points, other.points),
        )

    def meet(self, other: Description) -> Description | None:
        """Return what both say together; None when they leave a count without a value."""
        aces, kings = self.aces & other.aces, self.kings & other.kings
        hcp, points = _meet(self.hcp, other.hcp), _meet(self.points, other.points)
        lengths = tuple(map(_meet, self.lengths, other.lengths))
        suit_hcp = tuple(map(_meet, self.suit_hcp, other.suit_hcp))
        if (
            not aces
            or not kings
            or any(low > high for low, high in (hcp, points, *lengths, *suit_hcp))
        ):
            return None
        held = self.held | other.held
        return Description(hcp, lengths, suit_hcp, aces, kings, held, points)

    def heard(self) -> Description:
        """Return what a stranger understands, to whom HCP are total points; never narrower."""
        low, high = _meet(self.points, open_ended(self.hcp))
        points = (low, high) if low <= high else self.points
        return replace(self, hcp=ANY_HCP, points=points)

    def with_length(self, suit: Suit, bounds: Bounds) -> Description:
        """Return the description with other bounds of a suit's length."""
        return replace(self, lengths=_put(self.lengths, suit, bounds))

    def with_suit_hcp(self, suit: Suit, bounds: Bounds) -> Description:
        """Return the description with other bounds of a suit's HCP."""
        return replace(self, suit_hcp=_put(self.suit_hcp, suit, bounds))


def hull_of(descriptions: Iterable[Description]) -> Description:
    """Return the narrowest description that each of some, at least one, implies."""
    return reduce(Description.hull, descriptions)


def _put(by_suit: tuple[Bounds, ...], suit: Suit, bounds: Bounds) -> tuple[Bounds, ...]:
    """Return the bounds of four suits with those of one suit replaced."""
    return (*by_suit[:suit], bounds, *by_suit[suit + 1 :])


def open_ended(bounds: Bounds) -> Bounds:
    """Return bounds of total points without an upper end that every hand is within."""
    low, high = bounds
    return low, ANY_POINTS[1] if high >= ANY_HCP[1] else high


def few(numbers: frozenset[int]) -> frozenset[int]:
    """Return numbers if they can be said, being one or two; else `ANY_NUMBER`."""
    return numbers if len(numbers) in (1, 2) else ANY_NUMBER


def between(value: Int, bounds: Bounds, any_value: Bounds) -> Bool:
    """Return the condition that a number lies within bounds, less what goes without saying."""
    low = bounds[0] if bounds[0] > any_value[0] else None
    high = bounds[1] if bounds[1] < any_value[1] else None
    return TRUE if low is None and high is None else Range(value, low, high)


def _counted(points: Bounds) -> Bool:
    """Return the condition that a hand may be said to have total points within bounds."""
    low, high = points
    most = between(HCP, (ANY_HCP[0], min(high, ANY_HCP[1])), ANY_HCP)
    if low > ANY_HCP[1]:  # more than the usual counts give any hand, but not more than the most
        return all_of([most, Range(HCP, min(low - MOST_DISTRIBUTION, ANY_HCP[1]), None)])
    return all_of([most, between(TOTAL_POINTS, (low, ANY_POINTS[1]), ANY_POINTS)])


def _one_of(value: Int, numbers: frozenset[int]) -> Bool:
    if numbers == ANY_NUMBER:
        return TRUE
    return any_of(Range(value, number, number) for number in sorted(numbers))


def _within(inner: Bounds, outer: Bounds) -> bool:
    return outer[0] <= inner[0] <= inner[1] <= outer[1]


def _hull(first: Bounds, second: Bounds) -> Bounds:
    return min(first[0], second[0]), max(first[1], second[1])


def _meet(first: Bounds, second: Bounds) -> Bounds:
    return max(first[0], second[0]), min(first[1], second[1])
