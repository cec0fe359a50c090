"""The robots at one table, each a process: started, replaced, and sent home with the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from dowager.cards import Seat
from dowager.net.robot_process import RobotProcess

_LEAVE = 5.0
"""Seconds that robots have to leave when their table is over."""


class RobotCrew:
    """Keeps the robots of a table.

    Args:
        report: takes lines for the operator.
        failed: takes why a robot cannot go on; without it the table cannot, either.
    """

    def __init__(self, report: Callable[[str], None], failed: Callable[[str], None]) -> None:
        self._report = report
        self._failed = failed
        self._robots: dict[Seat, RobotProcess] = {}
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
        robot = RobotProcess(
            command, lambda text: self._report(f"{seat.word}'s robot {text}"), environment
        )
        self._robots[seat] = robot
        self._tasks[seat] = asyncio.create_task(self._keep(seat, robot))

    async def _keep(self, seat: Seat, robot: RobotProcess) -> None:
        fault = await robot.run()
        if fault:
            self._failed(f"{seat.word}'s robot {fault}")

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

    def finished_board(self) -> None:
        """Take note that a board was finished: the robots can do their work."""
        for robot in self._robots.values():
            robot.finished_board()

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
