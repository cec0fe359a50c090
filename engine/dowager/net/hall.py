"""Doors that several tables share: a client says who it is, and is taken to its table.

What a client says is read by the protocol until it asks for a seat; then its table takes the
connection over, and hears all of it from the beginning.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import TypeAlias

from dowager.errors import InputError
from dowager.net.connections import SECONDS_TO_LOG_ON, Connection, Connections
from dowager.net.doors import Door, listen
from dowager.net.farewells import Farewells
from dowager.net.host import Host
from dowager.net.outbox import Outbox
from dowager.net.repeats import Repeats
from dowager.net.streams import Reader, Writer
from dowager.table import SeatAsked, TableConversation, Unwelcome

Find: TypeAlias = Callable[[int, SeatAsked], tuple[Host, Door]]
"""Finds, for a client that has come in by a door of some number and asks for a seat, its table and
the door by which it comes there; or raises `InputError`, for the client's owner."""

_MOST_BYTES = 65_536
"""What a client may say before it asks for a seat."""


class Hall:
    """Takes clients from some doors to their tables.

    Args:
        doors: the doors.
        host: the address to listen at.
        find: finds the table of a client.
        tables: how many tables there are.
        report: takes a line for the operator.
    """

    def __init__(
        self,
        doors: Sequence[Door],
        host: str,
        find: Find,
        tables: int,
        report: Callable[[str], None],
    ) -> None:
        self._doors, self._host, self._find = doors, host, find
        self._strangers = Connections(lambda number: False, tables)
        self._numbers = count(1)
        self._farewells = Farewells()
        self._repeats = Repeats(report)
        self._servers: list[asyncio.Server] = []

    async def open(self) -> list[int]:
        """Open the doors and return their ports.

        Raises:
            InputError: a port is taken, or the address is not this machine's.
        """
        try:
            for index in range(len(self._doors)):
                self._servers.append(await self._listen(index))
        except InputError:
            self.close()
            raise
        return [server.sockets[0].getsockname()[1] for server in self._servers]

    def close(self) -> None:
        """Close the doors; strangers go."""
        for server in self._servers:
            server.close()
        for stranger in self._strangers:
            stranger.outbox.abort()
        self._repeats.flush()

    async def _listen(self, index: int) -> asyncio.Server:
        async def come(reader: Reader, writer: Writer) -> None:
            await self._receive(reader, writer, index)

        return await listen(come, self._host, self._doors[index])

    async def _receive(self, reader: Reader, writer: Writer, index: int) -> None:
        """Listen to a client until it asks for a seat, and take it to its table."""
        number, address = next(self._numbers), str(writer.get_extra_info("peername", ("?",))[0])
        self._make_room(address)
        outbox = Outbox(writer, lambda: 0.0)
        self._strangers.add(number, Connection(outbox, address, time.monotonic()))
        conversation = self._doors[index].new_conversation(outbox.send)
        guest: tuple[Host, Door] | None = None
        said = b""
        try:
            async with asyncio.timeout(SECONDS_TO_LOG_ON):
                asked, said = await _heard(reader, conversation)
            guest = self._find(index, asked) if asked else None
        except InputError as error:
            conversation.refuse(str(error))
            self._report(f"a client is sent away: {error}")
        except TimeoutError:
            self._report(f"a client from {address} has asked for no seat: closed")
        except OSError:
            pass  # a broken connection is one that has ended
        self._strangers.remove(number)
        if guest is None:
            await asyncio.gather(self._farewells.close(outbox), _hear_out(reader, outbox))
            return
        outbox.leave()
        table, door = guest
        await table.serve(reader, writer, door, said)

    def _make_room(self, address: str) -> None:
        """Close the oldest stranger if there are too many of them for one more."""
        number = self._strangers.crowded_out(address)
        stranger = self._strangers.remove(number) if number is not None else None
        if stranger is not None:
            self._report(stranger.crowd)
            stranger.outbox.abort()

    def _report(self, text: str) -> None:
        self._repeats.look(time.monotonic())
        self._repeats.take(text, time.monotonic())


async def _hear_out(reader: Reader, outbox: Outbox) -> None:
    """Read on, for nobody, until the client closes."""
    with suppress(OSError):
        while await reader.read(_MOST_BYTES):
            pass
    outbox.closed_by_peer()


async def _heard(reader: Reader, conversation: TableConversation) -> tuple[SeatAsked | None, bytes]:
    """Return the seat that a client asks for, None if it goes, and all that it has said.

    Raises:
        InputError: it asks for none.
    """
    said = b""
    while data := await reader.read(_MOST_BYTES):
        said += data
        for request in conversation.receive(data):
            match request:
                case SeatAsked():
                    return request, said
                case Unwelcome(why):
                    raise InputError(why)
                case _:
                    pass
        if len(said) > _MOST_BYTES:
            raise InputError("too much was said before a seat was asked for")
    return None, said
