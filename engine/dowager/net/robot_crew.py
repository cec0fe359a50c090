"""The players that a table starts itself: started, replaced, and sent home with the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from dowager.cards import Seat
from dowager.net.robot_process import RobotProcess

_LEAVE = 5.0
"""Seconds that robots have to leave when their table is over."""

_log = logging.getLogger(__name__)


class CrewMember(Protocol):
    """Keeps one player of a table, robot or brain."""

    async def run(self) -> str:
        """Keep it until the session is over; return why it cannot go on, or nothing."""

    def replace(self, why: str) -> None:
        """Kill the player, which has been missed; another process takes its place."""

    def finished_board(self) -> None:
        """Take note that a board was finished."""

    def take_faults(self) -> list[str]:
        """Return what the player did wrong since this was last asked."""

    def leave(self) -> None:
        """Take note that the session is over: no other process is started."""


class RobotCrew:
    """Keeps the players of a table that are processes of its own.

    Args:
        report: takes lines for the operator.
        failed: takes why a robot cannot go on; without it the table cannot, either.
    """

    def __init__(self, report: Callable[[str], None], failed: Callable[[str], None]) -> None:
        self._report = report
        self._failed = failed
        self._robots: dict[Seat, CrewMember] = {}
        self._stopped: list[asyncio.Task[None]] = []
        self._tasks: dict[Seat, asyncio.Task[None]] = {}

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._robots

    def start(
        self,
        seat: Seat,
        command: Callable[[], Sequence[str]],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start a seat's robot.

        Args:
            seat: the seat.
            command: gives the words that start it, each time anew.
            environment: what its environment has besides ours.
        """
        name = f"{seat.word}'s robot"
        report = partial(self._report_of, name)
        self.keep(seat, name, RobotProcess(command, report, environment))

    def _report_of(self, name: str, text: str) -> None:
        self._report(f"{name} {text}")

    def keep(self, seat: Seat, name: str, member: CrewMember) -> None:
        """Take a member that keeps a seat's player; `name` is for the operator."""
        self._robots[seat] = member
        self._tasks[seat] = asyncio.create_task(self._keep(name, member))

    async def _keep(self, name: str, member: CrewMember) -> None:
        try:
            fault = await member.run()
        except Exception as error:  # a bug of ours must not leave its table waiting
            _log.error("a player cannot be kept", exc_info=error)
            fault = f"cannot go on: our own fault: {type(error).__name__}: {error}"
        if fault:
            self._failed(f"{name} {fault}")

    def stop(self, seat: Seat) -> None:
        """Stop a seat's robot, if it has one, and start no other."""
        if self._robots.pop(seat, None) is not None:
            task = self._tasks.pop(seat)
            task.cancel()
            self._stopped = [*(old for old in self._stopped if not old.done()), task]

    def replace(self, seat: Seat, why: str) -> bool:
        """Replace a seat's robot, if it has one; return whether it has."""
        if seat in self._robots:
            self._robots[seat].replace(why)
        return seat in self._robots

    def finished_board(self) -> tuple[str, ...]:
        """Take note that a board was finished: the players can do their work.

        Returns:
            What they did wrong in it: `South: it has ended (exit code 1)`.
        """
        faults: list[str] = []
        for seat, robot in sorted(self._robots.items()):
            robot.finished_board()
            faults += (f"{seat.word}: {fault}" for fault in robot.take_faults())
        return tuple(faults)

    def leave(self) -> None:
        """Take note that the robots are about to end: no others are started."""
        for robot in self._robots.values():
            robot.leave()

    async def send_home(self) -> None:
        """Wait a moment for robots that are about to leave, and stop the others."""
        self.leave()
        tasks = [*self._tasks.values(), *self._stopped]
        if tasks:
            await asyncio.wait(tasks, timeout=_LEAVE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
