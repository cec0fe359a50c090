"""A table's conversation with one client: what its lines ask of the table, and what it is sent.

A client says what it is ready for before it is sent it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from dowager.auction import Call
from dowager.cards import Hand, Seat
from dowager.protocols.bluechip import messages as msg
from dowager.protocols.bluechip.dialect import PLAIN, PRESETS, Dialect, parse_dialect
from dowager.protocols.bluechip.line_reader import read_line
from dowager.protocols.bluechip.line_writer import line_of
from dowager.protocols.bluechip.messages import DUMMY, VERSION, Message, Who
from dowager.protocols.line_buffer import LineBuffer
from dowager.table import (
    Action,
    CallMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Handled,
    LiveBoard,
    Ready,
    Request,
    SeatAsked,
    TableConversation,
    Times,
    Unreadable,
    Unwelcome,
    Useless,
)

_Want: TypeAlias = tuple[str, Seat | None, int | None]
"""A `bid` or a `card`, whose (None for anybody's), and to which trick (None for any)."""


class ClientHandler(TableConversation):
    """The conversation with one client.

    Args:
        dialects: by seat, how to speak; the plain dialect where there is none.
        send: sends a line to the client.
    """

    says_ready = True
    knows_claims = True

    def __init__(self, dialects: Mapping[Seat, Dialect], send: Callable[[bytes], None]) -> None:
        self._dialects = dialects
        self._dialect = PLAIN
        self._send_line = send
        self._lines = LineBuffer()
        self._seat: Seat | None = None
        self._board: LiveBoard | None = None
        self._forget_board()

    def _forget_board(self) -> None:
        self._live = False  # whether the client has its cards
        self._wants: set[_Want] = set()
        self._wants_dummy = False
        self._crossing = False  # we have sent its own action, and it may have acted meanwhile

    def _send(self, message: Message) -> None:
        self._send_line(line_of(message, self._dialect))

    # -- what the client says ----------------------------------------------------------------------

    def receive(self, data: bytes) -> Iterator[Request]:
        """Take bytes from the client; give each request when those before it are dealt with."""
        for line in self._lines.feed(data):
            for message in read_line(line):
                yield self._request(message)

    def _request(self, message: Message) -> Request:
        if self._seat is None:
            if isinstance(message, msg.Connecting):
                self.peer = known_program(message)
            return log_on(message)
        # Cards have no seat of their own: declarer plays under two names.
        if getattr(message, "seat", self._seat) is not self._seat:
            return _useless(message)
        match message:
            case msg.ReadyForStep(_, step):
                return Ready(step)
            case msg.ReadyForBid() | msg.ReadyForCard() | msg.ReadyForDummy():
                self._take_ready(message)
                return Handled()
            case msg.ReceivedDummy():
                return Handled()
            case msg.Bids() | msg.Plays() if self._crossing:
                return Handled()  # it was said before the client heard what it had done
            case msg.Unknown(_, _, "bid" | "card" as action, who) if who in (self._seat, DUMMY):
                return Unreadable(Action.CALL if action == "bid" else Action.CARD, message.text)
            case msg.Bids(_, call, alert):
                return CallMade(call, alert)
            case msg.Plays(who, card):
                return CardPlayed(card, self._hands(self._seat, who))
            case msg.Claims():
                return ClaimMade()
            case msg.AnswersClaim(_, claimer, accepts):
                return ClaimAnswered(claimer, accepts)
            case _:
                return _useless(message)

    def _take_ready(self, message: msg.ReadyForAction) -> None:
        """Take note of what the client is ready for, once it has its cards."""
        if not self._live:
            return
        self._crossing = False
        match message:
            case msg.ReadyForBid(_, of):
                self._wants.add(("bid", of, None))
            case msg.ReadyForCard():
                self._take_ready_for_card(message)
            case msg.ReadyForDummy():
                self._wants_dummy = True

    def _take_ready_for_card(self, message: msg.ReadyForCard) -> None:
        contract = self._board.auction.contract if self._board else None
        if contract is None or message.trick not in (None, *range(1, 14)):
            return
        dummy, hand = contract.declarer.partner, message.of
        if isinstance(hand, Seat):
            self._wants.add(("card", hand, message.trick))
        else:
            # Dummy itself may say it for every card, whosever it is.
            self._wants.add(("card", None if self._seat is dummy else dummy, message.trick))

    def _hands(self, seat: Seat, who: Who) -> frozenset[Seat]:
        """Return the hands that a client may mean; none if it speaks for another player.

        Declarer may play dummy's card under dummy's name, dummy's seat or its own seat.
        """
        play = self._board.play if self._board else None
        declares = play is not None and seat is play.declarer
        if play is not None and (who is DUMMY or (declares and who is play.dummy)):
            return frozenset({play.dummy})
        if who is not seat and who is not DUMMY:
            return frozenset()
        return frozenset({seat, seat.partner} if declares else {seat})

    # -- the session -------------------------------------------------------------------------------

    def refuse(self, why: str) -> None:
        """Say why the connection will be closed, in the plain dialect."""
        self._send_line(line_of(msg.Refusal(why), PLAIN))

    def give_seat(self, seat: Seat, team: str) -> None:
        """Say `North ("Team") seated`; from now on we speak the seat's dialect.

        Without one, we speak that of the program that its first line was known by.
        """
        if seat in self._dialects:
            self.peer = ""  # the operator knows better
        self._seat = seat
        self._dialect = self._dialects.get(seat) or parse_dialect(PRESETS.get(self.peer, ""))
        self.gap, self.replays = self._dialect.gap, self._dialect.replays
        self.knows_claims = self._dialect.claims
        self._send(msg.Seated(seat, team))

    def name_teams(self, north_south: str, east_west: str) -> None:
        """Say `Teams : ...`."""
        self._send(msg.Teams(north_south, east_west))

    def start_board(self) -> None:
        """Say `Start of board`."""
        self._forget_board()
        self._send(msg.StartOfBoard())

    def send_deal(self, board: LiveBoard) -> None:
        """Say `Board number ...`."""
        self._board = board
        self._send(msg.DealInfo(board.number, board.auction.dealer, board.auction.vulnerability))

    def send_hand(self, hand: Hand) -> None:
        """Say `North's cards : ...`."""
        assert self._seat is not None
        self._live = True
        self._send(msg.Cards(self._seat, hand))

    def end_board(self, times: Times) -> None:
        """Say `Timing ...`, to clients that can read it."""
        if self._dialect.timing:
            self._send(msg.Timing(*times))

    def end_session(self) -> None:
        """Say `End of session`."""
        self._send(msg.EndOfSession())

    # -- the board ---------------------------------------------------------------------------------

    def ready_for_call(self, seat: Seat) -> bool:
        """Whether the client has said that it is ready for a seat's call; it is said once."""
        return self._is_ready({("bid", seat, None)})

    def ready_for_card(self, hand: Seat, trick: int) -> bool:
        """Whether the client has said that it is ready for a card; it is said once."""
        return self._is_ready({("card", of, to) for of in (hand, None) for to in (trick, None)})

    def _is_ready(self, wants: set[_Want]) -> bool:
        ready = bool(self._wants & wants)
        self._wants -= wants
        return ready

    def ready_for_dummy(self, sent: bool) -> bool:
        """Whether the client has asked for dummy, perhaps again."""
        asked, self._wants_dummy = self._wants_dummy, False
        return asked

    def send_call(self, seat: Seat, call: Call, alert: str | None) -> None:
        """Say `East bids 1NT`."""
        self._send(msg.Bids(seat, call, alert))
        self._crossing = seat is self._seat

    def explain_call(self, seat: Seat, call: Call, alert: str) -> None:
        """Say the call again, with its alert, to clients that can read one."""
        if self._dialect.alerts:
            self._send(msg.Bids(seat, call, alert))

    def send_card(self, player: Seat, hand: Seat, card: int) -> None:
        """Say `East plays AS`."""
        self._send(msg.Plays(hand, card))
        self._crossing = player is self._seat

    def send_dummy(self, hand: Hand) -> None:
        """Say `Dummy's cards : ...`."""
        self._send(msg.Cards(DUMMY, hand))

    def ask(self, hand: Seat, leads: bool) -> None:
        """Say `North to lead`; for other turns the protocol has no words."""
        if leads:
            self._crossing = False
            play = self._board.play if self._board else None
            self._send(msg.ToLead(DUMMY if play and hand is play.dummy else hand))

    def refuse_action(self, action: Action) -> None:
        """Say `Illegal bid` or `Illegal card`."""
        self._send(msg.Illegal("bid" if action is Action.CALL else "card"))

    def send_claim(self, claimer: Seat, hand: Hand) -> None:
        """Say `North claims` and `North's cards : ...`."""
        self._send(msg.Claims(claimer))
        self._send(msg.Cards(claimer, hand))

    def end_claim(self, claimer: Seat, accepted: bool) -> None:
        """Say `North's claim is accepted`."""
        self._send(msg.ClaimEnds(claimer, accepted))


def known_program(asked: msg.Connecting) -> str:
    """Return the preset of the program that can have written a log-on line; empty if several can.

    The npm players write it all in small letters; BEN may add its version and the file of its
    configuration; WBridge5 takes any seat, as our own clients may, and names itself.
    """
    if asked.small:
        return "npm"
    if asked.seat is None and "wbridge5" in asked.team.lower():
        return "wbridge5"
    return "ben" if ".conf" in asked.more else ""


def log_on(message: Message) -> SeatAsked | Unwelcome:
    """Return what the first message of a client asks of the table."""
    if not isinstance(message, msg.Connecting):
        return Unwelcome('expected: Connecting "team" as North using protocol version')
    if message.version != VERSION:
        return Unwelcome(f"protocol version {VERSION} is spoken here, not {message.version}")
    if not message.team:
        return Unwelcome('no team name; write Connecting "team" as North ...')
    return SeatAsked(message.team, message.seat)


def _useless(message: Message) -> Useless:
    return Useless(message.text if isinstance(message, msg.Unknown) else type(message).__name__)
