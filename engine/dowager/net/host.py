"""Owns a table manager's table on the network: connections, time-outs, pauses, results.

A client can harm nobody but itself: its lines are cut off at a length, it is sent to without being
waited for, and when it is silent too long where the table waits for it, its connection is closed.
It may come back; when it does not, the table stops, and what is finished is kept.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count

from dowager.cards import Seat
from dowager.errors import DowagerError, InputError
from dowager.net.outbox import Outbox
from dowager.net.wirelog import WireLog
from dowager.protocols.bluechip.manager import Manager
from dowager.protocols.bluechip.outcomes import (
    BoardFinished,
    Close,
    Joined,
    ManagerEvent,
    OperatorWanted,
    PauseWanted,
    Reported,
    SessionEnded,
)

_MOST_CONNECTIONS = 64
_LOG_ON = 30.0
"""Seconds in which a connection has to ask for a seat."""
_LOOK = 0.25
"""Seconds between two looks at who is late."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """How a table is kept.

    Attributes:
        host: the address to listen at.
        ports: one port for all, or four: North, East, South, West; 0 takes a free one.
        gap: milliseconds between two lines to a client whose dialect does not say.
        act: seconds for a call or a card.
        ready: seconds for anything else that a client has to say.
        connect: seconds in which a seat that has no client must get one; None for ever.
    """

    host: str = "127.0.0.1"
    ports: tuple[int, ...] = (2000,)
    gap: int = 20
    act: float = 120.0
    ready: float = 60.0
    connect: float | None = None


@dataclass(slots=True, eq=False)
class _Peer:
    """A client's connection."""

    outbox: Outbox
    since: float
    task: asyncio.Task[None] | None = None


@dataclass(frozen=True, slots=True)
class Handlers:
    """What the owner of a table does about what happens at it.

    Attributes:
        report: takes a line for the operator.
        finished: takes a finished board; the table goes on when it returns.
        ask: asks the operator about a call, and returns its alert, or None for none.
        opened: told the ports once the table listens.
        joined: told who has got a seat.
    """

    report: Callable[[str], None]
    finished: Callable[[BoardFinished], None]
    ask: Callable[[OperatorWanted], str | None] = lambda question: None
    opened: Callable[[Sequence[int]], None] = lambda ports: None
    joined: Callable[[Seat, str], None] = lambda seat, team: None


