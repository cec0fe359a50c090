"""Owns what one sentence of an alert can say of a hand: ranges of plain counts and single cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

from dowager.cards import Suit
from dowager.language.compile import feature_node, predicate_node
from dowager.language.tree import Bool, Feature, Int, Range, all_of, any_of

Span = tuple[int, int]
"""The least and the greatest value, both included."""

ANY_HCP: Span = (0, 37)
"""Thirteen cards have at most four aces, kings and queens and a jack: 37 HCP."""
ANY_LENGTH: Span = (0, 13)
ANY_SUIT_HCP: Span = (0, 10)
ANY_NUMBER = frozenset(range(5))
"""How many aces, or kings, a hand may hold."""

HCP = Feature("hcp")
ACES = Feature("aces")
KINGS = Feature("kings")
LENGTHS = tuple(feature_node("length", (int(suit),)) for suit in Suit)
SUIT_HCP = tuple(feature_node("hcp", (int(suit),)) for suit in Suit)

_HONOURS = {12: "ace", 11: "king"}


@dataclass(frozen=True, slots=True)
class Description:
    """A conjunction of what can be said of a hand; without arguments it says nothing.

    Attributes:
        hcp: high-card points of the hand, within `ANY_HCP`.
        lengths: cards of each suit, clubs first, each within `ANY_LENGTH`.
        suit_hcp: high-card points of each suit, clubs first, each within `ANY_SUIT_HCP`.
        aces: how many aces: one number, either of two, or `ANY_NUMBER`.
        kings: how many kings, in the same way.
        held: aces and kings that are held, as cards 0 to 51.
    """

    hcp: Span = ANY_HCP
    lengths: tuple[Span, ...] = (ANY_LENGTH,) * 4
    suit_hcp: tuple[Span, ...] = (ANY_SUIT_HCP,) * 4
    aces: frozenset[int] = ANY_NUMBER
    kings: frozenset[int] = ANY_NUMBER
    held: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        assert _within(self.hcp, ANY_HCP)
        assert all(_within(span, ANY_LENGTH) for span in self.lengths)
        assert all(_within(span, ANY_SUIT_HCP) for span in self.suit_hcp)
        assert all(len(numbers) in (1, 2, 5) for numbers in (self.aces, self.kings))
        assert all(card % 13 in _HONOURS for card in self.held)

    def node(self) -> Bool:
        """Return the condition on the hand."""
        return all_of(self._parts())

    def _parts(self) -> Iterator[Bool]:
        yield between(HCP, self.hcp, ANY_HCP)
        for suit in Suit:
            yield between(LENGTHS[suit], self.lengths[suit], ANY_LENGTH)
            yield between(SUIT_HCP[suit], self.suit_hcp[suit], ANY_SUIT_HCP)
        yield _one_of(ACES, self.aces)
        yield _one_of(KINGS, self.kings)
        for card in sorted(self.held):
            yield predicate_node(_HONOURS[card % 13], (card // 13,))

    def hull(self, other: Description) -> Description:
        """Return the narrowest showing that both imply."""
        return Description(
            hcp=_hull(self.hcp, other.hcp),
            lengths=tuple(map(_hull, self.lengths, other.lengths)),
            suit_hcp=tuple(map(_hull, self.suit_hcp, other.suit_hcp)),
            aces=few(self.aces | other.aces),
            kings=few(self.kings | other.kings),
            held=self.held & other.held,
        )

    def meet(self, other: Description) -> Description | None:
        """Return what both say together; None when a count would have no value left."""
        aces, kings = self.aces & other.aces, self.kings & other.kings
        hcp = _meet(self.hcp, other.hcp)
        lengths = tuple(map(_meet, self.lengths, other.lengths))
        suit_hcp = tuple(map(_meet, self.suit_hcp, other.suit_hcp))
        if not aces or not kings or any(low > high for low, high in (hcp, *lengths, *suit_hcp)):
            return None
        return Description(hcp, lengths, suit_hcp, aces, kings, self.held | other.held)

    def with_length(self, suit: Suit, span: Span) -> Description:
        """Return the showing with another range for a suit's length."""
        return replace(self, lengths=put(self.lengths, suit, span))

    def with_suit_hcp(self, suit: Suit, span: Span) -> Description:
        """Return the showing with another range for a suit's HCP."""
        return replace(self, suit_hcp=put(self.suit_hcp, suit, span))


def hull_of(showings: Iterable[Description]) -> Description:
    """Return the narrowest showing that each of some, at least one, implies."""
    return reduce(Description.hull, showings)


def put(spans: tuple[Span, ...], place: int, span: Span) -> tuple[Span, ...]:
    """Return spans with one replaced."""
    return (*spans[:place], span, *spans[place + 1 :])


def few(numbers: frozenset[int]) -> frozenset[int]:
    """Return numbers that can be said, one or two; else any."""
    return numbers if len(numbers) in (1, 2) else ANY_NUMBER


def between(value: Int, span: Span, any_value: Span) -> Bool:
    """Return that a number lies in a span; ends that say nothing are left out."""
    low = span[0] if span[0] > any_value[0] else None
    high = span[1] if span[1] < any_value[1] else None
    return all_of(()) if low is None and high is None else Range(value, low, high)


def _one_of(value: Int, numbers: frozenset[int]) -> Bool:
    if numbers == ANY_NUMBER:
        return all_of(())
    return any_of(Range(value, number, number) for number in sorted(numbers))


def _within(span: Span, limits: Span) -> bool:
    return limits[0] <= span[0] <= span[1] <= limits[1]


def _hull(one: Span, other: Span) -> Span:
    return min(one[0], other[0]), max(one[1], other[1])


def _meet(one: Span, other: Span) -> Span:
    return max(one[0], other[0]), min(one[1], other[1])
