"""Spoilt lines over pipes: to our brain, and from brains of no sense to a table.

    python tools/brain_fuzz.py COUNT SEED

is such a brain; it counts its lines as bytes of the file COUNT.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import IO

from dowager.auction import dealer_of_board
from dowager.cards import Seat, random_deal
from dowager.formats import read_pbn, write_pbn
from fuzzed import PATIENCE, SHARES, Report, Watched, drain, running
from pipe_fuzz import spoilt
from random_boards import random_boards

_BOARDS = 6
"""Boards that a manager of nonsense says before it waits for the brain."""
_SCRIPTS = 100
"""Different boards that it says, again and again, each time spoilt otherwise."""


def fuzz_brain(lines: int, seed: int) -> Report:
    """Talk nonsense to our brain.

    Raises:
        AssertionError: it did what it must not.
    """
    report, random = Report(), Random(seed)
    with running("brain", "--system", "natural", "--seconds-per-board", "0") as brain:
        assert brain.stdin is not None and brain.stdout is not None
        named = threading.Semaphore(0)
        threading.Thread(target=_hear, args=(brain.stdout, named, report), daemon=True).start()
        watched = Watched(lambda: brain.pid, lines, report)
        share, report.starts = 0.1, 1
        while watched.going:
            boards = (_manager_lines(_script(random), report) for _ in range(_BOARDS))
            for line in chain.from_iterable(boards):
                bad = random.random() < share
                said = spoilt(line, random) if bad else line
                brain.stdin.write((said if said[:3].upper() != b"END" else b"") + b"\r\n")
                report.lines += 1
            share = random.choice(SHARES)
            _await_about(brain, named)
            watched.look()
        brain.stdin.write(b"END\r\n")
        brain.stdin.close()
        assert brain.wait(PATIENCE) == 0
    return report


def _await_about(brain: subprocess.Popen[bytes], named: threading.Semaphore) -> None:
    """Wait until the brain has dealt with all that was said to it, by asking for its name."""
    assert brain.stdin is not None
    while named.acquire(blocking=False):
        pass
    until = time.monotonic() + PATIENCE
    while True:
        brain.stdin.write(b"\r\nDONE\r\nABOUT\r\n")
        brain.stdin.flush()
        if named.acquire(timeout=1.0):  # otherwise too many lines were waiting to take this one
            return
        assert time.monotonic() < until, f"the brain is silent (exit code {brain.poll()})"


def _hear(said: IO[bytes], named: threading.Semaphore, report: Report) -> None:
    """Count a brain's answers, and those that give its name."""
    for line in said:
        report.answers += 1
        if line.startswith(b"name="):
            named.release()


def _script(random: Random) -> Random:
    """Return what makes one of a few boards: what a brain keeps of positions is soon complete."""
    return Random(random.randrange(_SCRIPTS))


def _manager_lines(random: Random, report: Report) -> Iterator[bytes]:
    """Yield what a manager says in the auction of a board: our brain's seat deals."""
    report.boards += 1
    number, hand = random.randrange(1, 1000), random_deal(random)[Seat.NORTH]
    seat = dealer_of_board(number)
    yield f"START {number},{seat.letter},{seat.letter},none,{hand},any,any".encode()
    yield from (b"INFO timeout_turn 0", b"INFO time_left 100000", b"ABOUT")
    for _ in range(random.randrange(4)):
        yield b"BEGIN"
        for step in (1, 2, 3):
            call = random.choice(("P", "P", "X", f"{random.randrange(1, 8)}D", "3NT"))
            yield f"TURN {seat.plus(step).letter},{call}".encode()
    yield from (b"BOARD", f"{seat.letter},P".encode(), b"DONE", b"TAKEBACK N,P", b"RECTSTART 3,3")


def fuzz_table(lines: int, seed: int) -> Report:
    """Let four brains of little sense play at a table.

    Raises:
        AssertionError: it did what it must not.
    """
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards, results = folder / "boards.pbn", folder / "results.pbn"
        boards.write_text(write_pbn(random_boards(2_000, Random(seed))))
        count = folder / "lines"
        brain = f"command {sys.executable} {Path(__file__).absolute()} {count} {seed}"
        seats = [word for seat in Seat for word in (f"--{seat.word.lower()}", brain)]
        words = ("--no-pause", "--port", "0", "--plain", "--results", results)
        said = (folder / "said").open("wb")
        with said, running("table", "--pbn", boards, *words, *seats, stderr=said) as table:
            assert table.stdout is not None
            threading.Thread(target=drain, args=(table.stdout,), daemon=True).start()
            watched = Watched(lambda: table.pid, lines, report)
            while watched.going:
                time.sleep(0.2)
                assert table.poll() is None, (folder / "said").read_text()[-500:]
                report.lines = count.stat().st_size if count.exists() else 0
                watched.look()
        played = read_pbn(results.read_text())
        report.boards, report.starts = len(played), count.with_suffix(".starts").stat().st_size
        report.answers = sum(len(board.calls) + len(board.play) for board in played)
        assert all(board.contract is None or len(board.play) == 52 for board in played)
    return report


def be_brain(count: Path, seed: int) -> None:
    """Be a brain that says nonsense, and now and then what is legal; count lines as bytes."""
    random, legal, share = Random(seed + os.getpid()), ["P"], 0.1
    with count.open("ab") as lines, count.with_suffix(".starts").open("ab") as starts:
        starts.write(b".")
        starts.flush()
        for line in sys.stdin.buffer:
            word, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            said: list[bytes] = []
            if word == "ABOUT":
                said = [b'name="nonsense"']
            elif word in ("START", "RESTART"):
                said, share = [b"OK"], random.choice(SHARES)
            elif word == "INFO" and rest.startswith("legal "):
                legal = rest.removeprefix("legal ").split(",")
            elif word in ("BEGIN", "DONE"):
                chatter = (b"MESSAGE hello", b"DEBUG " + random.randbytes(20), b"SUGGEST P", b"")
                said = [random.choice(chatter) for _ in range(random.randrange(30))]
                said.append(random.choice(legal).encode())
            elif word == "END":
                return
            for each in said:
                bad = word in ("BEGIN", "DONE") and random.random() < share / 20
                sys.stdout.buffer.write((spoilt(each, random) if bad else each) + b"\n")
            sys.stdout.buffer.flush()
            lines.write(b"." * len(said))
            lines.flush()


if __name__ == "__main__":
    be_brain(Path(sys.argv[1]), int(sys.argv[2]))
