"""Plays a match against itself while its robots, its files and its sockets are attacked.

    python tools/chaos.py --boards 32 --seed 1 [--pause 2] [--north "command ./brain.sh"] [--json]

With `--north` the home team's players are brains. Faults come in an order that the seed decides:
robots and brains killed or frozen; strangers who are silent, send garbage or megabytes, close one
half of their connection, or come in hundreds; impostors who take a robot's seat and then say
nothing, or nonsense; logs and results on a full disk; the match itself stopped by SIGTERM, or
killed. Where the match has ended it is resumed. What must hold in the end: every board was played
once in each room, legally; no wait between two boards was longer than the limit; the memory of the
match did not grow; no process is left. It runs on Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from dowager.cards import Seat
from dowager.formats import Board, read_pbn, write_pbn
from dowager.play import Play
from inputs import run
from random_boards import random_boards

ROOMS = ("Open", "Closed")
TEAMS = ("Old", "Young")
_TIMEOUT = 30
"""Seconds that a robot gets for a call, and to sit down."""
_MOST_GROWTH = 32
"""MiB by which a match may grow once it has played for a while."""


@dataclass
class Report:
    """What was done to a match, and what it did."""

    faults: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    longest_wait: float = 0.0
    growth: float = 0.0
    troubles: list[str] = field(default_factory=list)


class Chaos:
    """One match, and what is done to it.

    Args:
        folder: where its files are.
        boards: how many boards it has.
        seed: decides boards and faults.
        pause: the mean of the seconds between two faults.
        limit: the longest wait between two boards, in seconds.
        faults: how many there are; then the match is left in peace. None for no end.
        north: the player that is a brain, `command WORDS`; empty for none.
    """

    def __init__(
        self,
        folder: Path,
        boards: int,
        seed: int,
        pause: float,
        limit: float,
        faults: int | None = None,
        north: str = "",
    ) -> None:
        self._north = north
        self._kinds = [name for name in FAULTS if north or "brain" not in name]
        self._random = Random(seed)
        self._pause, self._limit, self._most = pause, limit, faults
        self._results, self._logs = folder / "results.pbn", folder / "logs"
        self._boards, self._temporary = folder / "boards.pbn", folder / "temporary"
        self._temporary.mkdir()
        self.played = random_boards(boards, self._random)
        self._boards.write_text(write_pbn(self.played))
        self._port = _free_ports()
        self._match: subprocess.Popen[str] | None = None
        self._sockets: list[socket.socket] = []
        self._order: list[str] = []
        self.report = Report()
        self._number, self._progress, self._first = 0, time.monotonic(), 0.0

    def run(self) -> Report:
        """Play the match to its end, whatever happens to it."""
        try:
            while self._play():
                pass
            self._check_results()
        finally:
            self._close_sockets()
            if self._match is not None:
                self._match.kill()
            self._check_processes()
        return self.report

    # -- the match ---------------------------------------------------------------------------------

    def _play(self) -> bool:
        """Run the match until it ends, or is ended; return whether there is more to play."""
        self.report.starts += 1
        self._first = 0.0
        self._logs.mkdir(exist_ok=True)
        with self._started() as match:
            while match.poll() is None:
                self._wait(self._random.expovariate(1 / self._pause))
                if match.poll() is None and not self._stuck():
                    self._one_fault()
            code = match.returncode
        if self._stuck() or code == 2:
            self.report.troubles.append(f"the match ended with code {code}: {self._said()}")
            return False
        return len(self._kept()) < 2 * len(self.played)

    @contextmanager
    def _started(self) -> Iterator[subprocess.Popen[str]]:
        teams = [f"{name}=natural" for name in TEAMS]
        if self._north:
            teams[0] = f"{TEAMS[0]}={self._north}"
        words = ["--home", teams[0], "--away", teams[1], "--seconds-per-board", "0", "--resume"]
        words += ["--results", str(self._results), "--logs", str(self._logs)]
        words += ["--port", str(self._port)]
        words += ["--call-timeout", str(_TIMEOUT), "--ready-timeout", str(_TIMEOUT)]
        command = [sys.executable, "-m", "dowager", "match", "--pbn", str(self._boards), *words]
        where = os.environ | {"TMPDIR": str(self._temporary)}
        with (self._logs / "said").open("a") as said:
            self._match = subprocess.Popen(command, stdout=said, stderr=said, text=True, env=where)
        with self._match as match:
            try:
                yield match
            finally:
                match.kill()

    def _said(self) -> str:
        return (self._logs / "said").read_text()[-500:]

    def _wait(self, seconds: float) -> None:
        """Let the match play, and look at it meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self._match is not None and self._match.poll() is None:
            time.sleep(0.1)
            self._look()

    def _look(self) -> None:
        now, number = time.monotonic(), len(self._kept())
        memory = self._memory()
        if number != self._number:
            self._number, self._progress = number, now
            self._first = self._first or memory  # of a match that has finished a board
        self.report.longest_wait = max(self.report.longest_wait, now - self._progress)
        if self._first and memory:
            self.report.growth = max(self.report.growth, memory - self._first)

    def _stuck(self) -> bool:
        return time.monotonic() - self._progress > self._limit

    def _memory(self) -> float:
        """Return the memory of the match's own process in MiB; 0 when it has ended."""
        assert self._match is not None
        with suppress(OSError, IndexError, ValueError):
            status = Path(f"/proc/{self._match.pid}/status").read_text()
            return int(status.partition("VmRSS:")[2].split()[0]) / 1024
        return 0.0

    def _robots(self) -> list[int]:
        """Return the robots' processes, of whatever match."""
        ports = {str(self._port), str(self._port + 1)}
        return [pid for pid, words in _processes() if "sit" in words and ports & set(words)]

    def _robots_of_match(self) -> list[int]:
        """Return the robots of the match that is running: no others can be frozen without harm."""
        assert self._match is not None
        return [pid for pid in self._robots() if _parent(pid) == self._match.pid]

    def _brains(self) -> list[int]:
        """Return the processes of brains: they work in folders of the match's temporary one."""
        return [pid for pid, _ in _processes() if _works_in(pid).startswith(str(self._temporary))]

    def _brains_of_match(self) -> list[int]:
        assert self._match is not None
        return [pid for pid in self._brains() if _parent(pid) == self._match.pid]

    # -- faults ------------------------------------------------------------------------------------

    def _one_fault(self) -> None:
        """Do the next fault: each kind comes once in every round of them."""
        if self._most is not None and self.report.faults.total() >= self._most:
            return
        if not self._order:
            self._order = list(self._kinds)
            self._random.shuffle(self._order)
        name = self._order.pop()
        self.report.faults[name] += 1
        with suppress(OSError):
            FAULTS[name](self)

    def _signal_robot(self, number: signal.Signals) -> None:
        self._signal_one_of(self._robots_of_match(), number)

    def _signal_brain(self, number: signal.Signals) -> None:
        self._signal_one_of(self._brains_of_match(), number)

    def _signal_one_of(self, pids: list[int], number: signal.Signals) -> None:
        if pids:
            os.kill(self._random.choice(pids), number)

    def _signal_match(self, number: signal.Signals) -> None:
        assert self._match is not None
        self._match.send_signal(number)

    def _connected(self, data: bytes = b"") -> socket.socket:
        """Connect to a room, say something, and stay."""
        port = self._port + self._random.randrange(2)
        stranger = socket.create_connection(("127.0.0.1", port), timeout=2)
        self._sockets.append(stranger)
        stranger.sendall(data)
        return stranger

    def _impostor(self, data: bytes = b"") -> socket.socket:
        """Log on as one of the robots: the table takes the newer connection for it."""
        seat, room = self._random.choice(list(Seat)), self._random.randrange(2)
        team = TEAMS[(seat.side + room) % 2]
        line = f'Connecting "{team}" as {seat.word} using protocol version 18\r\n'
        impostor = socket.create_connection(("127.0.0.1", self._port + room), timeout=2)
        self._sockets.append(impostor)
        impostor.sendall(line.encode() + data)
        return impostor

    def _garbage(self, lines: int) -> bytes:
        return b"".join(self._random.randbytes(40) + b"\r\n" for _ in range(lines))

    def _crowd(self) -> None:
        for _ in range(200):
            self._connected()
        self._close_sockets()

    def _fill_disk(self, log: bool) -> None:
        """Let the match write no more: a file may not grow beyond what it is now."""
        assert self._match is not None
        if log:
            for file in self._logs.glob("*.wire.log"):
                file.unlink(missing_ok=True)
                file.symlink_to("/dev/full")
        else:
            subprocess.run(["prlimit", "--pid", str(self._match.pid), "--fsize=0"], check=False)

    def _close_sockets(self) -> None:
        for each in self._sockets:
            each.close()
        self._sockets.clear()

    # -- what must hold ----------------------------------------------------------------------------

    def _kept(self) -> list[Board]:
        with suppress(OSError):
            return read_pbn(self._results.read_text(), str(self._results))
        return []

    def _check_results(self) -> None:
        kept = self._kept()
        wanted = sorted((room, board.number) for room in ROOMS for board in self.played)
        if sorted((str(board.tag("Room")), board.number) for board in kept) != wanted:
            self.report.troubles.append(f"{len(kept)} results, not each of {len(wanted)} once")
        for board in kept:
            if not _is_legal(board):
                self.report.troubles.append(f"board {board.number} was not played legally")
        if self.report.growth > _MOST_GROWTH:
            self.report.troubles.append(f"the match grew by {self.report.growth:.0f} MiB")

    def _check_processes(self) -> None:
        """See that robots end with their match; it takes them a moment."""
        end = time.monotonic() + 30
        while (left := self._robots() + self._brains()) and time.monotonic() < end:
            time.sleep(0.1)
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if left:
            self.report.troubles.append(f"{len(left)} processes were left behind")


