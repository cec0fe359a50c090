"""Owns the ranges that a call shows, tighter than the public view has them, and as sound.

A cell drops out of a call's meaning where an earlier rule for another call surely takes all of its
hands. Rules of one position share much: when this rule asks for an opening hand too, the earlier
one need only be sure in what it asks besides.
"""

from __future__ import annotations

from collections.abc import Iterator

from dowager.auction import Auction, Call
from dowager.bidder import Bidder
from dowager.knowledge.answers import HCP, LENGTHS
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import Position, Trust, condition_masks
from dowager.language.compile import Candidate
from dowager.language.tree import And, Bool, all_of

Span = tuple[int, int]


class Ranges:
    """Finds the cells in which the hands lie that have made some calls.

    Args:
        bidder: gives the positions.
    """

    def __init__(self, bidder: Bidder) -> None:
        self._bidder = bidder
        self._known: dict[Auction, int] = {}

    def of(self, auction: Auction, call: Call) -> tuple[Span, tuple[Span, ...]]:
        """Return the HCP and the lengths, clubs first, of the hands that make a call."""
        space, mask = plain_space(), self._made(auction, call)
        spans = [(space.least(node, mask), space.greatest(node, mask)) for node in (HCP, *LENGTHS)]
        return spans[0], tuple(spans[1:])

    def _made(self, auction: Auction, call: Call) -> int:
        known = self._before(auction)
        position = self._bidder.view(auction).position
        return meaning_cells(position, call, known) or known

    def _before(self, auction: Auction) -> int:
        """Return the cells in which the hand of the seat to call lies."""
        found = self._known.get(auction)
        if found is None:
            found = self._known[auction] = self._work_out(auction)
        return found

    def _work_out(self, auction: Auction) -> int:
        view = self._bidder.view(auction)
        shown = view.caller.shown
        if len(auction.calls) < 4 or any(step.trust is not Trust.FULL for step in shown.calls):
            return shown.mask
        earlier = auction.before(-4)
        return shown.mask & self._made(earlier, auction.calls[-4]) or shown.mask


def meaning_cells(position: Position, call: Call, known: int) -> int:
    """Return the cells within `known` in which some hand may make a call; 0 when none does."""
    others: list[Candidate] = []
    cells = taken = 0
    for candidate in position:
        masks = condition_masks(candidate.condition)
        if candidate.call is call:
            own = masks.may & known & ~taken
            cells |= _left(candidate, own, others)
        else:
            others.append(candidate)
            taken |= masks.sure
    return cells


def _left(candidate: Candidate, cells: int, others: list[Candidate]) -> int:
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
