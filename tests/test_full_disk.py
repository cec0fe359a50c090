"""Tables, robots and matches whose files and output can no longer be written."""

from __future__ import annotations

import asyncio
import resource
import shutil
import subprocess
from pathlib import Path

import pytest

from dowager.cards import Seat
from dowager.formats import read_pbn
from dowager.net import WireLog
from dowager.table import Results, TableManager, TableOptions, with_names
from support.commands import COMMAND, PATIENCE, run_program, started
from support.file_limits import largest_file
from support.instant_clients import instant_players_at, play_instantly
from support.local_tables import Table, board_file, free_port, run_session, start_table
from support.peer_scripts import TEAMS
from support.sweeps import sampled
from support.wired_tables import Wires, boards

FULL = Path("/dev/full")
NO_SPACE = "No space left on device"


def numbers(results: Path) -> list[int | None]:
    """Return the numbers of the finished boards."""
    kept = read_pbn(results.read_text(), str(results))
    assert all(board.passed_out or board.tricks is not None for board in kept)
    return [board.number for board in kept]


def match_words(tmp_path: Path, results: Path, home: str, away: str) -> list[str]:
    """Return the words of a quick match."""
    file = board_file(tmp_path, 1)
    words = ["match", "--pbn", str(file), "--home", home, "--away", away]
    return [*words, "--seconds-per-board", "0", "--results", str(results)]


def test_a_table_plays_on_when_its_log_cannot_be_written(tmp_path: Path) -> None:
    file, results, port = board_file(tmp_path, 2), tmp_path / "results.pbn", free_port()
    words = ("--results", results, "--log", FULL)
    with start_table(file, port, *words) as table, instant_players_at(port) as players:
        end = table.rest()
        players.await_home()
    assert end.code == 0, end.out
    said = f"cannot write {FULL}: {NO_SPACE}; going on without this log"
    assert [line for line in end.out.splitlines() if "write" in line] == [said]
    assert numbers(results) == [1, 2]


def test_a_match_goes_on_without_logs_and_names_each_of_them(tmp_path: Path) -> None:
    """Those of the rooms, and of the match's own robots: one player of a team."""
    results, logs, port = tmp_path / "results.pbn", tmp_path / "logs", free_port(2)
    logs.mkdir()
    names = ("open", "closed", "open-north", "closed-east")
    files = [logs / f"{name}.wire.log" for name in names]
    for file in files:
        file.symlink_to(FULL)
    words = match_words(tmp_path, results, "Blue=natural+external", "Green=external")
    north, east, south, west = Seat
    with (
        started(*words, "--logs", logs, "--port", str(port)) as match,
        instant_players_at(port, (east, south, west), ("Blue", "Green")),
        instant_players_at(port + 1, (north, south, west), ("Green", "Blue")),
    ):
        done = match.rest()
    assert done.code == 0, done.err
    for file in files:
        said = f"cannot write {file}: {NO_SPACE}; going on without this log"
        assert done.err.count(said) == 1, done.err
    said = [line for line in done.err.splitlines() if "cannot write" in line]
    assert len(said) == len(files), done.err
    assert numbers(results) == [1, 1]


def test_a_match_plays_on_when_nobody_can_read_what_it_prints(tmp_path: Path) -> None:
    results = tmp_path / "results.pbn"
    words = [*COMMAND, *match_words(tmp_path, results, "natural", "natural"), "--bidding-only"]
    with FULL.open("w") as out:
        done = subprocess.run(
            words, stdout=out, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False
        )
    said = f"cannot write standard output: {NO_SPACE}; going on without it\n"
    assert (done.returncode, done.stderr) == (0, said)
    assert numbers(results) == [1, 1]


def test_a_log_that_may_not_grow_is_given_up(tmp_path: Path) -> None:
    file, reports = tmp_path / "wire.log", []
    with WireLog(file, reports.append) as log:
        log.write("NORTH", ">", b"North passes\r\n")
        with largest_file(file.stat().st_size + 20):
            log.write("EAST", ">", b"East passes\r\n")
            log.write("SOUTH", ">", b"South passes\r\n")
        log.write("WEST", ">", b"West passes\r\n")
    assert reports == [f"cannot write {file}: File too large; going on without this log"]
    whole, part = file.read_text().splitlines()
    assert "North passes" in whole and len(part) == 20


def test_a_log_whose_folder_vanishes_is_given_up(tmp_path: Path) -> None:
    folder, reports = tmp_path / "logs", []
    folder.mkdir()
    file = folder / "wire.log"
    with WireLog(file, reports.append) as log:
        log.write("NORTH", ">", b"North passes\r\n")
        shutil.rmtree(folder)
        log.write("EAST", ">", b"East passes\r\n")
        log.write("SOUTH", ">", b"South passes\r\n")
    assert reports == [f"cannot write {file}: No such file or directory; going on without this log"]


def test_a_log_that_cannot_be_opened_is_a_fault_of_the_input(tmp_path: Path) -> None:
    nowhere, results = tmp_path / "none" / "wire.log", tmp_path / "results.pbn"
    words = ("--results", results, "--log", nowhere)
    done = run_program("table", "--pbn", board_file(tmp_path, 1), *words)
    assert done.code == 2 and done.err.endswith("/wire.log: No such file or directory\n")


def play_first_board(results: Path) -> None:
    """Put the result of the first of some boards into a file."""
    table = Wires(boards(1))
    table.sit_all()
    table.run()
    (event,) = table.finished
    with Results(results) as kept:
        kept.add(with_names(event.board, TEAMS, "Open", event.seconds, "2026.01.31"))


@pytest.mark.parametrize("vanishes", sampled([False, True], 2))
def test_results_that_cannot_be_written_are_printed(tmp_path: Path, vanishes: bool) -> None:
    folder, port = tmp_path / "kept", free_port()
    folder.mkdir()
    file, results = board_file(tmp_path, 2), folder / "results.pbn"
    play_first_board(results)
    words = ("--results", results, "--resume")
    with start_table(file, port, *words) as table:
        table.line_with(lambda line: line.startswith("waiting"))
        if vanishes:
            shutil.rmtree(folder)
        else:
            resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (0, 0))
        with instant_players_at(port):
            end = table.rest()
    assert end.code == 1
    assert "Open board" not in end.out  # it is not said to be kept
    text, said = end.out[end.out.index("% PBN") :].rsplit("\nboard 2 could not be kept: ", 1)
    why = "No such file or directory" if vanishes else "File too large"
    lacking = f"cannot write {results}: {why}; what it lacks stands above as PBN"
    assert said == f"{lacking}; finished boards are kept, and --resume continues\n"
    folder.mkdir(exist_ok=True)
    with results.open("a") as out:
        out.write(text)
    assert numbers(results) == [1, 2]
    done = run_program("table", "--pbn", file, *words)
    assert (done.code, done.out) == (0, "all boards are finished\n")


def raises(*_: object) -> None:
    raise ValueError("odd")


async def _broken_table() -> str:
    table = Table(boards(2), TableOptions(trick_pause=0.01))
    session = asyncio.create_task(table.host.run())
    await table.open.wait()
    players = [asyncio.create_task(play_instantly(table.port, seat)) for seat in Seat]
    fault = await session
    for player in players:
        player.cancel()
    return fault


@pytest.mark.parametrize("broken", ["go_on", "receive"])
def test_a_bug_ends_a_table_and_does_not_freeze_it(
    monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    monkeypatch.setattr(TableManager, broken, raises)
    assert run_session(_broken_table()) == "our own fault: ValueError: odd"