FAULTS: dict[str, Callable[[Chaos], object]] = {
    "a robot is killed": lambda chaos: chaos._signal_robot(signal.SIGKILL),
    "a robot is frozen": lambda chaos: chaos._signal_robot(signal.SIGSTOP),
    "a brain is killed": lambda chaos: chaos._signal_brain(signal.SIGKILL),
    "a brain is frozen": lambda chaos: chaos._signal_brain(signal.SIGSTOP),
    "a stranger is silent": lambda chaos: chaos._connected(),
    "a stranger sends garbage": lambda chaos: chaos._connected(chaos._garbage(200)),
    "a stranger sends megabytes": lambda chaos: chaos._connected(b"x" * 5_000_000),
    "a stranger closes one half": lambda chaos: chaos._connected(b"Conn").shutdown(socket.SHUT_WR),
    "200 strangers come": lambda chaos: chaos._crowd(),
    "an impostor is silent": lambda chaos: chaos._impostor(),
    "an impostor sends garbage": lambda chaos: chaos._impostor(chaos._garbage(600)),
    "an impostor closes one half": lambda chaos: chaos._impostor().shutdown(socket.SHUT_WR),
    "strangers go": lambda chaos: chaos._close_sockets(),
    "logs are full": lambda chaos: chaos._fill_disk(log=True),
    "results are full": lambda chaos: chaos._fill_disk(log=False),
    "the match is stopped": lambda chaos: chaos._signal_match(signal.SIGTERM),
    "the match is killed": lambda chaos: chaos._signal_match(signal.SIGKILL),
}
"""What is done to a match."""


