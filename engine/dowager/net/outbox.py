"""Sends lines to a peer: each in a segment of its own, with a gap between segments."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

_MOST = 2000
"""Lines that may wait for a peer that does not read; then its connection is given up."""


class Outbox:
    """Sends lines to one peer, without making anybody wait for it.

    Args:
        writer: the connection.
        gap: gives the seconds between two lines.
        sent: takes each line when it goes out.
    """

    def __init__(
        self,
        writer: asyncio.StreamWriter,
        gap: Callable[[], float],
        sent: Callable[[bytes], None] = lambda line: None,
    ) -> None:
        self._writer = writer
        self._gap = gap
        self._sent = sent
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())
        peer: socket.socket = writer.get_extra_info("socket")
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, line: bytes) -> None:
        """Send a line after those that wait."""
        if self._lines.qsize() < _MOST:
            self._lines.put_nowait(line)
        else:
            self._writer.transport.abort()

    async def close(self, patience: float = 2.0) -> None:
        """Close the connection once all lines are out; a peer that does not read is cut off."""
        self._lines.put_nowait(None)
        await asyncio.wait([self._task], timeout=patience)
        self.abort()

    def abort(self) -> None:
        """Close the connection now."""
        self._task.cancel()
        self._writer.transport.abort()

    def leave(self) -> None:
        """Send no more, and leave the connection to another outbox."""
        self._task.cancel()

    async def _run(self) -> None:
        try:
            while (line := await self._lines.get()) is not None:
                self._writer.write(line)
                self._sent(line)
                await self._writer.drain()
                if gap := self._gap():
                    await asyncio.sleep(gap)
            self._writer.close()
            await self._writer.wait_closed()
        except OSError:
            return  # whoever reads from the connection notices too, and says so
