"""Protocols are plugs: a toy protocol of JSON lines plays, alone and beside Blue Chip."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress

import pytest

from dowager.cards import Seat
from dowager.protocols import PROTOCOLS
from dowager.table import (
    LocalError,
    Noticed,
    PlayerConversation,
    TableOptions,
    TableProtocol,
    Useless,
)
from support.json_protocol import JSON
from support.local_tables import Table, run_session
from support.peer_scripts import TEAMS
from support.records import check_record
from support.wired_tables import Wires, boards, one_at_a_time, play_interrupted

BLUE_CHIP = PROTOCOLS["bluechip"]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line that a protocol needs beside its folder."""
    monkeypatch.setitem(PROTOCOLS, JSON.name, JSON)


def test_the_listed_protocols_are_known_by_their_names() -> None:
    assert {name: protocol.name for name, protocol in PROTOCOLS.items()} == {
        name: name for name in PROTOCOLS
    }


class Mixed(Wires):
    """Clients of two protocols at one table."""

    spoken: Mapping[Seat, str] = {}

    def sit(
        self, connection: int, team: str, seat: Seat | None, protocol: TableProtocol | None = None
    ) -> PlayerConversation:
        # A client that comes back for any free seat may be given one of the other protocol.
        name = self.spoken.get(seat if seat is not None else Seat(connection % 4), "json")
        return super().sit(connection, team, seat, PROTOCOLS[name])


SPOKEN = {
    "json": {},
    "two and two": {Seat.NORTH: "bluechip", Seat.SOUTH: "bluechip"},
    "partners differ": {Seat.NORTH: "bluechip", Seat.WEST: "bluechip"},
    "one": {Seat.EAST: "bluechip"},
}


@pytest.mark.parametrize("name", SPOKEN)
def test_boards_are_played_whatever_is_spoken(name: str) -> None:
    table = Mixed(boards(12), seed=3, cut=one_at_a_time)
    table.spoken = SPOKEN[name]
    table.sit_all()
    table.run()
    assert table.over and table.ended == dict.fromkeys(range(4), "")
    assert [event.board.number for event in table.finished] == list(range(1, 13))
    assert not [text for text in table.reports if "ignored" in text or "illegal" in text]
    for event in table.finished:
        check_record(event.board)


@pytest.mark.parametrize("name", SPOKEN)
def test_players_come_back_whatever_is_spoken(name: str) -> None:
    dialects = dict.fromkeys(Seat, "told:yes")
    for seed in range(4):
        table = Mixed(boards(8, seed), TableOptions(trick_pause=1), seed, dialects=dialects)
        table.spoken = SPOKEN[name]
        assert play_interrupted(table, seed) > 2
        assert [event.board.number for event in table.finished] == list(range(1, 9))
        assert not [text for text in table.reports if "starts again" in text]


class Claimers(Mixed):
    """Clients that claim with every card that they play, where their protocol can."""

    def choose_card(self, client: PlayerConversation) -> int:
        with suppress(LocalError):
            client.claim()
        return super().choose_card(client)


def test_a_claim_that_a_player_cannot_be_shown_is_ignored() -> None:
    """Declarer's opponents speak a protocol without claims, so that the play goes on."""
    table = Claimers(boards(8, 5), TableOptions(trick_pause=0, claims=True), seed=5)
    table.spoken = SPOKEN["two and two"]
    table.sit_all()
    table.run()
    assert table.over
    assert [text for text in table.reports if "a claim is ignored" in text]
    assert all(len(event.board.play) in (0, 52) for event in table.finished)


async def _played(table: Table, doors: Mapping[Seat, int], *spoken: TableProtocol) -> None:
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    robots = [
        table.robot(seat, table.ports[doors[seat]], protocol=spoken[doors[seat]]) for seat in Seat
    ]
    assert await session == ""
    assert await asyncio.gather(*robots) == [""] * 4


def test_four_robots_play_a_board_over_tcp_in_the_toy_protocol() -> None:
    async def run() -> Table:
        spoken = PROTOCOLS["json"]
        table = Table(boards(1), protocols=[spoken])
        await _played(table, dict.fromkeys(Seat, 0), spoken)
        return table

    (event,) = run_session(run()).finished
    check_record(event.board)


def test_a_table_mixes_protocols_over_tcp() -> None:
    async def run() -> Table:
        spoken = (BLUE_CHIP, PROTOCOLS["json"])
        table = Table(boards(2), protocols=spoken)
        await _played(table, {seat: seat % 2 for seat in Seat}, *spoken)
        return table

    for event in run_session(run()).finished:
        check_record(event.board)


@pytest.mark.parametrize(
    "line",
    [b"not JSON", b"[]", b"{}", b'{"says": "bow"}', b'{"says": "card"}', b'{"says": 7}', b"1"],
)
def test_a_line_that_cannot_be_read_ends_nothing(line: bytes) -> None:
    player = JSON.player("")("Old", Seat.NORTH)
    (noticed,) = player.receive(line + b"\n")
    assert isinstance(noticed, Noticed) and repr(line)[2:-1] in noticed.text
    (useless,) = JSON.table({})(lambda data: None).receive(line + b"\n")
    assert isinstance(useless, Useless)


def test_what_the_toy_protocol_says() -> None:
    table = Wires(boards(1), protocol=JSON)
    table.sit_all()
    table.run()
    said = [line for line in table.log if line.startswith("<0 ")]
    kinds = [json.loads(line[5:-3])["says"] for line in said]
    assert kinds[:3] == ["seat", "teams", "board"] and kinds[-2:] == ["over", "end"]
    assert TEAMS[0] in said[1]
