"""A table manager: what four players ask of it in, lines, reports and results out.

No sockets, no clock: connections are named by numbers, and every input comes with the time. `TABLE`
has how a player comes from an empty seat to a board in progress; `board_manager` has the board. A
player who comes back starts its board at the first action, and catches up while the others wait
only for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.formats import Board
from dowager.table.live_board import LiveBoard
from dowager.table.manager.board_manager import BoardManager
from dowager.table.manager.clocks import Clocks
from dowager.table.manager.options import TableOptions
from dowager.table.manager.post import Post
from dowager.table.manager.seating import seat_for
from dowager.table.manager.stages import OPEN, PHASES, STEPS, Phase, Stage
from dowager.table.port import NewTableSide, TableSide
from dowager.table.requests import (
    CallMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Handled,
    Ready,
    Request,
    SeatAsked,
    Step,
    Unwelcome,
    Useless,
)
from dowager.table.table_events import (
    Awaited,
    BoardFinished,
    Close,
    Duty,
    Joined,
    Reported,
    SessionEnded,
    TableEvent,
)
from dowager.table.transitions import Move

_MOST_USELESS, _MOST = 500, 5000
"""Useless things, and things in all, that a player may say in one board; then its connection is
closed. The longest auction has 319 calls, and a client says one line to each action."""

_AWAITED = {
    Stage.FREE: Awaited(Duty.CONNECT, "to connect"),
    Stage.SEATED: Awaited(Duty.SAY, "to be ready for teams"),
    Stage.NAMED: Awaited(Duty.SAY, "to be ready to start"),
    Stage.BEGUN: Awaited(Duty.SAY, "to be ready for the deal"),
    Stage.DEALT: Awaited(Duty.SAY, "to be ready for cards"),
}
"""What a player is to do where nobody else holds it up."""

_LATE = (Ready, Handled, CallMade, CardPlayed)
"""What a player may say twice, or too early, without harm."""


class Advance:
    """The table goes on: all have come so far, or one catches up with the others."""


class BoardOver:
    """The board is over, and everybody who has followed it knows."""


class BoardAgain:
    """The board starts again."""


class Leaves:
    """The player has gone."""


@dataclass(frozen=True, slots=True)
class _Guest:
    """A connection: its side of the conversation, and the only seat that it may have, if any."""

    side: TableSide
    only: Seat | None


class TableManager:
    """A table over some boards, for players of any protocols.

    Args:
        boards: the boards to play, each with its whole deal.
        options: how the table is run.

    Attributes:
        phase: how far the table has come.
        teams: the names of North-South and East-West as far as known.
        clocks: both sides' thinking time.
        posts: what is known of the players, by seat.
    """

    def __init__(self, boards: Iterable[Board], options: TableOptions | None = None) -> None:
        self.options = options or TableOptions()
        self.phase = Phase.LOGON
        self.teams = list(self.options.teams)
        self.clocks = Clocks()
        self.posts = {seat: Post(seat) for seat in Seat}
        self._boards = deque(boards)
        self._play: BoardManager | None = None
        self._recorded = False
        self._guests: dict[int, _Guest] = {}
        self._seat_of: dict[int, Seat] = {}
        self._out: list[tuple[int, bytes]] = []
        self._events: list[TableEvent] = []

    # -- for the owner -----------------------------------------------------------------------------

    def connect(
        self, connection: int, new_side: NewTableSide, now: float, only: Seat | None = None
    ) -> list[TableEvent]:
        """Take a client that has connected, perhaps by a port that is for one seat only."""
        side = new_side(lambda line: self._out.append((connection, line)))
        self._guests[connection] = _Guest(side, only)
        return self._after(now)

    def receive(self, connection: int, data: bytes, now: float) -> list[TableEvent]:
        """Take bytes from a client."""
        guest = self._guests.get(connection)
        for request in guest.side.receive(data) if guest else ():
            if connection in self._guests:
                self._take(connection, request)
                self._advance(now)
        return self._after(now)

    def disconnect(self, connection: int, now: float) -> list[TableEvent]:
        """Take note that a client has gone; its seat waits for it to come back."""
        seat = self._seat_of.get(connection)
        self._forget(connection)
        if seat is not None and self.phase is not Phase.ENDED:
            self._report(f"{seat.word} has gone; its seat is kept")
        return self._after(now)

    def go_on(self, now: float) -> list[TableEvent]:
        """Take note that the pause between two tricks is over."""
        if self._play:
            self._play.go_on()
        return self._after(now)

    def operator(self, alert: str | None, now: float) -> list[TableEvent]:
        """Take the operator's word on the call in question: its alert, or None."""
        if self._play:
            self._play.operator(alert)
        return self._after(now)

    def restart(self, now: float, why: str = "the operator wants it") -> list[TableEvent]:
        """Start the board in progress again, for everybody."""
        if self._play and not self._recorded:
            self._start_again(self._play, why, now)
        return self._after(now)

    def drop(self, seat: Seat, why: str, now: float) -> list[TableEvent]:
        """Close a player's connection, as for silence; it may come back."""
        connection = self.posts[seat].connection
        if connection is not None:
            self._refuse(connection, why)
        return self._after(now)

    def take_lines(self) -> list[tuple[int, bytes]]:
        """Return the lines to send, by connection, each in a segment of its own."""
        lines, self._out = self._out, []
        return lines

    def gap(self, connection: int) -> int | None:
        """Return the milliseconds between two lines to a client; None when none were asked for."""
        guest = self._guests.get(connection)
        return guest.side.gap if guest else None

    def seat_at(self, connection: int) -> Seat | None:
        """Return the seat of a connection, or None."""
        return self._seat_of.get(connection)

    def awaited(self) -> dict[Seat, Awaited]:
        """Return the seats that the table waits for, and what for; none while it pauses."""
        if self.phase is Phase.ENDED:
            return {}
        waiting = {
            post.seat: _AWAITED[post.stage]
            for post in self.posts.values()
            if post.stage in _AWAITED
        }
        if waiting or self._play is None or self.phase is not Phase.BOARD:
            return waiting
        return self._play.awaited()

    @property
    def board(self) -> LiveBoard | None:
        """The board in progress, if any."""
        return self._play.board if self._play else None

    # -- events and connections --------------------------------------------------------------------

    def _after(self, now: float) -> list[TableEvent]:
        self._advance(now)
        events, self._events = self._events, []
        return events

    def _tell(self, event: TableEvent) -> None:
        self._events.append(event)

    def _report(self, text: str) -> None:
        self._tell(Reported(text))

    def _refuse(self, connection: int, why: str) -> None:
        seat = self._seat_of.get(connection)
        self._guests[connection].side.refuse(why)
        self._report(f"{seat.word if seat is not None else 'a client'} is sent away: {why}")
        self._tell(Close(connection))
        self._forget(connection)

    def _forget(self, connection: int) -> None:
        self._guests.pop(connection, None)
        seat = self._seat_of.pop(connection, None)
        if seat is None:
            return
        self._move(self.posts[seat], Leaves())
        if self.phase is Phase.LOGON and self.posts[seat.partner].stage is Stage.FREE:
            self.teams[seat.side] = self.options.teams[seat.side]

    # -- what players ask --------------------------------------------------------------------------

    def _take(self, connection: int, request: Request) -> None:
        seat = self._seat_of.get(connection)
        if seat is None:
            self._log_on(connection, request)
            return
        post = self.posts[seat]
        post.said += 1
        if not self._move(post, request):
            self._ignore(post, request)
        too_much = post.useless >= _MOST_USELESS or post.said > _MOST
        if too_much and post.connection is not None:
            self._refuse(post.connection, "too many lines that are of no use")

    def _log_on(self, connection: int, request: Request) -> None:
        if self.phase is Phase.ENDED:
            self._refuse(connection, "the session is over")
        elif isinstance(request, SeatAsked):
            self._seat(connection, request)
        elif isinstance(request, Unwelcome):
            self._refuse(connection, request.why)

    def _seat(self, connection: int, asked: SeatAsked) -> None:
        free = [seat for seat, post in self.posts.items() if post.stage is Stage.FREE]
        guest = self._guests[connection]
        try:
            seat = seat_for(asked, free, self.teams, guest.only)
        except InputError as error:
            self._refuse(connection, str(error))
            return
        self._seat_of[connection] = seat
        post = self.posts[seat]
        post.connection, post.side = connection, guest.side
        self._move(post, asked)

    def _ignore(self, post: Post, request: Request) -> None:
        if not isinstance(request, _LATE) and post.count_useless():
            text = request.text if isinstance(request, Useless) else type(request).__name__
            self._report(f"{post.seat.word}: ignored {text[:120]!r}")

    # -- going on ----------------------------------------------------------------------------------

    def _move(self, post: Post, cause: object) -> bool:
        """Do what `TABLE` has for an input; return whether it has anything."""
        key = key_of(cause)
        move = TABLE[post.stage].get(key) or ANYWHERE.get(key)
        if move is None:
            return False
        (post.stage,) = move.to
        move.do(self, post, cause)
        return True

    def _advance(self, now: float) -> None:
        """Let everything happen that can: it ends, since each turn brings somebody further."""
        moved = True
        while moved and self.phase is not Phase.ENDED:
            moved = self._catch_up() or self._next_phase()
            if self._play and self.phase is Phase.BOARD:
                self._play.advance(now)
                moved = self._board_over(self._play, now) or moved

    def _catch_up(self) -> bool:
        """Let every player go on who waits for nobody."""
        posts = self.posts.values()
        ready = [p for p in posts if p.stage in STEPS and not p.side.says_ready]
        waiting = [post for post in posts if self.phase in OPEN.get(post.stage, ())]
        for post in ready:
            self._move(post, Ready(STEPS[post.stage]))
        for post in waiting:
            self._move(post, Advance())
        return bool(ready or waiting)

    def _next_phase(self) -> bool:
        if self.phase not in PHASES:
            return False
        goal, following = PHASES[self.phase]
        if any(post.stage is not goal for post in self.posts.values()):
            return False
        if self.phase is Phase.BETWEEN and not self._next_board():
            return False
        self.phase = following
        return True

    def _next_board(self) -> bool:
        """Take the next board; without one the session ends."""
        if not self._boards:
            self.phase = Phase.ENDED
            for post in self.posts.values():
                post.side.end_session()
            self._tell(SessionEnded())
            return False
        self._begin(LiveBoard(self._boards.popleft()))
        return True

    def _begin(self, board: LiveBoard) -> None:
        self._play = BoardManager(board, self.posts, self.options, self.clocks, self._tell)
        self._recorded = False
        self.clocks.next_board()

    def _board_over(self, play: BoardManager, now: float) -> bool:
        """Record a board as soon as it is over, and go on when everybody knows."""
        if play.spoilt:
            self._start_again(play, play.spoilt, now)
            return True
        if play.complete and not self._recorded:
            self._recorded = True
            self.clocks.run(None, now)
            self._tell(BoardFinished(play.board.record(), self.clocks.board))
        if not play.settled:
            return False
        for post in self.posts.values():
            self._move(post, BoardOver())
        self._play = None
        self.phase = Phase.BETWEEN
        return True

    def _start_again(self, play: BoardManager, why: str, now: float) -> None:
        self._report(f"board {play.board.number} starts again: {why}")
        self.clocks.run(None, now)
        self._begin(play.board.again())
        self.phase = Phase.DEAL
        for post in self.posts.values():
            self._move(post, BoardAgain())

    # -- what the table of transitions does --------------------------------------------------------

    @property
    def _playing(self) -> BoardManager:
        assert self._play is not None
        return self._play

    def _give_seat(self, post: Post, asked: SeatAsked) -> None:
        side = post.seat.side
        self.teams[side] = self.teams[side] or asked.team
        post.side.give_seat(post.seat, self.teams[side])
        self._tell(Joined(post.seat, self.teams[side]))

    def _note(self, post: Post, cause: object) -> None:
        """Take note that the player has come further: there is nothing to say."""

    def _name_teams(self, post: Post, cause: Advance) -> None:
        post.side.name_teams(self.teams[0], self.teams[1])

    def _start_board(self, post: Post, cause: object) -> None:
        post.clear()
        post.side.start_board()

    def _show_deal(self, post: Post, cause: Advance) -> None:
        post.side.show_deal(self._playing.board)

    def _show_hand(self, post: Post, cause: Advance) -> None:
        board = self._playing.board
        post.returning = bool(board.makers)
        post.side.show_hand(board.deal[post.seat])

    def _call(self, post: Post, call: CallMade) -> None:
        self._playing.call(post, call)

    def _card(self, post: Post, card: CardPlayed) -> None:
        self._playing.card(post, card)

    def _claim(self, post: Post, claim: ClaimMade) -> None:
        self._playing.claim(post)

    def _answer_claim(self, post: Post, answer: ClaimAnswered) -> None:
        self._playing.answer_claim(post, answer)

    def _end_board(self, post: Post, cause: BoardOver) -> None:
        post.side.end_board(self.clocks.times())

    def _leave(self, post: Post, cause: Leaves) -> None:
        post.connection, post.side = None, TableSide()
        if self._play:
            self._play.lost(post)
        post.clear()


