"""The robot: a system's calls and a player's cards for one seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from dowager.alerts import read_alert
from dowager.auction import Auction, Call, Contract, Doubled, Scoring, Strain, Vulnerability
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Deal, Hand, Seat, Side, random_deal
from dowager.errors import InputError
from dowager.formats import known_hands
from dowager.judgement import Judge
from dowager.knowledge.public import Disclosure, alert_of
from dowager.knowledge.readings import EXACT, Reading
from dowager.language.compile import System
from dowager.language.tree import TRUE, Bool
from dowager.play import Budget, Choice, Play, Player, PlayerView, accepts, wins_the_rest
from dowager.table.player_board import PlayerBoard

_AT_ONCE = Budget(0.0, lambda: 0.0)
_SHARE = 0.8
"""Of the time for a call, what judgement may use; it looks at the clock between rounds of deals."""
_SHORT = 0.3
"""Seconds that are not worth beginning to judge."""


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
        readings: how far the player of the cards believes North-South's and East-West's calls.
        judge: seconds for judging a call, at most; 0 for the rules' own calls.
        scoring: what boards are scored by; tables do not say it.
    """

    def __init__(
        self,
        seat: Seat,
        system: System,
        opponents: System | None = None,
        readings: tuple[Reading, Reading] = (EXACT, EXACT),
        judge: float = 0.0,
        scoring: Scoring = Scoring.IMPS,
    ) -> None:
        theirs = opponents or system.default or system
        north_south = seat.side is Side.NORTH_SOUTH
        sides = (system, theirs) if north_south else (theirs, system)
        self.seat = seat
        self._bidder = Bidder(*sides)
        self._readings = readings
        self._player = Player(readings=readings)
        self._judge = Judge(theirs=readings[seat.side.other]) if judge > 0 else None
        self._judging = judge
        self._scoring = scoring

    def warm_up(self) -> None:
        """Think once about nothing in particular: the first thought loads tables and the solver.

        It takes some seconds in a new process, which no board should pay for.
        """
        hands = random_deal(Random(0)).hands
        calls = (Call.NT3, Call.PASS, Call.PASS, Call.PASS)
        auction = Auction.of_calls(self.seat.plus(3), Vulnerability.NONE, calls)
        self.call(PlayerBoard(self.seat, 1, hands[self.seat], Auction(self.seat)))
        view = self._bidder.view(auction)
        play = Play(Contract(3, Strain.NOTRUMP, Doubled.UNDOUBLED, self.seat.plus(3)))
        seen = PlayerView(self.seat, hands[self.seat], None, view, play)
        Player(wanted=2, readings=self._readings).choose(seen, Budget(60.0, lambda: 0.0))

    def call(self, board: PlayerBoard, budget: Budget = _AT_ONCE) -> Called:
        """Return our call, and what is to be disclosed of it; it is our turn.

        Args:
            board: the board.
            budget: the time for judgement, if we judge; when it is short, the rules decide.
        """
        chosen = self._bidder.choose(
            board.hand, self._scored(board.auction), disclosed_to_us(board)
        )
        decision = self._judged(chosen, board, budget)
        disclosure = alert_of(decision.view, decision.call, artificial=True)
        return Called(decision.call, decision.name, disclosure)

    def _scored(self, auction: Auction) -> Auction:
        """Return an auction of the table with what its boards are scored by."""
        return replace(auction, scoring=self._scoring)

    def _judged(self, decision: ChosenCall, board: PlayerBoard, budget: Budget) -> ChosenCall:
        """Return the call that judgement makes of the rules' own."""
        seconds = min(self._judging, _SHARE * budget.seconds)
        if self._judge is None or seconds < _SHORT:
            return decision
        judged = self._judge.judge(decision.view, board.hand, Budget(seconds, budget.now))
        return decision if judged is None else judged.chosen(decision.view)

    def card(self, board: PlayerBoard, budget: Budget) -> Choice:
        """Return the card to play from our hand, or from dummy when we are declarer.

        Where the table has not shown us dummy though the lead is made, that is the lowest card.
        """
        if board.dummy_hand is None and board.playing.cards:
            return Choice(board.playing.legal(board.hand_to_play)[0])
        view = self._bidder.view(self._scored(board.auction), disclosed_to_us(board))
        seen = PlayerView(self.seat, board.hand, board.dummy_hand, view, board.playing)
        return self._player.choose(seen, budget)

    def claims(self, board: PlayerBoard) -> bool:
        """Whether we can claim: it is proved that our side wins every remaining trick."""
        play, hands = board.playing, {self.seat: board.hand}
        if board.dummy_hand is not None and self.seat is play.declarer:
            hands[play.dummy] = board.dummy_hand
        return wins_the_rest(play, hands)

    def accepts(self, board: PlayerBoard, claimer: Seat, claimed: Hand) -> bool:
        """Whether to accept that a player who shows this hand wins all the remaining tricks."""
        play = board.playing
        if board.dummy_hand is None or claimer is self.seat:
            return False
        seen = {self.seat: board.hand, play.dummy: board.dummy_hand, claimer: claimed}
        try:
            north, east, south, west = known_hands([seen.get(seat) for seat in Seat])
        except InputError:
            return False  # the claimer shows a card that is elsewhere
        if north is None or east is None or south is None or west is None:
            return False
        return accepts(play, Deal((north, east, south, west)), claimer, play.incomplete)


def disclosed_to_us(board: PlayerBoard) -> dict[int, Bool]:
    """Return what the opponents' alerts say of hands, as conditions by the index of the call."""
    conditions = {
        index: read_alert(text).node()
        for index, text in board.alerts.items()
        if board.auction.seat_of(index).side is not board.seat.side
    }
    return {index: node for index, node in conditions.items() if node != TRUE}
