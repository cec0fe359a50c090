"""The two ends of a connection, as those who read and write use them: TCP, or what it carries."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias


class Reader(Protocol):
    """What gives bytes from a peer."""

    async def read(self, n: int, /) -> bytes:
        """Return some bytes as they come, none when there will be no more.

        Raises:
            OSError: the connection is broken.
        """


class Writer(Protocol):
    """What takes bytes for a peer: what a table or a player sends, a line at a time."""

    @property
    def transport(self) -> asyncio.WriteTransport:
        """What carries the bytes; `abort` closes it now."""

    def write(self, data: bytes, /) -> None:
        """Take bytes; they go out in order."""

    async def drain(self) -> None:
        """Wait until not too many bytes wait to go out."""

    def close(self) -> None:
        """Close the connection once all bytes are out."""

    async def wait_closed(self) -> None:
        """Wait until it is closed."""

    def get_extra_info(self, name: str, default: Any = None, /) -> Any:
        """Return what is known of the transport, such as `peername` or `socket`."""


Streams: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], tuple[Reader, Writer]]
"""Makes of a TCP connection what reads and writes what it carries; it neither waits nor fails."""

OpenStreams: TypeAlias = Callable[[str, int], Awaitable[tuple[Reader, Writer]]]
"""Connects to a host and a port.

It raises `OSError` where another try may help, and `InputError` where none would.
"""


def as_they_are(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> tuple[Reader, Writer]:
    """Return the streams of a connection that carries the lines themselves."""
    return reader, writer


async def open_tcp(host: str, port: int) -> tuple[Reader, Writer]:
    """Connect to a host and a port, and read and write the lines themselves."""
    return await asyncio.open_connection(host, port)
