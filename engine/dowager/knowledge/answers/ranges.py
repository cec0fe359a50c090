"""The ranges of every hand after an auction: HCP, and the length of each suit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dowager.cards import Deal, Hand, Holdings, Seat, cards_outside
from dowager.knowledge.cells.masks import to_mask
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS, TOTALS
from dowager.knowledge.cells.partition import Ints
from dowager.knowledge.cells.space import Weights, plain_space
from dowager.knowledge.cells.suit_counts import FULL_HOLDINGS, suit_counts
from dowager.knowledge.public.four_hands import span_within
from dowager.knowledge.public.view import View
from dowager.knowledge.readings import EXACT, Reading, weights_of

_OUTSIDE = 0.05
"""The share of what is believed of a seat that may lie outside its ranges."""


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


def ranges(
    view: View,
    known: Mapping[Seat, Hand] | None = None,
    readings: tuple[Reading, Reading] = (EXACT, EXACT),
) -> dict[Seat, Ranges]:
    """Return every seat's ranges: what its calls have shown, and what the others leave.

    Exact for each seat by itself as far as shape and HCP decide the rules; between the seats the
    13 cards of each suit and the 40 HCP are shared out. Sound always: no hand that fits lies
    outside. `exact_ranges` gives the exact answer across hands. Of a seat that is not read exactly
    no hand is impossible: its ranges are those that all but 5% of what is believed lies within, by
    that seat's calls and the cards that are seen alone.

    Args:
        view: the auction so far.
        known: hands that are seen, such as one's own.
        readings: how far North-South's and East-West's calls are believed.
    """
    known = known or {}
    exact = [readings[seat.side].exact or seat in known for seat in Seat]
    bounds = [_bounds_of(view, seat, known, readings[seat.side]) for seat in Seat]
    _share(bounds, exact)
    return {seat: Ranges(bounds[seat][0], tuple(bounds[seat][1:])) for seat in Seat}


def _bounds_of(
    view: View, seat: Seat, known: Mapping[Seat, Hand], reading: Reading
) -> list[tuple[int, int]]:
    """Return a seat's bounds of each of `HCP_AND_LENGTHS`, the other seats' calls apart."""
    if seat in known:
        hand = known[seat]
        return [(value, value) for value in (hand.hcp, *hand.lengths)]
    unseen = Hand(cards_outside(known.values())).holdings
    if not reading.exact:
        weights = weights_of(view.players[seat].shown, reading) * _hands_in_cells(unseen)
        return [_middle(plain_space().bounds(number).low, weights) for number in HCP_AND_LENGTHS]
    mask = view.players[seat].shown.mask
    # A known hand leaves fewer cards: cells that they cannot fill drop out, unless all would.
    mask = mask & _fillable(unseen) or mask
    return [plain_space().span(number, mask) for number in HCP_AND_LENGTHS]


def _middle(values: Ints, weights: Weights) -> tuple[int, int]:
    """Return the values that all but `_OUTSIDE` of the weight lies between, half at each end."""
    running = np.cumsum(np.bincount(values, weights=weights))
    ends = np.array([_OUTSIDE / 2, 1 - _OUTSIDE / 2]) * running[-1]
    low, high = np.searchsorted(running, ends)
    return int(low), int(high)


@lru_cache(maxsize=256)
def _hands_in_cells(cards: Holdings) -> Weights:
    """Return how many hands of some cards each cell holds."""
    space = plain_space()
    if cards == FULL_HOLDINGS:
        return space.weights
    counts, _ = suit_counts(cards=cards)
    of_cells: Weights = counts[space.shape, space.hcp, 0].astype(np.float64)
    return of_cells


@lru_cache(maxsize=256)
def _fillable(cards: Holdings) -> int:
    """Return the cells that 13 of some cards can fill."""
    return to_mask(_hands_in_cells(cards) > 0)


def _share(seats: list[list[tuple[int, int]]], exact: Sequence[bool]) -> None:
    """Tighten each seat's bounds by what the other three must and can have.

    Where a seat is not read exactly, its bounds prove nothing, and there is nothing to tighten.
    """
    if not all(exact):
        return
    for number, total in enumerate(TOTALS):
        bounds = [seat[number] for seat in seats]
        for index, seat in enumerate(seats):
            others = bounds[:index] + bounds[index + 1 :]
            seat[number] = span_within([bounds[index]], others, total)
