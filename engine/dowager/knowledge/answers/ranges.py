"""The ranges of every hand after an auction: HCP, and the length of each suit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from dowager.cards import Deal, Hand, Holdings, Seat, cards_outside
from dowager.knowledge.cells.masks import to_mask
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.cells.suit_counts import FULL_HOLDINGS, suit_counts
from dowager.knowledge.public.view import View

_TOTALS = (40, 13, 13, 13, 13)
"""What the four hands share out of each of `HCP_AND_LENGTHS`."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """The least and greatest HCP of a hand, and length of each suit, clubs first."""

    hcp: tuple[int, int]
    lengths: tuple[tuple[int, int], ...]

    def contain(self, hand: Hand) -> bool:
        """Whether a hand lies within them."""
        values = (hand.hcp, *hand.lengths)
        bounds = (self.hcp, *self.lengths)
        return all(low <= value <= high for value, (low, high) in zip(values, bounds, strict=True))


@dataclass(frozen=True, slots=True)
class ExactRanges:
    """Ranges proved across the four hands.

    Attributes:
        proved: whether every bound is attained, or it is proved that no deal fits.
        seats: the ranges by seat; empty when no deal fits.
        witness: a deal that fits; None when none does or the time ran out.
    """

    proved: bool
    seats: Mapping[Seat, Ranges]
    witness: Deal | None


def ranges(view: View, known: Mapping[Seat, Hand] | None = None) -> dict[Seat, Ranges]:
    """Return every seat's ranges: what its calls have shown, and what the others leave.

    Exact for each seat by itself as far as shape and HCP decide the rules; between the seats the
    13 cards of each suit and the 40 HCP are shared out. Sound always: no hand that fits lies
    outside. `exact_ranges` gives the exact answer across hands.

    Args:
        view: the auction so far.
        known: hands that are seen, such as one's own.
    """
    known = known or {}
    bounds = [_bounds_of(view, seat, known) for seat in Seat]
    _share(bounds)
    return {seat: Ranges(bounds[seat][0], tuple(bounds[seat][1:])) for seat in Seat}


def _bounds_of(view: View, seat: Seat, known: Mapping[Seat, Hand]) -> list[tuple[int, int]]:
    """Return a seat's bounds of each of `HCP_AND_LENGTHS`, the other seats' calls apart."""
    if seat in known:
        hand = known[seat]
        return [(value, value) for value in (hand.hcp, *hand.lengths)]
    mask = view.players[seat].shown.mask
    # A known hand leaves fewer cards: cells that they cannot fill drop out, unless all would.
    mask = mask & _fillable(Hand(cards_outside(known.values())).holdings) or mask
    return [plain_space().span(number, mask) for number in HCP_AND_LENGTHS]


@lru_cache(maxsize=256)
def _fillable(cards: Holdings) -> int:
    """Return the cells that 13 of some cards can fill."""
    space = plain_space()
    if cards == FULL_HOLDINGS:
        return space.full
    counts, _ = suit_counts(cards=cards)
    return to_mask(counts[space.shape, space.hcp, 0] > 0)


def _share(seats: list[list[tuple[int, int]]]) -> None:
    """Tighten each seat's bounds by what the other three must and can have, until nothing moves."""
    for number, total in enumerate(_TOTALS):
        moved = True
        while moved:
            moved = False
            for bounds in seats:
                others = [other[number] for other in seats if other is not bounds]
                low = max(bounds[number][0], total - sum(high for _, high in others))
                high = min(bounds[number][1], total - sum(low for low, _ in others))
                if low <= high and (low, high) != bounds[number]:
                    bounds[number] = (low, high)
                    moved = True
