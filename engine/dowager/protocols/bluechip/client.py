"""Owns the client's side: bytes in, events and lines out. No sockets, no clock.

Every transition is in `TABLE` (and `ANYWHERE`, for what may come in any state); a message that the
table does not have is noticed and ignored. The client never calls or plays illegally: its owner's
mistakes raise `LocalError`. The peer's faults are told: `Noticed`, or `Ended` when they are final.
"""

from __future__ import annotations

from enum import Enum, auto

from dowager.auction import Auction, Call
from dowager.cards import Hand, Seat, card_name
from dowager.play.state import Play
from dowager.protocols.bluechip.dialect import PLAIN, Dialect
from dowager.protocols.bluechip.events import (
    BoardBegun,
    BoardEnded,
    CallHeard,
    CallWanted,
    CardHeard,
    CardWanted,
    ClientEvent,
    DummySeen,
    Ended,
    Noticed,
    SeatGiven,
    TeamsNamed,
    Timed,
)
from dowager.protocols.bluechip.lines import Lines
from dowager.protocols.bluechip.messages import (
    DUMMY,
    VERSION,
    Bids,
    Cards,
    Connecting,
    DealInfo,
    EndOfSession,
    Illegal,
    Message,
    Plays,
    Ready,
    ReadyForBid,
    ReadyForCard,
    ReadyForDummy,
    Refusal,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
    Unknown,
    Who,
)
from dowager.protocols.bluechip.states import Move
from dowager.protocols.bluechip.wire import read_line, write
from dowager.protocols.errors import LocalError


class State(Enum):
    """Where a client is."""

    CONNECTING = auto()  # has asked for a seat
    SEATED = auto()  # waits for the teams
    BETWEEN = auto()  # waits for a board
    BOARD = auto()  # waits for the deal
    DEALT = auto()  # waits for its cards
    MY_CALL = auto()
    THEIR_CALL = auto()
    LEAD = auto()  # is to lead, and waits to be asked
    MY_CARD = auto()
    THEIR_CARD = auto()
    DUMMY = auto()  # waits to see dummy
    ENDED = auto()


class OwnCall:
    """Our own program calls."""


class OwnCard:
    """Our own program plays a card."""


S = State
_TURNS = (S.MY_CALL, S.THEIR_CALL)
_CARDS = (S.LEAD, S.MY_CARD, S.THEIR_CARD)
_AFTER_CALL = (*_TURNS, S.LEAD, S.MY_CARD, S.THEIR_CARD, S.BETWEEN)
_AFTER_CARD = (*_CARDS, S.DUMMY, S.BETWEEN)

TABLE: dict[State, dict[type, Move[State]]] = {
    S.CONNECTING: {Seated: Move("_seated", (S.SEATED,))},
    S.SEATED: {Teams: Move("_teams", (S.BETWEEN,))},
    S.BETWEEN: {},
    S.BOARD: {DealInfo: Move("_deal", (S.DEALT,))},
    S.DEALT: {Cards: Move("_cards", (*_TURNS, S.DEALT))},
    S.MY_CALL: {OwnCall: Move("_take_call", _AFTER_CALL), Bids: Move("_told_call", _AFTER_CALL)},
    S.THEIR_CALL: {Bids: Move("_heard_call", _AFTER_CALL)},
    S.LEAD: {ToLead: Move("_asked", (S.MY_CARD, S.LEAD)), Plays: Move("_told_card", _AFTER_CARD)},
    S.MY_CARD: {
        OwnCard: Move("_take_card", _AFTER_CARD),
        Plays: Move("_told_card", _AFTER_CARD),
        ToLead: Move("_ignore", (S.MY_CARD,)),
    },
    S.THEIR_CARD: {Plays: Move("_heard_card", _AFTER_CARD)},
    S.DUMMY: {Cards: Move("_dummy", (*_CARDS, S.DUMMY))},
    S.ENDED: {},
}
"""What each input does in each state."""

ANYWHERE: dict[type, Move[State]] = {
    StartOfBoard: Move("_begin", (S.BOARD,)),
    Teams: Move("_teams_again", tuple(S)),
    ToLead: Move("_early", tuple(S)),
    Timing: Move("_timing", tuple(S)),
    EndOfSession: Move("_end", (S.ENDED,)),
    Refusal: Move("_refused", (S.ENDED,)),
    Illegal: Move("_illegal", (S.ENDED,)),
    Unknown: Move("_ignore", tuple(S)),
}
"""What an input does in every state whose row of `TABLE` does not have it."""


