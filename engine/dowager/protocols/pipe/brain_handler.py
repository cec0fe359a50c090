"""A table's conversation with a brain: the manager's side of the pipe protocol.

The brain is asked ABOUT itself and gets its seat with the answer, whatever that is. START is sent
with each board, and the table deals when it is answered. A wrong answer is a fault: the table then
passes for the brain, or plays the lowest card that it may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto

from dowager.auction import Call, Scoring
from dowager.cards import Hand, Seat, card_name
from dowager.errors import InputError
from dowager.protocols.line_buffer import LineBuffer
from dowager.protocols.pipe.pipe_lines import (
    ActionRow,
    BoardStart,
    PipeAction,
    plain,
    read_action,
    system_word,
)
from dowager.table import (
    Action,
    BrainKeeper,
    BrainTerms,
    CallMade,
    CardPlayed,
    Handled,
    LiveBoard,
    Request,
    SeatAsked,
    TableConversation,
    Times,
)

NO_LIMIT = 2_147_483_647
"""`time_left` of a match without a limit."""
MOST_BYTES, MOST_LINES = 8 << 20, 10_000
"""What a brain may say between two of its actions; more is a flood."""
_SHOWN = 80
_TOLD = 20
"""Lines of a board that the operator sees of what a brain says for people."""


class _Expected(Enum):
    """What the brain's next line is to answer."""

    NOTHING = auto()
    ABOUT = auto()
    START = auto()
    RESTART = auto()
    ACTION = auto()
    PLAY = auto()  # the action that it has suggested