def _is_legal(board: Board) -> bool:
    if board.contract is None:
        return board.passed_out
    assert board.deal is not None
    play = Play.of_cards(board.contract, board.play, board.deal)
    return play.ended and play.tricks == board.tricks


def _processes() -> Iterator[tuple[int, list[str]]]:
    """Give every process's number and words."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
            yield int(folder.name), words


def _parent(pid: int) -> int:
    """Return the number of the process that started another; 0 if that has ended."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def _works_in(pid: int) -> str:
    """Return the folder that a process works in; empty if it has ended."""
    with suppress(OSError):
        return str(Path(f"/proc/{pid}/cwd").readlink())
    return ""


def _free_ports() -> int:
    """Return a port that is free with the next one."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port: int = first.getsockname()[1]
            with suppress(OSError):
                second.bind(("127.0.0.1", port + 1))
                return port


def main() -> int:
    """Run the program; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=2.0, help="mean seconds between two faults")
    parser.add_argument("--limit", type=float, default=120.0, help="the longest wait, in seconds")
    parser.add_argument("--faults", type=int, help="how many; default: until the match is over")
    parser.add_argument("--north", default="", help='a brain: "command WORDS"')
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        chaos = Chaos(
            Path(folder),
            given.boards,
            given.seed,
            given.pause,
            given.limit,
            given.faults,
            given.north,
        )
        report = chaos.run()
    seconds = time.monotonic() - began
    if given.json:
        print(json.dumps({"seconds": round(seconds, 1), "starts": report.starts,
                          "faults": dict(report.faults), "troubles": report.troubles,
                          "longest_wait": round(report.longest_wait, 1),
                          "growth_mib": round(report.growth, 1)}))  # fmt: skip
    else:
        for name, number in sorted(report.faults.items()):
            print(f"{number:>4}  {name}")
        print(f"{report.faults.total()} faults in {seconds:.0f} s; the match was started")
        print(
            f"{report.starts} times; longest wait between two boards {report.longest_wait:.1f} s;"
        )
        print(f"memory grew by {report.growth:.1f} MiB")
        print("\n".join(report.troubles) or f"all {2 * given.boards} results are there, once each")
    return 1 if report.troubles else 0


if __name__ == "__main__":
    run(main)
