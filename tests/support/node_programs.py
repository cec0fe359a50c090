"""Programs in JavaScript that run beside a test, with the package `ws` from npm."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from support.commands import PATIENCE, ROOT

SCRIPTS = ROOT / "tests" / "support" / "epe321"


def folder_with_ws(folder: Path) -> Path:
    """Return a folder in which node finds `ws`; skip the test without node, npm or its registry."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    (folder / "package.json").write_text('{"private": true}')
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent", "ws@8"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode or not (folder / "node_modules" / "ws").is_dir():
        pytest.skip(f"npm cannot install ws: {done.stderr.strip()[-200:]}")
    return folder


class NodeProgram:
    """A program in JavaScript, and what it says."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def line(self) -> str:
        """Return its next line; that it ends instead fails the test."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "it has ended"
        return line.rstrip("\n")

    def answer(self) -> Any:
        """Return its next line, which is JSON."""
        return json.loads(self.line())

    def kill(self) -> None:
        """End it as a crash does."""
        self._process.kill()
        self._process.wait()


@contextmanager
def node(folder: Path, script: Path, *words: str | Path) -> Iterator[NodeProgram]:
    """Start a program in JavaScript; it ends with the block."""
    process = subprocess.Popen(
        ["node", str(script), *map(str, words)], cwd=folder, stdout=subprocess.PIPE, text=True
    )
    deadline = Timer(PATIENCE, process.kill)
    deadline.start()
    with process:
        try:
            yield NodeProgram(process)
        finally:
            deadline.cancel()
            process.kill()
