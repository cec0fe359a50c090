"""Robots and table managers over TCP on 127.0.0.1, with crashes, silence and noise."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import pytest
from endplay.parsers import pbn as endplay_pbn

from dowager.cards import Seat, Side
from dowager.formats import Board, read_pbn
from dowager.net import host
from dowager.table import Awaited, BoardFinished, Duty
from support.commands import Dowager, run_program, started
from support.instant_clients import instant_players_at, play_instantly
from support.local_tables import (
    WIRE_LOG,
    Clock,
    Table,
    board_file,
    follow_play,
    free_port,
    robots_at,
    run_session,
    start_robot,
    start_table,
    until,
)
from support.peer_scripts import TEAMS
from support.records import check_record
from support.sweeps import sampled
from support.wired_tables import boards


def read_results(file: Path) -> list[Board]:
    return read_pbn(file.read_text(), str(file))


def test_a_match_over_tcp_is_kept_as_pbn_that_endplay_reads(tmp_path: Path) -> None:
    """A team of robots against one of programs that connect by themselves."""
    file, results, port = board_file(tmp_path, 2), tmp_path / "results.pbn", free_port(2)
    words = ("--home", "Blue=natural", "--away", "Green=external", "--seconds-per-board", "0")
    options = ("--port", str(port), "--results", results)
    north, east, south, west = Seat
    with (
        started("match", "--pbn", file, *words, *options) as match,
        instant_players_at(port, (east, west), ("Blue", "Green")),
        instant_players_at(port + 1, (north, south), ("Green", "Blue")),
    ):
        done = match.rest()
    assert done.code == 0, done.err
    played = read_results(results)
    assert [(b.tag("Room"), b.number) for b in played] == [
        (room, number) for room in ("Closed", "Open") for number in range(1, 3)
    ]
    for board in played:
        check_record(board)
        names = ("Blue", "Green") if board.tag("Room") == "Open" else ("Green", "Blue")
        assert (board.tag("North"), board.tag("West")) == names
    with results.open() as source:
        theirs = endplay_pbn.load(source)
    assert [str(b.deal) for b in theirs] == [
        "N:" + " ".join(str(hand) for hand in b.hands) for b in played
    ]
    assert [len(b.play) for b in theirs] == [len(b.play) for b in played]
    ours = [0 if b.contract is None else b.tricks for b in played]
    assert [_tricks(b) for b in theirs] == ours


def _tricks(board: object) -> int:
    contract = board.contract  # type: ignore[attr-defined]
    return 0 if contract.is_passout() else contract.level + 6 + contract.result


TOLD = ("--dialect", "all=told:yes")


@pytest.mark.parametrize(("kills", "number"), sampled([(2, 4), (4, 7)], 2))
def test_a_table_killed_at_any_moment_is_resumed_with_nothing_lost(
    tmp_path: Path, kills: int, number: int
) -> None:
    random, port = Random(3), free_port()
    file, results = board_file(tmp_path, number), tmp_path / "results.pbn"
    words = ("--results", results, "--resume", *TOLD, *WIRE_LOG)
    kept: list[int] = []
    others = [seat for seat in Seat if seat is not Seat.NORTH]
    with start_robot(Seat.NORTH, port) as robot, instant_players_at(port, others) as players:
        for _ in range(kills):
            with start_table(file, port, *words) as table:
                follow_play(table, random.randrange(1000))  # a board has some five hundred lines
                table.kill()
            now = [board.number for board in read_results(results)] if results.exists() else []
            assert now[: len(kept)] == kept  # what was finished stays
            kept = now
        assert 0 < len(kept) < number
        with start_table(file, port, *words) as table:
            end = table.rest()
        assert end.code == 0, end.out
        assert robot.rest().code == 0
        players.await_home()
    played = read_results(results)
    assert [board.number for board in played] == list(range(1, number + 1))
    for board in played:
        check_record(board)


@pytest.mark.parametrize(
    ("kills", "seats"), sampled([(2, (Seat.NORTH, Seat.EAST)), (5, tuple(Seat))], 2)
)
def test_a_robot_that_is_killed_is_replaced_and_the_board_finished(
    tmp_path: Path, kills: int, seats: tuple[Seat, ...]
) -> None:
    """Robots of some seats; the others are never killed."""
    random, port = Random(1), free_port()
    file, results = board_file(tmp_path, kills + 1, seed=3), tmp_path / "results.pbn"
    with ExitStack() as stack:
        table = stack.enter_context(start_table(file, port, "--results", results, *TOLD, *WIRE_LOG))
        robots = {seat: stack.enter_context(start_robot(seat, port)) for seat in seats}
        stack.enter_context(instant_players_at(port, set(Seat) - set(seats)))
        follow_play(table, 0)
        said = []
        for _ in range(kills):
            said += [table.line() for _ in range(random.randrange(400))]
            gone = random.sample(seats, random.choice([1, 1, 2]))
            for seat in gone:
                robots[seat].kill()
                robots[seat] = stack.enter_context(start_robot(seat, port))
            waited = {f'{seat.word} is "{TEAMS[seat.side]}"' for seat in gone}
            while waited:
                said.append(table.line())
                waited.discard(said[-1])
        end = table.rest()
    said += end.out.splitlines()
    assert end.code == 0, said
    assert sum("has gone; its seat is kept" in line for line in said) >= kills
    assert not any("starts again" in line for line in said)
    played = read_results(results)
    assert [board.number for board in played] == list(range(1, kills + 2))
    for board in played:
        check_record(board)


async def _noisy_session() -> Table:
    table = Table(boards(1))
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    kinds = ("garbage", "megabytes", *["silent"] * 10)
    hoses = [asyncio.create_task(_hose(table, kind)) for kind in kinds]
    await until(lambda: len(table.reports) > 2)  # some have been sent away
    await asyncio.gather(*(play_instantly(table.port, seat) for seat in Seat))
    assert await session == ""
    for hose in hoses:
        hose.cancel()
    await asyncio.gather(*hoses, return_exceptions=True)
    return table


async def _hose(table: Table, kind: str) -> None:
    """Connect, send what no table wants to hear, and come again when sent away."""
    random = Random(kind)
    while True:
        with suppress(OSError):
            reader, writer = await table.stranger()
            if kind == "garbage":
                writer.write(random.randbytes(5000) + b"\r\n" + b"North passes\r\n" * 50)
            elif kind == "megabytes":
                writer.write(b'Connecting "' + b"x" * 3_000_000)
            await writer.drain()
            await reader.read()  # until the table closes the connection
            writer.close()


def test_strangers_that_make_noise_harm_nobody() -> None:
    table = run_session(_noisy_session())
    assert [event.board.number for event in table.finished] == [1]
    for event in table.finished:
        check_record(event.board)


async def _garbage_from_a_seat() -> Table:
    """A client in the middle of a board sends garbage; it is sent away, and a robot replaces it."""
    table = Table(boards(3))
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    robots = [table.robot(seat) for seat in Seat if seat is not Seat.EAST]
    lines = [b'Connecting "Young" as East using protocol version 18\r\n']
    lines += [b"East ready for teams\r\n", b"East ready to start\r\n", b"East ready for deal\r\n"]
    reader, writer = await table.stranger(*lines)
    while b"Dealer" not in await reader.readline():
        writer.write(b"East ready to start\r\nEast ready for deal\r\n")
    random = Random(9)
    with suppress(OSError):
        for _ in range(2000):
            writer.write(random.randbytes(40).replace(b"\n", b"") + b"\r\n")
        await writer.drain()
        while await reader.read(4096):
            pass  # until we are sent away
    robots.append(table.robot(Seat.EAST))
    assert await session == ""
    assert await asyncio.gather(*robots) == [""] * 4
    return table


def test_a_client_that_sends_garbage_is_sent_away_and_replaced() -> None:
    table = run_session(_garbage_from_a_seat())
    assert [event.board.number for event in table.finished] == [1, 2, 3]
    assert any("no use" in text for text in table.reports)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock of the tables in this process."""
    clock = Clock()
    monkeypatch.setattr(host, "time", clock)
    return clock


