"""Gaps between lines: no client loses lines by them, and no line waits that was asked for."""

from __future__ import annotations

import asyncio

import pytest

from dowager.cards import Seat
from dowager.net import HostOptions
from dowager.net.outbox import Outbox
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import TableManager
from support.instant_clients import play_instantly
from support.local_tables import Table, run_session
from support.wired_tables import boards

GAP = 50
"""Milliseconds in which a busy machine hands over a line: a client that reads later than the gap
loses the next one."""
UNASKED = (b"to lead", b"Start of board", b"Timing", b"End of session")
"""What a client is sent without having said that it is ready for it."""


async def _played(table: Table, forgetful: bool) -> list[list[bytes]]:
    """Play all boards with four clients that answer at once; return what each of them read."""
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    reads = await asyncio.gather(*(play_instantly(table.port, s, forgetful) for s in Seat))
    assert await session == ""
    return reads


def _eight_boards(gap: int) -> Table:
    return Table(boards(8), dialect="", gap=gap)


async def _with_gaps() -> tuple[Table, list[list[bytes]]]:
    table = _eight_boards(GAP)
    return table, await _played(table, forgetful=True)


def test_clients_that_lose_the_second_line_of_a_read_lose_nothing() -> None:
    table, reads = run_session(_with_gaps())
    assert [event.board.number for event in table.finished] == list(range(1, 9))
    assert sum(event.board.passed_out for event in table.finished) == 2
    assert {data.count(b"\r\n") for client in reads for data in client} == {1}


async def _gaps() -> tuple[int, bytes]:
    """Return how often the table asks how long to wait before a line, and all that it sends."""
    table, gaps = _eight_boards(0), []

    def counted(connection: int) -> int:
        gaps.append(connection)
        return 0

    table.manager.gap = counted
    reads = await _played(table, forgetful=False)
    return len(gaps), b"".join(data for client in reads for data in client)


def test_a_line_that_a_client_is_ready_for_waits_for_no_gap() -> None:
    gaps, sent = run_session(_gaps())
    unasked = sum(sent.count(words) for words in UNASKED)
    assert 0 < gaps <= unasked < sent.count(b"\r\n") / 4


@pytest.mark.parametrize(
    ("dialect", "asks"),
    [("", b"connecting"), ("npm", b"Connecting"), ("bridge-env", b"Connecting")],
)
def test_programs_that_are_known_to_lose_lines_get_a_longer_gap(dialect: str, asks: bytes) -> None:
    manager = TableManager(boards(1))
    dialects = {Seat.NORTH: dialect} if dialect else {}
    manager.connect(1, BLUE_CHIP.table(dialects), 0.0)
    manager.receive(1, asks + b' "Old" as north using protocol version 18\r\n', 0.0)
    assert manager.seat_at(1) is Seat.NORTH
    assert manager.gap(1) == 50 > HostOptions(()).gap


async def _waits(*, written: bool) -> int:
    """Return how many gaps there are between two lines to a peer that speaks in between.

    Args:
        written: whether the first line has gone out by then.
    """
    gaps: list[float] = []
    spoke = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        outbox = Outbox(writer, lambda: gaps.append(0.0) or 0.0)
        outbox.send(b"first\r\n")
        if written:
            await reader.readline()
        outbox.heard()
        outbox.send(b"second\r\n")
        await outbox.close()
        spoke.set()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await reader.readline() == b"first\r\n"
        writer.write(b"I have read it\r\n")
        assert await reader.readline() == b"second\r\n"
        await spoke.wait()
        writer.close()
    return len(gaps)


def test_what_a_peer_says_before_it_can_have_read_a_line_is_no_answer_to_it() -> None:
    assert run_session(_waits(written=True)) == 0
    assert run_session(_waits(written=False)) == 1
