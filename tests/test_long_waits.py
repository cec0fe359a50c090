"""What an operator hears about players who keep a table waiting, long before they are sent away."""

from __future__ import annotations

import asyncio

import pytest

from dowager.cards import Seat
from dowager.net import host
from dowager.net.waits import Waits
from dowager.table import Awaited, Duty
from support.instant_clients import play_instantly
from support.local_tables import Clock, Table, run_session, until
from support.wired_tables import boards

NORTH, EAST, SOUTH, WEST = Seat
LIMITS = {Duty.CONNECT: None, Duty.ACT: 120.0, Duty.SAY: 12.0}
CALL, SAY = Awaited(Duty.ACT, "to call"), Awaited(Duty.SAY, "to be ready for cards")
CONNECT = Awaited(Duty.CONNECT, "to connect")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock of the tables in this process."""
    clock = Clock()
    monkeypatch.setattr(host, "time", clock)
    return clock


def reports(waits: Waits, now: float) -> list[str]:
    return waits.reports(now, lambda seat: f"a line for {seat.word}")


def test_a_wait_is_reported_once_after_a_quarter_of_its_limit() -> None:
    waits = Waits(LIMITS)
    waits.look({NORTH: CALL}, 3, now=100.0)
    assert reports(waits, 129.9) == []
    assert reports(waits, 131.0) == [
        "still waiting for North to call after 31 s; it was last sent 'a line for North', and "
        "will be sent away in 89 s"
    ]
    waits.look({NORTH: CALL}, 3, now=132.0)
    assert reports(waits, 219.0) == []  # it is the same wait


def test_the_same_player_is_reported_again_for_its_next_wait() -> None:
    waits = Waits(LIMITS)
    for progress in (3, 4):
        now = 100.0 * progress
        waits.look({NORTH: CALL}, progress, now)
        assert len(reports(waits, now + 31)) == 1


def test_a_wait_of_a_few_seconds_is_not_reported_even_if_its_limit_is_short() -> None:
    waits = Waits(LIMITS)
    waits.look({EAST: SAY}, 0, now=0.0)
    assert reports(waits, 4.9) == []
    assert len(reports(waits, 5.1)) == 1


def test_a_wait_that_is_over_is_not_reported_as_long() -> None:
    waits = Waits(LIMITS)
    waits.look({EAST: SAY}, 0, now=0.0)
    assert reports(waits, 12.1) == []
    assert [wait.over for wait in waits.at(12.1)] == [True]


def test_an_unhurried_seat_is_waited_for_without_a_limit() -> None:
    waits = Waits(LIMITS, unhurried={SOUTH})
    waits.look({EAST: SAY, SOUTH: SAY}, 0, now=0.0)
    assert {wait.seat: wait.over for wait in waits.at(1e6)} == {EAST: True, SOUTH: False}


def test_empty_seats_are_named_in_one_line() -> None:
    waits = Waits(LIMITS)
    waits.look({SOUTH: CONNECT, WEST: CONNECT}, 0, now=0.0)
    assert reports(waits, 29.0) == []
    assert reports(waits, 31.0) == ["still waiting for South and West to connect after 31 s"]
    waits.look({WEST: CONNECT}, 0, now=32.0)
    assert reports(waits, 60.0) == []


async def _stuck_client(clock: Clock) -> list[str]:
    """North takes its seat and the teams, and is then silent; the seat of West stays empty."""
    table = Table(boards(1), dialect="", act=120.0, ready=60.0)
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    others = [asyncio.create_task(play_instantly(table.port, seat)) for seat in (EAST, SOUTH)]
    reader, writer = await table.stranger(
        b'Connecting "Old" as North using protocol version 18\r\n', b"North ready for teams\r\n"
    )
    await reader.readline()
    await until(lambda: set(table.manager.session.awaited()) == {WEST})
    clock.now += 31
    await until(lambda: table.reports)
    others.append(asyncio.create_task(play_instantly(table.port, WEST)))
    assert b"Teams" in await reader.readline()
    await until(lambda: set(table.manager.session.awaited()) == {NORTH})
    clock.now += 16
    await until(lambda: len(table.reports) > 1)
    table.host.stop("enough")
    await session
    await asyncio.gather(*others)
    writer.close()
    return table.reports


def test_the_operator_hears_who_is_stuck_and_at_which_line(clock: Clock) -> None:
    absent, stuck = run_session(_stuck_client(clock))
    assert absent == "still waiting for West to connect after 31 s"
    assert stuck == (
        "still waiting for North to be ready to start after 16 s; it was last sent "
        """'Teams : N/S : "Old" E/W : "Young"', and will be sent away in 44 s"""
    )
