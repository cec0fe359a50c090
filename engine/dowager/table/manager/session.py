"""A session at a table: how players get from an empty seat to a board, and from board to board.

`TABLE` says what moves a player on; `board_manager` has the board in progress. A player who comes
back starts the board at its first action, and catches up while the others wait only for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from dowager.auction import Rubber
from dowager.cards import Seat, Side
from dowager.errors import InputError
from dowager.formats import Board
from dowager.table.live_board import LiveBoard
from dowager.table.manager.board_manager import BoardManager
from dowager.table.manager.clocks import Clocks
from dowager.table.manager.post import Post
from dowager.table.manager.stages import (
    AWAITED,
    OPEN,
    PHASES,
    STEPS,
    Advance,
    BoardAgain,
    BoardOver,
    Leaves,
    Phase,
    Stage,
)
from dowager.table.manager.table_options import TableOptions
from dowager.table.port import TableConversation
from dowager.table.requests import (
    CallMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Handled,
    Ready,
    SeatAsked,
    Step,
    Unreadable,
)
from dowager.table.table_events import (
    Awaited,
    BoardFinished,
    Joined,
    Left,
    Reported,
    SessionEnded,
    TableEvent,
)
from dowager.table.transitions import Move

Scorer: TypeAlias = Callable[[Board], Rubber | None]
"""Takes a finished board, and gives the rubber that it belongs to, if any."""


def no_rubber(board: Board) -> None:
    """Take a finished board that belongs to no rubber."""


class TableSession:
    """Four players and the boards that they play.

    Args:
        boards: the boards to play, each with its whole deal.
        options: how the table is run.
        emit: takes events for the owner.
        score: takes each finished board before the next is taken from `boards`; gives the rubber
            that it belongs to, if any.

    Attributes:
        phase: how far the table has come.
        teams: the names of North-South and East-West; empty while unknown.
        clocks: both sides' thinking time.
        posts: what we know of the players, by seat.
        board_manager: the board in progress, if any.
    """

    def __init__(
        self,
        boards: Iterable[Board],
        options: TableOptions,
        emit: Callable[[TableEvent], None],
        score: Scorer = no_rubber,
    ) -> None:
        self.phase = Phase.LOGON
        self.teams = list(options.teams)
        self.clocks = Clocks()
        self.posts = {seat: Post(seat) for seat in Seat}
        self.board_manager: BoardManager | None = None
        self._boards = iter(boards)
        self._options = options
        self._emit = emit
        self._score = score
        self._rubber: Rubber | None = None
        self._recorded = False

    @property
    def board(self) -> LiveBoard | None:
        """The cards, calls and play of the board in progress, if any."""
        return self.board_manager.board if self.board_manager else None

    def awaited(self) -> dict[Seat, Awaited]:
        """Return the seats that the table waits for, and what for; none while it pauses."""
        if self.phase is Phase.ENDED:
            return {}
        posts = [post for post in self.posts.values() if post.stage in AWAITED]
        waiting = {post.seat: AWAITED[post.stage] for post in posts}
        if waiting or self.board_manager is None or self.phase is not Phase.BOARD:
            return waiting
        return self.board_manager.awaited()

    def move(self, post: Post, cause: object) -> bool:
        """Do what `TABLE` has for an input; return whether it has anything."""
        key = key_of(cause)
        move = TABLE[post.stage].get(key) or ANYWHERE.get(key)
        if move is None:
            return False
        (post.stage,) = move.to
        move.do(self, post, cause)
        return True

    def restart(self, now: float, why: str) -> None:
        """Start the board in progress again, for everybody; not one that is over."""
        if self.board_manager and not self._recorded:
            self._start_again(self.board_manager, why, now)

    def take_back(self, index: int, now: float) -> None:
        """Take the actions of the board from `index` on back, for everybody.

        Raises:
            InputError: there is no such action, or a player's program cannot be told of it.
        """
        play = self.board_manager
        if play is None or self._recorded or not 0 <= index < len(play.board.makers):
            raise InputError("there is nothing to take back")
        for post in self.posts.values():
            if post.live and not post.conversation.replays:
                raise InputError(f"{post.seat.word}'s program cannot take anything back")
        self._begin_again(play.board.before(index), now)

    @property
    def takes_claims(self) -> bool:
        """Whether a claim on the board in progress would be taken."""
        return self.board_manager is not None and self.board_manager.takes_claims

    def dismiss(self) -> None:
        """Tell all players that the session is over; a rubber that is not, is broken off."""
        early = None if self._rubber is None else self._rubber.broken_off()
        for post in self.posts.values():
            if early is not None and early != self._rubber:
                post.conversation.send_rubber(early)
            post.conversation.end_session()

    # -- going on ----------------------------------------------------------------------------------

    def advance(self, now: float) -> None:
        """Do everything that can be done now; it ends because each round takes somebody further."""
        moved = True
        while moved and self.phase is not Phase.ENDED:
            moved = self._catch_up() or self._next_phase()
            if self.board_manager and self.phase is Phase.BOARD:
                self.board_manager.advance(now)
                moved = self._board_over(self.board_manager, now) or moved

    def _catch_up(self) -> bool:
        """Move on every player who waits for nobody."""
        posts = self.posts.values()
        ready = [p for p in posts if p.stage in STEPS and not p.conversation.says_ready]
        waiting = [post for post in posts if self.phase in OPEN.get(post.stage, ())]
        for post in ready:
            self.move(post, Ready(STEPS[post.stage]))
        for post in waiting:
            self.move(post, Advance())
        return bool(ready or waiting)

    def _next_phase(self) -> bool:
        if self.phase not in PHASES:
            return False
        goal, following = PHASES[self.phase]
        if any(post.stage is not goal for post in self.posts.values()):
            return False
        if self.phase is Phase.BETWEEN and (self._resting() or not self._next_board()):
            return False
        self.phase = following
        return True

    def _resting(self) -> bool:
        """Whether somebody still looks at the last board."""
        return any(post.conversation.rests for post in self.posts.values())

    def _next_board(self) -> bool:
        """Take the next board; without one the session ends."""
        board = next(self._boards, None)
        if board is None:
            self.phase = Phase.ENDED
            self.dismiss()
            self._emit(SessionEnded())
            return False
        self._begin(LiveBoard(board))
        return True

    def _begin(self, board: LiveBoard) -> None:
        self.board_manager = BoardManager(board, self.posts, self._options, self.clocks, self._emit)
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
            record = play.board.record()
            self._rubber = self._score(record)
            self._emit(BoardFinished(record, self.clocks.board))
        if not play.settled:
            return False
        for post in self.posts.values():
            self.move(post, BoardOver())
        self.board_manager = None
        self.phase = Phase.BETWEEN
        return True

    def _start_again(self, play: BoardManager, why: str, now: float) -> None:
        self._emit(Reported(f"board {play.board.number} starts again: {why}"))
        self._begin_again(play.board.again(), now)

    def _begin_again(self, board: LiveBoard, now: float) -> None:
        """Go on with the board in progress from an earlier action, for everybody."""
        self.clocks.run(None, now)
        self._begin(board)
        self.phase = Phase.DEAL
        for post in self.posts.values():
            self.move(post, BoardAgain())

    def _playing(self) -> BoardManager:
        """Return the board in progress, where there must be one."""
        assert self.board_manager is not None
        return self.board_manager

    # -- transitions -------------------------------------------------------------------------------

    def _give_seat(self, post: Post, asked: SeatAsked) -> None:
        side = post.seat.side
        post.gone = False
        self.teams[side] = self.teams[side] or asked.team
        post.conversation.give_seat(post.seat, self.teams[side])
        post.player = asked.player or self.teams[side]
        post.stands_in = asked.stands_in
        if not asked.stands_in:
            post.owner = asked.player
        self._emit(Joined(post.seat, post.player))
        self._name_players()
        if post.conversation.peer:
            self._emit(Reported(f"{post.seat.word} is spoken to as {post.conversation.peer}"))

    def _name_players(self) -> None:
        """Tell everybody who has which seat."""
        posts = self.posts.values()
        players = {post.seat: post.player for post in posts if post.stage is not Stage.FREE}
        for post in posts:
            post.conversation.name_players(players)

    def _name_teams(self, post: Post, cause: Advance) -> None:
        north_south, east_west = (self.teams[side] or side.word for side in Side)
        post.conversation.name_teams(north_south, east_west)

    def _note(self, post: Post, cause: object) -> None:
        """Take note that the player has come further: there is nothing to say."""

    def _start_board(self, post: Post, cause: object) -> None:
        post.clear()
        post.conversation.start_board()

    def _send_deal(self, post: Post, cause: Advance) -> None:
        post.conversation.send_deal(self._playing().board)

    def _send_hand(self, post: Post, cause: Advance) -> None:
        board = self._playing().board
        post.returning = bool(board.makers)
        post.conversation.send_hand(board.deal[post.seat])

    def _answer_claim(self, post: Post, answer: ClaimAnswered) -> None:
        self._playing().answer_claim(post, answer)

    def _end_board(self, post: Post, cause: BoardOver) -> None:
        if self._rubber is not None:
            post.conversation.send_rubber(self._rubber)
        post.conversation.end_board(self.clocks.times())

    def _leave(self, post: Post, cause: Leaves) -> None:
        if not post.stands_in and self.phase is not Phase.ENDED:
            self._emit(Left(post.seat))
        post.connection, post.conversation, post.gone = None, TableConversation(), True
        if self.board_manager:
            self.board_manager.lost(post)
        post.clear()
        if self.phase is Phase.LOGON and self.posts[post.seat.partner].stage is Stage.FREE:
            self.teams[post.seat.side] = self._options.teams[post.seat.side]
        if self.phase is Phase.LOGON and post.owner:  # others may have the seat
            post.owner, post.gone = "", False
        for other in self.posts.values():
            other.conversation.lose_player(post.seat)
        self._name_players()


def key_of(cause: object) -> object:
    """Return the key of an input in `TABLE`: its class, and the step that one is ready for."""
    return (Ready, cause.step) if isinstance(cause, Ready) else type(cause)


_Input = TypeVar("_Input")
_Row: TypeAlias = dict[object, Move[Stage]]


def _on(
    kind: type[_Input],
    do: Callable[[TableSession, Post, _Input], None],
    to: Stage,
    step: Step | None = None,
) -> _Row:
    """Return what an input does; so that its type and its function's are compared."""
    return {kind if step is None else (kind, step): Move(do, (to,))}


