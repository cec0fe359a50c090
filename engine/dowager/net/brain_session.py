"""Our own program as a brain: it reads while it thinks, and thinks in a thread of its own.

Reading never waits for thinking or writing, so that new limits, END and interruptions are heard at
once. What is said waits for a manager that does not read; of what it leaves unread for too long the
rest is thrown away.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Full, Queue
from threading import Thread

from dowager.alerts import write_alert
from dowager.auction import Call, Scoring
from dowager.cards import Seat
from dowager.errors import DowagerError
from dowager.net.daemon import in_daemon
from dowager.net.thinking import Thinker
from dowager.play import Budget, Choice
from dowager.table import (
    Action,
    BoardBegun,
    BrainConversation,
    Called,
    CallWanted,
    CardWanted,
    Ended,
    Noticed,
    Pace,
    PlayerBoard,
    PlayerEvent,
    Robot,
)

_MOST_UNREAD = 10_000
"""Lines that may wait for a manager that does not read."""
_FAREWELL = 0.5
"""Seconds for the last lines to be read."""


@dataclass(frozen=True, slots=True)
class RobotAsked:
    """The robot that a board needs.

    Attributes:
        seat: its seat.
        system: what its side is to play; None if it may choose.
        opponents: what the other side plays; None if that is not known.
        scoring: what boards are scored by.
    """

    seat: Seat
    system: str | None
    opponents: str | None
    scoring: Scoring


NewBrainRobot = Callable[[RobotAsked], Robot]
"""Makes a robot, in the thread that thinks; raises `DowagerError` if it cannot play the systems."""


@dataclass(frozen=True, slots=True)
class LiveBudget(Budget):
    """A budget that can change while it is used.

    Attributes:
        allowed: gives the seconds as they are now.
    """

    allowed: Callable[[], float] = lambda: 0.0

    def begin(self) -> Callable[[], bool]:
        """Start the clock; return a function that says whether the time is over."""
        began = self.now()
        return lambda: self.now() - began >= self.allowed()


class LineWriter:
    """Writes lines in a thread of its own, so that nobody waits for a reader.

    Args:
        out: the number of the file.
    """

    def __init__(self, out: int) -> None:
        self._out = out
        self._lines: Queue[bytes | None] = Queue(_MOST_UNREAD)
        self.broken = False
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def write(self, line: bytes) -> None:
        """Write a line, unless too many wait, or nobody can read any more."""
        if not self.broken:
            with suppress(Full):
                self._lines.put_nowait(line)

    def close(self, seconds: float) -> None:
        """Wait so long at most for all lines to be written."""
        with suppress(Full):
            self._lines.put_nowait(None)
            self._thread.join(seconds)

    def _run(self) -> None:
        try:
            while (line := self._lines.get()) is not None:
                while line:
                    line = line[os.write(self._out, line) :]
        except OSError:
            self.broken = True


class BrainSession:
    """One brain, from its first line to its end.

    Args:
        conversation: with the manager.
        new_robot: makes the robots.
        usual: the pair's seconds for a board where the manager sets no limit.
        debug: whether to say by which rule a call was made.
        source: the file that the manager writes to.
        writer: writes to the manager.
        report: takes what goes wrong, for people.
    """

    def __init__(
        self,
        conversation: BrainConversation,
        new_robot: NewBrainRobot,
        usual: float,
        debug: bool,
        source: int,
        writer: LineWriter,
        report: Callable[[str], None],
    ) -> None:
        self._conversation, self._new_robot = conversation, new_robot
        self._usual, self._debug = usual, debug
        self._source, self._writer, self._report = source, writer, report
        self._thinker = Thinker(report)
        self._robot: tuple[RobotAsked, Future[Robot]] | None = None
        self._pace = Pace(usual, time.monotonic)
        self._hurried = False
        self._ended = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> bool:
        """Serve the manager until END, or until it has gone; answer then what was asked.

        Returns:
            Whether a thought is still being thought, which nobody wants any more.
        """
        while not self._ended and not self._writer.broken:
            try:
                data = await in_daemon(lambda: os.read(self._source, 65_536))
            except OSError:
                data = b""
            if not data:
                break
            self._handle(self._conversation.receive(data))
        self._hurried = True
        while self._tasks and not self._ended and not self._writer.broken:
            await asyncio.wait(self._tasks)
        busy = bool(self._tasks)
        for task in self._tasks:
            task.cancel()
        self._thinker.close()
        self._writer.close(_FAREWELL)
        return busy

    def _handle(self, events: Iterable[PlayerEvent]) -> None:
        for event in events:
            self._happened(event)
        for line in self._conversation.take_lines():
            self._writer.write(line)

    def _happened(self, event: PlayerEvent) -> None:
        match event:
            case BoardBegun():
                self._pace = Pace(self._usual, time.monotonic)
                self._start(self._begin(self._conversation.epoch))
            case CallWanted():
                self._start(self._call(self._conversation.epoch))
            case CardWanted():
                self._start(self._card(self._conversation.epoch))
            case Noticed(text):
                self._report(text)
            case Ended():
                self._ended = True
            case _:
                pass

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._report(f"our own fault: {type(error).__name__}: {error}")

    # -- a board -----------------------------------------------------------------------------------

    async def _begin(self, epoch: int) -> None:
        """Get the robot ready: its clock does not run yet."""
        asked = self._asked()
        refusal = ""
        try:
            await asyncio.wrap_future(self._ready_robot(asked))
        except (DowagerError, OSError) as error:
            self._robot, refusal = None, str(error)
        except Exception as error:  # a bug of ours must not leave the manager waiting
            self._robot, refusal = None, f"our own fault: {type(error).__name__}: {error}"
            self._report(refusal)
        if self._conversation.epoch == epoch:
            self._handle(self._conversation.started(refusal))

    def _asked(self) -> RobotAsked:
        said = self._conversation
        assert said.seat is not None
        return RobotAsked(said.seat, said.system, said.opponents, said.scoring)

    def _ready_robot(self, asked: RobotAsked) -> Future[Robot]:
        """Return what has the robot; the one of the last board if it will do."""
        if self._robot is None or self._robot[0] != asked:
            self._robot = asked, self._thinker.begin(lambda: self._warm(asked))
        return self._robot[1]

    def _warm(self, asked: RobotAsked) -> Robot:
        robot = self._new_robot(asked)
        robot.warm_up()
        return robot

    # -- our turn ----------------------------------------------------------------------------------

    def _allowed(self, usual: float) -> float:
        return 0.0 if self._hurried else self._conversation.seconds(usual)

    def _budget(self, usual: float) -> LiveBudget:
        seconds = self._allowed(usual)
        return LiveBudget(seconds, time.monotonic, lambda: self._allowed(usual))

    async def _at_work(self) -> tuple[Robot, PlayerBoard]:
        """Return the robot, which may have changed with the scoring, and the board."""
        board = self._conversation.board
        assert board is not None
        return await asyncio.wrap_future(self._ready_robot(self._asked())), board

    def _wanted(self, action: Action, epoch: int) -> bool:
        """Whether an action is still wanted: what came with BEGIN may have ended the turn."""
        return self._conversation.epoch == epoch and self._conversation.wanted is action

    async def _call(self, epoch: int) -> None:
        robot, board = await self._at_work()
        budget = self._budget(self._pace.for_call())
        self._pace.start(Action.CALL)
        safe = Called(Call.PASS, "safe", None)
        called = await self._thinker.decide(
            budget.seconds, lambda: robot.call(board, budget), safe, self._conversation.latest
        )
        self._pace.stop()
        if self._wanted(Action.CALL, epoch):
            legal = board.auction.is_legal(called.call)
            self._say_why(called.rule if legal else f"{called.call} is not legal; passing")
            disclosed = called.disclosure if legal else None
            alert = write_alert(disclosed) if disclosed is not None else None
            self._handle(self._conversation.call(called.call if legal else Call.PASS, alert))

    async def _card(self, epoch: int) -> None:
        robot, board = await self._at_work()
        budget = self._budget(self._pace.for_card(board.playing, robot.seat))
        legal = board.playing.legal(board.hand_to_play)
        self._pace.start(Action.CARD)
        choice = await self._thinker.decide(
            budget.seconds,
            lambda: robot.card(board, budget),
            Choice(legal[0]),
            self._conversation.latest,
        )
        self._pace.stop()
        if self._wanted(Action.CARD, epoch):
            card = choice.card if choice.card in legal else legal[0]
            self._handle(self._conversation.play_card(card))

    def _say_why(self, text: str) -> None:
        if self._debug:
            self._conversation.debug(text)
