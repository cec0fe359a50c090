"""Owns the client's side: bytes in, events and lines out. No sockets, no clock.

Every transition is in `turns.TABLE` (and `turns.ANYWHERE`); a message that the
table does not have is noticed and ignored. The client never calls or plays illegally: its owner's
mistakes raise `LocalError`. The peer's faults are told: `Noticed`, or `Ended` when they are final.
"""

from __future__ import annotations

from dowager.auction import Auction, Call
from dowager.cards import Seat
from dowager.protocols.bluechip.calling import Calling
from dowager.protocols.bluechip.dialect import PLAIN, Dialect
from dowager.protocols.bluechip.events import (
    BoardBegun,
    ClientEvent,
    SeatGiven,
    TeamsNamed,
    Timed,
)
from dowager.protocols.bluechip.messages import (
    VERSION,
    AnswersClaim,
    Bids,
    Cards,
    Claims,
    Connecting,
    DealInfo,
    EndOfSession,
    Illegal,
    Plays,
    Ready,
    Refusal,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
)
from dowager.protocols.bluechip.turns import (
    ANYWHERE,
    TABLE,
    OwnAnswer,
    OwnCall,
    OwnCard,
    OwnClaim,
    State,
)
from dowager.protocols.bluechip.wire import read_line
from dowager.protocols.errors import LocalError

__all__ = ["ANYWHERE", "TABLE", "Client", "OwnAnswer", "OwnCall", "OwnCard", "OwnClaim", "State"]


class Client(Calling):
    """One seat's conversation with a table manager.

    Args:
        team: the team's name, without quotation marks.
        seat: the seat asked for; None for any.
        dialect: the line end that is sent.

    Attributes:
        state: where the conversation is.
        seat: the seat given, or asked for.
        deal: the board's number, dealer and vulnerability.
        hand: our own cards.
        auction: the calls so far.
        alerts: the alerts' texts by index of the call.
        play: the cards so far; None before the auction has ended.
        dummy_hand: dummy's thirteen cards, once seen (at once when we are dummy).
        epoch: grows with every turn: an answer that was thought out for an older one is void.
    """

    def __init__(self, team: str, seat: Seat | None, dialect: Dialect = PLAIN) -> None:
        if '"' in team or not team.strip() or not team.isprintable():
            raise LocalError(f"{team!r} is no team name: it needs printable letters, no quotes")
        super().__init__(seat, dialect)
        self.team = team
        self._send(Connecting(team, seat, VERSION))

    # -- for the owner -----------------------------------------------------------------------------

    def receive(self, data: bytes) -> list[ClientEvent]:
        """Take bytes from the table manager and return what happened."""
        for line in self._lines.feed(data):
            self._line(line)
        return self._take_events()

    def quiet(self) -> list[ClientEvent]:
        """Say that nothing has come for a while: a line that lacks its end may count as ended.

        Only for `Start of board`, `... to lead` and `End of session`: servers are known to leave
        their line ends out.
        """
        pending = read_line(self._lines.pending)
        ended = (StartOfBoard, ToLead, EndOfSession)
        if pending and all(isinstance(message, ended) for message in pending):
            self._line(self._lines.take())
        return self._take_events()

    def closed(self) -> list[ClientEvent]:
        """Say that the connection has ended."""
        if self._lines.pending:
            self._line(self._lines.take())
        if self.state is not State.ENDED:
            between = self.state is State.BETWEEN
            self._finish("" if between else "the table manager closed the connection")
        return self._take_events()

    def take_lines(self) -> list[bytes]:
        """Return what is to be sent, each line in a segment of its own, and forget it."""
        lines, self._out = self._out, []
        return lines

    def call(self, call: Call, alert: str | None = None) -> list[ClientEvent]:
        """Make our call.

        Raises:
            LocalError: it is not our turn, or the call is not legal.
        """
        self._own(OwnCall, Bids(self._own_seat, call, alert))
        return self._take_events()

    def play_card(self, card: int) -> list[ClientEvent]:
        """Play a card from the hand whose turn it is: our own, or dummy's.

        Raises:
            LocalError: it is not our turn, or the card is not legal.
        """
        if self.play is None:
            raise LocalError(f"no card can be played now ({self.state.name})")
        self._own(OwnCard, Plays(self.play.turn, card))
        return self._take_events()

    def claim(self) -> list[ClientEvent]:
        """Claim the remaining tricks; the play goes on until somebody says what came of it.

        Most table managers do not know claims and will never answer.

        Raises:
            LocalError: there is no play in which we may claim now.
        """
        self._own(OwnClaim, Claims(self._own_seat))
        return self._take_events()

    def answer_claim(self, accepts: bool) -> list[ClientEvent]:
        """Accept or reject the claim that `ClaimHeard` has told of, once.

        Raises:
            LocalError: no claim is for us to answer.
        """
        if not self.answers_claim or self._claimer is None:
            raise LocalError("there is no claim for us to answer")
        self._own(OwnAnswer, AnswersClaim(self._own_seat, self._claimer, accepts))
        return self._take_events()

    @property
    def answers_claim(self) -> bool:
        """Whether a claim is for us to answer."""
        return self._to_answer and self._claimer is not None

    @property
    def _own_seat(self) -> Seat:
        if self.seat is None:
            raise LocalError("we have no seat yet")
        return self.seat

    # -- logging on, and between boards ------------------------------------------------------------

    def _seated(self, message: Seated) -> None:
        if self.seat is not None and message.seat is not self.seat:
            self._notice(f"asked for {self.seat.word}, and was given {message.seat.word}")
        self.seat = message.seat
        self._go(State.SEATED)
        self._tell(SeatGiven(message.seat))
        self._send(Ready(message.seat, "teams"))

    def _teams(self, message: Teams) -> None:
        self._go(State.BETWEEN)
        self._teams_again(message)

    def _teams_again(self, message: Teams) -> None:
        if self.seat is None:
            self._notice("teams were told before a seat was given")
            return
        self._tell(TeamsNamed(message.north_south, message.east_west))
        self._send(Ready(self.seat, "start"))

    def _begin(self, message: StartOfBoard) -> None:
        if self.seat is None:
            self._notice("a board was started before a seat was given")
            return
        self._clear()
        self._go(State.BOARD)
        self._send(Ready(self.seat, "deal"))

    def _deal(self, message: DealInfo) -> None:
        self.deal = message
        self.auction = Auction(message.dealer, message.vulnerability)
        self._go(State.DEALT)
        self._send(Ready(self._seat, "cards"))

    def _cards(self, message: Cards) -> None:
        if message.who is not self._seat:
            self._notice(f"ignored: {message.who.word}'s cards")
            return
        assert self.deal is not None
        self.hand = message.hand
        self._tell(BoardBegun(self.deal, message.hand))
        self._next_call()

    def _timing(self, message: Timing) -> None:
        self._tell(Timed(message))

    def _refused(self, message: Refusal) -> None:
        self._finish(f"the table manager says: {message.text}")

    def _illegal(self, message: Illegal) -> None:
        self._finish(f"the table manager says that our {message.what} is illegal")

    def _end(self, message: EndOfSession) -> None:
        self._finish("")
