"""The ranges that a call shows, tighter than those of the public view, and as sound.

A cell drops out of a call's meaning where an earlier rule for another call surely takes all of its
hands. Rules of one position share much: when both ask for an opening hand, the earlier rule need
only be sure of what else it asks.
"""

from __future__ import annotations

from collections.abc import Iterator

from dowager.auction import Auction, Call
from dowager.bidder import Bidder
from dowager.cards import Suit
from dowager.knowledge.cells import HCP, LENGTHS, plain_space
from dowager.knowledge.counting import no_hands
from dowager.knowledge.public import Position, Trust, condition_masks
from dowager.language.compile import Candidate, feature_node
from dowager.language.tree import And, Bool, Int, Range, all_of

Span = tuple[int, int]
POINTS = feature_node("points", ())
_EFFORT = 300_000


def support_of(suit: Suit) -> Int:
    """Return the points in support of a suit."""
    return feature_node("points", (suit,))


class CallRanges:
    """Finds the ranges of hands that have made some calls.

    Args:
        bidder: the two systems.
    """

    def __init__(self, bidder: Bidder) -> None:
        self._bidder = bidder
        self._cells: dict[Auction, int] = {}

    def of(self, auction: Auction, call: Call) -> tuple[Span, tuple[Span, ...]]:
        """Return the HCP and the lengths, clubs first, of the hands that make a call."""
        cells = self._made(auction, call)
        spans = [self._span(node, cells) for node in (HCP, *LENGTHS)]
        return spans[0], tuple(spans[1:])

    def within(self, auction: Auction, call: Call, seen: Span) -> Span:
        """Return the HCP of the hands that make a call, of which some have been seen.

        An end of the range is that of the hands seen, where counting proves that no hand of the
        call lies beyond it.
        """
        low, high = self.of(auction, call)[0]
        if low < seen[0] and self._none(auction, call, Range(HCP, None, seen[0] - 1)):
            low = seen[0]
        if seen[1] < high and self._none(auction, call, Range(HCP, seen[1] + 1, None)):
            high = seen[1]
        return low, high

    def _none(self, auction: Auction, call: Call, beyond: Bool) -> bool:
        """Whether it is proved that no hand that makes a call is of a kind."""
        view = self._bidder.view(auction)
        shown, position = view.caller.shown.mask, view.position
        cells = position.meaning(call, shown).may & plain_space().masks(beyond).may
        return no_hands(position.node(call, shown), cells, effort=_EFFORT)

    def points(self, auction: Auction, call: Call) -> Span:
        """Return the points, length counted, of the hands that make a call."""
        return self._span(POINTS, self._made(auction, call))

    def support(self, auction: Auction, call: Call) -> Span | None:
        """Return the points in support of the suit that a bid agrees; None if it agrees none."""
        suit = self.agreed(auction, call)
        return None if suit is None else self._span(support_of(suit), self._made(auction, call))

    def agreed(self, auction: Auction, call: Call) -> Suit | None:
        """Return the suit that a bid agrees as trumps, if it agrees one."""
        if not call.is_bid:
            return None
        suit = self._bidder.view(auction.after(call).after(Call.PASS)).agreed
        return None if suit in (-1, self._bidder.view(auction).agreed) else Suit(suit)

    def _span(self, number: Int, cells: int) -> Span:
        return plain_space().least(number, cells), plain_space().greatest(number, cells)

    def _made(self, auction: Auction, call: Call) -> int:
        """Return the cells of the hands that make a call after an auction."""
        before = self._before(auction)
        position = self._bidder.view(auction).position
        return meaning_cells(position, call, before) or before

    def _before(self, auction: Auction) -> int:
        """Return the cells of the hands that the seat to call can hold."""
        cells = self._cells.get(auction)
        if cells is None:
            cells = self._cells[auction] = self._work_out(auction)
        return cells

    def _work_out(self, auction: Auction) -> int:
        view = self._bidder.view(auction)
        shown = view.caller.shown
        if len(auction.calls) < 4 or any(step.trust is not Trust.FULL for step in shown.calls):
            return shown.mask
        earlier = auction.before(-4)
        return shown.mask & self._made(earlier, auction.calls[-4]) or shown.mask


def meaning_cells(position: Position, call: Call, within: int) -> int:
    """Return the cells within some others in which hands may make a call; 0 when none does."""
    others: list[Candidate] = []
    cells = taken = 0
    for candidate in position:
        masks = condition_masks(candidate.condition)
        if candidate.call is call:
            own = masks.may & within & ~taken
            cells |= _untaken(candidate, own, others)
        else:
            others.append(candidate)
            taken |= masks.sure
    return cells


def _untaken(candidate: Candidate, cells: int, others: list[Candidate]) -> int:
    """Return which cells of a rule no earlier rule surely takes, given what the rule asks."""
    asked = set(_parts(candidate.condition.node))
    for other in others:
        if not cells:
            break
        masks = condition_masks(other.condition)
        if masks.sure == masks.may or not masks.may & cells:
            continue
        parts = list(_parts(other.condition.node))
        rest = [part for part in parts if part not in asked]
        if len(rest) < len(parts):
            cells &= ~plain_space().masks(all_of(rest)).sure
    return cells


def _parts(node: Bool) -> Iterator[Bool]:
    if isinstance(node, And):
        yield from node.args
    else:
        yield node
