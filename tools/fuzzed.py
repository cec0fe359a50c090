"""Programs of the engine that hear spoilt lines: how they are run, and what is noted of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

DOWAGER = (sys.executable, "-m", "dowager")
SHARES = (0.02, 0.1, 0.5)
"""Shares of lines that are spoilt: few let boards be played."""
PATIENCE = 120.0
"""Seconds after which a program that says nothing hangs."""


@dataclass
class Report:
    """What was sent to a program, and what came of it.

    Attributes:
        lines: how many lines or messages were sent.
        answers: how many it has sent.
        boards: how many boards it has begun, or played.
        starts: how often it, or for `host` a client and for `table` a brain, had to start.
        seconds: how long it took.
        memory_mib: how much memory it used a quarter of the way, and in the end.
    """

    lines: int = 0
    answers: int = 0
    boards: int = 0
    starts: int = 0
    seconds: float = 0.0
    memory_mib: tuple[float, float] = (0.0, 0.0)


class Watched:
    """Looks at a program's memory while lines are sent to it.

    Args:
        pid: gives the program's number, which may change.
        lines: how many lines it gets.
        report: what is sent.
    """

    def __init__(self, pid: Callable[[], int], lines: int, report: Report) -> None:
        self._pid, self._lines, self._report = pid, lines, report
        self._early = self._last = 0.0

    @property
    def going(self) -> bool:
        """Whether there are lines still to be sent."""
        return self._report.lines < self._lines

    def look(self) -> None:
        """Take the memory of now."""
        self._last = _memory(self._pid()) or self._last
        if self._report.lines >= self._lines // 4:
            self._early = self._early or self._last
        self._report.memory_mib = (round(self._early, 1), round(self._last, 1))


def _memory(pid: int) -> float:
    """Return the memory of a process in MiB; 0 when it has ended."""
    with suppress(OSError, IndexError, ValueError):
        status = Path(f"/proc/{pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024
    return 0.0


@contextmanager
def running(*words: str | Path, **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run `dowager` beside us, and kill it in the end."""
    command = [*DOWAGER, *map(str, words)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **how) as program:
        try:
            yield program
        finally:
            program.kill()


def drain(said: IO[bytes]) -> None:
    """Read all that a program says, so that it never waits for us."""
    with suppress(ValueError):
        for _ in said:
            pass
