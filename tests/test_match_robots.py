"""The robots of a match as processes: frozen, replaced, and ended with the match."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from dowager.cards import Seat
from dowager.formats import read_pbn
from dowager.net.robot_crew import RobotCrew
from dowager.net.robot_process import RobotProcess
from support.commands import started
from support.instant_clients import instant_players_at
from support.local_processes import await_end, children, first_children, freeze
from support.local_tables import board_file, follow_play, free_port

QUICK = ("--home", "natural", "--away", "natural", "--seconds-per-board", "0")
"""Options of a match that thinks little."""
IMPATIENT = ("--call-timeout", "20", "--ready-timeout", "20")
"""Options of a match that soon misses a robot."""


def rooms_of(results: Path) -> list[tuple[str | None, int | None]]:
    return [(board.tag("Room"), board.number) for board in read_pbn(results.read_text())]


@pytest.mark.thorough
def test_robots_that_are_frozen_before_they_sit_are_replaced(tmp_path: Path) -> None:
    file, results = board_file(tmp_path, 1), tmp_path / "results.pbn"
    words = (*QUICK, *IMPATIENT, "--results", results)
    with started("match", "--pbn", file, *words, err_to_out=True) as match:
        for robot in first_children(match.pid, 2, "--seat", "North"):
            freeze(robot)
        end = match.rest()
    assert end.code == 0, end.out
    for room in ("Open", "Closed"):
        assert f"{room} room: North's robot is replaced: North " in end.out
    assert rooms_of(results) == [("Closed", 1), ("Open", 1)]


def test_a_robot_that_is_frozen_in_play_is_replaced(tmp_path: Path) -> None:
    """Its log cannot be written any more: the other one does without.

    It is the first player of a team; the others connect by themselves.
    """
    file, results, port = board_file(tmp_path, 2), tmp_path / "results.pbn", free_port(2)
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "open.wire.log").symlink_to("/dev/stdout")
    teams = ("--home", "Blue=natural+external", "--away", "Green=external")
    words = (*teams, "--seconds-per-board", "0", *IMPATIENT, "--results", results)
    north, east, south, west = Seat
    with (
        started(
            *("match", "--pbn", file, *words, "--logs", logs, "--port", str(port)), err_to_out=True
        ) as match,
        instant_players_at(port, (east, south, west), ("Blue", "Green")),
        instant_players_at(port + 1, (north, south, west), ("Green", "Blue")),
    ):
        follow_play(match, 100)
        shutil.rmtree(logs)
        (robot,) = children(match.pid, "--seat", "North", str(port))
        freeze(robot)
        end = match.rest()
    assert end.code == 0, end.out
    assert "Open room: North's robot is replaced: North was to " in end.out
    log = logs / "open-north.wire.log"
    assert f"Open room: cannot write {log}: No such file or directory; going on" in end.out
    assert len(rooms_of(results)) == 4


def test_a_match_that_is_killed_leaves_no_robots(tmp_path: Path) -> None:
    file, results = board_file(tmp_path, 1), tmp_path / "results.pbn"
    with started("match", "--pbn", file, *QUICK, "--results", results) as match:
        robots = first_children(match.pid, 8, "sit")
        freeze(robots[0])  # even one that is frozen goes
        match.kill()
        await_end(robots)


def test_a_robot_ends_with_the_program_that_holds_its_input() -> None:
    words = ("--end-with-input", "--port", str(free_port()), "--connect", "100000")
    with started("sit", *words) as robot:
        end = robot.rest()
    assert (end.code, end.out, end.err) == (1, "", "")


def test_a_robot_that_dies_again_and_again_is_given_up() -> None:
    """But one that has helped to finish a board is started again however often it died before."""
    reports: list[str] = []

    def died(text: str) -> None:
        reports.append(text)
        if len(reports) == 5:
            robot.finished_board()

    robot = RobotProcess(lambda: ["sh", "-c", "echo no more >&2; exit 1"], died)
    given_up = "cannot go on: started 20 times, and no board was finished"
    assert asyncio.run(robot.run()) == given_up
    assert reports == ["ended (no more)"] * 25


async def _dying_crew() -> tuple[list[str], list[str]]:
    """Return what a crew reports whose robot dies at once, after one board, and why it fails."""
    reports: list[str] = []
    failed: asyncio.Queue[str] = asyncio.Queue()

    def report(text: str) -> None:
        reports.append(text)
        if len(reports) == 5:
            crew.finished_board()

    crew = RobotCrew(report, failed.put_nowait)
    assert Seat.EAST not in crew and not crew.replace(Seat.EAST, "nobody is there")
    crew.start(Seat.EAST, lambda: ["sh", "-c", "echo no more >&2; exit 1"])
    assert Seat.EAST in crew
    why = await failed.get()
    await crew.send_home()
    return reports, [why]


def test_a_table_hears_why_a_robot_is_given_up_and_its_boards_count() -> None:
    reports, why = asyncio.run(_dying_crew())
    assert reports == ["East's robot ended (no more)"] * 25
    assert why == ["East's robot cannot go on: started 20 times, and no board was finished"]


def test_a_robot_that_cannot_be_started_is_given_up() -> None:
    reports: list[str] = []
    robot = RobotProcess(lambda: ["/dev/null/dowager"], reports.append)
    assert asyncio.run(robot.run()) == "cannot go on: cannot be started: Not a directory"
    assert set(reports) == {"ended (cannot be started: Not a directory)"}
