"""The command on a terminal of its own, which a test reads and types at."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer

from support.commands import COMMAND, PATIENCE

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """A terminal, and the program that has it."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self._master = master
        self._process = process
        self._seen = b""

    @property
    def raw(self) -> str:
        """All that has been read from the terminal."""
        return self._seen.decode(errors="replace").replace("\r\n", "\n")

    @property
    def text(self) -> str:
        """The same without colours and movements."""
        return _CONTROL.sub("", self.raw)

    def read_to(self, words: str) -> None:
        """Read until some words have come; that the program ends instead fails the test."""
        while words not in self.text:
            assert self._read(), f"it has ended: {self.text}"

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._master, f"{line}\n".encode())

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        os.write(self._master, b"\x03")

    def end(self) -> int:
        """Read to the program's end; return its exit code."""
        while self._read():
            pass
        return self._process.wait()

    def end_unread(self) -> int:
        """Wait for the program's end, and read nothing; return its exit code."""
        return self._process.wait()

    def _read(self) -> bool:
        try:
            data = os.read(self._master, 65_536)
        except OSError:  # nobody has the terminal any more
            return False
        self._seen += data
        return bool(data)


def open_terminal(columns: int = 100, lines: int = 40) -> tuple[int, int]:
    """Open a terminal of a size; return where a test reads, and where a program writes."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    return master, slave


@contextmanager
def on_terminal(
    *words: str | Path, columns: int = 100, lines: int = 40, full: bool = False
) -> Iterator[Terminal]:
    """Start the command on a terminal; it ends with the block.

    Args:
        words: its arguments.
        columns: of the terminal.
        lines: of the terminal.
        full: whether the terminal takes nothing until it is read.
    """
    master, slave = open_terminal(columns, lines)
    if full:
        fill(slave)
    process = subprocess.Popen(
        [*COMMAND, *map(str, words)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=_environment(),
        start_new_session=True,
        preexec_fn=_own_terminal,
    )
    os.close(slave)
    deadline = Timer(PATIENCE, process.kill)
    deadline.start()
    try:
        yield Terminal(master, process)
    finally:
        deadline.cancel()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(master)


def _environment() -> dict[str, str]:
    """Return the environment, but for the size of a terminal that is not this one."""
    kept = {name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return kept | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"}


def _own_terminal() -> None:
    """Make standard input the terminal that controls the program, so that Ctrl-C reaches it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def fill(slave: int) -> None:
    """Write to a terminal until it takes nothing more, nor a moment later."""
    os.set_blocking(slave, False)
    while _taken(slave):
        time.sleep(0.05)  # the terminal makes room while it passes on what it has taken
    os.set_blocking(slave, True)


def _taken(slave: int) -> int:
    taken = 0
    with suppress(BlockingIOError):
        while True:
            taken += os.write(slave, b"." * 1000)
    return taken