_T, _S = TableSession, Stage
_MISSED = _on(BoardOver, _T._note, _S.STARTED)
_AGAIN = _on(BoardAgain, _T._start_board, _S.BEGUN)

TABLE: dict[Stage, _Row] = {
    _S.FREE: _on(SeatAsked, _T._give_seat, _S.SEATED),
    _S.SEATED: _on(Ready, _T._note, _S.WAITING, Step.TEAMS),
    _S.WAITING: _on(Advance, _T._name_teams, _S.NAMED),
    _S.NAMED: _on(Ready, _T._note, _S.STARTED, Step.START),
    _S.STARTED: _on(Advance, _T._start_board, _S.BEGUN),
    _S.BEGUN: _on(Ready, _T._note, _S.READY, Step.DEAL) | _MISSED | _AGAIN,
    _S.READY: _on(Advance, _T._send_deal, _S.DEALT) | _AGAIN,
    _S.DEALT: _on(Ready, _T._note, _S.SET, Step.CARDS) | _MISSED | _AGAIN,
    _S.SET: _on(Advance, _T._send_hand, _S.LIVE) | _AGAIN,
    _S.LIVE: _on(CallMade, lambda table, post, call: table._playing().call(post, call), _S.LIVE)
    | _on(CardPlayed, lambda table, post, card: table._playing().card(post, card), _S.LIVE)
    | _on(Unreadable, lambda table, post, said: table._playing().unreadable(post, said), _S.LIVE)
    | _on(ClaimMade, lambda table, post, _: table._playing().claim(post), _S.LIVE)
    | _on(ClaimAnswered, _T._answer_claim, _S.LIVE)
    | _on(Handled, _T._note, _S.LIVE)
    | _on(BoardOver, _T._end_board, _S.STARTED)
    | _AGAIN,
}
"""What an input does by how far its player has come; any other input is ignored.

While a board is on nobody rests at READY or SET, so that no board can end there.
"""

ANYWHERE: _Row = _on(Leaves, _T._leave, _S.FREE)
"""What an input does wherever the player is."""
