"""Tables and matches that are stopped: SIGTERM and Ctrl-C, in good order and with one line."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from dowager.cards import Seat
from dowager.formats import read_pbn
from support.commands import started
from support.instant_clients import instant_players_at
from support.local_processes import await_end, first_children
from support.local_tables import WIRE_LOG, board_file, follow_play, free_port, start_table
from support.sweeps import sampled

STOPS = pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
SOME_STOPS = pytest.mark.parametrize("by", sampled([signal.SIGINT, signal.SIGTERM], 2))
"""For where it has been seen elsewhere that both signals are alike."""
WIRE = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+ \S+ +[<>] ")


def stopped(by: signal.Signals) -> str:
    """Return the line that a program says when a signal stops it."""
    return f"stopped by {by.name}; finished boards are kept, and --resume continues"


@STOPS
def test_a_table_that_is_stopped_sends_its_players_home(tmp_path: Path, by: signal.Signals) -> None:
    file, results, port = board_file(tmp_path, 6), tmp_path / "results.pbn", free_port()
    words = ("--results", results, *WIRE_LOG)
    with start_table(file, port, *words) as table, instant_players_at(port) as players:
        lines = [table.line_with(lambda line: line.startswith("Open board 1:"))]
        table.line_with(lambda line: "Dealer" in line)
        lines += [table.line() for _ in range(50)]
        os.kill(table.pid, by)
        end = table.rest()
        players.await_home()
    assert end.code == 1
    said = [line for line in [*lines, *end.out.splitlines()] if not WIRE.match(line)]
    assert said.pop() == stopped(by)
    assert all(line.startswith("Open board ") for line in said), said
    kept = read_pbn(results.read_text())
    assert [board.number for board in kept] == list(range(1, len(said) + 1))
    assert len(kept) < 6
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


@SOME_STOPS
def test_a_table_that_asks_its_operator_can_be_stopped(tmp_path: Path, by: signal.Signals) -> None:
    port = free_port()
    words = ("--results", tmp_path / "results.pbn", "--alert-mode", "end")
    file = board_file(tmp_path, 4)
    with start_table(file, port, *words) as table, instant_players_at(port) as players:
        table.text_to("or Enter to continue: ")
        os.kill(table.pid, by)
        assert table.text_to("\n") == f"{stopped(by)}\n"
        players.await_home()
        end = table.rest()
    assert (end.code, end.out) == (1, "")


@SOME_STOPS
def test_a_match_that_is_stopped_says_one_line(tmp_path: Path, by: signal.Signals) -> None:
    """A terminal sends Ctrl-C to all that the match has started in its group: here two robots."""
    file, results, logs = board_file(tmp_path, 6), tmp_path / "results.pbn", tmp_path / "logs"
    logs.mkdir()
    (logs / "open.wire.log").symlink_to("/dev/stdout")
    port, (north, east, south, west) = free_port(2), Seat
    teams = ("--home", "Blue=natural+external", "--away", "Green=external", "--port", str(port))
    words = (*teams, "--seconds-per-board", "0", "--results", results, "--logs", logs)
    with (
        started("match", "--pbn", file, *words) as match,
        instant_players_at(port, (east, south, west), ("Blue", "Green")) as in_open,
        instant_players_at(port + 1, (north, south, west), ("Green", "Blue")) as in_closed,
    ):
        follow_play(match, 50)
        robots = first_children(match.pid, 2, "sit")
        os.killpg(match.pid, by)
        end = match.rest()
        await_end(robots)
        in_open.await_home()
        in_closed.await_home()
    assert end.code == 1
    said = [line for line in end.err.splitlines() if "port" not in line and 'is "' not in line]
    assert said == [stopped(by)], end.err
    assert " IMPs, " not in end.out
    kept = read_pbn(results.read_text()) if results.exists() else []
    assert all(board.passed_out or board.tricks is not None for board in kept)