async def _silent_client(clock: Clock) -> Table:
    """A client that takes its seat and then says nothing loses it to one that does."""
    table = Table(boards(2), act=60.0, ready=4.0)
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    reader, _ = await table.stranger(b'Connecting "Young" as West using protocol version 18\r\n')
    robots = [table.robot(seat) for seat in Seat if seat is not Seat.WEST]
    silent = {Seat.WEST: Awaited(Duty.SAY, "to be ready for teams")}
    await until(lambda: table.manager.session.awaited() == silent)
    clock.now += 4.1
    said = await reader.read()
    assert b"Error: West was to be ready for teams within 4 s" in said
    robots.append(table.robot(Seat.WEST))
    assert await session == ""
    await asyncio.gather(*robots)
    return table


def test_a_silent_client_is_sent_away_and_replaced(clock: Clock) -> None:
    table = run_session(_silent_client(clock))
    assert [event.board.number for event in table.finished] == [1, 2]


async def _nobody_comes(clock: Clock) -> tuple[str, Table]:
    table = Table(boards(1), connect=0.5)
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    robots = [table.robot(seat) for seat in (Seat.NORTH, Seat.EAST)]
    await until(lambda: len(table.seated) == 2)
    clock.now += 0.6
    fault = await session
    for robot in robots:
        robot.cancel()
    return fault, table


