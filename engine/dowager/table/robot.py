"""Owns the robot: a system's calls and a player's cards for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from dowager.auction import Auction, Call, Contract, Doubled, Strain, Vulnerability
from dowager.bidder import Bidder
from dowager.cards import Deal, Hand, Seat, random_deal
from dowager.errors import InputError
from dowager.formats import known_hands
from dowager.knowledge.public import Disclosure, alert_of
from dowager.language.compile import System
from dowager.language.tree import Bool
from dowager.play import Budget, Choice, Play, Player, PlayerView, accepts, wins_the_rest


@dataclass(frozen=True, slots=True, eq=False)
class Called:
    """A call, the rule behind it, and what is disclosed of it (None when nothing is)."""

    call: Call
    rule: str
    disclosure: Disclosure | None


class Robot:
    """Calls and plays for one seat.

    Args:
        seat: the seat.
        system: the system of its side.
        opponents: the system of the other side; None when it is not known, and their calls are
            then read by the system that explains what `system` does not.
        player: chooses the cards.
    """

    def __init__(
        self,
        seat: Seat,
        system: System,
        opponents: System | None = None,
        player: Player | None = None,
    ) -> None:
        theirs = opponents or system.default or system
        sides = (system, theirs) if seat % 2 == 0 else (theirs, system)
        self.seat = seat
        self._bidder = Bidder(*sides)
        self._player = player or Player()

    def warm_up(self) -> None:
        """Think once about nothing in particular: the first thought loads tables and the solver.

        It takes some seconds in a new process, which no board should pay for.
        """
        hands = random_deal(Random(0)).hands
        calls = (Call.NT3, Call.PASS, Call.PASS, Call.PASS)
        auction = Auction.of_calls(self.seat.plus(3), Vulnerability.NONE, calls)
        start = Auction(self.seat)
        self.call(hands[self.seat], start, {})
        view = self._bidder.view(auction)
        play = Play(Contract(3, Strain.NOTRUMP, Doubled.UNDOUBLED, self.seat.plus(3)))
        seen = PlayerView(self.seat, hands[self.seat], None, view, play)
        Player(wanted=2).choose(seen, Budget(60.0, lambda: 0.0))

    def call(self, hand: Hand, auction: Auction, told: Mapping[int, Bool]) -> Called:
        """Return the call of a hand, with what the opponents are to be told of it.

        Args:
            hand: the thirteen cards.
            auction: the calls so far; it is our turn.
            told: what the opponents' alerts said, by the index of the call.
        """
        decision = self._bidder.choose(hand, auction, told)
        view = self._bidder.view(auction, told)
        return Called(decision.call, decision.name, alert_of(view, decision.call, artificial=True))

    def card(
        self,
        hand: Hand,
        dummy: Hand | None,
        auction: Auction,
        told: Mapping[int, Bool],
        play: Play,
        budget: Budget,
    ) -> Choice:
        """Return the card to play from our hand, or from dummy when we are declarer.

        Args:
            hand: our thirteen cards.
            dummy: dummy's thirteen cards; None before the opening lead.
            auction: all calls.
            told: what the opponents' alerts said, by the index of the call.
            play: the cards so far.
            budget: the time.
        """
        view = self._bidder.view(auction, told)
        return self._player.choose(PlayerView(self.seat, hand, dummy, view, play), budget)

    def claims(self, hand: Hand, dummy: Hand | None, play: Play) -> bool:
        """Whether we can claim: it is proved that our side wins every trick that is left."""
        hands = {self.seat: hand}
        if dummy is not None and self.seat is play.declarer:
            hands[play.dummy] = dummy
        return wins_the_rest(play, hands)

    def accepts(
        self, hand: Hand, dummy: Hand | None, play: Play, claimer: Seat, claimed: Hand
    ) -> bool:
        """Whether to accept that a player who shows his hand wins all the tricks that are left."""
        if dummy is None or claimer is self.seat:
            return False
        seen = {self.seat: hand, play.dummy: dummy, claimer: claimed}
        try:
            north, east, south, west = known_hands([seen.get(seat) for seat in Seat])
        except InputError:
            return False  # he shows a card that is not his
        if north is None or east is None or south is None or west is None:
            return False
        return accepts(play, Deal((north, east, south, west)), claimer, play.incomplete)
