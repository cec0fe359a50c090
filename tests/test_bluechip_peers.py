"""Programs that read as strictly as the real ones: players at our table, tables for our client."""

from __future__ import annotations

import asyncio
import re

import pytest

from dowager.cards import Seat
from dowager.net import SitOptions, WireLog, sit
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import Robot
from support.company import FOUR, PLAYERS, TABLES, Company, Visit, needed
from support.local_tables import Table, run_session
from support.peer_scripts import TEAMS
from support.peer_sockets import Listener, sit_down
from support.scripted_peers import WAYS
from support.strict_players import CannotReadError, StrictPlayer
from support.systems import shipped


def check_session(table: Company) -> None:
    """See that four boards were played to the end, and that everybody saw the same."""
    assert table.over, table.manager.session.awaited()
    assert set(table.ended.values()) == {""}
    assert [finished.board.number for finished in table.finished] == [1, 2, 3, 4]
    for index, finished in enumerate(table.finished):
        board = finished.board
        assert len(board.play) == (0 if board.number == 2 else 52)
        for player in table.players:
            if isinstance(player, StrictPlayer):
                seen = player.boards[index]
                assert seen.auction == board.auction
                assert (seen.play.cards if seen.play else ()) == board.play
    assert not [text for text in table.reports if "ignored" in text or "llegal" in text]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", PLAYERS)
def test_four_of_a_kind(kind: str, way: str) -> None:
    check_session(Company([kind] * 4, way, seed=1))


KINDS = ["ben", "bridge-env", "npm", "ours"]
TURNS = [(turn, way) for turn in range(4) for way in WAYS if turn == 0 or way != "one at a time"]


@pytest.mark.parametrize(("turn", "way"), TURNS)
def test_one_of_each_kind_and_our_own_client(turn: int, way: str) -> None:
    check_session(Company(KINDS[turn:] + KINDS[:turn], way, seed=turn))


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_pair_of_a_kind_against_our_own_clients(kind: str) -> None:
    check_session(Company([kind, "ours"] * 2, seed=4))


@pytest.mark.parametrize("kind", ["bridge-env", "npm"])
def test_an_operators_dialect_for_a_program_is_enough_for_it(kind: str) -> None:
    """Also where the table could have known the program by itself."""
    dialects = dict.fromkeys(Seat, kind)
    table = Company([kind] * 4, seed=1, dialects=dialects)
    check_session(table)
    assert not [text for text in table.reports if "spoken to" in text]


@pytest.mark.parametrize(
    ("kind", "dialect", "line"),
    [
        ("ben", "teams:text", 'no teams: \'Teams : N/S : "Old". E/W'),
        ("ben", "timing:no", "'Timing - '.*: 'Start of board'"),
        ("bridge-env", "ben", r"'start of board\$': 'Timing"),
        ("bridge-env", "timing:no", "no call: '.* Alert. "),
        ("bridge-env", "bridge-env,deal-stop:no", "vulnerable.*: 'Board number 1"),
        ("bridge-env", "bridge-env,seated:quotes", "not seated"),
        ("npm", "ben", r"Invalid .*: 'North \("),
        ("npm", "npm,teams:text", "Invalid .*: 'Teams"),
    ],
)
def test_in_another_dialect_a_program_fails(kind: str, dialect: str, line: str) -> None:
    """The players are as strict as they are said to be: what they need, they need."""
    with pytest.raises(CannotReadError, match=line):
        Company([kind, "ours", "ours", "ours"], seed=1, dialects={Seat.NORTH: dialect})


def test_one_program_waits_for_ever_where_lines_end_without_a_carriage_return() -> None:
    table = Company(["bridge-env"] * 4, dialects=dict.fromkeys(Seat, "bridge-env,eol:lf"))
    assert not table.over and not table.finished


def test_the_boards_have_a_void() -> None:
    assert any(not suit for hand in FOUR[2].deal.hands for suit in str(hand).split("."))


# -- our client at their tables --------------------------------------------------------------------


def check_visit(visit: Visit) -> None:
    """See that four boards were played to the end, and that both sides have the same ones."""
    assert visit.table.over
    assert visit.ended == dict.fromkeys(Seat, "")
    played = [
        [*live.auction.calls, *(live.play.cards if live.play else ())]
        for live in visit.table.boards
    ]
    assert [len(board) > 52 for board in played] == [True, False, True, True]
    assert visit.heard == dict.fromkeys(Seat, played)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("table", TABLES)
def test_our_clients_at_a_programs_table(table: str, way: str) -> None:
    check_visit(Visit(TABLES[table], way, seed=2))


@pytest.mark.parametrize("way", WAYS)
def test_alerts_glued_to_bids_are_read_past(way: str) -> None:
    """bridge_env's server passes on `bids 2Cat least 17 total points.`."""
    visit = Visit(TABLES["bridge-env"], way, seed=2, dialect="", alerts=False)
    check_visit(visit)
    assert re.search(r"bids \d\w{1,2}at least 17", "\n".join(visit.log))


@pytest.mark.parametrize(
    ("table", "dialect", "line"),
    [
        ("bridge-env", "", r"no call: '\w+ passes5-4"),
        ("openspiel", "", "no log-on: .* as North"),
        ("openspiel", "asks:any", "ready for teams"),
        ("openspiel", "asks:any,cards:small", "ready for teams"),
        ("openspiel", "asks:any,names:capitals", r"no action: '\w+ plays [2-9TJQKA][SHDC]'"),
        ("blue-chip", "openspiel", "no log-on"),
    ],
)
def test_in_another_dialect_our_client_is_not_understood(
    table: str, dialect: str, line: str
) -> None:
    with pytest.raises(CannotReadError, match=line):
        Visit(TABLES[table], seed=2, dialect=dialect)


# -- over TCP --------------------------------------------------------------------------------------


async def _mixed_table() -> tuple[Table, list[StrictPlayer]]:
    players = [
        PLAYERS[kind](seat, TEAMS[seat.side], 1)
        for seat, kind in zip(Seat, KINDS, strict=True)
        if kind in PLAYERS
    ]
    table = Table(FOUR, dialect=needed(KINDS))
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    robot = table.robot(Seat.WEST)
    await asyncio.gather(*(sit_down(player, table.port) for player in players))
    assert (await session, await robot) == ("", "")
    return table, players


def test_one_of_each_kind_and_our_robot_over_tcp() -> None:
    table, players = run_session(_mixed_table())
    assert [finished.board.number for finished in table.finished] == [1, 2, 3, 4]
    for index, finished in enumerate(table.finished):
        for player in players:
            assert player.boards[index].auction == finished.board.auction
    assert "South is spoken to as npm" in table.reports


async def _robots_at(listener: Listener) -> list[str]:
    protocol, system = BLUE_CHIP, shipped("sayc")
    new_conversation = protocol.player(listener.table.dialect + ",gap:0")
    async with await listener.listen():
        options = [
            SitOptions("127.0.0.1", listener.port, TEAMS[s.side], new_conversation, s, 0)
            for s in Seat
        ]
        return await asyncio.gather(
            *(
                sit(each, lambda at: Robot(at, system, system), lambda text: None, WireLog(None))
                for each in options
            )
        )


def test_our_robots_at_a_programs_table_over_tcp() -> None:
    listener = Listener(TABLES["bridge-env"](FOUR))
    ends = run_session(_robots_at(listener))
    assert not listener.failed and ends == [""] * 4
    assert listener.table.over
    assert all(live.over for live in listener.table.boards)
