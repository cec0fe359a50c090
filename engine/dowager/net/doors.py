"""The ports at which tables listen."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.net.streams import Reader, Streams, Writer, as_they_are
from dowager.table import NewTableConversation


@dataclass(frozen=True, slots=True)
class Door:
    """A port at which a table listens.

    Attributes:
        new_conversation: makes our conversations with clients, in some protocol.
        port: the port; 0 takes a free one.
        only: the seat that it is for; None for any.
        streams: makes of a connection what carries the lines.
    """

    new_conversation: NewTableConversation
    port: int = 2000
    only: Seat | None = None
    streams: Streams = as_they_are


def doors(new_conversation: NewTableConversation, ports: Sequence[int]) -> tuple[Door, ...]:
    """Return the doors of a protocol at one port for all, or four: North, East, South, West."""
    seats = tuple(Seat) if len(ports) == 4 else (None,)
    return tuple(
        Door(new_conversation, port, seat) for port, seat in zip(ports, seats, strict=True)
    )


Come: TypeAlias = Callable[[Reader, Writer], Awaitable[None]]


async def listen(come: Come, host: str, door: Door) -> asyncio.Server:
    """Listen at a door; `come` serves each client.

    Raises:
        InputError: the port is taken, or the address is not this machine's.
    """

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await come(*door.streams(reader, writer))

    port = door.port
    try:
        return await asyncio.start_server(connected, host, port, backlog=1000)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise InputError(f"cannot listen at {host}, port {port}: {why}") from error