def key_of(cause: object) -> object:
    """Return the key of an input in `TABLE`: its class, and the step that one is ready for."""
    return (Ready, cause.step) if isinstance(cause, Ready) else type(cause)


_Input = TypeVar("_Input")
_Row = dict[object, Move[Stage]]


def _on(
    kind: type[_Input],
    do: Callable[[TableManager, Post, _Input], None],
    to: Stage,
    step: Step | None = None,
) -> _Row:
    """Return what an input does; it is written so that types are checked against each other."""
    return {kind if step is None else (kind, step): Move(do, (to,))}


_M, _S = TableManager, Stage
_MISSED = _on(BoardOver, _M._note, _S.STARTED)
_AGAIN = _on(BoardAgain, _M._start_board, _S.BEGUN)

TABLE: dict[Stage, _Row] = {
    _S.FREE: _on(SeatAsked, _M._give_seat, _S.SEATED),
    _S.SEATED: _on(Ready, _M._note, _S.WAITING, Step.TEAMS),
    _S.WAITING: _on(Advance, _M._name_teams, _S.NAMED),
    _S.NAMED: _on(Ready, _M._note, _S.STARTED, Step.START),
    _S.STARTED: _on(Advance, _M._start_board, _S.BEGUN),
    _S.BEGUN: _on(Ready, _M._note, _S.READY, Step.DEAL) | _MISSED | _AGAIN,
    _S.READY: _on(Advance, _M._show_deal, _S.DEALT) | _AGAIN,
    _S.DEALT: _on(Ready, _M._note, _S.SET, Step.CARDS) | _MISSED | _AGAIN,
    _S.SET: _on(Advance, _M._show_hand, _S.LIVE) | _AGAIN,
    _S.LIVE: _on(CallMade, _M._call, _S.LIVE)
    | _on(CardPlayed, _M._card, _S.LIVE)
    | _on(ClaimMade, _M._claim, _S.LIVE)
    | _on(ClaimAnswered, _M._answer_claim, _S.LIVE)
    | _on(Handled, _M._note, _S.LIVE)
    | _on(BoardOver, _M._end_board, _S.STARTED)
    | _AGAIN,
}
"""What an input does by how far its player has come; any other input is ignored.

While a board is on nobody rests at READY or SET, so that no board can end there.
"""

ANYWHERE: _Row = _on(Leaves, _M._leave, _S.FREE)
"""What an input does wherever the player is."""
