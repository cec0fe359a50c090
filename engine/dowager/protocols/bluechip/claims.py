"""Owns a client's part in claims: ours, and others'.

Source: the proposal at the end of the protocol text, items 2 to 8. A claim leaves the turn as it
is: a table manager that knows no claims never answers, and the play goes on.
"""

from __future__ import annotations

from dowager.cards import Hand, Seat
from dowager.protocols.bluechip.claiming import judges_of
from dowager.protocols.bluechip.conversation import shown
from dowager.protocols.bluechip.events import BoardEnded, ClaimEnded, ClaimHeard
from dowager.protocols.bluechip.messages import AnswersClaim, Cards, ClaimEnds, Claims
from dowager.protocols.bluechip.playing import Playing
from dowager.protocols.bluechip.turns import State
from dowager.protocols.errors import LocalError


class Claiming(Playing):
    """Claims of a board, as one seat hears them."""

    def _take_claim(self, message: Claims) -> None:
        play = self.play
        assert play is not None
        if not play.cards or play.dummy is self.seat:
            raise LocalError("dummy cannot claim, and nobody before the opening lead")
        if self._claimer is not None:
            raise LocalError("there is a claim already")
        self._claimer = message.seat
        self._send(message)

    def _claims(self, message: Claims) -> None:
        assert self.play is not None
        if message.seat in (self.seat, self.play.dummy) or not self.play.cards:
            self._notice(f"ignored: {shown(message)}")
        else:
            self._claimer, self._to_answer = message.seat, False

    def _claimers_cards(self, message: Cards) -> None:
        """Take the cards that follow a claim."""
        claimer, play = self._claimer, self.play
        assert play is not None
        if claimer is None or message.who is not claimer or claimer is self.seat:
            self._notice(f"ignored: {message.who.word}'s cards")
            return
        wanted = self.seat in judges_of(claimer, play)
        if self._can_hold(claimer, message.hand):
            self._to_answer = wanted
            self._tell(ClaimHeard(claimer, message.hand, wanted))
        else:
            self._notice(f"{claimer.word} claims with cards that it cannot have")
            if wanted:
                self._send(AnswersClaim(self._seat, claimer, False))

    def _can_hold(self, seat: Seat, hand: Hand) -> bool:
        """Whether a seat can have been dealt a hand, by the cards that we see."""
        play = self.play
        assert play is not None and self.hand is not None
        own = play.played_by(seat)
        others = self.hand.bits | play.played & ~own
        if self.dummy_hand is not None:
            others |= self.dummy_hand.bits
        return not own & ~hand.bits and not hand.bits & others

    def _take_answer(self, message: AnswersClaim) -> None:
        self._to_answer = False
        self._send(message)

    def _claim_ends(self, message: ClaimEnds) -> None:
        self._claimer, self._to_answer = None, False
        self._tell(ClaimEnded(message.claimer, message.accepted))
        if message.accepted:
            self._go(State.BETWEEN)
            self._tell(BoardEnded())
