"""Tables on 127.0.0.1 for tests: programs as processes, robots in this one, and bare sockets."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import TypeVar

import endplay._dds  # noqa: F401  # robots think in threads, which must not load the solver at once

from dowager.cards import Seat
from dowager.formats import Board, write_pbn
from dowager.net import Handlers, Host, HostOptions, SitOptions, WireLog, doors, sit
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import (
    BoardFinished,
    Robot,
    TableManager,
    TableOptions,
    TablePicture,
    TableProtocol,
)
from support.commands import PATIENCE, Program, started
from support.peer_scripts import TEAMS
from support.systems import shipped
from support.wired_tables import NO_PAUSE, boards

_turns = count()


def free_port(ports: int = 1) -> int:
    """Return a port that nobody listens at; or the first of some in a row.

    It is none that the system gives to a connection, and each test process has a range of its own:
    nobody takes it before the test does.
    """
    while True:
        first = 10_000 + os.getpid() % 500 * 40 + next(_turns) * 2 % 40
        if all(map(_is_free, range(first, first + ports))):
            return first


def _is_free(port: int) -> bool:
    with socket.socket() as own:
        try:
            own.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def board_file(folder: Path, number: int, seed: int = 1) -> Path:
    """Write random boards to a file."""
    file = folder / "boards.pbn"
    file.write_text(write_pbn(boards(number, seed)))
    return file


def start_table(file: Path, port: int, *words: str | Path) -> AbstractContextManager[Program]:
    """Start a table as a program, without pauses."""
    quick = ("--no-pause", "--gap", "0")
    return started("table", "--pbn", file, "--port", str(port), *quick, *words, err_to_out=True)


WIRE_LOG = ("--log", "/dev/stdout")
"""Options that put all that is said at a table among the lines of its output."""


def follow_play(table: Program, lines: int) -> None:
    """Wait until a board is under way at a table with `WIRE_LOG`, and so many lines have passed."""
    table.line_with(lambda line: "Dealer" in line)
    for _ in range(lines):
        table.line()


def start_robot(seat: Seat, port: int, team: str = "") -> AbstractContextManager[Program]:
    """Start a robot that plays at once and comes back when its connection is lost."""
    team = team or TEAMS[seat.side]
    words = ("--seat", seat.word, "--team", team, "--system", "natural")
    quick = ("--seconds-per-board", "0", "--dialect", "gap:0", "--quiet")
    patience = ("--connect", str(PATIENCE), "--reconnect", str(PATIENCE))
    return started("sit", "--port", str(port), *words, *quick, *patience)


@contextmanager
def robots_at(port: int, seats: Iterable[Seat] = Seat) -> Iterator[list[Program]]:
    """Start a robot for each seat."""
    with ExitStack() as stack:
        yield [stack.enter_context(start_robot(seat, port)) for seat in seats]


_Answer = TypeVar("_Answer")


def run_session(work: Awaitable[_Answer]) -> _Answer:
    """Run what happens at tables in this process; it fails if it does not end."""

    async def bounded() -> _Answer:
        async with asyncio.timeout(PATIENCE):
            return await work

    return asyncio.run(bounded())


async def until(happened: Callable[[], object]) -> None:
    """Let the others go on until something has happened."""
    while not happened():
        await asyncio.sleep(0.01)


class Clock:
    """A clock that goes on when a test says so; stands in for the module `time`."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


class Table:
    """A table in this process, with whatever robots and strangers sit down.

    Args:
        played: the boards.
        options: how the table is run.
        dialect: how it speaks to all seats, or by seat; by default as each protocol does to our own
            robots.
        ports: where it listens; 0 takes a free port.
        gap: milliseconds between two lines.
        finished: takes a finished board; otherwise they are gathered in `finished`.
        pictured: takes pictures of the table.
        protocols: what is spoken: each of them at doors of its own.
        log: takes every line.
        limits: the time limits of `HostOptions`.
    """

    def __init__(
        self,
        played: Sequence[Board],
        options: TableOptions = NO_PAUSE,
        dialect: str | Mapping[Seat, str] | None = None,
        ports: Sequence[int] = (0,),
        gap: int = 0,
        finished: Callable[[BoardFinished], None] | None = None,
        pictured: Callable[[TablePicture], None] | None = None,
        protocols: Sequence[TableProtocol] = (BLUE_CHIP,),
        log: WireLog | None = None,
        **limits: float,
    ) -> None:
        self.reports: list[str] = []
        self.finished: list[BoardFinished] = []
        self.port = 0
        self.ports: list[int] = []
        self.open = asyncio.Event()
        self.seated: list[Seat] = []
        handlers = Handlers(
            self.reports.append,
            finished or self.finished.append,
            opened=self._opened,
            joined=lambda seat, team: self.seated.append(seat),
            pictured=pictured,
        )
        self.manager = TableManager(played, options)
        at = []
        for each in protocols:
            spoken = each.robots_table_dialect if dialect is None else dialect
            by_seat = dict.fromkeys(Seat, spoken) if isinstance(spoken, str) else spoken
            at += doors(each.table(by_seat), ports)
        kept = HostOptions(tuple(at), gap=gap, **limits)
        self.host = Host(self.manager, kept, handlers, log or WireLog(None))

    def _opened(self, ports: Sequence[int]) -> None:
        self.ports = list(ports)
        self.port = ports[0]
        self.open.set()

    def robot(
        self,
        seat: Seat,
        port: int | None = None,
        seconds: float = 0,
        protocol: TableProtocol = BLUE_CHIP,
    ) -> asyncio.Task[str]:
        """Let a robot sit down."""
        system = shipped("natural")
        new_conversation = protocol.player(protocol.robots_player_dialect)
        options = SitOptions(
            "127.0.0.1", port or self.port, TEAMS[seat.side], new_conversation, seat, seconds
        )
        work = sit(options, lambda at: Robot(at, system, system), lambda text: None, WireLog(None))
        return asyncio.create_task(work)

    async def stranger(self, *lines: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect a bare socket and send lines by it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        for line in lines:
            writer.write(line)
        return reader, writer