def test_a_table_that_gets_no_clients_stops_and_says_so(clock: Clock) -> None:
    fault, table = run_session(_nobody_comes(clock))
    assert fault in [f"{seat} did not connect within 0.5 s" for seat in ("South", "West")]
    assert not table.finished


async def _full_disk() -> str:
    table = Table(boards(2), finished=_no_space)
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    robots = [table.robot(seat) for seat in Seat]
    fault = await session
    for robot in robots:
        robot.cancel()
    return fault


def _no_space(_: BoardFinished) -> None:
    raise OSError(28, "No space left on device")


def test_a_table_that_cannot_keep_a_result_stops_and_says_so() -> None:
    fault = run_session(_full_disk())
    assert fault == "board 1 could not be kept: [Errno 28] No space left on device"


async def _four_ports() -> Table:
    table = Table(boards(1), ports=(0, 0, 0, 0))
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    _, writer = await asyncio.open_connection("127.0.0.1", table.ports[Seat.SOUTH])
    writer.write(b'Connecting "Old" as North using protocol version 18\r\n')
    robots = [table.robot(seat, port=table.ports[seat]) for seat in Seat]
    assert await session == ""
    assert await asyncio.gather(*robots) == [""] * 4
    return table


def test_each_seat_can_have_a_port_of_its_own() -> None:
    table = run_session(_four_ports())
    assert len(table.finished) == 1
    assert any("this port is for South" in text for text in table.reports)


async def _segments(gap: int) -> list[bytes]:
    """Return what each read gives to a client that is told two lines in a row."""
    table = Table(boards(1), dialect="", gap=gap)
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    segments: list[bytes] = []
    reader, writer = await table.stranger(
        b'Connecting "Old" as North using protocol version 18\r\n'
    )
    writer.write(b"North ready for teams\r\n")
    robots = [table.robot(seat) for seat in Seat if seat is not Seat.NORTH]
    answers = {b"Teams": b"North ready to start\r\n", b"Start": b"North ready for deal\r\n"}
    answers |= {b"Board": b"North ready for cards\r\n"}
    while data := await reader.read(4096):
        segments.append(data)
        for start, answer in answers.items():
            if data.startswith(start):
                writer.write(answer)
        if b"cards" in data:
            break
    writer.close()
    for task in (session, *robots):
        task.cancel()
    await asyncio.gather(session, *robots, return_exceptions=True)
    return segments


def test_lines_come_in_segments_of_their_own() -> None:
    for data in run_session(_segments(20)):
        assert data.count(b"\r\n") == 1 and data.endswith(b"\r\n")


def test_rotated_boards_are_kept_as_they_were_dealt(tmp_path: Path) -> None:
    file, results, port = board_file(tmp_path, 2), tmp_path / "results.pbn", free_port()
    words = ("--results", results, "--rotate")
    with start_table(file, port, *words) as table, instant_players_at(port) as players:
        end = table.rest()
        assert end.code == 0, end.out
        players.await_home()
    dealt = {board.number: board for board in read_results(file)}
    played = read_results(results)
    assert [(b.tag("Room"), b.number) for b in played] == [
        ("Closed", 1), ("Closed", 2), ("Open", 1), ("Open", 2),
    ]  # fmt: skip
    for board in played:
        check_record(board)
        first = dealt[board.number]
        assert board.deal == first.deal and board.dealer is first.dealer
        assert board.vulnerability is first.vulnerability
        north = TEAMS[0] if board.tag("Room") == "Open" else TEAMS[1]
        assert board.tag("North") == north


