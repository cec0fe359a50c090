"""A live display of tables on a terminal; what is printed meanwhile scrolls above it.

It has a thread of its own, which alone writes to the terminal: a terminal that stands still, or
has gone, holds up no table.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from threading import Event, Lock, Thread
from time import thread_time
from typing import Self, TextIO, TypeVar

from rich.console import Console
from rich.live import Live
from rich.text import Text

from dowager.cli.table_drawing import drawing
from dowager.table import TablePicture

_INTERVAL, _SHARE = 0.25, 0.02
"""Seconds between two drawings; more where drawing would take more than this share of a core."""
_PATIENCE = 1.0
"""Seconds that the end of the display waits for a terminal that stands still."""

_log = logging.getLogger(__name__)
_Question = TypeVar("_Question")
_Answer = TypeVar("_Answer")


class Display:
    """Shows tables while it is open, if standard output is a terminal that can draw.

    Otherwise, and where it is not wanted, it does nothing, and all is printed as without it.

    Args:
        wanted: whether to draw at all.

    Attributes:
        score: the score so far, for the last line.
    """

    def __init__(self, wanted: bool) -> None:
        self.score = ""
        self._on = wanted and _can_draw(sys.stdout)
        self._tables: dict[str, TablePicture] = {}
        self._lines: deque[str] = deque()
        self._drawing = Lock()  # held by whoever writes to the terminal
        self._news, self._closed = Event(), Event()
        self._streams = ExitStack()
        self._live = Live()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        if self._on:
            self._live = _live_on(sys.stdout)
            self._redirect()
            self._news.set()
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if not self._on:
            return
        self._streams.close()
        self._closed.set()
        self._news.set()
        self._thread.join(_PATIENCE)

    def pictured(self, name: str = "") -> Callable[[TablePicture], None] | None:
        """Return what takes the pictures of a table; None while nobody looks at them."""
        return (lambda picture: self._take(name, picture)) if self._on else None

    def asking(self, ask: Callable[[_Question], _Answer]) -> Callable[[_Question], _Answer]:
        """Return what asks the operator something while nothing is drawn."""

        def asked(question: _Question) -> _Answer:
            with self._hidden():
                return ask(question)

        return asked if self._on else ask

    # -- what comes in -----------------------------------------------------------------------------

    def _take(self, name: str, picture: TablePicture) -> None:
        if self._tables.get(name) != picture:
            self._tables[name] = picture
            self._news.set()

    def _say(self, line: str) -> None:
        self._lines.append(line)
        self._news.set()

    # -- the terminal ------------------------------------------------------------------------------

    def _redirect(self) -> None:
        """Let all that is printed stand above what is drawn."""
        if sys.stderr.isatty():
            self._streams.enter_context(redirect_stderr(_Above(sys.stderr, self._say)))
        self._streams.enter_context(redirect_stdout(_Above(sys.stdout, self._say)))

    @contextmanager
    def _hidden(self) -> Iterator[None]:
        """Take the display off the terminal for a while."""
        with self._drawing:
            self._streams.close()
            self._print_lines()
            self._live.stop()
            try:
                yield
            finally:
                if not self._closed.is_set():
                    self._redirect()

    def _run(self) -> None:
        pause = 0.0
        while not self._closed.wait(pause):
            self._news.wait()
            self._news.clear()
            began = thread_time()
            with self._drawing, self._guarded():
                self._draw()
            pause = max(_INTERVAL, (thread_time() - began) / _SHARE)
        with self._drawing, self._guarded():
            self._print_lines()
            self._live.stop()

    def _draw(self) -> None:
        if self._closed.is_set():
            return
        self._live.start()
        self._print_lines()
        size = self._live.console.size
        picture = drawing(dict(self._tables), self.score, size.width, size.height)
        self._live.update(picture, refresh=True)

    def _print_lines(self) -> None:
        while self._lines:
            self._live.console.print(Text(self._lines.popleft()), soft_wrap=True)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Give the display up when the terminal has gone, or by a bug of ours; lines go on."""
        try:
            yield
        except Exception as error:
            self._closed.set()
            with suppress(OSError):
                self._live.stop()
                self._print_lines()
            self._streams.close()  # from here on all is printed as without the display
            with suppress(OSError):
                self._print_lines()
            if not isinstance(error, OSError):
                _log.error("the display has failed", exc_info=error)


class _Above(io.StringIO):
    """Stands for a stream to the terminal: its lines are printed above the display."""

    def __init__(self, stream: TextIO, say: Callable[[str], None]) -> None:
        super().__init__()
        self._stream = stream
        self._say = say
        self._rest = ""

    def write(self, text: str) -> int:
        """Pass on whole lines."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._say(line)
        return len(text)

    def isatty(self) -> bool:
        """Say that there is a terminal."""
        return True

    def fileno(self) -> int:
        """Return the terminal's number."""
        return self._stream.fileno()


def _live_on(stream: TextIO) -> Live:
    """Return what draws on the terminal of a stream, by a file of its own.

    At the end of the program Python waits for nobody who is still writing to that file.
    """
    terminal = os.fdopen(os.dup(stream.fileno()), "w", encoding="utf-8", errors="replace")
    return Live(
        console=Console(file=terminal, highlight=False), auto_refresh=False, transient=True,
        redirect_stdout=False, redirect_stderr=False,
    )  # fmt: skip


def _can_draw(stream: TextIO) -> bool:
    console = Console(file=stream)
    utf = (stream.encoding or "").lower().replace("-", "") == "utf8"
    return stream.isatty() and utf and not console.is_dumb_terminal
