"""What a player knows when a card is due, and the time there is to think about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dowager.cards import Hand, Seat, suit_of
from dowager.errors import InputError
from dowager.knowledge.public import View
from dowager.play.play import Play


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a decision may take.

    Attributes:
        seconds: the time from when the decision begins; 0 asks for an answer at once.
        now: a clock in seconds, such as `time.monotonic`.
    """

    seconds: float
    now: Callable[[], float]

    def begin(self) -> Callable[[], bool]:
        """Start the clock; return a function that says whether the time is over."""
        if self.seconds <= 0:
            return lambda: True
        end, now = self.now() + self.seconds, self.now
        return lambda: now() >= end


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Everything that a player knows in the play.

    Attributes:
        seat: the player; declarer also when the next card is dummy's.
        hand: the thirteen cards that the player was dealt.
        dummy: the thirteen cards that dummy was dealt; None until the opening lead is made.
        public: what the auction has shown, after its last call.
        play: the contract and the cards played.

    Raises:
        InputError: dummy is asked to play, is missing after the opening lead, or a known hand has
            played a card that it does not hold.
    """

    seat: Seat
    hand: Hand
    dummy: Hand | None
    public: View
    play: Play

    def __post_init__(self) -> None:
        if self.seat is self.play.dummy:
            raise InputError("dummy plays no cards of its own")
        if self.dummy is None and self.play.cards:
            raise InputError("dummy's hand is seen once the opening lead has been made")
        for seat, hand in self.known.items():
            if self.play.played_by(seat) & ~hand.bits:
                raise InputError(f"{seat.word} has played a card that is not in its hand {hand}")

    @property
    def known(self) -> dict[Seat, Hand]:
        """The hands that the player sees, as they were dealt."""
        if self.dummy is None:
            return {self.seat: self.hand}
        return {self.seat: self.hand, self.play.dummy: self.dummy}

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """The seats whose hands the player does not see, North first."""
        return tuple(seat for seat in Seat if seat not in self.known)

    @property
    def mover(self) -> Hand:
        """The hand from which the next card comes, as it was dealt."""
        turn = self.play.turn
        if turn is self.play.dummy and self.dummy is not None:
            return self.dummy
        return self.hand

    @property
    def legal(self) -> tuple[int, ...]:
        """The cards that the player may choose from, lowest first.

        Raises:
            InputError: it is not this player's turn, or the play has ended.
        """
        if self.play.ended or self.play.player is not self.seat:
            raise InputError(f"it is not for {self.seat.word} to play a card")
        return self.play.legal(self.mover)

    @property
    def defending(self) -> bool:
        """Whether the player is a defender."""
        return self.seat.side is not self.play.declarer.side

    @property
    def vulnerable(self) -> bool:
        """Whether declarer's side is vulnerable."""
        return self.public.auction.vulnerability.of(self.play.declarer)

    def equals(self) -> tuple[tuple[int, ...], ...]:
        """Return the legal cards in groups of equals, lowest first.

        Cards are equals when every card between them was played to an earlier trick or is in the
        same hand: whichever is played, the same tricks can be won.
        """
        held = self.play.unplayed(self.mover)
        trick = sum(1 << card for card in self.play.trick)
        free = held | (self.play.played & ~trick)
        groups: list[list[int]] = []
        for card in self.legal:
            if groups and _touching(groups[-1][-1], card, free):
                groups[-1].append(card)
            else:
                groups.append([card])
        return tuple(map(tuple, groups))


def _touching(low: int, high: int, free: int) -> bool:
    """Whether two cards are of one suit and all cards between them are in the set."""
    between = (1 << high) - (1 << low + 1)
    return suit_of(low) is suit_of(high) and not between & ~free
