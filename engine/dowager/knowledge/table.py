"""Owns the views of a table's auctions: two systems, and what has been understood is kept."""

from __future__ import annotations

from collections import OrderedDict

from dowager.auction import Auction, Call
from dowager.cards import Seat
from dowager.knowledge.view import View, first_view
from dowager.language.system import System

_Key = tuple[Seat, int, tuple[Call, ...]]


class Table:
    """Gives the public view of any auction between two systems.

    Views of earlier calls are kept, the latest `limit` of them, so that one more call costs only
    itself. Memory is bounded by `limit`, not by how many boards are bid.
    """

    def __init__(self, north_south: System, east_west: System, limit: int = 2048) -> None:
        self.systems = (north_south, east_west)
        self._limit = limit
        self._views: OrderedDict[_Key, View] = OrderedDict()

    def view(self, auction: Auction) -> View:
        """Return what everybody knows after a legal auction."""
        dealer, vulnerability = auction.dealer, int(auction.vulnerability)
        view = self._kept((dealer, vulnerability, auction.calls))
        if view is not None:
            return view
        known, start = self._longest(auction)
        for number in range(start, len(auction.calls)):
            known = known.after(auction.calls[number])
            self._keep((dealer, vulnerability, auction.calls[: number + 1]), known)
        return known

    def forget(self) -> None:
        """Forget every view; conditions that systems keep stay."""
        self._views.clear()

    def _longest(self, auction: Auction) -> tuple[View, int]:
        dealer, vulnerability = auction.dealer, int(auction.vulnerability)
        for length in range(len(auction.calls) - 1, -1, -1):
            found = self._kept((dealer, vulnerability, auction.calls[:length]))
            if found is not None:
                return found, length
        first = first_view(self.systems, dealer, vulnerability)
        self._keep((dealer, vulnerability, ()), first)
        return first, 0

    def _kept(self, key: _Key) -> View | None:
        found = self._views.get(key)
        if found is not None:
            self._views.move_to_end(key)
        return found

    def _keep(self, key: _Key, view: View) -> None:
        self._views[key] = view
        if len(self._views) > self._limit:
            self._views.popitem(last=False)