def test_a_match_that_is_killed_is_resumed(tmp_path: Path) -> None:
    file, results, port = board_file(tmp_path, 6), tmp_path / "results.pbn", free_port(2)
    teams = ("--home", "Old=external", "--away", "Young=external", "--port", str(port))
    words = ("match", "--pbn", file, *teams, "--results", results)
    with instant_players_at(port), instant_players_at(port + 1, teams=TEAMS[::-1]):
        with started(*words, "--pause", "0.01") as match:
            match.line_with(lambda line: line.split()[0] in ("1", "2"))
            match.kill()
        kept = read_results(results)
        assert 2 <= len(kept) < 12
        with started(*words, "--resume", "--json") as match:
            done = match.rest()
    assert done.code == 0, done.err
    played = read_results(results)
    assert sorted((b.tag("Room"), b.number) for b in played) == [
        (room, number) for room in ("Closed", "Open") for number in range(1, 7)
    ]
    assert all(board in played for board in kept)
    *rows, end = done.lines
    assert sorted(row["board"] for row in rows) == list(range(1, 7))
    assert end["boards"] == 6 and set(end["imps"]) == {"Old", "Young"}
    home = sum(row["imps"] for row in rows if row["imps"] > 0)
    assert end["imps"]["Old"] == home


def test_programs_that_connect_by_themselves_play_a_match(tmp_path: Path) -> None:
    file, results, port = board_file(tmp_path, 1), tmp_path / "results.pbn", free_port(2)
    words = ("--home", "Old=natural+external", "--away", "Young=external", "--results", results)
    options = ("--seconds-per-board", "0", "--port", str(port))
    north, east, south, west = Seat
    with (
        # The home team's first player is a robot of the match: North here, East in the other room.
        started("match", "--pbn", file, *words, *options, err_to_out=True) as match,
        start_robot(south, port),
        instant_players_at(port, (east, west)),
        instant_players_at(port + 1, (north, south, west), TEAMS[::-1]),
    ):
        end = match.rest()
    assert end.code == 0, end.out
    assert f"Open room: port {port}" in end.out and 'Open room: South is "Old"' in end.out
    assert 'North is "Old"' not in end.out  # our own robot
    assert len(read_results(results)) == 2


def test_a_table_tells_programs_what_happened(tmp_path: Path) -> None:
    file, results, port = board_file(tmp_path, 1), tmp_path / "results.pbn", free_port()
    words = ("--results", results, "--json")
    with start_table(file, port, *words) as table, instant_players_at(port):
        end = table.rest()
        assert end.code == 0, end.out
    (row,) = [json.loads(line) for line in end.out.splitlines() if line.startswith("{")]
    (board,) = read_results(results)
    assert (row["room"], row["board"], row["tricks"]) == ("open", 1, board.tricks)
    assert board.tag("Score") == f"NS {row['score']}"
    assert row["contract"] == str(board.contract)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--boards", "7"), "there is no board 7"),
        (("--boards", "3-1"), "no boards '3-1'"),
        (("--dialect", "N=fast:yes"), "no dialect 'fast:yes'"),
        (("--dialect", "gap:5"), "write SEAT=name:value"),
        (("--dialect", "Q=gap:5"), "no seat 'Q'"),
        (("--port", "1", "--port", "2"), "give --port once"),
    ],
)
def test_bad_options_of_a_table_are_named(
    tmp_path: Path, run: Dowager, words: tuple[str, ...], message: str
) -> None:
    done = run("table", "--pbn", str(board_file(tmp_path, 2)), *words)
    assert done.code == 2 and message in done.err


def test_results_are_never_overwritten(tmp_path: Path) -> None:
    file, results = board_file(tmp_path, 1), tmp_path / "results.pbn"
    results.write_text("% PBN 2.1\n")
    done = run_program("table", "--pbn", file, "--results", results)
    assert done.code == 2 and "use --resume to continue from it" in done.err
    assert results.read_text() == "% PBN 2.1\n"


@pytest.mark.thorough
def test_others_do_not_resume_what_two_teams_began(tmp_path: Path) -> None:
    file, results, port = board_file(tmp_path, 2), tmp_path / "results.pbn", free_port()
    words = ("--results", results, "--rotate", "--resume")
    with start_table(file, port, *words, "--boards", "1") as table, robots_at(port) as robots:
        end = table.rest()
        assert end.code == 0, end.out
        assert [robot.rest().code for robot in robots] == [0] * 4
    for others in (("--ns-team", "Third"), ("--ew-team", TEAMS[0]), ("--room", "closed")):
        done = run_program("table", "--pbn", file, *words, "--ns-team", TEAMS[0], *others)
        assert done.code == 2 and f'"{TEAMS[0]}"' in done.err and "was played by" in done.err
    with start_table(file, port, *words) as table:
        with start_robot(Seat.NORTH, port, "Third") as robot:
            end = robot.rest()
        assert end.code == 1 and 'North plays for "Old", not for "Third"' in end.err
        with robots_at(port) as robots:
            assert table.rest().code == 0
    assert len(read_results(results)) == 4


