"""Events and several tables in one process, with real sockets; and what goes wrong at them."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import signal
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

import dowager.net.host
from dowager.auction import Scoring
from dowager.cards import Seat, Side
from dowager.errors import InputError
from dowager.formats import Board, read_pbn, write_pbn
from dowager.net import EventHandlers, EventOptions, play_event
from dowager.protocols.bluechip import BLUE_CHIP
from dowager.table import BoardFinished, TableOptions
from dowager.table.event import Entrant, Event, Sitting
from instant_clients import Delays, play_pair, play_table
from support.commands import Program, run_program, started
from support.instant_clients import GOODBYE, play_instantly
from support.local_tables import Clock, Table, free_port, run_session, until
from support.terminals import on_terminal
from support.wired_tables import boards

STOPS = pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
QUICK = ("--gap", "0")
PAIRS = "event: Club\nboards: boards.pbn\npairs: [Blue, Green, Red, Pink]\nmovement: round-robin\n"
TEAMS = """
boards: boards.pbn
teams: [Blue, Green]
rounds: [{matches: [[Blue, Green]]}]
"""


def event_file(folder: Path, text: str, number: int = 6) -> Path:
    """Write an event file, and its boards."""
    (folder / "boards.pbn").write_text(write_pbn(boards(number)))
    file = folder / "club.yaml"
    file.write_text(text)
    return file


def results_of(file: Path) -> list[tuple[int, int, int, str, str]]:
    """Return round, table, number, North-South and East-West of the results of a file."""
    kept = read_pbn(file.read_text(), str(file))
    assert all(board.tricks is not None for board in kept)
    return [
        (int(b.tag("Round")), int(b.tag("Table")), b.number or 0, b.tag("North"), b.tag("East"))
        for b in kept
    ]


def port_of(program: Program) -> int:
    """Return the port that an event says."""
    return int(program.line_with(lambda line: "waiting for" in line).rpartition(" ")[2])


async def play_all(port: int, names: Mapping[str, Sequence[int]]) -> Counter[str]:
    """Let pairs play one sitting after the other, each at sides; return how many boards they had.

    They connect again as soon as a session has ended.
    """
    done: Counter[str] = Counter()

    async def pair(name: str, sides: Sequence[int]) -> None:
        for side in sides:
            done[name] += await play_pair(port, name, side)

    await asyncio.gather(*(pair(name, sides) for name, sides in names.items()))
    return done


SIDES: Mapping[str, Sequence[int]] = {
    "Blue": (0, 1, 0),
    "Pink": (1, 0, 1),
    "Red": (0, 1, 1),
    "Green": (1, 0, 0),
}
"""Where the pairs of `PAIRS` sit in the three rounds of their round robin."""


def test_a_whole_event_at_one_port(tmp_path: Path) -> None:
    results = tmp_path / "results.pbn"
    words = ("event", event_file(tmp_path, PAIRS), "--port", "0", "--results", results, "--json")
    with started(*words, *QUICK, err_to_out=True) as program:
        played = run_session(play_all(port_of(program), SIDES))
        end = program.rest()
    assert end.code == 0, end.out
    assert played == dict.fromkeys(SIDES, 6)
    assert results_of(results) == [
        (1, 1, 1, "Blue", "Pink"),
        (1, 1, 2, "Blue", "Pink"),
        (1, 2, 1, "Red", "Green"),
        (1, 2, 2, "Red", "Green"),
        (2, 1, 3, "Pink", "Red"),
        (2, 1, 4, "Pink", "Red"),
        (2, 2, 3, "Green", "Blue"),
        (2, 2, 4, "Green", "Blue"),
        (3, 1, 5, "Green", "Pink"),
        (3, 1, 6, "Green", "Pink"),
        (3, 2, 5, "Blue", "Red"),
        (3, 2, 6, "Blue", "Red"),
    ]
    *rows, ranked = [json.loads(line) for line in end.out.splitlines() if line.startswith("{")]
    assert len(rows) == 12
    assert {(row["round"], row["table"], row["board"], *row["names"]) for row in rows} == set(
        results_of(results)
    )
    # All play alike, so all have half of what there is to win.
    assert ranked["scoring"] == "matchpoints" and set(ranked["rankings"]) == {"all"}
    assert ranked["rankings"]["all"] == [
        {"rank": 1, "name": name, "boards": 6, "matchpoints": 6, "of": 12, "percent": 50.0}
        for name in sorted(SIDES)
    ]


def test_an_event_that_was_killed_is_resumed(tmp_path: Path) -> None:
    file, results = event_file(tmp_path, PAIRS), tmp_path / "results.pbn"
    words = ("event", file, "--port", "0", "--results", results, *QUICK)

    async def until_killed(program: Program) -> None:
        playing = asyncio.create_task(play_all(port_of(program), SIDES))
        await asyncio.to_thread(program.line_with, lambda line: "round 2, table" in line)
        program.kill()
        with pytest.raises((ConnectionError, OSError)):
            await playing

    with started(*words, err_to_out=True) as program:
        run_session(until_killed(program))
    before = results_of(results)
    assert 0 < len(before) < 12
    assert run_program(*words).err.endswith(
        "results.pbn exists; use --resume to continue from it, or name another file\n"
    )
    again = {
        name: [side for number, side in enumerate(sides, 1)
               if sum(row[0] == number and name in row for row in before) < 2]
        for name, sides in SIDES.items()
    }  # fmt: skip
    with started(*words, "--resume", err_to_out=True) as program:
        run_session(play_all(port_of(program), again))
        end = program.rest()
    assert end.code == 0, end.out
    assert len(results_of(results)) == 12 and set(before) < set(results_of(results))
    done = run_program(*words, "--resume")
    assert (done.code, done.err) == (0, "all boards are finished\n")
    assert re.search(r"1 +Blue +6 +6 / 12 +50.00", done.out), done.out


def test_teams_find_both_rooms_by_name_and_seat(tmp_path: Path) -> None:
    file, results = event_file(tmp_path, TEAMS, 2), tmp_path / "results.pbn"
    words = ("event", file, "--port", "0", "--results", results, *QUICK)

    async def four_pairs(port: int) -> None:
        sat = [play_pair(port, name, side) for name in ("Blue", "Green") for side in (0, 1)]
        assert await asyncio.gather(*sat) == [2] * 4

    with started(*words, err_to_out=True) as program:
        run_session(four_pairs(port_of(program)))
        end = program.rest()
    assert end.code == 0, end.out
    assert results_of(results) == [
        (1, 1, 1, "Blue", "Green"),
        (1, 1, 2, "Blue", "Green"),
        (1, 2, 1, "Green", "Blue"),
        (1, 2, 2, "Green", "Blue"),
    ]
    assert [board.tag("Room") for board in read_pbn(results.read_text())] == ["Open"] * 2 + [
        "Closed"
    ] * 2
    assert re.search(r"1 +Blue – Green +2 +0 : 0\n", end.out), end.out
    ranked = run_program(*words, "--resume", "--json")
    assert json.loads(ranked.out) == {
        "scoring": "imps",
        "matches": [{"round": 1, "teams": ["Blue", "Green"], "boards": 2, "imps": [0, 0]}],
        "ranking": [
            {"rank": 1, "name": name, "boards": 2, "won": 0, "lost": 0}
            for name in ("Blue", "Green")
        ],
    }


def test_robots_play_for_pairs_with_a_system(tmp_path: Path) -> None:
    text = """
