"""Sends lines to a peer: each in a segment of its own, with a gap where the peer needs one.

Some programs lose the second of two lines that they read at once. A line waits for the gap only
when the peer has said nothing since the line before it: a peer that has spoken has read that one.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from dowager.net.streams import Writer

_MOST = 2000
"""Lines that may wait for a peer that does not read; then its connection is given up."""
_PATIENCE = 2.0
"""Seconds for closing a connection; then it is cut."""


def cut(writer: Writer) -> None:
    """Close a connection now, and forget what has not been sent; more than once does no harm."""
    transport = writer.transport
    if not transport.is_closing() or _unsent(transport):
        transport.abort()


def _unsent(transport: asyncio.WriteTransport) -> int:
    """Return how many bytes wait in a transport that is closing."""
    try:
        return transport.get_write_buffer_size()
    except AttributeError:  # asyncio's TLS transport, once it has closed
        return 0


@dataclass(frozen=True, slots=True)
class _Line:
    """A line to send; it `follows` when the peer had not answered the line before it."""

    data: bytes
    follows: bool


class Outbox:
    """Sends lines to one peer, without making anybody wait for it.

    Args:
        writer: the connection.
        gap: gives the seconds between two lines that the peer does not answer in between.
        sent: takes each line when it goes out.
    """

    def __init__(
        self,
        writer: Writer,
        gap: Callable[[], float],
        sent: Callable[[bytes], None] = lambda line: None,
    ) -> None:
        self._writer = writer
        self._gap = gap
        self._sent = sent
        self._lines: asyncio.Queue[_Line | None] = asyncio.Queue()
        self._unwritten = 0
        self._written_at = 0.0
        self._answered = True  # whether the peer has spoken since the last line went out
        self._peer_first = False  # whether the peer is to close before we do
        self._peer_closed = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        peer: socket.socket | None = writer.get_extra_info("socket")
        if peer is not None and peer.family in (socket.AF_INET, socket.AF_INET6):
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, line: bytes) -> None:
        """Send a line after those that wait."""
        if self._unwritten >= _MOST:
            cut(self._writer)
            return
        self._lines.put_nowait(_Line(line, follows=not self._answered))
        self._unwritten += 1
        self._answered = False

    def heard(self) -> None:
        """Take note that the peer has spoken; a line that still waits it cannot have read."""
        self._answered = self._answered or not self._unwritten

    def closed_by_peer(self) -> None:
        """Take note that the peer will say no more."""
        self._peer_closed.set()

    async def close_after_peer(self) -> None:
        """Close the connection once all lines are out, and the peer has closed it as well.

        A connection that is closed while the peer speaks is reset, and the peer may lose our last
        lines with it. Somebody has to read on meanwhile, and to call `closed_by_peer`; a peer that
        does not close is cut off.
        """
        self._peer_first = True
        await self.close()

    async def close(self) -> None:
        """Close the connection once all lines are out; a peer that does not read is cut off."""
        self._lines.put_nowait(None)
        try:
            await asyncio.wait([self._task], timeout=_PATIENCE)
        finally:
            self.abort()

    def abort(self) -> None:
        """Close the connection now."""
        self._task.cancel()
        cut(self._writer)

    def leave(self) -> None:
        """Send no more, and leave the connection to another outbox."""
        self._task.cancel()

    async def _run(self) -> None:
        try:
            while (line := await self._lines.get()) is not None:
                await self._leave_gap(line)
                self._written_at = time.monotonic()
                self._unwritten -= 1
                self._writer.write(line.data)
                self._sent(line.data)
                await self._writer.drain()
            if self._peer_first:
                await self._wait_for_peer(self._writer)
            self._writer.close()
            await self._writer.wait_closed()
        except OSError:
            return  # whoever reads from the connection notices too, and says so

    async def _wait_for_peer(self, writer: Writer) -> None:
        """Say that no more will come, and wait until the peer closes; only TCP can close one way.

        A WebSocket waits for its peer by itself, and TLS cannot.
        """
        if isinstance(writer, asyncio.StreamWriter) and writer.can_write_eof():
            writer.write_eof()
            await self._peer_closed.wait()

    async def _leave_gap(self, line: _Line) -> None:
        if line.follows:
            await asyncio.sleep(self._written_at + self._gap() - time.monotonic())
