"""Ending with the program that started us: a pipe that it holds open closes when it is gone."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from threading import Thread


def end_with_standard_input() -> None:
    """End this process at once, with exit code 1, when its standard input ends.

    It works from now on, whatever the process is busy with.
    """
    Thread(target=_wait_for_end, args=(sys.stdin.fileno(),), daemon=True).start()


def _wait_for_end(pipe: int) -> None:
    with suppress(OSError):
        while os.read(pipe, 4096):  # not by `sys.stdin`, whose lock the end of Python waits for
            pass
    os._exit(1)
