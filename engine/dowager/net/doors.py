"""The ports at which tables listen."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dowager.cards import Seat
from dowager.errors import InputError
from dowager.table import NewTableConversation


@dataclass(frozen=True, slots=True)
class Door:
    """A port at which a table listens.

    Attributes:
        new_conversation: makes our conversations with clients, in some protocol.
        port: the port; 0 takes a free one.
        only: the seat that it is for; None for any.
    """

    new_conversation: NewTableConversation
    port: int = 2000
    only: Seat | None = None


def doors(new_conversation: NewTableConversation, ports: Sequence[int]) -> tuple[Door, ...]:
    """Return the doors of a protocol at one port for all, or four: North, East, South, West."""
    seats = tuple(Seat) if len(ports) == 4 else (None,)
    return tuple(
        Door(new_conversation, port, seat) for port, seat in zip(ports, seats, strict=True)
    )


Come: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def listen(come: Come, host: str, port: int) -> asyncio.Server:
    """Listen at a port; `come` serves each client.

    Raises:
        InputError: the port is taken, or the address is not this machine's.
    """
    try:
        return await asyncio.start_server(come, host, port, backlog=1000)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise InputError(f"cannot listen at {host}, port {port}: {why}") from error
