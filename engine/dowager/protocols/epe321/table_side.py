"""A host's conversation with one client: what it asks of the table, and what it is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hmac import compare_digest

from dowager.auction import Call, LineKind, Rubber, ScoreLine, board_lines, honours_of
from dowager.cards import Hand, Seat, Side
from dowager.play import Play
from dowager.protocols.epe321 import json_messages as msg
from dowager.protocols.epe321.json_messages import JsonMessage, NotRead
from dowager.protocols.epe321.message_reader import read_message
from dowager.protocols.epe321.message_writer import MessageWriter, score_message
from dowager.protocols.line_buffer import LineBuffer
from dowager.table import (
    Action,
    CallMade,
    CardPlayed,
    Handled,
    LiveBoard,
    Request,
    SeatAsked,
    TableConversation,
    Times,
    Unreadable,
    Unwelcome,
    Useless,
)

_MOST_STRANGE = 20
"""How many messages a client may send that do not ask for a place, before it has one."""
_ACTIONS = {"BID_SEND": Action.CALL, "MOVE_SEND": Action.CARD}


class Epe321Table(TableConversation):
    """The conversation with one client.

    Args:
        send: sends a line to the client.
        password: what a client must know; empty if it need know nothing.
        stand_in: the password of robots that stand in for players; empty if there are none.
    """

    gap = 0
    echoes = True

    def __init__(
        self, send: Callable[[bytes], None], password: str = "", stand_in: str = ""
    ) -> None:
        self._send_line = send
        self._password, self._stand_in = password, stand_in
        self._lines = LineBuffer()
        self._writer = MessageWriter()
        self._seat: Seat | None = None
        self._strange = 0
        self._board: LiveBoard | None = None
        self._forget_board()

    def _forget_board(self) -> None:
        self._asked: tuple[Action, msg.BidRequest | msg.MoveRequest] | None = None
        self._calls = 0
        self._play: Play | None = None
        self._rubber: Rubber | None = None

    def _send(self, message: JsonMessage) -> None:
        self._send_line(self._writer.line_of(message))

    @property
    def _live(self) -> LiveBoard:
        """The board, where there must be one."""
        assert self._board is not None
        return self._board

    # -- what the client says ----------------------------------------------------------------------

    def receive(self, data: bytes) -> Iterator[Request]:
        """Take bytes from the client; give each request when those before it are dealt with."""
        for line in self._lines.feed(data):
            message = read_message(line)
            if isinstance(message, msg.Ping):
                self._send(msg.Pong())
            yield self._log_on(message) if self._seat is None else self._request(message)

    def _log_on(self, message: JsonMessage | NotRead) -> Request:
        """Return what a client without a seat asks for."""
        self._strange += 1
        match message:
            case msg.ConnectRequest(alias, password, position):
                if self._stand_in and _same(password, self._stand_in):
                    return SeatAsked("", position, alias, stands_in=True)
                if self._password and not _same(password, self._password):
                    return Unwelcome("the password is wrong")
                return SeatAsked("", None, alias)
            case NotRead("CONNECT_REQUEST", why):
                return Unwelcome(why)
            case _ if self._strange > _MOST_STRANGE:
                return Unwelcome("a CONNECT_REQUEST is expected")
            case _:
                return _useless(message)

    def _request(self, message: JsonMessage | NotRead) -> Request:
        """Return what a player asks for."""
        match message:
            case msg.BidSend(call):
                return CallMade(call)
            case msg.MoveSend(card):
                return CardPlayed(card, self._hands())
            case msg.Ping() | msg.Pong():
                return Handled()
            case NotRead(("BID_SEND" | "MOVE_SEND") as kind, why):
                return Unreadable(_ACTIONS[kind], why)
            case _:
                return _useless(message)

    def _hands(self) -> frozenset[Seat]:
        """Return the hands from which the player may play: dummy's too if he is declarer."""
        assert self._seat is not None
        play = self._board.play if self._board else None
        declares = play is not None and play.declarer is self._seat
        return frozenset({self._seat, self._seat.partner} if declares else {self._seat})

    # -- the session -------------------------------------------------------------------------------

    def refuse(self, why: str) -> None:
        """Say `CONNECT_UNSUCCESSFUL`, or to a player that he is disconnected."""
        if self._seat is None:
            self._send(msg.ConnectUnsuccessful(full=False, reason=why))
        else:
            self._send(msg.DisconnectPlayer(self._seat))

    def refuse_seat(self, why: str) -> None:
        """Say `CONNECT_UNSUCCESSFUL` with `LOBBY_FULL`."""
        self._send(msg.ConnectUnsuccessful(full=True, reason=why))

    def give_seat(self, seat: Seat, team: str) -> None:
        """Say `CONNECT_SUCCESSFUL`."""
        self._seat = seat
        self._send(msg.ConnectSuccessful(seat))

    def name_players(self, players: Mapping[Seat, str]) -> None:
        """Say `LOBBY_UPDATE`."""
        self._send(msg.LobbyUpdate(tuple(players.items())))

    def lose_player(self, seat: Seat) -> None:
        """Say `DISCONNECT_PLAYER`."""
        self._send(msg.DisconnectPlayer(seat))

    def note_silence(self) -> None:
        """Say `PING`."""
        self._send(msg.Ping())

    def start_board(self) -> None:
        """Forget the board before; the text has no words for it."""
        self._forget_board()

    def send_deal(self, board: LiveBoard) -> None:
        """Remember the board: it is sent with the cards."""
        self._board = board

    def send_hand(self, hand: Hand) -> None:
        """Say `BID_START`."""
        auction, number = self._live.auction, self._live.number
        sides, parts = auction.vulnerability, auction.part_scores
        self._send(msg.BidStart(hand.cards(), auction.dealer, number, sides, parts))

    def send_rubber(self, rubber: Rubber) -> None:
        """Say `SCORE`: a board's when it ends, the rest when a rubber is broken off."""
        lines = rubber.boards[-1]
        broken_off = tuple(line for line in lines if line.kind is LineKind.UNFINISHED)
        self._send(score_message(broken_off or lines, rubber))
        self._rubber = rubber

    def end_board(self, times: Times) -> None:
        """Say `SCORE`, unless the rubber's has been said, and `GAME_END` if cards were played."""
        board = self._live
        contract = board.auction.contract
        if self._rubber is None:
            self._send(score_message(_lines_of(board), None))
        if contract is not None and board.play is not None:
            self._send(msg.GameEnd(_success(board.play, board.tricks or 0)[0]))

    def end_session(self) -> None:
        """Say `DISCONNECT_PLAYER` to the player himself: the text has no words for the end."""
        if self._seat is not None:
            self._send(msg.DisconnectPlayer(self._seat, over=True))

    # -- the board ---------------------------------------------------------------------------------

    def ask(self, hand: Seat, leads: bool) -> None:
        """Say `BID_REQUEST` or `MOVE_REQUEST`; before the first lead, `PLAY_START` without cards.

        Dummy is hidden from the leader (Law 41), and some clients play only after `PLAY_START`.
        """
        play = self._live.play
        if play is None:
            self._ask(Action.CALL, msg.BidRequest())
            return
        if not play.cards:
            self._send(msg.PlayStart(()))
        self._ask(Action.CARD, msg.MoveRequest(hand is not self._seat))

    def _ask(self, action: Action, message: msg.BidRequest | msg.MoveRequest) -> None:
        self._asked = (action, message)
        self._send(message)

    def refuse_action(self, action: Action) -> None:
        """Ask again, if it was asked: the text has no words for a refusal."""
        if self._asked is not None and self._asked[0] is action:
            self._send(self._asked[1])

    def send_call(self, seat: Seat, call: Call, alert: str | None) -> None:
        """Say `BID_UPDATE`, and after the last call `BID_END`."""
        if seat is self._seat:
            self._asked = None
        self._send(msg.BidUpdate(call, seat))
        self._calls += 1
        auction = self._live.auction
        if auction.ended and self._calls == len(auction.calls):
            self._send(msg.BidEnd(auction.contract))
            self._play = Play(auction.contract) if auction.contract else None

    def send_card(self, player: Seat, hand: Seat, card: int) -> None:
        """Say `MOVE_UPDATE`; before the lead `PLAY_START`, after tricks how they ended."""
        assert self._play is not None
        if player is self._seat:
            self._asked = None
        if not self._play.cards:
            self._send(msg.PlayStart(self._live.deal[self._play.dummy].cards()))
        self._play = play = self._play.then(card)
        self._send(msg.MoveUpdate(card, hand))
        if not play.trick:
            self._send(msg.TrickEnd(play.turn.side, play.turn))
        if play.ended:
            self._send(msg.PlayEnd(*_success(play, play.tricks)))


def _same(given: str, wanted: str) -> bool:
    """Whether two passwords are the same, in a time that does not say how far they are."""
    return compare_digest(*(word.encode("utf-8", "surrogatepass") for word in (given, wanted)))


def _success(play: Play, tricks: int) -> tuple[Side, int]:
    """Return the side that has made or beaten the contract, and that side's tricks."""
    made = tricks >= play.contract.level + 6
    declarers = play.declarer.side
    return (declarers, tricks) if made else (declarers.other, 13 - tricks)


def _lines_of(board: LiveBoard) -> tuple[ScoreLine, ...]:
    """Return what a board scores that belongs to no rubber."""
    contract = board.auction.contract
    if contract is None:
        return ()
    vulnerable = board.auction.vulnerability.of(contract.declarer)
    honours = honours_of(board.deal.hands, contract.strain)
    return board_lines(contract, board.tricks or 0, vulnerable, honours)


def _useless(message: JsonMessage | NotRead) -> Useless:
    text = message.why if isinstance(message, NotRead) else type(message).__name__
    return Useless(text)
