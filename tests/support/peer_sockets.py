"""Strict programs over TCP on 127.0.0.1: players who sit down, and table managers that listen."""

from __future__ import annotations

import asyncio

from dowager.cards import Seat
from support.strict_players import StrictPlayer
from support.strict_tables import StrictTable


async def sit_down(player: StrictPlayer, port: int) -> None:
    """Connect a player to a table, and let it play to the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while not player.ended:
        writer.writelines(player.take_lines())
        data = await reader.read(65_536)
        if data:
            player.receive(data)
        else:
            player.closed()
    writer.close()


class Listener:
    """A table manager that listens.

    Args:
        table: the table manager, for clients who name their seats.

    Attributes:
        port: where it listens, once it does.
        failed: what has gone wrong in a conversation.
    """

    def __init__(self, table: StrictTable) -> None:
        self.table = table
        self.port = 0
        self.failed: list[BaseException] = []
        self._writers: dict[int, asyncio.StreamWriter] = {}

    async def listen(self) -> asyncio.Server:
        """Begin to listen."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await reader.readline()
            seat = Seat.parse(line.split(b" as ")[1].split()[0].decode())
            self._writers[seat] = writer
            self.table.connect(seat)
            self._heard(seat, line)
            while data := await reader.read(65_536):
                self._heard(seat, data)
        except Exception as error:  # whatever it is, the test is to see it
            self.failed.append(error)
            for each in self._writers.values():
                each.close()

    def _heard(self, seat: Seat, data: bytes) -> None:
        self.table.receive(seat, data)
        for number, line in self.table.take_lines():
            self._writers[number].write(line)