boards: boards.pbn
seconds_per_board: 0
pairs: [{name: Blue, system: natural}, Green]
rounds: [{boards: 1, tables: [[Blue, Green]]}, {boards: 2, tables: [[Green, Blue]]}]
"""
    file, results = event_file(tmp_path, text, 2), tmp_path / "results.pbn"
    words = ("event", file, "--port", "0", "--results", results, *QUICK)
    with started(*words, err_to_out=True) as program:
        port = port_of(program)
        run_session(sit_for(port, "Green", (Seat.EAST, Seat.WEST), (Seat.NORTH, Seat.SOUTH)))
        end = program.rest()
    assert end.code == 0, end.out
    kept = [(board.number, board.tag("North")) for board in read_pbn(results.read_text())]
    assert kept == [(1, "Blue"), (2, "Green")]
    (reads,) = [line for line in end.out.splitlines() if "read calls" in line]
    assert reads.endswith("opponents stranger (their system is not known)")


async def sit_for(port: int, team: str, *rounds: tuple[Seat, Seat]) -> None:
    """Let clients play for a pair, at other seats in each round."""
    for seats in rounds:
        done = (play_instantly(port, seat, team=team) for seat in seats)
        for reads in await asyncio.gather(*done):
            assert b"".join(reads).endswith(GOODBYE)


def test_on_a_terminal_each_table_has_a_line(tmp_path: Path) -> None:
    """Three tables, at which nobody comes until all are shown."""
    six = PAIRS.replace("Pink]", "Pink, Grey, Gold]").replace("movement: round-robin", "rounds:")
    text = six + " - {boards: 1, tables: [[Blue, Green], [Red, Pink], [Grey, Gold]]}\n"
    words = ("--results", tmp_path / "results.pbn", "--port", "0", *QUICK)
    with on_terminal("event", event_file(tmp_path, text), *words) as terminal:
        terminal.read_to("table 3")
        port = re.search(r"waiting for players on port (\d+)", terminal.text)
        assert port
        names = {"Blue": (0,), "Green": (1,), "Red": (0,), "Pink": (1,), "Grey": (0,), "Gold": (1,)}
        run_session(play_all(int(port[1]), names))
        assert terminal.end() == 0
    assert all(f"table {table}, board 1: " in terminal.text for table in (1, 2, 3))
    assert len(results_of(tmp_path / "results.pbn")) == 3


# -- several tables, the same boards ---------------------------------------------------------------


def tables(folder: Path, *words: str | Path) -> tuple[str | Path, ...]:
    """Return the words of three tables that play two boards."""
    file = folder / "boards.pbn"
    file.write_text(write_pbn(boards(2)))
    results = ("--results", folder / "results.pbn")
    return ("table", "--tables", "3", "--pbn", file, "--no-pause", *QUICK, *results, *words)


def test_several_tables_play_the_same_boards(tmp_path: Path) -> None:
    port = free_port(3)
    words = tables(tmp_path, "--port", str(port), "--log", tmp_path / "wire.log")

    async def play() -> None:
        played = (play_table(port + index, Delays(), ("Old", f"New {index}")) for index in range(3))
        assert await asyncio.gather(*played) == [2, 2, 2]

    with started(*words, err_to_out=True) as program:
        for table in (1, 2, 3):
            wanted = f"table {table}: waiting for four programs on port {port + table - 1}"
            assert program.line() == wanted
        run_session(play())
        end = program.rest()
    assert end.code == 0, end.out
    assert results_of(tmp_path / "results.pbn") == [
        (1, table, number, "Old", f"New {table - 1}") for table in (1, 2, 3) for number in (1, 2)
    ]
    # Three tables have an Old: three pairs.
    assert re.search(r"^1 +Old \(3\) +2 +4 / 8 +50.00 *$", end.out, re.MULTILINE), end.out
    assert re.search(r"^1 +New 2 +2 +4 / 8 +50.00 *$", end.out, re.MULTILINE), end.out
    assert 'table 2: North is "Old"\n' in end.out
    logs = [(tmp_path / f"wire.{table}.log").read_text() for table in (1, 2, 3)]
    assert [f"New {index}" in log for log in logs for index in range(3)] == [
        index == number for number in range(3) for index in range(3)
    ]


@pytest.mark.parametrize(
    "more",
    [
        ("--rotate",),
        ("--room", "closed"),
        ("--alert-mode", "every"),
        ("--port", "1", "--port", "2", "--port", "3", "--port", "4"),
    ],
)
def test_what_several_tables_cannot_do_is_refused(tmp_path: Path, more: Sequence[str]) -> None:
    done = run_program(*tables(tmp_path, *more))
    assert done.code == 2
    assert done.err.startswith("--tables goes without --rotate, --room, --alert-mode or four ports")


def test_several_tables_are_resumed_by_those_who_began(tmp_path: Path) -> None:
    words = tables(tmp_path, "--port", "0")

    async def play(program: Program, resumed: bool) -> None:
        ports = [port_of(program) for _ in range(3)]
        if resumed:
            with pytest.raises(ConnectionError, match="North plays for"):
                await play_pair(ports[1], "New", 0)
        played = await asyncio.gather(*(play_table(port, Delays()) for port in ports))
        assert played == [1, 1, 1]

    for resumed, more in ((False, ("--boards", "1")), (True, ("--resume",))):
        with started(*words, *more, err_to_out=True) as program:
            run_session(play(program, resumed))
            assert program.rest().code == 0
    assert [row[1:3] for row in results_of(tmp_path / "results.pbn")] == [
        (table, number) for table in (1, 2, 3) for number in (1, 2)
    ]
    other = run_program(*words, "--resume", "--ns-team", "New")
    said = f"table 1 in {tmp_path}/results.pbn was played by Old and Young, not by New\n"
    assert (other.code, other.err) == (2, said)


# -- what goes wrong -------------------------------------------------------------------------------


class InProcess:
    """An event in this process: two tables in a round, one board each, and a round after that."""

    def __init__(self, played: Sequence[Board], **limits: float | None) -> None:
        pairs = [Entrant(name) for name in ("Blue", "Green", "Red", "Pink")]
        blue, green, red, pink = pairs
        sittings = (
            Sitting(1, 1, (blue, green), (played[0],)),
            Sitting(1, 2, (red, pink), (played[0],)),
            Sitting(2, 1, (blue, red), (played[1],)),
        )
        self.event = Event("", Scoring.MATCHPOINTS, sittings, (0,))
        self.reports: list[str] = []
        self.finished: list[tuple[int, int]] = []
        self.ports: list[int] = []
        self._options = EventOptions(BLUE_CHIP, TableOptions(trick_pause=0), gap=0, **limits)

    async def play(self) -> list[str]:
        handlers = EventHandlers(self.reports.append, self._finished, self.ports.extend)
        return await play_event(self.event, lambda each: each.boards, self._options, handlers)

    def _finished(self, sitting: Sitting, names: tuple[str, str], event: BoardFinished) -> None:
        self.finished.append((sitting.round, sitting.table))


def test_a_pair_that_never_comes_stops_only_its_own_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pink never comes; Red waits for it, then plays its next round."""
    clock = Clock()
    monkeypatch.setattr(dowager.net.host, "time", clock)

    async def play() -> tuple[InProcess, list[str]]:
        event = InProcess(boards(2), connect=600.0)
        going = asyncio.create_task(event.play())
        await until(lambda: event.ports)
        (port,) = event.ports
        others = asyncio.create_task(play_all(port, {"Blue": (0, 0), "Green": (1,)}))
        red = asyncio.create_task(play_all(port, {"Red": (0, 1)}))
        # Blue is at its second table, and Red still waits at its first.
        await until(lambda: 'round 2, table 1: South is "Blue"' in event.reports)
        clock.now += 601
        await until(lambda: going.done() or red.done())
        faults = await going
        assert await others == {"Blue": 2, "Green": 1}
        assert await red == {"Red": 1}
        return event, faults

    event, faults = run_session(play())
    assert faults == ["round 1, table 2: East did not connect within 600 s"]
    assert event.finished == [(1, 1), (2, 1)]


