"""The bidder: what two systems make of any auction, forward and backward."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from operator import itemgetter

from dowager.auction import Auction
from dowager.bidder.chosen_call import ChosenCall, decide
from dowager.cards import Deal, Hand
from dowager.errors import InputError
from dowager.knowledge.public import View, first_view
from dowager.language.compile import System
from dowager.language.tree import Bool

Disclosed = Mapping[int, Bool]
"""What alerts said of the hands, by the index of the call; calls without an alert are not in it."""

_Said = tuple[tuple[int, Bool], ...]
_Key = tuple[Auction, _Said]


class Bidder:
    """Two systems at a table: the public view of any auction, and the call for any hand.

    The latest views are kept, so that one more call costs only itself, and memory is bounded by
    how many are kept, not by how many boards are bid.

    Args:
        system: the system of North-South, or of both sides.
        opponents: the system of East-West; the same one when None.
        keep: how many views are kept.

    Attributes:
        systems: the systems of North-South and East-West.
    """

    def __init__(self, system: System, opponents: System | None = None, keep: int = 512) -> None:
        self.systems = (system, opponents or system)
        self._most = keep
        self._views: OrderedDict[_Key, View] = OrderedDict()

    def choose(
        self, hand: Hand, auction: Auction, disclosed: Disclosed | None = None
    ) -> ChosenCall:
        """Return the call that the system of the seat to call makes with a hand.

        Args:
            hand: the hand of the seat to call.
            auction: the calls so far.
            disclosed: what the opponents' alerts said.

        Raises:
            InputError: the auction has ended.
        """
        if auction.ended:
            raise InputError(f"the auction has ended: {auction}")
        return decide(self.view(auction, disclosed), hand)

    def bid(self, deal: Deal, start: Auction) -> Auction:
        """Return the whole auction of four hands, from `start` on; it always ends."""
        auction = start
        while not auction.ended:
            auction = auction.after(self.choose(deal[auction.turn], auction).call)
        return auction

    def view(self, auction: Auction, disclosed: Disclosed | None = None) -> View:
        """Return what everybody knows after a legal auction, and after what alerts said of it."""
        said = tuple(sorted(disclosed.items(), key=itemgetter(0))) if disclosed else ()
        view = self._kept(auction, said)
        if view is None:
            view, start = self._latest(auction, said)
            for index in range(start, len(auction.calls)):
                view = view.after(auction.calls[index], disclosed.get(index) if disclosed else None)
                self._keep(view, said)
        return view

    def forget(self) -> None:
        """Forget every view; conditions that systems keep stay."""
        for view in self._views.values():
            view.release()
        self._views.clear()

    def _latest(self, auction: Auction, said: _Said) -> tuple[View, int]:
        """Return the view of the longest beginning of an auction that is kept, and its length."""
        for length in range(len(auction.calls) - 1, -1, -1):
            view = self._kept(auction.before(length), said)
            if view is not None:
                return view, length
        view = first_view(self.systems, auction.before(0))
        self._keep(view, said)
        return view, 0

    def _kept(self, auction: Auction, said: _Said) -> View | None:
        key = _key(auction, said)
        view = self._views.get(key)
        if view is not None:
            self._views.move_to_end(key)
        return view

    def _keep(self, view: View, said: _Said) -> None:
        self._views[_key(view.auction, said)] = view
        if len(self._views) > self._most:
            self._views.popitem(last=False)[1].release()


def _key(auction: Auction, said: _Said) -> _Key:
    """Return what tells views apart: the auction, and what alerts said of its calls."""
    number = len(auction.calls)
    return auction, tuple(pair for pair in said if pair[0] < number) if said else ()