class BrainHandler(TableConversation):
    """The conversation with one process.

    Args:
        terms: what the brain is told.
        keeper: who has started it.
        send: sends a line to it.
    """

    gap = 0

    def __init__(
        self, terms: BrainTerms, keeper: BrainKeeper, send: Callable[[bytes], None]
    ) -> None:
        self._terms, self._keeper, self._send_line = terms, keeper, send
        self._lines = LineBuffer()
        self._board: LiveBoard | None = None
        self._start: BoardStart | None = None
        self._accepted: BoardStart | None = None  # what the brain has last been started with
        self._rows: list[str] | None = None  # of BOARD, while it is gathered
        self._expected = _Expected.ABOUT
        self._gone = False
        self._heard_bytes = self._heard_lines = self._told = 0
        self._say_limits()
        self._send("ABOUT")

    def _send(self, *lines: str) -> None:
        """Send lines, unless the brain has been told to end."""
        if not self._gone:
            for line in lines:
                self._send_line(f"{line}\r\n".encode())

    def _say_limits(self) -> None:
        limits, rule = self._terms.limits, int(self._terms.scoring is Scoring.MATCHPOINTS)
        self._send(
            f"INFO timeout_turn {round(limits.turn * 1000)}",
            f"INFO timeout_match {round((limits.match or 0) * 1000)}",
            f"INFO max_memory {limits.memory or 0}",
            f"INFO game_type {2 if self._terms.tournament else 1}",
            f"INFO rule {rule}",
        )
        if limits.folder is not None:
            self._send(f"INFO folder {limits.folder}")

    # -- what the brain says -----------------------------------------------------------------------

    def receive(self, data: bytes) -> Iterator[Request]:
        """Take bytes from the brain; what comes after it was told to end is thrown away."""
        self._heard_bytes += len(data)
        for line in () if self._gone else self._lines.feed(data):
            self._heard_lines += 1
            if self._flooded():
                return
            yield from self._heard(line.decode("utf-8", "replace").strip())
        self._flooded()

    def _flooded(self) -> bool:
        if self._gone:
            return True
        if self._heard_bytes <= MOST_BYTES and self._heard_lines <= MOST_LINES:
            return False
        said = f"{self._heard_lines} lines, {self._heard_bytes} bytes"
        self._end(f"it floods the table: {said} since its last action")
        return True

    def _end(self, fault: str = "") -> None:
        """Tell the brain to end."""
        if not self._gone:
            self._send("END")
            self._gone = True
            self._keeper.let_go(fault)

    def _heard(self, line: str) -> Iterator[Request]:
        word, _, rest = line.partition(" ")
        if not line or self._says(word.upper(), plain(rest)):
            return
        expected = self._expected
        if expected is _Expected.ABOUT:
            self._expected = _Expected.NOTHING
            self._keeper.introduced(plain(line))
            yield SeatAsked(self._terms.team, self._terms.seat, self._terms.player)
        elif expected in (_Expected.START, _Expected.RESTART):
            yield from self._started(word.upper(), plain(rest))
        elif expected in (_Expected.ACTION, _Expected.PLAY):
            yield from self._acted(word.upper(), line, rest)

    def _says(self, word: str, text: str) -> bool:
        """Whether a line is only for people; the operator sees the first MESSAGEs of a board."""
        if word == "MESSAGE":
            self._told += 1
            if self._told <= _TOLD:
                self._keeper.says(f"says: {text}")
        return word in ("MESSAGE", "DEBUG")

    def _started(self, word: str, why: str) -> Iterator[Request]:
        assert self._start is not None
        restarts = self._expected is _Expected.RESTART
        if word == "OK":
            self._expected, self.says_ready = _Expected.NOTHING, False
            self._accepted = self._start
            yield Handled()
        elif word == "UNKNOWN" and restarts:
            self._keeper.says("does not know RESTART, and is started anew")
            self._end()
        elif word == "ERROR" and not restarts and self._start != self._start.with_any_systems():
            self._keeper.says(f"does not play {self._start.system}: {why}")
            self._begin(self._start.with_any_systems())
        elif word in ("ERROR", "UNKNOWN"):
            self._end(f"it refuses {'RESTART' if restarts else 'START'}: {why or word}")

    # -- actions -----------------------------------------------------------------------------------

    def _acted(self, word: str, line: str, rest: str) -> Iterator[Request]:
        if word in ("ERROR", "UNKNOWN"):
            yield self._substituted(f"it answers {plain(line)[:_SHOWN]!r}")
            return
        suggests = word == "SUGGEST" and self._expected is _Expected.ACTION
        if word == "OK":
            return  # of an earlier time
        try:
            action = self._legal(rest.strip() if suggests else line)
        except InputError as error:
            yield self._substituted(f"it answers {plain(line)[:_SHOWN]!r}: {error}")
            return
        if suggests:
            self._expected = _Expected.PLAY
            self._send(f"PLAY {PipeAction(action.call, action.card)}")
        else:
            yield self._taken(action)

    def _legal(self, text: str) -> PipeAction:
        """Read an action that the brain may do now.

        Raises:
            InputError: it is none.
        """
        board = self._in_play()
        action = read_action(text, board.play is not None)
        if action.call is not None and not board.auction.is_legal(action.call):
            raise InputError(f"{action.call} is not legal after: {board.auction}")
        if action.card is not None and board.play is not None:
            board.play.after(action.card, board.deal[board.play.turn])
        return action

    def _taken(self, action: PipeAction) -> Request:
        """Return what the table is to take from the brain, whose clock stands now."""
        self._expected = _Expected.NOTHING
        self._heard_bytes = self._heard_lines = 0
        self._keeper.answered()
        if action.call is not None:
            return CallMade(action.call, None if action.alert is None else plain(action.alert))
        play = self._in_play().play
        assert play is not None and action.card is not None
        return CardPlayed(action.card, frozenset({play.turn}))

    def _substituted(self, fault: str) -> Request:
        """Return what the table does for the brain, and tell it."""
        board = self._in_play()
        action = substitute_action(board)
        did = "passes" if action.call is not None else f"plays {action}"
        self._keeper.fault(f"{fault}; the table {did} for it")
        seat = board.play.turn if board.play else self._terms.seat
        self._send(f"TURN {ActionRow(seat, action)}")
        return self._taken(action)

    def _in_play(self) -> LiveBoard:
        assert self._board is not None
        return self._board

    # -- the session -------------------------------------------------------------------------------

    def refuse(self, why: str) -> None:
        """Tell the brain to end: the table has sent it away."""
        self._end(why.removeprefix(f"{self._terms.seat.word} "))

    def start_board(self) -> None:
        """Take note that what was asked is void."""
        if self._expected in (_Expected.ACTION, _Expected.PLAY):
            self._keeper.answered()
        self._expected = _Expected.NOTHING
        self._heard_bytes = self._heard_lines = self._told = 0

    def send_deal(self, board: LiveBoard) -> None:
        """Send START with the brain's cards, or RESTART if it has begun this board before."""
        self._board, seat = board, self._terms.seat
        start = BoardStart(
            board.number,
            seat,
            board.auction.dealer,
            board.auction.vulnerability,
            board.deal[seat],
            system_word(self._terms.system),
            system_word(self._terms.opponents),
        )
        if self._accepted in (start, start.with_any_systems()):
            self._start, self.says_ready = self._accepted, True
            self._expected = _Expected.RESTART
            self._send("RESTART")
        else:
            self._begin(start)

    def _begin(self, start: BoardStart) -> None:
        self._start, self.says_ready = start, True
        self._expected = _Expected.START
        self._send(f"START {start}")

    def send_hand(self, hand: Hand) -> None:
        """Take note that the board goes on; of one that is under way the brain gets a BOARD."""
        self._rows = [] if self._in_play().makers else None

    def end_board(self, times: Times) -> None:
        """Send the contract and declarer's tricks, for brains that learn from them."""
        board = self._in_play()
        contract = board.auction.contract
        result = f"{contract},{board.tricks}" if contract else "P"
        self._send(f"INFO result {result}")

    def end_session(self) -> None:
        """Send END."""
        self._end()

    # -- the board ---------------------------------------------------------------------------------

    def send_call(self, seat: Seat, call: Call, alert: str | None) -> None:
        """Send a row with a call."""
        self._tell(ActionRow(seat, PipeAction(call, alert=alert)))

    def explain_call(self, seat: Seat, call: Call, alert: str) -> None:
        """Send what an earlier call means."""
        self._send(f"INFO alert {ActionRow(seat, PipeAction(call, alert=alert))}")

    def send_card(self, player: Seat, hand: Seat, card: int) -> None:
        """Send a row with a card."""
        self._tell(ActionRow(hand, PipeAction(card=card)))

    def send_dummy(self, hand: Hand) -> None:
        """Send a row with dummy's cards."""
        play = self._in_play().play
        assert play is not None
        self._tell(ActionRow(play.dummy, hand))

    def _tell(self, row: ActionRow) -> None:
        """Send a row at once, or keep it for the BOARD that comes with the brain's turn."""
        if self._rows is None:
            self._send(f"TURN {row}")
        else:
            self._rows.append(str(row))

    def ask(self, hand: Seat, leads: bool) -> None:
        """Ask the brain to act: by BEGIN, or by the BOARD of a board that was under way."""
        left = self._keeper.time_left
        self._send(
            f"INFO time_left {NO_LIMIT if left is None else round(left * 1000)}",
            f"INFO turn {hand.letter}",
            f"INFO legal {','.join(legal_actions(self._in_play()))}",
        )
        rows, self._rows = self._rows, None
        self._send(*(("BEGIN",) if rows is None else ("BOARD", *rows, "DONE")))
        self._expected = _Expected.ACTION
        self._keeper.asked()

    def refuse_action(self, action: Action) -> None:
        """Let the brain go: nothing that it may do is refused, so it knows another board."""
        self._end("the table cannot take its action")


def legal_actions(board: LiveBoard) -> list[str]:
    """Return what may be done now: calls from pass upwards, or cards, the lowest first."""
    if board.play is None:
        return [str(call) for call in board.auction.legal_calls()]
    return [card_name(card) for card in board.play.legal(board.deal[board.play.turn])]


def substitute_action(board: LiveBoard) -> PipeAction:
    """Return what the table does for a brain that cannot: a pass, or the lowest legal card."""
    if board.play is None:
        return PipeAction(Call.PASS)
    return PipeAction(card=board.play.legal(board.deal[board.play.turn])[0])
