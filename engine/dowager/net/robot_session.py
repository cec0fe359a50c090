"""A robot at one connection to a table manager: what it hears, thinks and answers.

What the robot thinks about a turn that is over is thrown away.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

from dowager.alerts import read_alert, write_alert
from dowager.auction import Call
from dowager.cards import Seat, card_name
from dowager.net.outbox import Outbox
from dowager.net.streams import OpenStreams, Reader, Writer, open_tcp
from dowager.net.thinking import Thinker
from dowager.net.waiting import Waiting
from dowager.net.wire_log import WireLog
from dowager.play import Budget, Choice
from dowager.table import (
    Action,
    AlertHeard,
    BoardBegun,
    BoardEnded,
    Called,
    CallHeard,
    CallWanted,
    CardHeard,
    CardWanted,
    ClaimEnded,
    ClaimHeard,
    DummySeen,
    Ended,
    NewPlayerConversation,
    Noticed,
    Pace,
    PlayerBoard,
    PlayerEvent,
    Robot,
    SeatGiven,
    TeamsNamed,
    TimesHeard,
)

_QUIET = 0.25
"""Seconds without a byte after which a line without an end may count."""
_SETTLE = 0.3
"""Seconds that the first decision of a connection takes at least: the table manager may be about to
send what we did before we came back. Once we have acted, it sends that no more."""
_GAP = 50
"""Milliseconds between two lines, unless the dialect says otherwise."""
_Answer = TypeVar("_Answer")

Report = Callable[[str], None]
NewRobot = Callable[[Seat], Robot]
"""Makes the robot of a seat; it may take long, and is called in the thread that thinks."""


@dataclass(frozen=True, slots=True)
class SitOptions:
    """Where and how to sit.

    Attributes:
        host: the table manager's address.
        port: its port.
        team: our team's name.
        new_conversation: makes our conversation, in some protocol.
        seat: the seat to ask for; None for any.
        seconds: the pair's time for a board.
        connect: seconds to go on trying to connect at first.
        reconnect: seconds to go on trying when the connection is lost; 0 not to try.
        alerts: whether our calls are alerted.
        claims: whether we claim; few table managers know claims. We answer others' in any case.
        patience: seconds to wait on when what has come cannot be used, and we cannot go on.
        reads: says how the robot of a seat reads calls, for the operator; empty to say nothing.
        open: connects to the table manager.
    """

    host: str
    port: int
    team: str
    new_conversation: NewPlayerConversation
    seat: Seat | None = None
    seconds: float = 60.0
    connect: float = 30.0
    reconnect: float = 30.0
    alerts: bool = True
    claims: bool = False
    patience: float = 60.0
    reads: Callable[[Seat], str] = lambda seat: ""
    open: OpenStreams = open_tcp


@dataclass(frozen=True, slots=True)
class Ending:
    """How a connection ended.

    Attributes:
        fault: what is wrong; empty when nothing is.
        cut_off: whether the connection was lost before the session had ended.
        refused: whether we were not given a seat.
    """

    fault: str
    cut_off: bool = False
    refused: bool = False


class RobotSession:
    """A robot at one connection to a table manager, until the connection ends."""

    def __init__(
        self,
        options: SitOptions,
        new_robot: NewRobot,
        report: Report,
        log: WireLog,
        thinker: Thinker,
        reader: Reader,
        writer: Writer,
    ) -> None:
        self._options = options
        self._new_robot = new_robot
        self._report = report
        self._log = log
        self._thinker = thinker
        self._reader = reader
        self._conversation = options.new_conversation(options.team, options.seat)
        gap = (_GAP if self._conversation.gap is None else self._conversation.gap) / 1000
        self._outbox = Outbox(writer, lambda: gap, lambda line: log.write(self._name, ">", line))
        self._waiting = Waiting(self._conversation, options.patience, report)
        self._robot: Future[Robot] | None = None
        self._warm: Future[None] | None = None
        self._pace = Pace(options.seconds, time.monotonic)
        self._boards = 0
        self._acted = False
        self._claimed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._ending: Ending | None = None

    @property
    def _name(self) -> str:
        return self._conversation.seat.word.upper() if self._conversation.seat is not None else "-"

    async def run(self) -> Ending:
        """Follow the session to its end, or to the end of the connection."""
        self._flush()
        try:
            while self._ending is None:
                await self._listen()
                self._look_at_wait()
        finally:
            for task in self._tasks:
                task.cancel()
            await self._outbox.close()
        return self._ending

    async def _listen(self) -> None:
        """Take what comes next: bytes, nothing for a while, or the connection's end."""
        try:
            async with asyncio.timeout(_QUIET):
                data = await self._reader.read(65_536)
        except TimeoutError:
            self._handle(self._conversation.quiet())
            return
        except OSError:
            data = b""
        if data:
            self._log.write(self._name, "<", data)
        self._handle(self._conversation.receive(data) if data else self._conversation.closed())

    def _look_at_wait(self) -> None:
        """Say what we wait for when it is long in coming; end when nothing else can come."""
        fault = self._waiting.look(time.monotonic())
        if fault and self._ending is None:
            self._ending = Ending(fault)

    def _flush(self) -> None:
        for line in self._conversation.take_lines():
            self._outbox.send(line)

    # -- what happens ------------------------------------------------------------------------------

    def _handle(self, events: Iterable[PlayerEvent]) -> None:
        for event in events:
            self._happened(event)
        self._flush()

    def _happened(self, event: PlayerEvent) -> None:
        match event:
            case SeatGiven(seat):
                self._prepare(seat)
                self._report(f"seated {seat.word}")
                if reads := self._options.reads(seat):
                    self._report(reads)
            case TeamsNamed(north_south, east_west):
                self._report(f"North-South {north_south}, East-West {east_west}")
            case BoardBegun(number, hand):
                self._boards += 1
                self._claimed = False
                self._pace = Pace(self._options.seconds, time.monotonic)
                self._report(f"board {number}: {hand}")
            case CallHeard() | AlertHeard():
                self._report_alert(event)
            case CallWanted():
                self._think(self._call())
            case CardWanted():
                self._think(self._card())
            case ClaimHeard(wanted=True):
                self._think(self._answer(event))
            case BoardEnded():
                self._report_result()
            case Noticed(text):
                self._report(text)
            case Ended():
                self._end(event)
            case ClaimEnded(claimer, accepted):
                said = "accepted" if accepted else "rejected"
                self._report(f"{claimer.word}'s claim is {said}")
            case ClaimHeard() | CardHeard() | DummySeen() | TimesHeard():
                pass

    def _prepare(self, seat: Seat) -> None:
        """Begin to make the robot; what the table says meanwhile is heard and answered."""
        robot = self._robot = self._thinker.begin(lambda: self._new_robot(seat))
        self._warm = self._thinker.begin(lambda: robot.result().warm_up())

    def _end(self, event: Ended) -> None:
        fault = event.fault
        if event.cut_off and not self._boards:
            fault = "the table manager closed the connection"
        refused = bool(fault) and not event.cut_off and self._robot is None
        self._ending = Ending(fault, event.cut_off, refused)

    def _report_alert(self, event: CallHeard | AlertHeard) -> None:
        """Report what is not understood of an opponent's alert."""
        seat = self._conversation.seat
        if event.alert is None or seat is None or event.seat.side is seat.side:
            return
        ignored = read_alert(event.alert).ignored
        if ignored:
            self._report(f"not understood in {event.seat.word}'s alert: {'; '.join(ignored)}")

    def _report_result(self) -> None:
        play = self._conversation.board.play if self._conversation.board else None
        if play is None:
            self._report("passed out")
        else:
            self._report(f"{play.contract}{f' {play.tricks}' if play.ended else ', claimed'}")

    # -- thinking ----------------------------------------------------------------------------------

    def _think(self, decide: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(decide)
        self._tasks.add(task)
        task.add_done_callback(self._decided_or_failed)

    def _decided_or_failed(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._ending = Ending(f"our own fault: {type(error).__name__}: {error}")

    async def _at_work(self) -> tuple[Robot, PlayerBoard]:
        """Return the robot, once it is ready, and the board: no clock of ours runs before."""
        assert self._robot is not None and self._warm is not None
        robot = await asyncio.wrap_future(self._robot)
        await asyncio.wait([asyncio.wrap_future(self._warm)])
        assert self._conversation.board is not None
        return robot, self._conversation.board

    async def _call(self) -> None:
        if self._conversation.wanted is not Action.CALL:
            return  # the board has started again since
        epoch = self._conversation.epoch
        robot, board = await self._at_work()
        if self._conversation.epoch != epoch:
            return
        seconds = self._pace.for_call()
        budget = Budget(seconds, time.monotonic)
        called = await self._decided(
            Action.CALL,
            seconds,
            lambda: robot.call(board, budget),
            Called(Call.PASS, "", None),
        )
        if self._conversation.epoch == epoch:
            self._acted = True
            self._handle(self._conversation.call(*self._safe_call(board, called)))

    def _safe_call(self, board: PlayerBoard, called: Called) -> tuple[Call, str | None]:
        """Return a robot's call and its alert; a pass in place of an illegal call."""
        if not board.auction.is_legal(called.call):
            fault = f"{called.call} is not legal after {board.auction}"
            self._report(f"our own fault: {fault}; passing")
            return Call.PASS, None
        disclosed = called.disclosure if self._options.alerts else None
        return called.call, write_alert(disclosed) if disclosed is not None else None

    async def _card(self) -> None:
        if self._conversation.wanted is not Action.CARD:
            return
        epoch = self._conversation.epoch
        robot, board = await self._at_work()
        if self._conversation.epoch != epoch:
            return
        seconds = self._pace.for_card(board.playing, robot.seat)
        self._claim_once(robot, board)
        budget = Budget(seconds, time.monotonic)
        legal = board.playing.legal(board.hand_to_play)
        choice = await self._decided(
            Action.CARD, seconds, lambda: robot.card(board, budget), Choice(legal[0])
        )
        if self._conversation.epoch == epoch:
            self._acted = True
            card = choice.card
            if card not in legal:
                self._report(f"our own fault: {card_name(card)} may not be played; playing safe")
                card = legal[0]
            self._handle(self._conversation.play_card(card))

    async def _decided(
        self, action: Action, seconds: float, decide: Callable[[], _Answer], safe: _Answer
    ) -> _Answer:
        """Return a decision, and let the clock of the board run meanwhile."""
        self._pace.start(action)
        began = time.monotonic()
        answer = await self._thinker.decide(seconds, decide, safe)
        if not self._acted:
            await asyncio.sleep(max(0.0, began + _SETTLE - time.monotonic()))
        self._pace.stop()
        return answer

    # -- claims ------------------------------------------------------------------------------------

    def _claim_once(self, robot: Robot, board: PlayerBoard) -> None:
        """Claim the rest, once a board, when it is proved to be ours."""
        may_claim = self._options.claims and not self._claimed and not board.playing.trick
        if may_claim and robot.claims(board):
            self._claimed = True
            self._handle(self._conversation.claim())

    async def _answer(self, event: ClaimHeard) -> None:
        if not self._conversation.answers_claim:
            return
        robot, board = await self._at_work()
        accepted = await self._decided(
            Action.CARD,
            self._options.seconds,
            lambda: robot.accepts(board, event.seat, event.hand),
            False,
        )
        if self._conversation.answers_claim:
            self._handle(self._conversation.answer_claim(accepted))