class Host:
    """Keeps one table.

    Args:
        manager: the conversation.
        hosting: how the table is kept.
        handlers: what the owner does.
        log: takes every line.
    """

    def __init__(
        self, manager: Manager, hosting: Hosting, handlers: Handlers, log: WireLog
    ) -> None:
        self._manager = manager
        self._hosting = hosting
        self._handlers = handlers
        self._log = log
        self._peers: dict[int, _Peer] = {}
        self._numbers = count(1)
        self._late = _Late()
        self._done: asyncio.Event = asyncio.Event()
        self._fault = ""
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> str:
        """Keep the table until the session is over.

        Returns:
            What ended it before its time; empty when all boards were played.

        Raises:
            InputError: a port is taken, or the address is not this machine's.
        """
        servers = [await self._listen(place) for place in range(len(self._hosting.ports))]
        ports = [server.sockets[0].getsockname()[1] for server in servers]
        self._handlers.opened(ports)
        watch = asyncio.create_task(self._watch())
        try:
            await self._done.wait()
        finally:
            watch.cancel()
            for server in servers:
                server.close()
            await self._close_all()
        return self._fault

    async def _listen(self, place: int) -> asyncio.Server:
        only = list(Seat)[place] if len(self._hosting.ports) == 4 else None

        async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._serve(reader, writer, only)

        host, port = self._hosting.host, self._hosting.ports[place]
        try:
            return await asyncio.start_server(come, host, port)
        except OSError as error:
            why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
            raise InputError(f"cannot listen at {host}, port {port}: {why}") from error

    async def _close_all(self) -> None:
        """Send what is left to say, wait a little, and close (the text's short pause)."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(peer.outbox.close() for peer in self._peers.values()))

    def stop(self, why: str) -> None:
        """End the table before its time; what is finished stays."""
        self._fault = why
        self._done.set()

    # -- connections -------------------------------------------------------------------------------

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, only: Seat | None
    ) -> None:
        if len(self._peers) >= _MOST_CONNECTIONS:
            writer.transport.abort()
            return
        number = next(self._numbers)
        outbox = Outbox(writer, lambda: self._gap(number), lambda line: self._sent(number, line))
        self._peers[number] = _Peer(outbox, time.monotonic())
        self._take(self._manager.connect(number, time.monotonic(), only))
        try:
            while data := await reader.read(65_536):
                self._log.write(self._name(number), ">", data)
                self._take(self._manager.receive(number, data, time.monotonic()))
        except OSError:
            pass  # a connection that breaks is one that ends
        if self._peers.pop(number, None):
            outbox.abort()
            self._take(self._manager.disconnect(number, time.monotonic()))

    def _gap(self, number: int) -> float:
        gap = self._manager.gap(number)
        return (self._hosting.gap if gap is None else gap) / 1000

    def _name(self, number: int) -> str:
        seat = self._manager.seat_at(number)
        return f"#{number}" if seat is None else seat.word.upper()

    def _sent(self, number: int, line: bytes) -> None:
        self._log.write(self._name(number), "<", line)

    # -- what happens ------------------------------------------------------------------------------

    def _take(self, events: Iterable[ManagerEvent]) -> None:
        for number, line in self._manager.take_lines():
            peer = self._peers.get(number)
            if peer:
                peer.outbox.send(line)
        for event in events:
            self._happened(event)
        self._late.look(self._manager.awaited(), self._progress, time.monotonic())

    @property
    def _progress(self) -> int:
        board = self._manager.board
        return len(board.makers) if board else 0

    def _happened(self, event: ManagerEvent) -> None:
        match event:
            case Reported(text):
                self._handlers.report(text)
            case Joined(seat, team):
                self._handlers.joined(seat, team)
            case Close(number):
                peer = self._peers.pop(number, None)
                if peer:
                    self._start(peer.outbox.close())
            case PauseWanted(seconds):
                self._start(self._pause(seconds))
            case OperatorWanted():
                self._start(self._ask(event))
            case BoardFinished():
                self._finish(event)
            case SessionEnded():
                self._done.set()

    def _finish(self, event: BoardFinished) -> None:
        try:
            self._handlers.finished(event)
        except (OSError, DowagerError) as error:
            self.stop(f"board {event.board.number} could not be kept: {error}")

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._take(self._manager.go_on(time.monotonic()))

    async def _ask(self, question: OperatorWanted) -> None:
        answer = await asyncio.to_thread(self._handlers.ask, question)
        self._take(self._manager.operator(answer, time.monotonic()))

    # -- time-outs ---------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            self._close_strangers(now)
            self._take([])
            for seat, what, waited in self._late.since(now):
                self._judge(seat, what, waited, now)

    def _close_strangers(self, now: float) -> None:
        """Close connections that have never asked for a seat."""
        for number, peer in list(self._peers.items()):
            if self._manager.seat_at(number) is None and now - peer.since > _LOG_ON:
                self._peers.pop(number).outbox.abort()
                self._take(self._manager.disconnect(number, now))

    def _judge(self, seat: Seat, what: str, waited: float, now: float) -> None:
        hosting = self._hosting
        if what == "to connect":
            if hosting.connect is not None and waited > hosting.connect:
                self.stop(f"{seat.word} did not connect within {hosting.connect:g} s")
            return
        acts = what.startswith(("to call", "to play", "to lead"))
        limit = hosting.act if acts else hosting.ready
        if waited > limit:
            self._take(self._manager.drop(seat, f"{seat.word} was {what} within {limit:g} s", now))


@dataclass(slots=True, eq=False)
class _Late:
    """Since when the table has been waiting for whom."""

    _waiting: dict[Seat, tuple[str, int, float]] = field(default_factory=dict)

    def look(self, awaited: dict[Seat, str], progress: int, now: float) -> None:
        """Take note of whom the table waits for; `progress` is how many actions there are."""
        before, self._waiting = self._waiting, {}
        for seat, what in awaited.items():
            old = before.get(seat)
            same = old is not None and old[:2] == (what, progress)
            self._waiting[seat] = old if old is not None and same else (what, progress, now)

    def since(self, now: float) -> list[tuple[Seat, str, float]]:
        """Return for each seat what is awaited, and for how many seconds it has been."""
        return [(seat, what, now - start) for seat, (what, _, start) in self._waiting.items()]
