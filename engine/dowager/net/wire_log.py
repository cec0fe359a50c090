"""The wire log: every line as it was, with the time, the direction and whose it is."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO


class WireLog:
    """Appends to a file, line by line, so that a crash loses nothing; without a file does nothing.

    A line is `2026-01-31T20:15:42.123 NORTH > 'North passes\\r\\n'`; `>` marks what the seat's
    program said, `<` what was said to it. Bytes are shown as Python shows them.
    """

    def __init__(self, file: Path | None) -> None:
        self._out: TextIO | None = None
        if file is not None:
            self._out = file.open("a", encoding="utf-8", buffering=1)

    def write(self, who: str, arrow: str, data: bytes) -> None:
        """Add what a seat's program said (`>`), or what was said to it (`<`)."""
        if self._out is not None:
            time = datetime.now().isoformat(timespec="milliseconds")
            self._out.write(f"{time} {who:<5} {arrow} {data!r}\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._out is not None:
            self._out.close()
