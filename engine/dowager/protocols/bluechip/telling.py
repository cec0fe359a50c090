"""Owns who is told what of a board, when: each client by its own cursor into the board's actions.

An action goes to a client when that client has said that it is ready for it; so a slow client holds
up nobody but those who wait for its own cards.
"""

from __future__ import annotations

from collections.abc import Mapping

from dowager.cards import Seat
from dowager.protocols.bluechip.messages import (
    DUMMY,
    Bids,
    Cards,
    Message,
    Plays,
    ReadyForBid,
    ReadyForCard,
    ReadyForDummy,
    ToLead,
)
from dowager.protocols.bluechip.places import At, Place, Want
from dowager.table.live import LiveBoard


class Telling:
    """What the four clients know of a board.

    Args:
        board: the board.
        places: the four places by seat.
    """

    def __init__(self, board: LiveBoard, places: Mapping[Seat, Place]) -> None:
        self.board = board
        self._places = places
        self._held: int | None = None  # the action that nobody is told of yet

    @property
    def _all_know(self) -> bool:
        """Whether every client with cards knows every action."""
        live = [place for place in self._places.values() if place.at is At.LIVE]
        return all(self._knows(place) for place in live)

    def _knows(self, place: Place) -> bool:
        return place.at is At.LIVE and place.cursor == len(self.board.makers)

    def _relay(self, place: Place) -> None:
        makers = self.board.makers
        while place.cursor < len(makers) and place.cursor != self._held:
            self._show_dummy(place)
            own = makers[place.cursor] is place.seat
            if own and not self._repeated(place):
                return
            if not own and not self._take_want(place):
                return
            place.send(self._action(place.cursor, place.seat))
            place.cursor += 1
            place.told = own
        place.returning = place.returning and place.cursor < len(makers)
        self._show_dummy(place)

    def _repeated(self, place: Place) -> bool:
        """Whether a client that has come back can be told its own next action.

        One that is not told is asked again where it had been asked, and does it again itself.
        """
        first, index = self.board.calls, place.cursor
        if place.dialect.told:
            waits_for_dummy = index == first + 1 and not place.shown
            return not waits_for_dummy
        led = self.board.play is not None and index >= first and (index - first) % 4 == 0
        if led and place.asked != index:
            place.asked = index
            self._ask_to_lead(place, self.board.hands[index])
        return False

    def _ask_to_lead(self, place: Place, hand: Seat) -> None:
        assert self.board.play is not None
        place.told = False
        place.send(ToLead(DUMMY if hand is self.board.play.dummy else hand))

    def _want(self, place: Place, message: ReadyForBid | ReadyForCard | ReadyForDummy) -> None:
        """Take note of what a client is ready for."""
        place.told = False
        match message:
            case ReadyForBid(_, of):
                place.wants.add(("bid", of, None))
            case ReadyForCard():
                self._want_card(place, message)
            case ReadyForDummy():
                place.wants_dummy = True

    def _want_card(self, place: Place, message: ReadyForCard) -> None:
        contract = self.board.auction.contract
        if contract is None or message.trick not in (None, *range(1, 14)):
            return
        dummy, seat = contract.declarer.partner, message.of
        if isinstance(seat, Seat):
            place.wants.add(("card", seat, message.trick))
        else:
            # Dummy itself may say it for every card, whosever it is.
            place.wants.add(("card", None if place.seat is dummy else dummy, message.trick))

    def _take_want(self, place: Place) -> bool:
        """Whether a client has said that it is ready for its next action; it is said once."""
        hand = self.board.hands[place.cursor]
        keys: set[Want]
        if place.cursor < self.board.calls:
            keys = {("bid", hand, None)}
        else:
            trick = (place.cursor - self.board.calls) // 4 + 1
            keys = {("card", whose, number) for whose in (hand, None) for number in (trick, None)}
        found = bool(place.wants & keys)
        place.wants -= keys
        return found

    def _action(self, index: int, to: Seat) -> Message:
        """Return action number `index` as a seat is told it: alerts go to opponents only."""
        board, hand = self.board, self.board.hands[index]
        if index >= board.calls:
            assert board.play is not None
            return Plays(hand, board.play.cards[index - board.calls])
        opponents = (hand - to) % 2 == 1
        alert = board.alerts.get(index) if opponents else None
        return Bids(hand, board.auction.calls[index], alert)

    def _show_dummy(self, place: Place) -> None:
        play = self.board.play
        if not place.wants_dummy or play is None or place.cursor <= self.board.calls:
            return
        place.wants_dummy, place.shown = False, True
        if place.seat is not play.dummy:
            place.send(Cards(DUMMY, self.board.deal[play.dummy]))