def test_a_pair_that_still_plays_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blue is at its second table, where Red does not come before it has played its first."""
    clock = AskedClock()
    monkeypatch.setattr(dowager.net.host, "time", clock)

    async def play() -> InProcess:
        event = InProcess(boards(2), connect=600.0, ready=10_000.0)
        going = asyncio.create_task(event.play())
        await until(lambda: event.ports)
        (port,) = event.ports
        seats = {"North": "Red", "East": "Pink", "South": "Red", "West": "Pink"}
        silent = [await say(port, connecting(team, seat)) for seat, team in seats.items()]
        others = asyncio.create_task(play_all(port, {"Blue": (0, 0), "Green": (1,)}))
        await until(lambda: 'round 2, table 1: South is "Blue"' in event.reports)
        clock.now += 601
        await clock.looked(going.done)
        for _, writer in silent:
            writer.close()
        await until(lambda: sum("has gone" in report for report in event.reports) == 4)
        assert await play_all(port, {"Red": (0, 1), "Pink": (1,)}) == {"Red": 2, "Pink": 1}
        assert await others == {"Blue": 2, "Green": 1}
        assert await going == []
        return event

    assert run_session(play()).finished == [(1, 1), (1, 2), (2, 1)]


def test_a_pair_has_its_time_from_when_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that has waited for a pair that still plays elsewhere counts anew."""
    clock = AskedClock()
    monkeypatch.setattr(dowager.net.host, "time", clock)

    async def wait() -> None:
        table = Table(boards(1), connect=600.0, ready=10_000.0)
        going = asyncio.create_task(table.host.run())
        await table.open.wait()
        sat = [await table.stranger(connecting("Old", seat)) for seat in ("North", "South")]
        await until(lambda: len(table.seated) == 2)
        clock.now = 599.0
        table.host.wait_again(Side.EAST_WEST)
        await clock.looked(lambda: table.host.over)
        clock.now = 1198.0
        await clock.looked(lambda: table.host.over)
        assert not table.host.over
        clock.now = 1200.0
        assert await going == "East did not connect within 600 s"
        assert len(sat) == 2

    run_session(wait())


