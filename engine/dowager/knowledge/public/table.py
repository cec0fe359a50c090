"""Owns the views of a table's auctions: two systems, and what has been understood is kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from operator import itemgetter

from dowager.auction import Auction, Call
from dowager.cards import Seat
from dowager.knowledge.public.view import View, first_view
from dowager.language.compile import System
from dowager.language.tree import Bool

Told = Mapping[int, Bool]
"""What alerts said of the hands, by the index of the call; calls they say nothing of are not in."""

_Said = tuple[tuple[int, Bool], ...]
_Key = tuple[Seat, int, tuple[Call, ...], _Said]


class Table:
    """Gives the public view of any auction between two systems.

    Views of earlier calls are kept, the latest `limit` of them, so that one more call costs only
    itself. Memory is bounded by `limit`, not by how many boards are bid.
    """

    def __init__(self, north_south: System, east_west: System, limit: int = 2048) -> None:
        self.systems = (north_south, east_west)
        self._limit = limit
        self._views: OrderedDict[_Key, View] = OrderedDict()

    def view(self, auction: Auction, told: Told | None = None) -> View:
        """Return what everybody knows after a legal auction, and after what alerts said of it."""
        dealer, vulnerability, calls = auction.dealer, int(auction.vulnerability), auction.calls
        said = _said(told, len(calls)) if told else ()
        view = self._kept((dealer, vulnerability, calls, said))
        if view is not None:
            return view
        known, start = self._longest(auction, said)
        for number in range(start, len(calls)):
            known = known.after(calls[number], told.get(number) if told else None)
            before = _first(said, number + 1) if said else ()
            self._keep((dealer, vulnerability, calls[: number + 1], before), known)
        return known

    def forget(self) -> None:
        """Forget every view; conditions that systems keep stay."""
        self._views.clear()

    def _longest(self, auction: Auction, said: _Said) -> tuple[View, int]:
        dealer, vulnerability, calls = auction.dealer, int(auction.vulnerability), auction.calls
        for length in range(len(calls) - 1, -1, -1):
            before = _first(said, length) if said else ()
            found = self._kept((dealer, vulnerability, calls[:length], before))
            if found is not None:
                return found, length
        first = first_view(self.systems, dealer, vulnerability)
        self._keep((dealer, vulnerability, (), ()), first)
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


def _said(told: Told, length: int) -> _Said:
    """Return what was told of the first calls, in their order: a part of a key."""
    return _first(tuple(sorted(told.items(), key=itemgetter(0))), length)


def _first(said: _Said, length: int) -> _Said:
    return tuple(pair for pair in said if pair[0] < length)
