"""A board as one player sees it: what a client keeps of it, and a robot decides by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dowager.auction import Auction, Call
from dowager.cards import Hand, Seat
from dowager.play import Play


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """What a player knows of a board; a call or a card gives a new value.

    Attributes:
        seat: the player's seat.
        number: the board's number.
        hand: the player's thirteen cards.
        auction: the calls so far.
        alerts: the texts of alerts, by the index of the call.
        play: the cards so far; None before the auction has ended, and of a passed-out board.
        dummy_hand: dummy's thirteen cards, once seen (at once when the player is dummy).
    """

    seat: Seat
    number: int
    hand: Hand
    auction: Auction
    alerts: Mapping[int, str] = field(default_factory=dict)
    play: Play | None = None
    dummy_hand: Hand | None = None

    # -- what happens ------------------------------------------------------------------------------

    def after_call(self, call: Call, alert: str | None = None) -> PlayerBoard:
        """Return the board with one call more; the last one opens the play.

        Raises:
            InputError: the call is not legal.
        """
        alerts = self.alerts if alert is None else {**self.alerts, len(self.auction.calls): alert}
        auction = self.auction.after(call)
        contract = auction.contract if auction.ended else None
        play = Play(contract) if contract else None
        dummy = self.hand if play and play.dummy is self.seat else None
        return replace(self, auction=auction, alerts=alerts, play=play, dummy_hand=dummy)

    def with_alert(self, seat: Seat, call: Call, alert: str) -> PlayerBoard | None:
        """Return the board with the alert of a seat's call, its last of the kind; None without."""
        calls = self.auction.calls
        seats = map(self.auction.seat_of, range(len(calls)))
        made = [n for n, each in enumerate(zip(seats, calls, strict=True)) if each == (seat, call)]
        return replace(self, alerts={**self.alerts, made[-1]: alert}) if made else None

    def before_last_call(self) -> PlayerBoard:
        """Return the board without its last call, and without all cards."""
        last = len(self.auction.calls) - 1
        alerts = {index: text for index, text in self.alerts.items() if index != last}
        auction = self.auction.before(last)
        return replace(self, auction=auction, alerts=alerts, play=None, dummy_hand=None)

    def after_card(self, card: int) -> PlayerBoard:
        """Return the board with one card more, as it was seen on the table.

        Raises:
            InputError: the card has been played already.
        """
        return replace(self, play=self.playing.then(card))

    def before_last_card(self) -> PlayerBoard:
        """Return the board without its last card."""
        play = self.playing
        return replace(self, play=Play(play.contract, play.cards[:-1]))

    def with_dummy(self, hand: Hand) -> PlayerBoard:
        """Return the board with dummy's cards."""
        return replace(self, dummy_hand=hand)

    # -- whose turn it is, and what may be done ----------------------------------------------------

    @property
    def playing(self) -> Play:
        """The play, where there must be one."""
        assert self.play is not None
        return self.play

    @property
    def ended(self) -> bool:
        """Whether the board is passed out or played out."""
        return self.play.ended if self.play else self.auction.ended

    @property
    def our_turn(self) -> bool:
        """Whether the player is to act: to call, or to play from its own hand or from dummy."""
        turn = self.play.player if self.play else self.auction.turn
        return not self.ended and turn is self.seat

    @property
    def hand_to_play(self) -> Hand:
        """The thirteen cards that were dealt to the hand from which the player plays now."""
        hand = self.hand_of(self.playing.turn)
        assert hand is not None
        return hand

    def hand_of(self, seat: Seat) -> Hand | None:
        """Return the thirteen cards of a seat, if the player sees them."""
        if seat is self.seat:
            return self.hand
        return self.dummy_hand if self.play and seat is self.play.dummy else None

    def can_play(self, seat: Seat, card: int) -> bool:
        """Whether the seat whose turn it is can hold a card, and may play it, by what is seen."""
        play = self.playing
        if play.played >> card & 1:
            return False
        hand = self.hand_of(seat)
        if hand is not None:
            return card in play.legal(hand)
        return not any(card in seen for seen in (self.hand, self.dummy_hand) if seen)

    def can_hold(self, seat: Seat, hand: Hand) -> bool:
        """Whether another seat can have been dealt a hand, by the cards that are seen."""
        play = self.playing
        own = play.played_by(seat)
        others = self.hand.bits | play.played & ~own
        if self.dummy_hand is not None:
            others |= self.dummy_hand.bits
        return not own & ~hand.bits and not hand.bits & others
