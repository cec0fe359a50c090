"""Owns a client's part in the play: whose card is next, and what may be it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from dowager.cards import Hand, Seat, card_name
from dowager.play import Play
from dowager.protocols.bluechip.conversation import Conversation, shown
from dowager.protocols.bluechip.events import BoardEnded, CardHeard, CardWanted, DummySeen
from dowager.protocols.bluechip.messages import (
    DUMMY,
    Cards,
    Plays,
    ReadyForCard,
    ReadyForDummy,
    ToLead,
    Who,
)
from dowager.protocols.bluechip.turns import State
from dowager.protocols.errors import LocalError


class Playing(Conversation, ABC):
    """The play of a board, as one seat sees it."""

    @property
    def hand_to_play(self) -> Hand:
        """The original thirteen cards of the hand that we play from now."""
        assert self.play is not None
        return self._cards_of(self.play.turn)

    def _cards_of(self, seat: Seat) -> Hand:
        hand = self.hand if seat is self.seat else self.dummy_hand
        assert hand is not None
        return hand

    @property
    def _ours_to_play(self) -> bool:
        """Whether the next card is ours to play: our own, or dummy's when we are declarer."""
        assert self.play is not None
        return self.play.player is self.seat

    def _next_card(self) -> None:
        play = self.play
        assert play is not None
        if play.ended:
            self._go(State.BETWEEN)
            self._tell(BoardEnded())
        elif len(play.cards) == 1 and self.dummy_hand is None:
            self._go(State.DUMMY)
            self._send(ReadyForDummy(self._seat))
        elif not self._ours_to_play:
            self._prompted = False
            self._go(State.THEIR_CARD)
            of: Who = DUMMY if play.turn is play.dummy else play.turn
            self._send(ReadyForCard(self._seat, of, play.number))
        elif play.trick or self._prompted:
            self._prompted = False
            self._my_card()
        else:
            self._go(State.LEAD)

    def _my_card(self) -> None:
        assert self.play is not None
        self._go(State.MY_CARD)
        self._tell(CardWanted(self.play.turn))

    def _for_us(self, who: Who) -> bool:
        """Whether a lead prompt can be meant for us: dummy's name stands for declarer too."""
        if who is DUMMY or who is self.seat:
            return True
        return self.play is not None and who is self.play.dummy

    def _asked(self, message: ToLead) -> None:
        if self._for_us(message.who):
            self._my_card()
        else:
            self._notice(f"ignored: {shown(message)}")

    def _early(self, message: ToLead) -> None:
        """Remember a prompt that comes before the last card of the trick, or the last pass."""
        late = self.play is not None and len(self.play.trick) < 3
        if late or not self._for_us(message.who):
            self._notice(f"ignored in state {self.state.name}: {shown(message)}")
        else:
            self._prompted = True

    def _take_card(self, message: Plays) -> None:
        assert self.play is not None
        if message.card not in self.play.legal(self.hand_to_play):
            raise LocalError(f"{card_name(message.card)} cannot be played now")
        self._send(message)
        self._played(message.card)

    def _played(self, card: int) -> None:
        play = self.play
        assert play is not None
        seat = play.turn
        self.play = play.then(card)
        self._tell(CardHeard(seat, card))
        self._next_card()

    def _heard_card(self, message: Plays) -> None:
        play = self.play
        assert play is not None
        seat = play.dummy if message.who is DUMMY else message.who
        if seat is not play.turn:
            self._told_card_again(play, seat, message)
        elif not self._can_be(seat, message.card):
            self._notice(f"ignored: {seat.word} cannot play {card_name(message.card)}")
        else:
            self._played(message.card)

    def _told_card(self, message: Plays) -> None:
        """Take what the table manager says that we played before we lost the connection."""
        self._prompted = False
        self._heard_card(message)

    def _told_lead(self, message: Plays) -> None:
        """Take what is said of our lead while we wait for dummy; anything else is too early."""
        assert self.play is not None
        self._told_card_again(self.play, self.play.leader, message)

    def _told_card_again(self, play: Play, seat: Seat, message: Plays) -> None:
        """Take another card in place of the one that we have just played, if that is said."""
        before = Play(play.contract, play.cards[:-1])
        ours = play.cards and before.turn is seat and before.player is self.seat
        if not ours or message.who not in (seat, DUMMY):
            self._notice(f"ignored out of turn: {shown(message)}")
        elif message.card != play.cards[-1] and message.card in before.legal(self._cards_of(seat)):
            old = card_name(play.cards[-1])
            self._notice(f"the table manager has {card_name(message.card)} for our {old}")
            self.play = before
            self._played(message.card)

    def _can_be(self, seat: Seat, card: int) -> bool:
        """Whether a seat can hold a card, and may play it, by what we see."""
        play = self.play
        assert play is not None and self.hand is not None
        if play.played >> card & 1:
            return False
        seen = {self.seat: self.hand, play.dummy: self.dummy_hand}
        hand = seen.get(seat)
        if hand is not None:
            return card in play.legal(hand)
        return not any(other is not None and card in other for other in seen.values())

    def _dummy(self, message: Cards) -> None:
        assert self.play is not None and self.hand is not None
        if message.who not in (DUMMY, self.play.dummy):
            self._claimers_cards(message)
            return
        if message.hand.bits & (self.hand.bits | self.play.played):
            self._notice("ignored: dummy's cards are not all free")
            return
        self.dummy_hand = message.hand
        self._tell(DummySeen(message.hand))
        self._next_card()

    @abstractmethod
    def _claimers_cards(self, message: Cards) -> None:
        """Take cards that are shown and are not dummy's: a claimer shows his."""
