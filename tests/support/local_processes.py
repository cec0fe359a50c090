"""Processes that a program under test has started: finding them, and waiting for their end."""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Iterable

from support.commands import PATIENCE


def children(pid: int, *words: str) -> list[int]:
    """Return the numbers of a process's children whose command has all of some words."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(row[0]) for row in rows if int(row[1]) == pid and set(words) <= set(row[2:])]


def first_children(pid: int, number: int, *words: str) -> list[int]:
    """Return a process's children of a kind as soon as there are so many."""
    while len(seen := children(pid, *words)) < number:
        os.kill(pid, 0)  # fails the test if the process has ended
    return seen


def freeze(pid: int) -> None:
    """Stop a process, and wait until it stands still.

    The kernel wakes a frozen robot, and ends it, when its match dies; one that is only about to
    stop is left alone.
    """
    os.kill(pid, signal.SIGSTOP)
    while not _state(pid).startswith("T"):
        pass


def _state(pid: int) -> str:
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=True
    )
    return listed.stdout.strip()


def await_end(pids: Iterable[int]) -> None:
    """Wait until processes have ended, whoever started them; fail if they do not."""
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            assert select.select([handle], [], [], PATIENCE)[0], f"process {pid} is still there"
        finally:
            os.close(handle)
