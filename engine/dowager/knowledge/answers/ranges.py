"""The ranges of every hand after an auction; calls that were relaxed or exclude a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from dowager.cards import FULL_PACK, Deal, Hand, Holdings, Seat, Suit
from dowager.knowledge.cells.space import Space, plain_space, to_mask
from dowager.knowledge.cells.suit_counts import FULL_HOLDINGS, suit_counts
from dowager.knowledge.public.players import CallRecord
from dowager.knowledge.public.position import cell_of, matches
from dowager.knowledge.public.view import View
from dowager.language.compile import feature_node
from dowager.language.tree import Feature, Int

HCP: Int = Feature("hcp")
LENGTHS: tuple[Int, ...] = tuple(feature_node("length", (int(suit),)) for suit in Suit)


@dataclass(frozen=True, slots=True)
class Ranges:
    """The least and greatest HCP of a hand, and length of each suit, clubs first."""

    hcp: tuple[int, int]
    lengths: tuple[tuple[int, int], ...]

    def contain(self, hand: Hand) -> bool:
        """Whether a hand lies within."""
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
    outside. `knowledge.deals` gives the exact answer across hands.

    Args:
        view: the auction so far.
        known: hands that are seen, such as one's own.
    """
    known = known or {}
    boxes = [_box(view, seat, known) for seat in Seat]
    _share(boxes)
    return {seat: Ranges(boxes[seat][0], tuple(boxes[seat][1:])) for seat in Seat}


def _box(view: View, seat: Seat, known: Mapping[Seat, Hand]) -> list[tuple[int, int]]:
    if seat in known:
        hand = known[seat]
        return [(value, value) for value in (hand.hcp, *hand.lengths)]
    space, mask = plain_space(), view.players[seat].shown.mask
    # A known hand leaves fewer cards: cells that they cannot fill drop out, unless all would.
    mask = mask & _fillable(_cards_left(known)) or mask
    return [_bounds(space, node, mask) for node in (HCP, *LENGTHS)]


def _cards_left(known: Mapping[Seat, Hand]) -> Holdings:
    bits = FULL_PACK
    for hand in known.values():
        bits &= ~hand.bits
    return Hand(bits).holdings


@lru_cache(maxsize=256)
def _fillable(cards: Holdings) -> int:
    """Return the cells that 13 of some cards can fill."""
    space = plain_space()
    if cards == FULL_HOLDINGS:
        return space.full
    counts, _ = suit_counts(cards=cards)
    return to_mask(counts[space.shape, space.hcp, 0] > 0)


def _bounds(space: Space, node: Int, mask: int) -> tuple[int, int]:
    return space.least(node, mask), space.greatest(node, mask)


def _share(boxes: list[list[tuple[int, int]]]) -> None:
    """Tighten each seat's bounds by what the other three must and can have, until nothing moves."""
    for place, total in enumerate((40, 13, 13, 13, 13)):
        moved = True
        while moved:
            moved = False
            for box in boxes:
                others = [other[place] for other in boxes if other is not box]
                low = max(box[place][0], total - sum(high for _, high in others))
                high = min(box[place][1], total - sum(low for low, _ in others))
                if low <= high and (low, high) != box[place]:
                    box[place] = (low, high)
                    moved = True


def relaxed_calls(view: View) -> list[int]:
    """Return the indices of calls whose meaning had to be relaxed, in order."""
    return sorted({index for record in view.records for index in record.relaxed})


def excluded_calls(views: list[View], deal: Deal) -> list[int]:
    """Return the indices of calls whose meaning excludes the hand that made them.

    Args:
        views: the view before each call, and after the last one.
        deal: the actual hands.
    """
    relaxed = set(relaxed_calls(views[-1]))
    found: list[int] = []
    for record in views[-1].records:
        position, hand = views[record.index].position, deal[record.seat]
        if record.rule is None or position.includes(record.call, hand):
            continue
        if record.index in relaxed and _fits_a_rule(record, hand):
            continue
        found.append(record.index)
    return found


def _fits_a_rule(record: CallRecord, hand: Hand) -> bool:
    return any(matches(rule, hand, 1 << cell_of(hand)) for rule in record.rules)
