"""Owns concrete auctions for patterns: suits and levels chosen so that each call has hands."""

from __future__ import annotations

from collections.abc import Iterator

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.book.as_written import Steps, WrittenSection
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.knowledge.cells import plain_space
from dowager.language.tree import Frontier, PatternTree

_MOST_VIEWS = 60  # positions tried for a pattern
_MOST_FOUND = 3  # auctions tried for a section


def auctions_for(
    section: WrittenSection, bidder: Bidder, vulnerability: Vulnerability
) -> Iterator[Auction]:
    """Yield auctions, a few, in which one of a section's rules applies and every call has hands.

    Args:
        section: the section; North-South calls by it.
        bidder: the two systems.
        vulnerability: that of the auctions.
    """
    numbers = {rule.number for rule in section.rules}
    found = 0
    for steps in section.steps:
        for auction in _auctions(steps, bidder, vulnerability) if steps else ():
            position = bidder.view(auction).position
            if any(candidate.rule.number in numbers for candidate in position):
                found += 1
                yield auction
            if found >= _MOST_FOUND:
                return


def _auctions(steps: Steps, bidder: Bidder, vulnerability: Vulnerability) -> Iterator[Auction]:
    """Yield auctions that match a pattern, the likelier calls first; then those of passed hands."""
    tree: PatternTree[bool] = PatternTree()
    tree.add(steps, True)
    opener = Seat.EAST if len(steps) % 2 else Seat.NORTH
    for passes in (0, 2):
        start = Auction(opener.plus(-passes), vulnerability, (Call.PASS,) * passes)
        yield from _Search(bidder).auctions(start, Frontier.of(tree))


class _Search:
    """A search in depth that gives up after so many positions."""

    def __init__(self, bidder: Bidder) -> None:
        self._bidder = bidder
        self._views = 0

    def auctions(self, auction: Auction, frontier: Frontier[bool]) -> Iterator[Auction]:
        """Yield the auctions that lead to the end of the pattern."""
        if auction.ended:
            return
        if frontier.matched:
            yield auction
            return
        self._views += 1
        if self._views > _MOST_VIEWS:
            return
        for call in self._likely(auction, frontier):
            for single in frontier.after(call).apart():
                yield from self.auctions(auction.after(call), single)

    def _likely(self, auction: Auction, frontier: Frontier[bool]) -> list[Call]:
        """Return the calls that the pattern allows and some hands make, the likeliest first."""
        allowed = [call for call, _ in frontier.ways(auction.legal_calls())]
        if len(allowed) < 2:
            return allowed
        view = self._bidder.view(auction)
        known = view.caller.shown.mask
        space = plain_space()
        weights = {call: space.weight(view.position.meaning(call, known).may) for call in allowed}
        return sorted(
            (call for call in allowed if weights[call]), key=lambda call: (-weights[call], call)
        )