class Client:
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
        self.team, self.seat = team, seat
        self.state = State.CONNECTING
        self.epoch = 0
        self._dialect = dialect
        self._lines = Lines()
        self._out: list[bytes] = []
        self._events: list[ClientEvent] = []
        self._clear()
        self._send(Connecting(team, seat, VERSION))

    def _clear(self) -> None:
        self.deal: DealInfo | None = None
        self.hand: Hand | None = None
        self.auction: Auction | None = None
        self.alerts: dict[int, str] = {}
        self.play: Play | None = None
        self.dummy_hand: Hand | None = None
        self._prompted = False

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
        assert self.seat is not None
        self._own(OwnCall, Bids(self.seat, call, alert))
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

    @property
    def hand_to_play(self) -> Hand:
        """The original thirteen cards of the hand that we play from now."""
        assert self.play is not None
        hand = self.hand if self.play.turn is self.seat else self.dummy_hand
        assert hand is not None
        return hand

    # -- the machine -------------------------------------------------------------------------------

    def _line(self, line: bytes) -> None:
        for message in read_line(line):
            if self.state is State.ENDED:
                return
            self._input(type(message), message)

    def _own(self, kind: type, message: Message) -> None:
        if kind not in TABLE[self.state]:
            raise LocalError(f"it is not our turn ({self.state.name})")
        self._input(kind, message)

    def _input(self, kind: type, message: Message) -> None:
        move = TABLE[self.state].get(kind) or ANYWHERE.get(kind)
        if move is None:
            self._notice(f"ignored in state {self.state.name}: {_shown(message)}")
            return
        before = self.state
        getattr(self, move.do)(message)
        assert self.state in move.to or self.state is before, (before, kind, self.state)

    def _go(self, state: State) -> None:
        self.state = state
        self.epoch += 1

    def _send(self, message: Message) -> None:
        self._out.append(write(message, self._dialect).encode() + self._dialect.line_end)

    def _tell(self, event: ClientEvent) -> None:
        self._events.append(event)

    def _notice(self, text: str) -> None:
        self._tell(Noticed(text))

    def _take_events(self) -> list[ClientEvent]:
        events, self._events = self._events, []
        return events

    def _finish(self, fault: str) -> None:
        self._go(State.ENDED)
        self._tell(Ended(fault))

    @property
    def _seat(self) -> Seat:
        assert self.seat is not None
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

    def _ignore(self, message: Message) -> None:
        why = f" ({message.why})" if isinstance(message, Unknown) and message.why else ""
        self._notice(f"ignored: {_shown(message)}{why}")

    def _refused(self, message: Refusal) -> None:
        self._finish(f"the table manager says: {message.text}")

    def _illegal(self, message: Illegal) -> None:
        self._finish(f"the table manager says that our {message.what} is illegal")

    def _end(self, message: EndOfSession) -> None:
        self._finish("")

    # -- the auction -------------------------------------------------------------------------------

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
            self._notice(f"ignored at our turn: {_shown(message)}")
            return
        self._called(message)

    def _told_again(self, message: Bids) -> None:
        """Take another call in place of the one that we have just made, if that is said."""
        auction = self.auction
        assert auction is not None
        last = len(auction.calls) - 1
        before = Auction(auction.dealer, auction.vulnerability, auction.calls[:last])
        ours = message.seat is self.seat and last >= 0 and before.turn is self.seat
        if not ours or not before.is_legal(message.call):
            self._notice(f"ignored out of turn: {_shown(message)}")
        elif message.call is not auction.calls[last]:
            self._notice(f"the table manager has {message.call} for our {auction.calls[last]}")
            self.auction = before.after(message.call)
            self._tell(CallHeard(message.seat, message.call, message.alert))

    def _end_of_auction(self, auction: Auction) -> None:
        if auction.contract is None:
            self._go(State.BETWEEN)
            self._tell(BoardEnded())
            return
        self.play = Play(auction.contract)
        if self.play.dummy is self.seat:
            self.dummy_hand = self.hand
        self._next_card()

    # -- the play ----------------------------------------------------------------------------------

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
            self._notice(f"ignored: {_shown(message)}")

    def _early(self, message: ToLead) -> None:
        """Remember a prompt that comes before the last card of the trick, or the last pass."""
        late = self.play is not None and len(self.play.trick) < 3
        if late or not self._for_us(message.who):
            self._notice(f"ignored in state {self.state.name}: {_shown(message)}")
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
            self._notice(f"ignored out of turn: {_shown(message)}")
        elif not self._can_be(seat, message.card):
            self._notice(f"ignored: {seat.word} cannot play {card_name(message.card)}")
        else:
            self._played(message.card)

    def _told_card(self, message: Plays) -> None:
        """Take what the table manager says that we played before we lost the connection."""
        self._prompted = False
        self._heard_card(message)

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
            self._notice(f"ignored: {message.who.word}'s cards")
            return
        if message.hand.bits & (self.hand.bits | self.play.played):
            self._notice("ignored: dummy's cards are not all free")
            return
        self.dummy_hand = message.hand
        self._tell(DummySeen(message.hand))
        self._next_card()


def _shown(message: Message) -> str:
    if isinstance(message, Unknown):
        return repr(message.text[:200])
    try:
        return repr(write(message))
    except ValueError:
        return type(message).__name__
