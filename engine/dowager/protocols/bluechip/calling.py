"""Owns a client's part in the auction, which leads to the play."""

from __future__ import annotations

from dowager.auction import Auction
from dowager.play import Play
from dowager.protocols.bluechip.claims import Claiming
from dowager.protocols.bluechip.conversation import shown
from dowager.protocols.bluechip.events import BoardEnded, CallHeard, CallWanted
from dowager.protocols.bluechip.messages import Bids, ReadyForBid
from dowager.protocols.bluechip.turns import State
from dowager.protocols.errors import LocalError


class Calling(Claiming):
    """The auction of a board, as one seat hears it."""

    def _next_call(self) -> None:
        auction = self.auction
        assert auction is not None
        if auction.ended:
            self._end_of_auction(auction)
        elif auction.turn is self.seat:
            self._go(State.MY_CALL)
            self._tell(CallWanted())
        else:
            self._go(State.THEIR_CALL)
            self._send(ReadyForBid(self._seat, auction.turn))

    def _take_call(self, message: Bids) -> None:
        assert self.auction is not None
        if not self.auction.is_legal(message.call):
            raise LocalError(f"{message.call} is not legal after: {self.auction}")
        self._send(message)
        self._called(message)

    def _called(self, message: Bids) -> None:
        assert self.auction is not None
        if message.alert is not None:
            self.alerts[len(self.auction.calls)] = message.alert
        self.auction = self.auction.after(message.call)
        self._tell(CallHeard(message.seat, message.call, message.alert))
        self._next_call()

    def _heard_call(self, message: Bids) -> None:
        assert self.auction is not None
        if message.seat is not self.auction.turn:
            self._told_again(message)
        elif not self.auction.is_legal(message.call):
            self._notice(f"ignored: {message.call} by {message.seat.word} is not legal")
        else:
            self._called(message)

    def _told_call(self, message: Bids) -> None:
        """Take what the table manager says that we called before we lost the connection."""
        assert self.auction is not None
        if message.seat is not self.seat or not self.auction.is_legal(message.call):
            self._notice(f"ignored at our turn: {shown(message)}")
            return
        self._called(message)

    def _told_again(self, message: Bids) -> None:
        """Take another call in place of the one that we have just made, if that is said.

        A client that comes back may have called before it was told what it had called.
        """
        auction = self.auction
        if auction is None:
            self._notice(f"ignored: {shown(message)}")
            return
        last = len(auction.calls) - 1
        before = auction.before(last)
        ours = message.seat is self.seat and last >= 0 and before.turn is self.seat
        begun = self.play is not None and bool(self.play.cards)
        if begun or not ours or not before.is_legal(message.call):
            self._notice(f"ignored out of turn: {shown(message)}")
        elif message.call is not auction.calls[last]:
            self._notice(f"the table manager has {message.call} for our {auction.calls[last]}")
            self.auction = before.after(message.call)
            self.alerts.pop(last, None)
            self._tell(CallHeard(message.seat, message.call, message.alert))
            if self.auction.ended or auction.ended:
                self.play, self.dummy_hand = None, None
                self._next_call()

    def _end_of_auction(self, auction: Auction) -> None:
        if auction.contract is None:
            self._go(State.BETWEEN)
            self._tell(BoardEnded())
            return
        self.play = Play(auction.contract)
        if self.play.dummy is self.seat:
            self.dummy_hand = self.hand
        self._next_card()
