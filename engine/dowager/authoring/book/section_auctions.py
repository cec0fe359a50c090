"""Auctions in which a section's rules apply, with suits and levels that give each call hands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.book.as_written import WrittenSection
from dowager.authoring.shared.auction_finder import Steps, auctions, frontier_of, likeliest_ways
from dowager.bidder import Bidder
from dowager.cards import Seat

_MOST_VIEWS = 60  # positions tried for a pattern
_MOST_AUCTIONS = 3  # for a section


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
    applying = (
        auction
        for steps in section.steps
        if steps
        for auction in _auctions(steps, bidder, vulnerability)
        if any(rule.rule.number in numbers for rule in bidder.view(auction).position)
    )
    yield from islice(applying, _MOST_AUCTIONS)


def _auctions(steps: Steps, bidder: Bidder, vulnerability: Vulnerability) -> Iterator[Auction]:
    """Yield auctions that match a pattern, the likelier calls first; then those of passed hands."""
    opener = Seat.EAST if len(steps) % 2 else Seat.NORTH
    for passes in (0, 2):
        start = Auction(opener.plus(-passes), vulnerability, (Call.PASS,) * passes)
        yield from auctions(start, frontier_of([steps]), likeliest_ways(bidder, _MOST_VIEWS))
