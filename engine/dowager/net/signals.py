"""Ending in good order when the system or the operator says so: SIGTERM and Ctrl-C alike."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable


class StopError(Exception):
    """A signal has ended what was going on; the message names it."""


def on_signals(stop: Callable[[str], None]) -> None:
    """Let SIGTERM and SIGINT stop what the running loop does, as long as the loop is there.

    Args:
        stop: takes the reason for the operator; it may be called more than once.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop, f"stopped by {number.name}")