class AskedClock(Clock):
    """A clock that knows how often it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def monotonic(self) -> float:
        self.asked += 1
        return super().monotonic()

    async def looked(self, over: Callable[[], bool]) -> None:
        """Wait until each of up to three tables has looked at the clock, or it is all over."""
        before = self.asked
        await until(lambda: self.asked > before + 30 or over())


def test_a_bug_at_one_table_stops_only_that(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> tuple[InProcess, list[str]]:
        event = InProcess(boards(2))
        finished = event._finished

        def break_one(sitting: Sitting, names: tuple[str, str], board: BoardFinished) -> None:
            if (sitting.round, sitting.table) == (1, 1):
                raise ValueError("odd")
            finished(sitting, names, board)

        monkeypatch.setattr(event, "_finished", break_one)
        going = asyncio.create_task(event.play())
        await until(lambda: event.ports)
        names = {"Blue": (0, 0), "Green": (1,), "Red": (0, 1), "Pink": (1,)}
        await play_all(event.ports[0], names)
        return event, await going

    event, faults = run_session(play())
    assert faults == ["round 1, table 1: our own fault: ValueError: odd"]
    assert event.finished == [(1, 2), (2, 1)]


@STOPS
def test_an_event_that_is_stopped_sends_everybody_home(tmp_path: Path, by: signal.Signals) -> None:
    file, results = event_file(tmp_path, PAIRS), tmp_path / "results.pbn"
    words = ("event", file, "--port", "0", "--results", results, *QUICK)

    async def until_stopped(program: Program) -> None:
        port = port_of(program)
        playing = asyncio.create_task(play_all(port, {name: (s[0],) for name, s in SIDES.items()}))
        await asyncio.to_thread(program.line_with, lambda line: ", board 1:" in line)
        os.kill(program.pid, by)
        await playing  # each has heard `End of session`

    with started(*words, err_to_out=True) as program:
        run_session(until_stopped(program))
        end = program.rest()
    assert end.code == 1
    said = [line for line in end.out.splitlines() if ", board " not in line]
    assert said == [f"stopped by {by.name}; finished boards are kept, and --resume continues"]
    assert results_of(results)
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_a_full_disk_stops_nobody_and_loses_nothing(tmp_path: Path) -> None:
    file, results = event_file(tmp_path, PAIRS), tmp_path / "results.pbn"
    words = ("event", file, "--port", "0", "--results", results, *QUICK)
    with started(*words, err_to_out=True) as program:
        port = port_of(program)
        resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (5000, 5000))
        run_session(play_all(port, SIDES))
        end = program.rest()
    assert end.code == 1
    cannot = f"cannot write {results}: File too large; boards are kept until it can\n"
    assert end.out.count(cannot) == 1
    text, said = end.out[end.out.index("% PBN") :].split("\ncannot write ")
    assert said.startswith(f"{results}; what it lacks stands above as PBN\n")
    with results.open("a") as out:
        out.write(text)
    assert len(set(results_of(results))) == len(results_of(results)) == 12
    done = run_program(*words, "--resume")
    assert (done.code, done.err) == (0, "all boards are finished\n")


def test_a_board_that_was_written_in_part_is_played_again(tmp_path: Path) -> None:
    text = "boards: boards.pbn\npairs: [Blue, Green]\nrounds: [{tables: [[Blue, Green]]}]\n"
    file, results = event_file(tmp_path, text, 2), tmp_path / "results.pbn"
    words = ("event", file, "--port", "0", "--results", results, *QUICK)
    for more in ((), ("--resume",)):
        with started(*words, *more, err_to_out=True) as program:
            said = program.line()
            again = f"{results} ended with a board in part; it is played again"
            assert (said == again) == bool(more)
            port = int(said.rpartition(" ")[2]) if not more else port_of(program)
            played = run_session(play_all(port, {"Blue": (0,), "Green": (1,)}))
            assert program.rest().code == 0
        assert played == dict.fromkeys(("Blue", "Green"), 1 if more else 2)
        assert [row[2] for row in results_of(results)] == [1, 2]
        results.write_text(results.read_text()[:-300])


# -- at the door -----------------------------------------------------------------------------------


async def say(port: int, *lines: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect and say something."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for line in lines:
        writer.write(line)
    return reader, writer


def connecting(team: str, seat: str) -> bytes:
    return f'Connecting "{team}" as {seat} using protocol version 18\r\n'.encode()


REFUSED = [
    (b"hello\r\n", 'Error: expected: Connecting "team" as North using protocol version'),
    (connecting("Black", "North"), 'Error: nobody called "Black" plays here'),
    (connecting("Blue", "East"), 'Error: East plays for "Green", not for "Blue"'),
    (b"x" * 70_000, "Error: "),
]


@pytest.mark.parametrize(("line", "said"), REFUSED, ids=["no protocol", "name", "seat", "noise"])
def test_whoever_does_not_belong_hears_why(line: bytes, said: str) -> None:
    async def visit() -> tuple[bytes, list[str]]:
        event = InProcess(boards(2))
        going = asyncio.create_task(event.play())
        await until(lambda: event.ports)
        reader, _ = await say(event.ports[0], line)
        heard = await reader.read()
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
        return heard, event.reports

    heard, reports = run_session(visit())
    assert heard.decode().startswith(said)
    assert any("sent away" in report for report in reports)


def test_bytes_may_come_one_by_one_and_seats_be_taken_again() -> None:
    async def play() -> InProcess:
        event = InProcess(boards(2))
        going = asyncio.create_task(event.play())
        await until(lambda: event.ports)
        (port,) = event.ports
        reader, writer = await say(port)
        for byte in connecting("Pink", "West") + b"West ready for teams\r\n":
            writer.write(bytes([byte]))
            await asyncio.sleep(0)
        assert await reader.readline() == b'West ("Pink") seated\r\n'
        writer.close()
        await until(lambda: any("West has gone" in report for report in event.reports))
        names = {"Blue": (0, 0), "Green": (1,), "Red": (0, 1), "Pink": (1,)}
        assert await play_all(port, names) == {"Blue": 2, "Green": 1, "Red": 2, "Pink": 1}
        assert await going == []
        return event

    event = run_session(play())
    assert event.reports.count('round 1, table 2: West is "Pink"') == 2


def test_many_strangers_lock_nobody_out() -> None:
    """More than three tables keep: the oldest go."""

    async def play() -> InProcess:
        event = InProcess(boards(2))
        going = asyncio.create_task(event.play())
        await until(lambda: event.ports)
        (port,) = event.ports
        strangers = [await say(port) for _ in range(100)]
        names = {"Blue": (0, 0), "Green": (1,), "Red": (0, 1), "Pink": (1,)}
        assert await play_all(port, names) == {"Blue": 2, "Green": 1, "Red": 2, "Pink": 1}
        assert await going == []
        assert await strangers[-1][0].read() == b""
        return event

    event = run_session(play())
    assert sum("too many connections" in report for report in event.reports) >= 1


def test_a_port_that_is_taken_is_a_fault_of_the_input() -> None:
    async def play() -> None:
        server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        event = InProcess(boards(2))
        taken = server.sockets[0].getsockname()[1]
        event.event = Event("", Scoring.IMPS, event.event.sittings, (taken,))
        with pytest.raises(InputError, match=f"cannot listen at 127.0.0.1, port {taken}"):
            await event.play()
        server.close()

    run_session(play())
