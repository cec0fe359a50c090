"""Running `dowager` in a test: inside this process, or as a program with pipes.

A program that runs beside a test is ended by what it says, never by a clock: wait for a line of it.
`PATIENCE` only keeps a test that hangs from running for ever; no program needs nearly as long.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from dowager.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
TINY = ("--system", "tests/data/tiny")
"""Options, in `ROOT`, for the small system whose answers the tests know."""
PATIENCE = 300.0
"""Seconds after which a program that a test waits for is killed, so that the test fails."""
COMMAND = (sys.executable, "-m", "dowager")


@dataclass(frozen=True, slots=True)
class Result:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer read as JSON."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The answer read as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


class Dowager:
    """Runs the command in this process, through the same `main` as the installed program."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *args: str, given: bytes = b"") -> Result:
        """Run with some arguments and standard input; an exception that escapes fails the test."""
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = 0
        try:
            main(list(args))
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        captured = self._capsys.readouterr()
        return Result(code, captured.out, captured.err)

    def answers(self, *args: str, lines: list[dict[str, Any]]) -> list[Any]:
        """Send objects to a line interface and return its answers."""
        given = "".join(json.dumps(line) + "\n" for line in lines).encode()
        result = self(*args, "--jsonl", given=given)
        assert (result.code, result.err) == (0, "")
        return result.lines


def run_program(*words: str | Path) -> Result:
    """Run the command as a program, to its end."""
    command = [*COMMAND, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    return Result(done.returncode, done.stdout, done.stderr)


class Program:
    """The command as a program that runs beside the test, and what it says."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """Its number; those that it starts belong to the group of this number, or to their own."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def write(self, text: str) -> None:
        """Say something to it, at once."""
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def line(self) -> str:
        """Return its next line, without the line end; that it ends instead fails the test."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"it has ended: {self.rest()}"
        return line.rstrip("\n")

    def line_with(self, is_wanted: Callable[[str], object]) -> str:
        """Return its next line of a kind, passing over others."""
        line = self.line()
        while not is_wanted(line):
            line = self.line()
        return line

    def text_to(self, end: str) -> str:
        """Return its next words up to some, which need not end a line."""
        assert self._process.stdout is not None
        text = ""
        while not text.endswith(end):
            letter = self._process.stdout.read(1)
            assert letter, f"it has ended: {text} {self.rest()}"
            text += letter
        return text

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self._process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """End it as a crash does, and wait until it has ended."""
        self._process.kill()
        self._process.wait()

    def rest(self) -> Result:
        """Say no more and wait for its end; return what it has said since the last line read."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        out, err = process.stdout.read(), process.stderr.read() if process.stderr else ""
        return Result(process.wait(), out, err)


@contextmanager
def started(
    *words: str | Path, err_to_out: bool = False, patience: float = PATIENCE
) -> Iterator[Program]:
    """Start the command as a program; it ends with the block, and all that it started with it.

    Args:
        words: its arguments.
        err_to_out: whether what it says on standard error stands among the lines of its output.
        patience: seconds after which it is killed; more for one that serves many tests.
    """
    with interruptible():
        process = subprocess.Popen(
            [*COMMAND, *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if err_to_out else subprocess.PIPE,
            text=True,
            # What it prints has to be flushed by itself, as when anybody else reads it.
            env={name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"},
            start_new_session=True,
        )
    deadline = Timer(patience, _kill_all, [process])
    deadline.start()
    with process:
        try:
            yield Program(process)
        finally:
            deadline.cancel()
            _kill_all(process)


def _kill_all(process: subprocess.Popen[str]) -> None:
    """Kill a process and those that it started: its session is a group of its own."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let programs that are started hear Ctrl-C, even where the tests are a job that ignores it.

    A signal that is ignored stays so in a child; one that is handled has its default there.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
