"""How many connections a table keeps, which go first, and what its operator hears of it."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from dowager.cards import Seat
from dowager.net import host
from dowager.net.connections import (
    MOST_OF_AN_ADDRESS,
    MOST_STRANGERS,
    Connection,
    Connections,
)
from dowager.net.outbox import Outbox
from dowager.net.repeats import Repeats
from support.local_tables import Clock, Table, run_session, until
from support.peer_scripts import TEAMS
from support.wired_tables import boards

NOBODY = cast(Outbox, None)
"""The outbox of connections that are only counted."""


def crowd(addresses: list[str], seated: frozenset[int] = frozenset()) -> Connections:
    connections = Connections(lambda number: number in seated)
    for number, address in enumerate(addresses):
        connections.add(number, Connection(NOBODY, address, since=number))
    return connections


def test_there_is_room_for_few_strangers() -> None:
    assert crowd([]).crowded_out("a") is None
    assert crowd(["a"] * (MOST_OF_AN_ADDRESS - 1)).crowded_out("a") is None


def test_the_oldest_stranger_of_an_address_goes_first() -> None:
    """Others are not closed for a crowd that comes from one address; players never are."""
    connections = crowd(["b"] + ["a"] * (MOST_OF_AN_ADDRESS + 2), seated=frozenset({1, 2}))
    assert connections.crowded_out("a") == 3
    assert connections.crowded_out("b") is None


def test_of_many_addresses_the_one_with_most_strangers_loses_its_oldest() -> None:
    addresses = [f"{n}" for n in range(MOST_STRANGERS - 2)] + ["a", "a"]
    assert crowd(addresses).crowded_out("new") == MOST_STRANGERS - 2


def test_players_do_not_count_among_strangers() -> None:
    addresses = ["a"] * (MOST_OF_AN_ADDRESS + 3)
    seated = frozenset(range(4))
    assert crowd(addresses, seated).crowded_out("a") is None


async def _locked_out() -> Table:
    """Many more clients connect than a table keeps, and say nothing; then the players come."""
    table = Table(boards(1))
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    crowd = [await table.stranger() for _ in range(5 * MOST_OF_AN_ADDRESS)]
    closed = [await reader.read() for reader, _ in crowd[: 4 * MOST_OF_AN_ADDRESS]]
    assert not any(closed)  # the oldest are closed, without a word
    robots = [table.robot(seat) for seat in Seat]
    assert await session == ""
    assert await asyncio.gather(*robots) == [""] * 4
    return table


def test_idle_connections_do_not_lock_players_out() -> None:
    table = run_session(_locked_out())
    assert len(table.finished) == 1
    why = "too many connections from 127.0.0.1 that ask for no seat: the oldest is closed"
    about = [text for text in table.reports if text.startswith(why)]
    assert about[0] == f"{why} for a new one"  # at once, and the others counted in one line
    assert all("more in 10 s)" in text for text in about[1:])
    assert sum(int(text.rpartition("(")[2].split()[0]) for text in about[1:]) >= 4 * 32 - 1


async def _crowd_in_play() -> Table:
    """A crowd comes in the middle of a board, and a player who has gone comes back through it."""
    table = Table(boards(2))
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    reader, writer = await table.stranger(
        f'Connecting "{TEAMS[1]}" as West using protocol version 18\r\n'.encode()
    )
    assert b"seated" in await reader.readline()
    robots = [table.robot(seat) for seat in Seat if seat is not Seat.WEST]
    await until(lambda: len(table.seated) == 4)
    crowd = [await table.stranger() for _ in range(2 * MOST_OF_AN_ADDRESS)]
    assert not writer.is_closing() and not reader.at_eof()  # who has a seat stays
    writer.close()
    await until(lambda: any("West has gone" in text for text in table.reports))
    crowd += [await table.stranger() for _ in range(2 * MOST_OF_AN_ADDRESS)]
    robots.append(table.robot(Seat.WEST))
    assert await session == ""
    assert await asyncio.gather(*robots) == [""] * 4
    return table


def test_players_keep_and_find_their_seats_in_a_crowd() -> None:
    assert [event.board.number for event in run_session(_crowd_in_play()).finished] == [1, 2]


async def _idle(clock: Clock) -> Table:
    table = Table(boards(1))
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    crowd = [await table.stranger() for _ in range(3)]
    await until(lambda: len(list(table.host.connections)) == 3)
    clock.now += 31
    for reader, _ in crowd:
        assert await reader.read() == b""
    robots = [table.robot(seat) for seat in Seat]
    assert await session == ""
    await asyncio.gather(*robots)
    return table


def test_the_operator_hears_of_clients_that_ask_for_no_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr(host, "time", clock)
    about = [text for text in run_session(_idle(clock)).reports if "asked for no seat" in text]
    why = "a client from 127.0.0.1 has asked for no seat: closed"
    assert about == [why, f"{why} (2 more in 10 s)"]


def test_a_report_that_comes_again_is_counted() -> None:
    said: list[str] = []
    repeats = Repeats(said.append)
    for second in range(25):
        repeats.take("full", second)
        repeats.look(second)
    repeats.take("empty", 25)
    repeats.flush()
    assert said == ["full", "full (10 more in 10 s)", "full", "full (10 more in 10 s)",
                    "full", "empty", "full (2 more in 10 s)"]  # fmt: skip
