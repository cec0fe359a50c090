"""Tables on 127.0.0.1 for tests: programs as processes, robots in this one, and bare sockets."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from dowager.cards import Seat
from dowager.formats import Board, write_pbn
from dowager.language.files import load_system
from dowager.net.host import Handlers, Host, Hosting
from dowager.net.sit import Sitting, sit
from dowager.net.wirelog import WireLog
from dowager.protocols.bluechip.dialect import parse_dialect
from dowager.protocols.bluechip.manager import Manager
from dowager.protocols.bluechip.outcomes import BoardFinished
from dowager.protocols.bluechip.relay import Options
from dowager.table.robot import Robot
from support.wired_tables import boards

TEAMS = ("Old", "Young")
QUICK = Options(trick_pause=0, dialects=dict.fromkeys(Seat, parse_dialect("told:yes,gap:0")))


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def board_file(folder: Path, count: int, seed: int = 1) -> Path:
    """Write random boards to a file."""
    file = folder / "boards.pbn"
    file.write_text(write_pbn(boards(count, seed)))
    return file


def run_dowager(*words: str | Path, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    command = [sys.executable, "-m", "dowager.cli.main", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout)


def start_dowager(*words: str | Path) -> subprocess.Popen[str]:
    """Start the command as a process."""
    command = [sys.executable, "-m", "dowager.cli.main", *map(str, words)]
    env = os.environ | {"PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=env)


def start_robot(seat: Seat, port: int, team: str = "") -> subprocess.Popen[str]:
    """Start a robot that plays at once and comes back when its connection is lost."""
    team = team or TEAMS[seat % 2]
    words = ("--seat", seat.word, "--team", team, "--seconds-per-board", "0")
    return start_dowager("sit", "--port", str(port), *words, "--dialect", "gap:0", "--quiet")


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
        self.port = 0
        self.ports: list[int] = []
        self.open = asyncio.Event()
        handlers = Handlers(
            self.reports.append, finished or self.finished.append, opened=self._opened
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
        system = load_system("sayc")
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
