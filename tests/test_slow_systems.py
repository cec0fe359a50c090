"""A robot whose system takes long to load: it sits down meanwhile, and calls when it can."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from support.commands import PATIENCE, Program, run_program, started
from support.systems import write_system

SCRIPT = """
C: Connecting "Old" as North using protocol version 18
T: North ("Old") seated
C: North ready for teams
T: Teams : N/S : "Old". E/W : "Young"
C: North ready to start
T: Start of board
C: North ready for deal
T: Board number 1. Dealer West. Neither vulnerable.
C: North ready for cards
T: North's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.
C: North ready for West's bid
T: West passes
"""


@pytest.fixture
def slow_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, bytes]:
    """Return a pipe from which programs will read a compiled system, and what to write to it."""
    monkeypatch.setenv("DOWAGER_CACHE", str(tmp_path / "cache"))
    assert run_program("bid", "AQ5.KJ4.KT73.Q92", "--system", "natural").code == 0
    (kept,) = (tmp_path / "cache").glob("natural-*")
    data = kept.read_bytes()
    kept.unlink()
    os.mkfifo(kept)
    return kept, data


def release(pipe: Path, data: bytes, reader: Program) -> None:
    """Write to a pipe as soon as a program reads from it."""
    while True:
        try:
            number = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
            break
        except OSError:
            assert reader.running
    os.set_blocking(number, True)
    with os.fdopen(number, "wb") as out:
        out.write(data)


def test_a_robot_sits_down_before_its_system_is_loaded(slow_system: tuple[Path, bytes]) -> None:
    pipe, data = slow_system
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        where = ("--port", str(server.getsockname()[1]), "--dialect", "gap:0", "--quiet")
        words = ("--seat", "North", "--team", "Old", "--system", "natural")
        with started("sit", *where, *words) as robot:
            connection, _ = server.accept()
            connection.settimeout(PATIENCE)
            with connection, connection.makefile("rw", newline="\r\n") as table:
                for line in SCRIPT.strip().splitlines():
                    if line.startswith("T: "):
                        table.write(f"{line[3:]}\r\n")
                        table.flush()
                    else:
                        assert table.readline() == f"{line[3:]}\r\n"
                release(pipe, data, robot)
                assert table.readline().startswith(("North bids ", "North passes"))
                table.write("End of session\r\n")
                table.flush()
                end = robot.rest()
    assert (end.code, end.err) == (0, "")


def test_a_faulty_system_ends_a_robot_that_waits_for_its_table(tmp_path: Path) -> None:
    system = write_system(tmp_path / "mine", "system: [\n")
    with socket.create_server(("127.0.0.1", 0)) as server:
        words = ("--port", str(server.getsockname()[1]), "--system", system.parent)
        done = run_program("sit", *words)
    assert done.code == 2 and str(system) in done.err and "Traceback" not in done.err
