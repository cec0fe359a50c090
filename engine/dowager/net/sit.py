"""Owns a robot's session at somebody's table: connecting, and coming back.

A session never ends by a fault of ours: thinking that fails or takes too long is told, and a safe
legal action is taken (`thinking`).
"""

from __future__ import annotations

import asyncio
import time

from dowager.net.chair import Chair, Ending, NewRobot, Report, Sitting
from dowager.net.thinking import Thinker
from dowager.net.wirelog import WireLog

__all__ = ["Sitting", "sit"]


async def sit(sitting: Sitting, new_robot: NewRobot, report: Report, log: WireLog) -> str:
    """Play a session; come back when the connection is lost.

    Returns:
        What ended it before its time; empty when it ended as it should.
    """
    thinker = Thinker(report)
    try:
        return await _sessions(sitting, new_robot, report, log, thinker)
    finally:
        thinker.close()


async def _sessions(
    sitting: Sitting,
    new_robot: NewRobot,
    report: Report,
    log: WireLog,
    thinker: Thinker,
) -> str:
    end, deadline = Ending(""), time.monotonic() + sitting.connect
    returning = False
    while True:
        try:
            reader, writer = await _connected(sitting, deadline)
        except OSError as error:
            return end.fault if returning else _no_connection(sitting, error)
        chair = Chair(sitting, new_robot, report, log, thinker, reader, writer)
        end = await chair.session()
        if end.cut_off and sitting.reconnect > 0:
            returning, deadline = True, time.monotonic() + sitting.reconnect
            report("the connection was lost; trying to come back")
        elif end.refused and returning and time.monotonic() < deadline:
            await asyncio.sleep(0.5)  # the table may not have noticed yet that we had gone
        else:
            return end.fault


def _no_connection(sitting: Sitting, error: OSError) -> str:
    return f"cannot connect to {sitting.host}:{sitting.port}: {error.strerror or error}"


async def _connected(
    sitting: Sitting, deadline: float
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect, trying again as long as we may: the table may not have been opened yet."""
    while True:
        try:
            return await asyncio.open_connection(sitting.host, sitting.port)
        except OSError:
            if time.monotonic() >= deadline:
                raise
            await asyncio.sleep(0.2)
