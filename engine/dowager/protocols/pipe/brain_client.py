"""A brain's conversation with its manager: our own program's side of the pipe protocol.

Nothing that the manager sends does harm: what cannot be read is answered by UNKNOWN or ERROR where
an answer is due, and remembered until then where none is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from dowager.auction import Call, Scoring
from dowager.cards import Hand, Seat
from dowager.errors import InputError
from dowager.protocols.line_buffer import LineBuffer
from dowager.protocols.pipe.brain_info import BrainInfo
from dowager.protocols.pipe.pipe_lines import (
    ANY,
    ActionRow,
    BoardStart,
    PipeAction,
    plain,
    read_action,
    read_row,
    read_start,
)
from dowager.protocols.pipe.taken_back import taken_back
from dowager.table import (
    Action,
    AlertHeard,
    BoardBegun,
    CallHeard,
    CallWanted,
    CardHeard,
    CardWanted,
    DummySeen,
    Ended,
    LocalError,
    Noticed,
    PlayerBoard,
    PlayerEvent,
    SeatGiven,
)

_MOST_WAITING = 1000
"""Lines that may wait while we think."""
_NEVER_WAIT = ("INFO", "END")
_IN_BOARD = ("INFO", "END", "START", "RESTART")
"""What is no row of a board that is being sent; the last two end it."""
_INTERRUPT = ("START", "RESTART", "BOARD", "TAKEBACK", "RECTSTART")
"""What ends a thought at once: its answer is not wanted any more."""
_Events: TypeAlias = list[PlayerEvent]


class BrainClient:
    """A `BrainConversation`.

    Args:
        about: the answer to ABOUT.
        memory: the least memory that we need, in bytes.
        suggests: whether we SUGGEST our actions, so that the manager may choose others.
    """

    gap: int | None = 0
    answers_claim = False
    doubt = ""

    def __init__(self, about: str, memory: int = 0, suggests: bool = False) -> None:
        self.seat: Seat | None = None
        self.board: PlayerBoard | None = None
        self.wanted: Action | None = None
        self.epoch = 0
        self._about, self._suggests = about, suggests
        self._info = BrainInfo(memory)
        self._lines = LineBuffer()
        self._waiting: deque[str] = deque()
        self._start: BoardStart | None = None
        self._starting = False
        self._rows: list[str] | None = None  # of a BOARD that is being sent
        self._trouble = ""  # why the board that we know cannot be the table's
        self._suggested = False
        self._ended = False
        self._out: list[bytes] = []

    # -- what the session asks ---------------------------------------------------------------------

    @property
    def waits_for(self) -> str:
        """What we wait for: a line of the manager; empty when it is our turn, or all is over."""
        return "" if self._busy or self._ended else "the manager"

    @property
    def system(self) -> str | None:
        """What our side is to play; None if we may choose."""
        return None if self._start is None or self._start.system == ANY else self._start.system

    @property
    def opponents(self) -> str | None:
        """What the other side plays; None if that is not known."""
        start = self._start
        return None if start is None or start.opponents == ANY else start.opponents

    @property
    def scoring(self) -> Scoring:
        """What boards are scored by."""
        return self._info.scoring

    def seconds(self, usual: float) -> float:
        """Return the seconds that we may think now, at most the usual ones."""
        return self._info.seconds(usual)

    @property
    def latest(self) -> float | None:
        """The seconds after which an action is late; None for no such limit."""
        return self._info.latest

    @property
    def _busy(self) -> bool:
        """Whether the manager waits for us."""
        return self._starting or self.wanted is not None

    def take_lines(self) -> list[bytes]:
        """Return what is to be sent, and forget it."""
        lines, self._out = self._out, []
        return lines

    def _say(self, *words: str) -> None:
        self._out.append(f"{' '.join(words)}\r\n".encode())

    def debug(self, text: str) -> None:
        """Say something to our author, before the action that is wanted."""
        self._say("DEBUG", plain(text))

    # -- what the manager says ---------------------------------------------------------------------

    def receive(self, data: bytes) -> _Events:
        """Take bytes from the manager and return what happened."""
        events: _Events = []
        for line in self._lines.feed(data):
            if self._ended:
                break
            events += self._hear(line.decode("utf-8", "replace").strip())
        return events

    def quiet(self) -> _Events:
        """Take note that nothing has come for a while: half a line stays half a line."""
        return []

    def closed(self) -> _Events:
        """Take note that the manager has gone."""
        if self._ended:
            return []
        self._ended = True
        return [Ended(cut_off=True)]

    def _hear(self, line: str) -> _Events:
        """Take a line; while we think it waits, unless it has to do with what we think about."""
        word = line.partition(" ")[0].upper()
        if not self._busy or word in _NEVER_WAIT:
            return self._handled(word, line)
        if self.wanted is not None and word in _INTERRUPT:
            self._forget_turn()
            self._waiting.clear()
            return self._handled(word, line)
        if len(self._waiting) >= _MOST_WAITING:
            return [Noticed(f"ignored, with {_MOST_WAITING} lines waiting: {line[:80]!r}")]
        self._waiting.append(line)
        return []

    def _go_on(self) -> _Events:
        """Take the lines that have waited, until the manager waits for us again."""
        events: _Events = []
        while self._waiting and not self._busy and not self._ended:
            line = self._waiting.popleft()
            events += self._handled(line.partition(" ")[0].upper(), line)
        return events

    def _handled(self, word: str, line: str) -> _Events:
        """Do what a line says; where it cannot be done, say so."""
        try:
            if self._rows is not None and word not in _IN_BOARD:
                return self._board_line(word, line)
            if word in _COMMANDS:
                return _COMMANDS[word](self, line[len(word) :].strip())
            if word:
                self._say("UNKNOWN", f"no command {plain(word)[:40]!r}")
        except InputError as error:
            self._say("ERROR", plain(str(error)))
        return []

    # -- the session -------------------------------------------------------------------------------

    def _on_start(self, text: str) -> _Events:
        start = read_start(text)
        self._forget_turn()
        self._start, self._starting, self._trouble = start, True, ""
        self.seat, self.board = start.seat, start.board()
        return [SeatGiven(start.seat), BoardBegun(start.number, start.hand)]

    def started(self, refusal: str = "") -> _Events:
        """Say that we are ready for the board's first turn, or why we cannot play it."""
        self._starting = False
        if refusal:
            self._start = self.board = None
            self._say("ERROR", plain(refusal))
        else:
            self._say("OK")
        return self._go_on()

    def _on_restart(self, text: str) -> _Events:
        self.board, self._trouble = self._begun().board(), ""
        self._forget_turn()
        self._say("OK")
        return []

    def _begun(self) -> BoardStart:
        if self._start is None:
            raise InputError("no board has been started; send START first")
        return self._start

    def _in_play(self) -> PlayerBoard:
        self._begun()
        assert self.board is not None
        return self.board

    def _forget_turn(self) -> None:
        self.epoch += 1
        self.wanted, self._rows, self._suggested = None, None, False

    def _on_info(self, text: str) -> _Events:
        self._info.take(text)
        key, _, value = text.partition(" ")
        return self._explained(value) if key.lower() == "alert" else []

    def _explained(self, text: str) -> _Events:
        """Take what an earlier call means."""
        try:
            row = read_row(text, playing=False)
        except InputError:
            return []
        shown = row.shown
        if self.board is None or isinstance(shown, Hand):
            return []
        board = shown.call is not None and self.board.with_alert(
            row.seat, shown.call, shown.alert or ""
        )
        if not board or shown.call is None:
            return []
        self.board = board
        return [AlertHeard(row.seat, shown.call, shown.alert or "")]

    def _on_end(self, text: str) -> _Events:
        self._ended = True
        return [Ended()]

    def _on_about(self, text: str) -> _Events:
        self._say(self._about)
        return []

    def _on_no_use(self, text: str) -> _Events:
        self._say("UNKNOWN", "there is no such thing in bridge")
        return []

    # -- what has happened at the table ------------------------------------------------------------

    def _on_turn(self, text: str) -> _Events:
        """Take what somebody has done; there is no answer, so a fault is kept until one is due."""
        self._suggested = False
        if self._start is None or self._trouble:
            self._trouble = self._trouble or "no board has been started; send START first"
            return []
        try:
            return self._row(text)
        except InputError as error:
            self._trouble = str(error)
            return []

    def _row(self, text: str) -> _Events:
        board = self._in_play()
        row = read_row(text, board.play is not None)
        if isinstance(row.shown, Hand):
            return self._dummy(row.seat, row.shown)
        turn = board.playing.turn if board.play else board.auction.turn
        if board.ended:
            raise InputError(f"{row}: the board is over")
        if row.seat is not turn:
            raise InputError(f"{row}: it is {turn.word}'s turn")
        return self._done(row.seat, row.shown)

    def _dummy(self, seat: Seat, hand: Hand) -> _Events:
        board = self._in_play()
        play = board.playing
        if seat is not play.dummy or not board.can_hold(seat, hand):
            raise InputError(f"{seat.letter},{hand} cannot be dummy's hand")
        self.board = board.with_dummy(hand)
        return [DummySeen(hand)]

    def _done(self, seat: Seat, action: PipeAction) -> _Events:
        """Take a legal action of the seat whose turn it is."""
        board = self._in_play()
        if action.call is not None:
            self.board = board.after_call(action.call, action.alert)
            return [CallHeard(seat, action.call, action.alert)]
        card = action.card
        assert card is not None
        if not board.can_play(seat, card):
            raise InputError(f"{ActionRow(seat, action)}: the card cannot be played")
        self.board = board.after_card(card)
        return [CardHeard(seat, card)]

    def _on_board(self, text: str) -> _Events:
        self._rows = []
        return []

    def _board_line(self, word: str, line: str) -> _Events:
        rows = self._rows
        assert rows is not None
        if word != "DONE":
            if len(rows) <= _MOST_WAITING:
                rows.append(line)
            return []
        self._rows = None
        if self._in_play().auction.calls:
            raise InputError("BOARD comes after START or RESTART only")
        events = [event for row in rows for event in self._row(row)]
        return events + self._on_begin("")

    def _on_takeback(self, text: str) -> _Events:
        self.board = taken_back(self._in_play(), text)
        self._forget_turn()
        self._say("OK")
        return []

    # -- our turn ----------------------------------------------------------------------------------

    def _on_begin(self, text: str) -> _Events:
        board = self._in_play()
        if fault := self._trouble or self._info.refusal:
            raise InputError(fault)
        if not board.our_turn:
            raise InputError("it is not our turn")
        if board.play and board.play.cards and board.dummy_hand is None:
            raise InputError("dummy's cards have not been shown")
        self.epoch += 1
        self.wanted = Action.CARD if board.play else Action.CALL
        return [CardWanted(board.playing.turn) if board.play else CallWanted()]

    def _on_play(self, text: str) -> _Events:
        """Do as the manager wants after our suggestion."""
        board = self._in_play()
        if not self._suggested:
            raise InputError("PLAY comes after SUGGEST only")
        action = read_action(text, board.play is not None)
        _check(board, action)
        self._suggested = False
        return self._act(action)

    def call(self, call: Call, alert: str | None = None) -> _Events:
        """Make, or suggest, our call."""
        return self._answer(Action.CALL, PipeAction(call, alert=alert))

    def play_card(self, card: int) -> _Events:
        """Play, or suggest, a card from the hand whose turn it is: our own, or dummy's."""
        return self._answer(Action.CARD, PipeAction(card=card))

    def _answer(self, kind: Action, action: PipeAction) -> _Events:
        if self.wanted is not kind:
            raise LocalError(f"{action}: it is not our turn for it")
        try:
            _check(self._in_play(), action)
        except InputError as error:
            raise LocalError(str(error)) from error
        self.wanted = None
        if self._suggests:
            self._suggested = True
            self._say("SUGGEST", str(action))
            return self._go_on()
        return self._act(action) + self._go_on()

    def _act(self, action: PipeAction) -> _Events:
        board = self._in_play()
        self._say(str(action))
        return self._done(board.playing.turn if board.play else board.seat, action)

    def claim(self) -> _Events:
        """There are no claims."""
        raise LocalError("the pipe protocol has no claims")

    def answer_claim(self, accepts: bool) -> _Events:
        """There are no claims."""
        raise LocalError("the pipe protocol has no claims")


def _check(board: PlayerBoard, action: PipeAction) -> None:
    """See that we may do something now.

    Raises:
        InputError: we may not.
    """
    if action.call is not None:
        board.auction.after(action.call)
    elif action.card is not None:
        board.playing.after(action.card, board.hand_to_play)


_COMMANDS: dict[str, Callable[[BrainClient, str], _Events]] = {
    "START": BrainClient._on_start,
    "RESTART": BrainClient._on_restart,
    "BEGIN": BrainClient._on_begin,
    "TURN": BrainClient._on_turn,
    "BOARD": BrainClient._on_board,
    "PLAY": BrainClient._on_play,
    "TAKEBACK": BrainClient._on_takeback,
    "INFO": BrainClient._on_info,
    "ABOUT": BrainClient._on_about,
    "END": BrainClient._on_end,
    "RECTSTART": BrainClient._on_no_use,
    "SWAP2BOARD": BrainClient._on_no_use,
}
"""What does each command; DONE and rows belong to a BOARD."""
