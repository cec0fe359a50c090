"""How a table takes leave: a client may still be speaking, and reads to the end all the same."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NoReturn

import pytest

from dowager.cards import Seat
from dowager.net import WireLog, outbox
from dowager.net.doors import doors
from dowager.net.farewells import Farewells
from dowager.net.hall import Hall
from dowager.net.outbox import Outbox
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import SeatAsked
from support.commands import PATIENCE
from support.instant_clients import play_instantly
from support.local_tables import Table, run_session
from support.wired_tables import boards

LAST_WORDS = b"thank you for the game\r\n"


async def _farewells(log: WireLog) -> list[list[bytes]]:
    table = Table(boards(1), dialect="", log=log)
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    clients = (play_instantly(table.port, seat, last_words=LAST_WORDS) for seat in Seat)
    reads = await asyncio.gather(*clients)
    assert await session == ""
    return reads


def test_what_clients_say_at_the_end_of_the_session_resets_no_connection(tmp_path: Path) -> None:
    file = tmp_path / "wire.log"
    reads = run_session(_farewells(WireLog(file)))
    assert all(b"".join(client).endswith(b"End of session\r\n") for client in reads)
    assert file.read_text().count("> b'thank you for the game") == len(Seat)


async def _said_after(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """Say more to a table that has sent a client away; return what the client reads."""
    heard = await reader.read()
    for _ in range(3):  # a connection that is closed on the first is reset by the second
        writer.write(LAST_WORDS)
        await writer.drain()
        await asyncio.sleep(0.01)
    writer.close()
    await writer.wait_closed()
    return heard


async def _refused_at_a_table() -> bytes:
    table = Table(boards(1), dialect="")
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    heard = await _said_after(*await table.stranger(b"Good evening\r\n"))
    table.host.stop("the test is over")
    await session
    return heard


def _no_table(door: int, asked: SeatAsked) -> NoReturn:
    raise AssertionError(f"{asked} asks for no seat")


async def _refused_in_a_hall() -> bytes:
    reports: list[str] = []
    opened = doors(BLUE_CHIP.table({}), (0,))
    hall = Hall(opened, "127.0.0.1", _no_table, 1, reports.append)
    [port] = await hall.open()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"Good evening\r\n")
    heard = await _said_after(reader, writer)
    hall.close()
    return heard


def test_a_client_that_is_sent_away_while_it_speaks_reads_why() -> None:
    assert run_session(_refused_at_a_table()).startswith(b"Error")
    assert run_session(_refused_in_a_hall()).startswith(b"Error")


def test_a_table_waits_no_longer_than_its_clients(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "_PATIENCE", 10 * PATIENCE)
    assert len(run_session(_farewells(WireLog(tmp_path / "wire.log")))) == len(Seat)


async def _stays_after_the_table() -> None:
    table = Table(boards(1), dialect="")
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    reader, writer = await table.stranger(b"Good evening\r\n")
    await reader.read()
    table.host.stop("the test is over")
    await session
    with pytest.raises(ConnectionError):
        while True:
            writer.write(LAST_WORDS)
            await writer.drain()
            await asyncio.sleep(0.01)


def test_whoever_is_sent_away_and_stays_is_cut_off_with_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "_PATIENCE", 10 * PATIENCE)
    run_session(_stays_after_the_table())


async def _sent_away(clients: int) -> int:
    """Return how many of many clients that stay are cut off by the time the last is sent away."""
    farewells, cut_off = Farewells(), []

    async def send_away(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        leaving = Outbox(writer, lambda: 0.0)
        leaving.send(b"Error\r\n")
        closing = asyncio.create_task(farewells.close(leaving))
        closing.add_done_callback(cut_off.append)
        await closing

    async with await asyncio.start_server(send_away, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        staying = [await asyncio.open_connection("127.0.0.1", port) for _ in range(clients)]
        for reader, _ in staying:
            await reader.readline()
        count = len(cut_off)
        for _, writer in staying:
            writer.close()
    return count


def test_few_clients_that_are_sent_away_may_stay() -> None:
    assert run_session(_sent_away(200)) >= 100