@pytest.mark.parametrize("name", ["Th\u00e9 Team", "A/B", "Who?", 'A "B"', "x" * 101])
def test_names_that_fit_no_file_are_refused(tmp_path: Path, run: Dowager, name: str) -> None:
    file = board_file(tmp_path, 1)
    boards_of = ("--pbn", file)
    commands: list[tuple[str | Path, ...]] = [
        ("sit", "--team", name),
        ("table", *boards_of, "--ns-team", name),
        ("match", *boards_of, "--home", f"{name}=sayc", "--away", "natural"),
    ]
    for words in commands:
        done = run(*map(str, words))
        assert done.code == 2 and "team name" in done.err, done.err


def test_what_cannot_be_written_or_opened_is_named(tmp_path: Path) -> None:
    file, port = board_file(tmp_path, 1), free_port()
    nowhere = tmp_path / "none" / "r.pbn"
    done = run_program("table", "--pbn", file, "--results", nowhere)
    assert (done.code, done.err) == (2, f"cannot write {nowhere}: No such file or directory\n")
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        words = ("--port", str(port), "--results", tmp_path / "r.pbn")
        done = run_program("table", "--pbn", file, *words)
    said = f"cannot listen at 127.0.0.1, port {port}: Address already in use\n"
    assert (done.code, done.err) == (2, said)


def test_a_robot_without_a_table_says_so() -> None:
    done = run_program("sit", "--port", str(free_port()), "--connect", "0.3")
    assert done.code == 1 and "cannot connect" in done.err


NEWCOMERS = {
    Seat.NORTH: (("--seconds-per-board", "0"), "exact (our own system)"),
    Seat.EAST: (("--seconds-per-board", "4"), "judged (our own system, with judgement)"),
    Seat.SOUTH: (("--seconds-per-board", "4", "--judge", "0"), "exact (our own system)"),
    Seat.WEST: (("--seconds-per-board", "0"), "exact (our own system)"),
}
"""What newcomers say besides where they sit, and how they read the calls of their own side."""


def test_a_newcomer_sits_down_in_two_words_and_is_told_what_happens(tmp_path: Path) -> None:
    file, results, port = board_file(tmp_path, 1), tmp_path / "results.pbn", free_port()
    quick = ("--port", str(port), "--system", "natural")
    with start_table(file, port, "--results", results) as table, ExitStack() as stack:
        robots = [
            stack.enter_context(started("sit", seat.word, *quick, *words))
            for seat, (words, _) in NEWCOMERS.items()
        ]
        ends = [robot.rest() for robot in robots]
        assert table.rest().code == 0
    for (seat, (_, ours)), end in zip(NEWCOMERS.items(), ends, strict=True):
        team = f"Dowager {seat.side.word}"
        assert (end.code, end.err) == (0, "")
        theirs = "stranger (their system is not known)"
        both = (ours, theirs) if seat.side is Side.NORTH_SOUTH else (theirs, ours)
        assert end.out.splitlines()[:5] == [
            f"looking for a table at 127.0.0.1, port {port}",
            f'connected; asking for {seat.word} for "{team}"',
            f"seated {seat.word}",
            f"how calls are read: North-South {both[0]}, East-West {both[1]}",
            "North-South Dowager North-South, East-West Dowager East-West",
        ]
    assert len(read_results(results)) == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("North", "--seat", "South"), "two seats, North and South; name one"),
        (("Nort",), "no seat 'Nort'"),
        (("N", "--host", "nowhere.invalid", "--connect", "0"), "port 2000: "),
    ],
)
def test_a_seat_or_a_table_that_is_not_there_is_named(words: tuple[str, ...], why: str) -> None:
    done = run_program("sit", *words)
    assert done.code in (1, 2) and why in done.err and "Traceback" not in done.err


async def _refused() -> str:
    table = Table(boards(1))
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    first = table.robot(Seat.NORTH)
    await until(lambda: table.seated)
    fault = await table.robot(Seat.NORTH)
    for task in (session, first):
        task.cancel()
    await asyncio.gather(session, first, return_exceptions=True)
    return fault


def test_a_robot_that_is_refused_says_why() -> None:
    assert run_session(_refused()) == "the table manager says: North is taken"
