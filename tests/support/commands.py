"""Owns running `dowager` in a test: inside this process, or as a program with pipes."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dowager.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
TINY = ("--system", "tests/data/tiny")
"""Options, in `ROOT`, for the small system whose answers the tests know."""


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
