"""The wire log: every line as it was, with the time, the direction and whose it is."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self


class WireLog:
    """Appends to a file, line by line, so that a crash loses nothing; without a file does nothing.

    A line is `2026-01-31T20:15:42.123 NORTH > 'North passes\\r\\n'`; `>` marks what the seat's
    program said, `<` what was said to it. Bytes are shown as Python shows them.

    A session never ends because of its log: when the file can no longer be written, the log says so
    once and is closed.

    Args:
        file: the file; None for no log.
        report: takes the line that says why the log has ended.
        shown: returns lines as people may see them: without secrets.

    Raises:
        OSError: the file cannot be opened.
    """

    def __init__(
        self,
        file: Path | None,
        report: Callable[[str], None] = lambda text: None,
        shown: Callable[[bytes], bytes] = lambda data: data,
    ) -> None:
        self._file = file
        self.shown = shown
        self._report = report
        # Without a buffer nothing is left that a later write, or closing, would try again.
        self._out: FileIO | None = None if file is None else file.open("ab", buffering=0)

    def write(self, who: str, arrow: str, data: bytes) -> None:
        """Add what a seat's program said (`>`), or what was said to it (`<`)."""
        if self._out is None:
            return
        time = datetime.now().isoformat(timespec="milliseconds")
        try:
            _write_all(self._out, f"{time} {who:<5} {arrow} {self.shown(data)!r}\n".encode())
        except OSError as error:
            self._close()
            self._report(cannot_write(self._file, error))

    def _close(self) -> None:
        out, self._out = self._out, None
        if out is not None:
            with suppress(OSError):
                out.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()


def cannot_write(log: Path | None, error: OSError) -> str:
    """Return the line that says why a log has ended."""
    return f"cannot write {log}: {error.strerror or error}; going on without this log"


def _write_all(out: FileIO, data: bytes) -> None:
    """Write all the bytes to a file that still has a name.

    Raises:
        OSError: they cannot be written, or the file has been deleted.
    """
    if os.fstat(out.fileno()).st_nlink == 0:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    while data:
        data = data[out.write(data) :]
