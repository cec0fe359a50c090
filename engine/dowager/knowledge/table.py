"""Owns the views of a table's auctions: two systems, and what has been understood is kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from operator import itemgetter

from dowager.auction import Auction, Call
from dowager.cards import Seat
from dowager.knowledge.view import View, first_view
from dowager.language.nodes import Bool
from dowager.language.system import System

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
        said = tuple(sorted(told.items(), key=itemgetter(0))) if told else ()
        view = self._kept(_key(auction, len(auction.calls), said))
        if view is not None:
            return view
        known, start = self._longest(auction, said)
        for number in range(start, len(auction.calls)):
            known = known.after(auction.calls[number], told.get(number) if told else None)
            self._keep(_key(auction, number + 1, said), known)
        return known

    def forget(self) -> None:
        """Forget every view; conditions that systems keep stay."""
        self._views.clear()

    def _longest(self, auction: Auction, said: _Said) -> tuple[View, int]:
        for length in range(len(auction.calls) - 1, -1, -1):
            found = self._kept(_key(auction, length, said))
            if found is not None:
                return found, length
        first = first_view(self.systems, auction.dealer, int(auction.vulnerability))
        self._keep(_key(auction, 0, said), first)
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


def _key(auction: Auction, length: int, said: _Said) -> _Key:
    """Return the key of the auction's first calls and of what was said of them."""
    if said and said[-1][0] >= length:
        said = tuple(pair for pair in said if pair[0] < length)
    return auction.dealer, int(auction.vulnerability), auction.calls[:length], said
