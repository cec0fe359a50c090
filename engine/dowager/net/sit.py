"""A robot at somebody's table: connecting, and coming back when the connection is lost.

A session never ends by a fault of ours: thinking that fails or takes too long is reported, and a
safe legal action is taken (`thinking`).
"""

from __future__ import annotations

import asyncio
import os
import time

from dowager.net.robot_session import Ending, NewRobot, Report, RobotSession, SitOptions
from dowager.net.streams import Reader, Writer
from dowager.net.thinking import Thinker
from dowager.net.wire_log import WireLog


async def sit(options: SitOptions, new_robot: NewRobot, report: Report, log: WireLog) -> str:
    """Play a session; come back when the connection is lost.

    Args:
        options: where and how to sit.
        new_robot: makes the robot, once the seat is known.
        report: takes lines for the operator.
        log: takes every line that is said.

    Returns:
        What ended it before its time; empty when it ended as it should.
    """
    thinker = Thinker(report)
    try:
        return await _sessions(options, new_robot, report, log, thinker)
    finally:
        thinker.close()


async def _sessions(
    options: SitOptions,
    new_robot: NewRobot,
    report: Report,
    log: WireLog,
    thinker: Thinker,
) -> str:
    ending, deadline = Ending(""), time.monotonic() + options.connect
    returning = False
    while True:
        try:
            reader, writer = await _connected(options, deadline, report)
        except OSError as error:
            return ending.fault if returning else _no_connection(options, error)
        seat = "any seat" if options.seat is None else options.seat.word
        report(f'connected; asking for {seat} for "{options.team}"')
        session = RobotSession(options, new_robot, report, log, thinker, reader, writer)
        ending = await session.run()
        if ending.cut_off and options.reconnect > 0:
            returning, deadline = True, time.monotonic() + options.reconnect
            report("the connection was lost; trying to come back")
        elif ending.refused and returning and time.monotonic() < deadline:
            await asyncio.sleep(0.5)  # the table may not have noticed yet that we had gone
        else:
            return ending.fault


def _no_connection(options: SitOptions, error: OSError) -> str:
    at = f"{options.host}, port {options.port}"
    why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
    return (
        f"cannot connect to a table at {at}: {why}; start one there with `dowager table`, or name"
        " another with --host and --port"
    )


async def _connected(options: SitOptions, deadline: float, report: Report) -> tuple[Reader, Writer]:
    """Connect, trying again as long as we may: the table may not have been opened yet."""
    at = f"{options.host}, port {options.port}"
    report(f"looking for a table at {at}")
    while True:
        try:
            return await options.open(options.host, options.port)
        except OSError:
            if time.monotonic() >= deadline:
                raise
            await asyncio.sleep(0.2)
