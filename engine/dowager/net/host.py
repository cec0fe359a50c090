"""A table on the network: connections, time-outs, pauses, results.

A client can harm nobody but itself: its lines are cut off at a length, nobody waits while lines are
sent to it, and when it is silent too long where the table waits for it, its connection is closed.
It may come back; when it does not, the table stops, and what is finished is kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterable
from itertools import count

from dowager.cards import Seat, Side
from dowager.errors import DowagerError
from dowager.net.connections import Connection, Connections, LastLines
from dowager.net.daemon import in_daemon
from dowager.net.doors import Door, listen
from dowager.net.farewells import Farewells
from dowager.net.host_options import Handlers, HostOptions
from dowager.net.outbox import Outbox
from dowager.net.repeats import Repeats
from dowager.net.streams import Reader, Writer
from dowager.net.waits import Wait, Waits
from dowager.net.wire_log import WireLog
from dowager.table import (
    Awaiting,
    BoardFinished,
    Close,
    Duty,
    Joined,
    Left,
    OperatorWanted,
    PauseWanted,
    Reported,
    SessionEnded,
    TableEvent,
    TableManager,
    picture_of,
)

_LOOK = 0.25
"""Seconds between two looks at who is late."""

_log = logging.getLogger(__name__)


class Host:
    """Keeps one table.

    Args:
        manager: the table manager.
        options: how the table is kept.
        handlers: what the owner does.
        log: takes every line.

    Attributes:
        connections: the open connections.
    """

    def __init__(
        self, manager: TableManager, options: HostOptions, handlers: Handlers, log: WireLog
    ) -> None:
        self._manager = manager
        self._options = options
        self._handlers = handlers
        self._log = log
        self.connections = Connections(lambda number: manager.seat_at(number) is not None)
        self._strangers = Repeats(handlers.report)
        self._farewells = Farewells()
        self._numbers = count(1)
        self._waits = Waits(options.limits, options.unhurried)
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
        servers = [await self._listen(door) for door in self._options.doors]
        ports = [server.sockets[0].getsockname()[1] for server in servers]
        self._handlers.opened(ports)
        self._start(self._watch())
        try:
            await self._done.wait()
            self._show(time.monotonic())
            if self._fault:
                self._dismiss()
        finally:
            for server in servers:
                server.close()
            await self._close_all()
            self._strangers.flush()
        return self._fault

    @property
    def over(self) -> bool:
        """Whether the session is over, for whatever reason: nobody gets a seat any more."""
        return self._done.is_set()

    async def _listen(self, door: Door) -> asyncio.Server:
        async def come(reader: Reader, writer: Writer) -> None:
            await self.serve(reader, writer, door)

        return await listen(come, self._options.host, door)

    async def _close_all(self) -> None:
        """Send what is still to be said, wait a little, and close."""
        for task in self._tasks:
            task.cancel()
        outboxes = [connection.outbox for connection in self.connections]
        await asyncio.gather(*(outbox.close_after_peer() for outbox in outboxes))

    def stop(self, why: str) -> None:
        """End the table before its time: what is finished stays, and players are sent home."""
        if not self._done.is_set():
            self._fault = why
            self._done.set()

    def take_back(self, index: int) -> None:
        """Take the actions of the board in progress from `index` on back, for everybody.

        Raises:
            InputError: there is no such action, or a player's program cannot be told of it.
        """
        self._take(self._manager.take_back(index, time.monotonic()))

    def wait_again(self, side: Side) -> None:
        """Count from now on how long the table waits for a side."""
        for seat in Seat:
            if seat.side is side:
                self._waits.forget(seat)

    def _dismiss(self) -> None:
        """Tell all players that there are no more boards."""
        self._manager.session.dismiss()
        self._send_lines()

    def _fail(self, error: BaseException) -> None:
        """End the table because of a bug of ours: its players would wait for ever."""
        _log.error("the table has failed", exc_info=error)
        self.stop(f"our own fault: {type(error).__name__}: {error}")

    # -- connections -------------------------------------------------------------------------------

    async def serve(
        self,
        reader: Reader,
        writer: Writer,
        door: Door,
        said: bytes = b"",
    ) -> None:
        """Serve a client that has connected at a door, until its connection ends.

        Args:
            reader: gives what it says.
            writer: takes what it hears.
            door: where it has connected.
            said: what has been read from it already.
        """
        try:
            await self._serve(reader, writer, door, said)
        except Exception as error:  # a bug of ours must not freeze the table
            self._fail(error)

    async def _serve(self, reader: Reader, writer: Writer, door: Door, said: bytes) -> None:
        number, now = next(self._numbers), time.monotonic()
        address = str((writer.get_extra_info("peername") or ("a pipe",))[0])
        self._make_room(address, now)
        outbox = Outbox(writer, lambda: self._gap(number), lambda line: self._sent(number, line))
        self.connections.add(number, Connection(outbox, address, now))
        self._take(self._manager.connect(number, door.new_conversation, now, door.only))
        try:
            while data := said or await reader.read(65_536):
                said = b""
                self._heard(number, data)
                self._take(self._manager.receive(number, data, time.monotonic()))
        except OSError:
            pass  # a broken connection is one that has ended
        outbox.closed_by_peer()
        self._cut(number, time.monotonic())

    def _make_room(self, address: str, now: float) -> None:
        """Close the oldest stranger if there are too many of them for one more."""
        number = self.connections.crowded_out(address)
        stranger = self.connections.get(number) if number is not None else None
        if number is not None and stranger is not None:
            self._report_stranger(stranger.crowd)
            self._cut(number, now)

    def _cut(self, number: int, now: float) -> None:
        """Close a connection at once, if it is still open."""
        connection = self.connections.remove(number)
        if connection is not None:
            connection.outbox.abort()
            self._take(self._manager.disconnect(number, now))

    def _gap(self, number: int) -> float:
        gap = self._manager.gap(number)
        return (self._options.gap if gap is None else gap) / 1000

    def _name(self, number: int) -> str:
        seat = self._manager.seat_at(number)
        return f"#{number}" if seat is None else seat.word.upper()

    def _heard(self, number: int, data: bytes) -> None:
        connection = self.connections.get(number)
        if connection:
            connection.outbox.heard()
            connection.silence.broken(time.monotonic())
            connection.lines.hear(self._log.shown(data))
        self._log.write(self._name(number), ">", data)

    def _sent(self, number: int, line: bytes) -> None:
        connection = self.connections.get(number)
        if connection:
            connection.lines.send(line)
        self._log.write(self._name(number), "<", line)

    def _lines(self, seat: Seat) -> LastLines:
        """Return the last lines to and from a seat's player; empty ones while there is none."""
        number = self._manager.session.posts[seat].connection
        connection = None if number is None else self.connections.get(number)
        return connection.lines if connection else LastLines()

    # -- what happens ------------------------------------------------------------------------------

    def _send_lines(self) -> None:
        for number, line in self._manager.take_lines():
            connection = self.connections.get(number)
            if connection:
                connection.outbox.send(line)

    def _take(self, events: Iterable[TableEvent]) -> None:
        """Do what the table wants, unless it has been stopped."""
        if self._fault:
            return
        self._send_lines()
        for event in events:
            self._happened(event)
        self._waits.look(self._manager.session.awaited(), self._progress, time.monotonic())

    @property
    def _progress(self) -> int:
        board = self._manager.session.board
        return len(board.makers) if board else 0

    def _happened(self, event: TableEvent) -> None:
        match event:
            case Reported(text, stranger=True):
                self._report_stranger(text)
            case Reported(text):
                self._handlers.report(text)
            case Joined(seat, team):
                self._handlers.joined(seat, team)
            case Left(seat):
                self._handlers.left(seat)
            case Close(number):
                connection = self.connections.remove(number)
                if connection:
                    self._start(self._farewells.close(connection.outbox))
            case PauseWanted(seconds):
                self._start(self._pause(seconds))
            case OperatorWanted():
                self._start(self._ask(event))
            case BoardFinished():
                self._finish(event)
            case SessionEnded():
                self._done.set()

    def _report_stranger(self, text: str) -> None:
        self._strangers.take(text, time.monotonic())

    def _finish(self, event: BoardFinished) -> None:
        try:
            self._handlers.finished(event)
        except (OSError, DowagerError) as error:
            self.stop(f"board {event.board.number} could not be kept: {error}")

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._take(self._manager.go_on(time.monotonic()))

    async def _ask(self, question: OperatorWanted) -> None:
        answer = await in_daemon(lambda: self._handlers.ask(question))
        self._take(self._manager.operator(answer, time.monotonic()))

    def _show(self, now: float) -> None:
        """Show the owner the table."""
        if self._handlers.pictured is None:
            return
        waits = {wait.seat: int(wait.seconds) for wait in self._waits.at(now)}
        lines = {seat: self._lines(seat) for seat in Seat}
        awaiting = {s: Awaiting(waits.get(s, 0), lines[s].sent, lines[s].said) for s in Seat}
        self._handlers.pictured(picture_of(self._manager.session, awaiting, now))

    # -- time-outs ---------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            self._close_silent(now)
            self._note_silence(now)
            self._strangers.look(now)
            self._take([])
            self._show(now)
            for text in self._waits.reports(now, lambda seat: self._lines(seat).sent):
                self._handlers.report(text)
            for wait in self._waits.at(now):
                if wait.over:
                    self._end_wait(wait, now)

    def _close_silent(self, now: float) -> None:
        """Close connections that have never asked for a seat."""
        for number in self.connections.silent(now):
            connection = self.connections.get(number)
            if connection:
                self._report_stranger(
                    f"a client from {connection.address} has asked for no seat: closed"
                )
            self._cut(number, now)

    def _note_silence(self, now: float) -> None:
        """Let the conversations know whose client has said nothing for a while."""
        for number, connection in self.connections.numbered():
            if connection.silence.is_long(now):
                self._manager.note_silence(number)

    def _end_wait(self, wait: Wait, now: float) -> None:
        """Stop the table, or close the seat's connection: it has been waited for too long."""
        seat, awaited = wait.seat, wait.awaited
        if awaited.duty is Duty.CONNECT:
            self._absent(seat, f"{seat.word} did not connect within {wait.limit:g} s")
        else:
            why = f"{seat.word} was {awaited.words} within {wait.limit:g} s"
            self._take(self._manager.drop(seat, why, now))
            self._handlers.missed(seat, why)

    def _absent(self, seat: Seat, why: str) -> None:
        if self._handlers.missed(seat, why):
            self._waits.forget(seat)
        else:
            self.stop(why)
