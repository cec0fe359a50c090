"""Tables and matches that are stopped: SIGTERM and Ctrl-C, in good order and with one line."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from dowager.formats import read_pbn
from support.commands import started
from support.local_processes import await_end, first_children
from support.local_tables import (
    WIRE_LOG,
    board_file,
    follow_play,
    free_port,
    robots_at,
    start_table,
)
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
    with start_table(file, port, *words) as table, robots_at(port) as robots:
        table.line_with(lambda line: line.startswith("Open board 1:"))
        follow_play(table, 50)
        os.kill(table.pid, by)
        end = table.rest()
        assert [robot.rest().code for robot in robots] == [0] * 4
    assert end.code == 1
    said = [line for line in end.out.splitlines() if not WIRE.match(line)]
    assert said.pop() == stopped(by)
    assert all(line.startswith("Open board ") for line in said), said
    kept = read_pbn(results.read_text())
    assert [board.number for board in kept] == list(range(1, len(said) + 2))
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


@SOME_STOPS
def test_a_table_that_asks_its_operator_can_be_stopped(tmp_path: Path, by: signal.Signals) -> None:
    port = free_port()
    words = ("--results", tmp_path / "results.pbn", "--alert-mode", "end")
    with start_table(board_file(tmp_path, 4), port, *words) as table, robots_at(port) as robots:
        table.text_to("or Enter to continue: ")
        os.kill(table.pid, by)
        assert table.text_to("\n") == f"{stopped(by)}\n"
        assert [robot.rest().code for robot in robots] == [0] * 4
        end = table.rest()
    assert (end.code, end.out) == (1, "")


@SOME_STOPS
def test_a_match_that_is_stopped_says_one_line(tmp_path: Path, by: signal.Signals) -> None:
    """A terminal sends Ctrl-C to all that the match has started in its group."""
    file, results, logs = board_file(tmp_path, 6), tmp_path / "results.pbn", tmp_path / "logs"
    logs.mkdir()
    (logs / "open.wire.log").symlink_to("/dev/stdout")
    words = ("--home", "natural", "--away", "natural", "--seconds-per-board", "0")
    with started("match", "--pbn", file, *words, "--results", results, "--logs", logs) as match:
        follow_play(match, 50)
        robots = first_children(match.pid, 8, "sit")
        os.killpg(match.pid, by)
        end = match.rest()
        await_end(robots)
    assert (end.code, end.err) == (1, f"{stopped(by)}\n")
    assert " IMPs, " not in end.out
    kept = read_pbn(results.read_text()) if results.exists() else []
    assert all(board.passed_out or board.tricks is not None for board in kept)
