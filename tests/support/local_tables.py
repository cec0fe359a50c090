"""Tables on 127.0.0.1 for tests: programs as processes, robots in this one, and bare sockets."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import TypeVar

from dowager.cards import Seat
from dowager.formats import Board, write_pbn
from dowager.net.host import Handlers, Host, Hosting
from dowager.net.sit import Sitting, sit
from dowager.net.wirelog import WireLog
from dowager.protocols.bluechip.dialect import parse_dialect
from dowager.protocols.bluechip.manager import Manager
from dowager.protocols.bluechip.outcomes import BoardFinished
from dowager.protocols.bluechip.relay import Options
from dowager.table.robot import Robot
from support.commands import PATIENCE, Program, started
from support.systems import shipped
from support.wired_tables import boards

TEAMS = ("Old", "Young")
QUICK = Options(trick_pause=0, dialects=dict.fromkeys(Seat, parse_dialect("told:yes,gap:0")))


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
    team = team or TEAMS[seat % 2]
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
    """A table in this process, with whatever robots and strangers sit down."""

    def __init__(
        self,
        played: Sequence[Board],
        options: Options = QUICK,
        hosting: Hosting | None = None,
        finished: Callable[[BoardFinished], None] | None = None,
    ) -> None:
        self.reports: list[str] = []
        self.finished: list[BoardFinished] = []
        self.seated: list[Seat] = []
        self.port = 0
        self.ports: list[int] = []
        self.open = asyncio.Event()
        handlers = Handlers(
            self.reports.append,
            finished or self.finished.append,
            opened=self._opened,
            joined=lambda seat, team: self.seated.append(seat),
        )
        self.manager = Manager(played, options)
        self.host = Host(
            self.manager, hosting or Hosting(ports=(0,), gap=0), handlers, WireLog(None)
        )

    def _opened(self, ports: Sequence[int]) -> None:
        self.ports = list(ports)
        self.port = ports[0]
        self.open.set()

    def robot(self, seat: Seat, port: int | None = None, seconds: float = 0) -> asyncio.Task[str]:
        """Let a robot sit down."""
        system = shipped("sayc")
        dialect = parse_dialect("gap:0")
        sitting = Sitting("127.0.0.1", port or self.port, TEAMS[seat % 2], seat, dialect, seconds)
        work = sit(sitting, lambda at: Robot(at, system, system), lambda text: None, WireLog(None))
        return asyncio.create_task(work)

    async def stranger(self, *lines: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect a bare socket and send lines by it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        for line in lines:
            writer.write(line)
        return reader, writer
