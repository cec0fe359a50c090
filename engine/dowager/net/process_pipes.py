"""Pipes to a process that we start: streams that we can close, whoever still holds its ends.

A process may hand its ends on to others that outlive it; nobody waits for those.
"""

from __future__ import annotations

import asyncio
import os

from dowager.net.outbox import cut


class PipeFrom:
    """A pipe from a process; `open` makes one.

    Attributes:
        end: the number of the end for the process; close it when the process has it.
        reader: gives what the process says, until our end is closed.
    """

    def __init__(
        self, end: int, reader: asyncio.StreamReader, transport: asyncio.ReadTransport
    ) -> None:
        self.end, self.reader = end, reader
        self._transport = transport

    @classmethod
    async def open(cls) -> PipeFrom:
        """Open a pipe."""
        ours, end = os.pipe()
        reader = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(ours, "rb", 0)
        )
        return cls(end, reader, transport)

    def close(self) -> None:
        """Close our end: the reader comes to its end."""
        self._transport.close()


class PipeTo:
    """A pipe to a process; `open` makes one.

    Attributes:
        end: the number of the end for the process; close it when the process has it.
        writer: takes what the process hears.
    """

    def __init__(self, end: int, writer: asyncio.StreamWriter) -> None:
        self.end, self.writer = end, writer

    @classmethod
    async def open(cls) -> PipeTo:
        """Open a pipe."""
        end, ours = os.pipe()
        loop = asyncio.get_running_loop()
        transport, protocol = await loop.connect_write_pipe(
            lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader()), os.fdopen(ours, "wb", 0)
        )
        return cls(end, asyncio.StreamWriter(transport, protocol, None, loop))

    def close(self) -> None:
        """Close our end at once."""
        cut(self.writer)
