"""A player's conversation with a host: lines in, events and lines out. No sockets, no clock.

What each message does is in `HEARD`. The board counts what the host announces, our own calls and
cards included; `followed_board` says what of it can be what it seems.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dowager.auction import Call
from dowager.cards import Seat, card_name
from dowager.protocols.epe321 import json_messages as msg
from dowager.protocols.epe321.followed_board import FollowedBoard
from dowager.protocols.epe321.followed_rubber import FollowedRubber
from dowager.protocols.epe321.json_messages import JsonMessage, NotRead
from dowager.protocols.epe321.message_reader import LONGEST_ALIAS, read_message
from dowager.protocols.epe321.message_writer import MessageWriter
from dowager.protocols.line_buffer import LineBuffer
from dowager.table import (
    Action,
    BoardEnded,
    CallWanted,
    CardWanted,
    Ended,
    LocalError,
    Noticed,
    PlayerBoard,
    PlayerEvent,
    SeatGiven,
)

_QUIETS = 40
"""How often it has been quiet before we ask whether the host is still there: ten seconds."""
_REQUESTS = 3
"""How often the host may ask again after we have answered; then it refuses our answer."""


class Epe321Player:
    """One player's conversation with a host: a `PlayerConversation`.

    Args:
        team: the alias; the protocol has no teams.
        seat: the position to ask for, which only a host of ours gives, to its own robots.
        password: the host's, or an empty one.

    Raises:
        LocalError: the alias cannot be sent.
    """

    gap: int | None = 0
    answers_claim = False

    def __init__(self, team: str, seat: Seat | None, password: str = "") -> None:
        if not team.strip() or len(team) > LONGEST_ALIAS:
            raise LocalError(f"{team!r} cannot be sent as an alias")
        self.epoch = 0
        self.doubt = ""
        self.wanted: Action | None = None
        self._alias, self._asked_for = team.strip(), seat
        self._position: Seat | None = None
        self._candidates = set(Seat)
        self._lines, self._writer = LineBuffer(), MessageWriter()
        self._out: list[bytes] = []
        self._events: list[PlayerEvent] = []
        self._board = FollowedBoard(self._events)
        self._rubber = FollowedRubber()
        self._answer: JsonMessage | None = None  # what we did that the host has not announced
        self._requests = 0
        self._quiet = 0
        self._connected = self._over = self._ended = False
        self._send(msg.ConnectRequest(self._alias, password, seat))

    # -- what the owner asks -----------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """The position given, or asked for."""
        return self._asked_for if self._position is None else self._position

    @property
    def board(self) -> PlayerBoard | None:
        """The board in progress, or the last one."""
        return self._board.board

    @property
    def waits_for(self) -> str:
        """What we wait for, in words."""
        if self._ended or self.wanted is not None:
            return ""
        if not self._connected:
            return "our place"
        return self._board.waits_for

    def take_lines(self) -> list[bytes]:
        """Return what is to be sent."""
        lines, self._out = self._out, []
        return lines

    def receive(self, data: bytes) -> list[PlayerEvent]:
        """Take bytes from the host and return what happened."""
        self._quiet = 0
        for line in self._lines.feed(data):
            message = read_message(line)
            if self._ended:
                continue
            if isinstance(message, NotRead):
                self._cannot_use(f"{message.type or line[:60]!r}: {message.why}")
            else:
                HEARD[type(message)](self, message)
        return self._take_events()

    def quiet(self) -> list[PlayerEvent]:
        """Ask now and then whether the host is still there."""
        self._quiet += 1
        if self._connected and not self._ended and self._quiet % _QUIETS == 0:
            self._send(msg.Ping())
        return []

    def closed(self) -> list[PlayerEvent]:
        """Take note that the connection has closed: after a rubber, the session is over."""
        if self._ended:
            return []
        over = self._over or (self._board.between and self._rubber.over)
        self._finish("" if over else _GONE)
        return self._take_events()

    def _take_events(self) -> list[PlayerEvent]:
        events = list(self._events)
        self._events.clear()
        return events

    # -- what the owner does -----------------------------------------------------------------------

    def call(self, call: Call, alert: str | None = None) -> list[PlayerEvent]:
        """Make our call; the protocol has no alerts."""
        board = self._board.board
        if self.wanted is not Action.CALL or board is None or not board.auction.is_legal(call):
            raise LocalError(f"{call} cannot be called now")
        return self._act(msg.BidSend(call))

    def play_card(self, card: int) -> list[PlayerEvent]:
        """Play a card from our hand, or from dummy."""
        board = self._board.board
        if self.wanted is not Action.CARD or board is None:
            raise LocalError("it is not our turn to play")
        if card not in board.playing.legal(board.hand_to_play):
            raise LocalError(f"{card_name(card)} may not be played")
        return self._act(msg.MoveSend(card))

    def claim(self) -> list[PlayerEvent]:
        """Claim: there are no words for it."""
        raise LocalError("the protocol has no claims")

    def answer_claim(self, accepts: bool) -> list[PlayerEvent]:
        """Answer a claim: there are no words for it."""
        raise LocalError("the protocol has no claims")

    def _act(self, message: JsonMessage) -> list[PlayerEvent]:
        self._answer, self._requests = message, 0
        self._turn(None)
        self._send(message)
        return self._take_events()

    # -- what the host says ------------------------------------------------------------------------

    def _send(self, message: JsonMessage) -> None:
        self._out.append(self._writer.line_of(message))

    def _turn(self, wanted: Action | None) -> None:
        self.wanted, self.doubt = wanted, ""
        self.epoch += 1

    def _notice(self, text: str) -> None:
        self._events.append(Noticed(text))

    def _cannot_use(self, what: str) -> None:
        self.doubt = what
        self._notice(f"cannot use {what}")

    def _finish(self, fault: str) -> None:
        self._ended, self.wanted = True, None
        self.epoch += 1
        self._events.append(Ended(fault, cut_off=fault == _GONE))

    def _refused(self, message: msg.ConnectUnsuccessful) -> None:
        if self._connected:
            self._notice("ignored: CONNECT_UNSUCCESSFUL after CONNECT_SUCCESSFUL")
            return
        why = "all places are taken" if message.full else "perhaps the password is wrong"
        self._finish(f"the host gives us no place: {message.reason or why}")

    def _accepted(self, message: msg.ConnectSuccessful) -> None:
        self._connected = True
        if message.position is not None:
            self._sit(message.position)

    def _lobby(self, message: msg.LobbyUpdate) -> None:
        """Learn our position by our alias; if others have it too, by our turn to call."""
        self._connected = True
        named = ", ".join(f"{seat.word} {_plain(alias)}" for seat, alias in message.players)
        self._notice(f"the players: {named}")
        ours = {seat for seat, alias in message.players if alias.strip() == self._alias}
        self._candidates = (self._candidates & ours) or ours or self._candidates
        if self._position is None and len(self._candidates) == 1:
            self._sit(*self._candidates)

    def _sit(self, seat: Seat) -> None:
        if self._position is not None:
            return
        self._position = seat
        self._events.append(SeatGiven(seat))
        self._board.sit(seat)

    def _start(self, message: msg.BidStart) -> None:
        self._score_board()
        self._rubber.begin()
        if len(message.cards) != 13:
            self._cannot_use(f"a hand of {len(message.cards)} cards")
            return
        self._answer = None
        self._turn(None)
        vulnerability, parts = message.vulnerability, message.part_scores
        if vulnerability is None:
            vulnerability = self._rubber.vulnerability
        self._board.begin(message, vulnerability, parts or self._rubber.part_scores)

    def _asked_to_call(self, message: msg.BidRequest) -> None:
        if self._again(msg.BidSend) or not self._board.calling:
            return
        if self._position is None:
            self._sit(self._board.turn)
        if not self._board.pass_up_to(self._position):
            self._cannot_use(f"a request to call: it is {self._board.turn.word}'s turn")
        elif self.wanted is not Action.CALL:
            self._turn(Action.CALL)
            self._events.append(CallWanted())

    def _asked_to_play(self, message: msg.MoveRequest) -> None:
        if self._again(msg.MoveSend):
            return
        why = self._board.cannot_play()
        if why:
            self._cannot_use(f"a request to play: {why}")
        elif self.wanted is not Action.CARD:
            self._turn(Action.CARD)
            self._events.append(CardWanted(self._board.turn))

    def _again(self, kind: type[JsonMessage]) -> bool:
        """Answer as before when the host asks again, having announced nothing since."""
        if not isinstance(self._answer, kind):
            return False
        self._requests += 1
        if self._requests > _REQUESTS:
            self._finish("the host refuses what we do: it knows another auction or play")
        else:
            self._send(self._answer)
        return True

    def _called(self, message: msg.BidUpdate) -> None:
        before = self._board.actions
        own = self._answer if isinstance(self._answer, msg.BidSend) else None
        if own is not None and message.player not in (None, self._position):
            self._settle()
        self._followed(self._board.take_call(message), before)

    def _played(self, message: msg.MoveUpdate) -> None:
        before = self._board.actions
        if self._answer not in (None, msg.MoveSend(message.card)):
            self._settle()
        self._followed(self._board.take_card(message), before)

    def _settle(self) -> None:
        """Count what we did ourselves where the host does not announce it to us."""
        match self._answer:
            case msg.BidSend(call):
                self._board.settle_call(call)
            case msg.MoveSend(card):
                self._board.settle_card(card)
            case _:
                return
        self._answer = None
        self._turn(None)

    def _followed(self, why_not: str, before: int) -> None:
        """Go on after an action that was announced, unless it cannot be or is known."""
        if why_not:
            self._cannot_use(why_not)
        elif self._board.actions > before:
            self._answer = None
            self._turn(None)

    def _auction_over(self, message: msg.BidEnd) -> None:
        self._settle()
        if why_not := self._board.end_auction(message.contract):
            self._cannot_use(why_not)

    def _dummy_shown(self, message: msg.PlayStart) -> None:
        if why_not := self._board.show_dummy(message.dummy):
            self._cannot_use(why_not)

    def _play_over(self, message: msg.PlayEnd) -> None:
        """Take note that the board is over, also if cards were left."""
        self._settle()
        if not self._board.between:
            self._turn(None)
            self._board.between = True
            self._events.append(BoardEnded())

    def _scored(self, message: msg.Score) -> None:
        self._score_board()
        if message.standing is not None:
            self._rubber.stands(message.standing)

    def _score_board(self) -> None:
        """Add the board that is over to the rubber, once."""
        board = self._board.take_finished()
        if board is not None:
            self._rubber.add(board)

    def _left(self, message: msg.DisconnectPlayer) -> None:
        seat = message.player
        if message.over:
            self._over = True
            return
        self._notice(f"{'a player' if seat is None else seat.word} has been disconnected")

    def _pinged(self, message: msg.Ping) -> None:
        self._send(msg.Pong())

    def _trick_over(self, message: msg.TrickEnd) -> None:
        """Count our card if it was the last, and was not announced."""
        self._settle()

    def _nothing(self, message: JsonMessage) -> None:
        """Take note of what follows from other messages."""

    def _strange(self, message: JsonMessage) -> None:
        self._notice(f"ignored: {type(message).__name__}, which only clients say")


_GONE = "the host closed the connection"


def _plain(alias: str) -> str:
    """Return an alias as it can be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in alias)


HEARD: dict[type[Any], Callable[[Epe321Player, Any], None]] = {
    msg.ConnectUnsuccessful: Epe321Player._refused,
    msg.ConnectSuccessful: Epe321Player._accepted,
    msg.LobbyUpdate: Epe321Player._lobby,
    msg.BidStart: Epe321Player._start,
    msg.BidRequest: Epe321Player._asked_to_call,
    msg.BidUpdate: Epe321Player._called,
    msg.BidEnd: Epe321Player._auction_over,
    msg.PlayStart: Epe321Player._dummy_shown,
    msg.MoveRequest: Epe321Player._asked_to_play,
    msg.MoveUpdate: Epe321Player._played,
    msg.TrickEnd: Epe321Player._trick_over,
    msg.PlayEnd: Epe321Player._play_over,
    msg.Score: Epe321Player._scored,
    msg.GameEnd: Epe321Player._nothing,
    msg.Ping: Epe321Player._pinged,
    msg.Pong: Epe321Player._nothing,
    msg.DisconnectPlayer: Epe321Player._left,
    msg.ConnectRequest: Epe321Player._strange,
    msg.BidSend: Epe321Player._strange,
    msg.MoveSend: Epe321Player._strange,
}
"""What understands each message."""
