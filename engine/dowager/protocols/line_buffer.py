"""Cuts a stream of bytes into lines, whatever its line ends, however long."""

from __future__ import annotations

import re

LONGEST = 16_384
"""Bytes of a line that are kept; alert texts are far shorter."""

_END = re.compile(rb"\r\n|\n|\r")


class LineBuffer:
    """Cuts bytes into lines; `\\r\\n`, `\\n` and `\\r` end one, empty lines are dropped.

    Of a longer line the first `LONGEST` bytes are a line, and the rest is thrown away.
    """

    def __init__(self) -> None:
        self._buffer = b""
        self._skipping = False

    @property
    def pending(self) -> bytes:
        """The bytes of a line that has not ended yet."""
        return self._buffer

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines that have ended, in order, without their ends."""
        *ended, self._buffer = _END.split(self._buffer + data)
        lines: list[bytes] = []
        for line in ended:
            if self._skipping:
                self._skipping = False
            elif line:
                lines.append(line[:LONGEST])
        if self._skipping:
            self._buffer = b""
        elif len(self._buffer) > LONGEST:
            lines.append(self._buffer[:LONGEST])
            self._buffer, self._skipping = b"", True
        return lines
