"""A robot as a process of its own: started, replaced when it dies or is frozen, and ended.

The process holds the read end of a pipe as its standard input and ends with it, so that no robot
outlives the program that started it, however that ended. It is a process group of its own: Ctrl-C
reaches only the program that started it, which sends its robots home.
"""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping, Sequence

_STARTS = 20
"""How often a robot is started before it is given up, unless a board was finished meanwhile."""
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_TAIL = 2000
_WRONG_INPUT = 2
"""The exit code of a robot that another start would not help."""


class RobotProcess:
    """Keeps one robot running.

    Args:
        command: gives the words that start it.
        report: takes what goes wrong, for the operator.
        environment: what its environment has besides ours, such as a password: others see commands.
    """

    def __init__(
        self,
        command: Callable[[], Sequence[str]],
        report: Callable[[str], None],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._command = command
        self._report = report
        self._environment = dict(environment or {})
        self._process: Process | None = None
        self._leaving = False
        self._starts = 0
        self._faults: list[str] = []

    async def run(self) -> str:
        """Run the robot, again when it dies, until it ends by itself; when cancelled, kill it.

        Returns:
            Why it cannot go on; empty when it has ended as it should.
        """
        while self._starts < _STARTS:
            self._starts += 1
            code, said = await self._run_once()
            if code == 0 and said:
                self._report(f"says: {said}")
            if code == 0 or self._leaving:
                return ""
            self._fault(f"ended ({said or 'no word'})")
            if code == _WRONG_INPUT or not self._process:
                return f"cannot go on: {said}"
        return f"cannot go on: started {_STARTS} times, and no board was finished"

    def finished_board(self) -> None:
        """Take note that a board was finished: the robot can do its work."""
        self._starts = 0

    def replace(self, why: str) -> None:
        """Kill the robot, even if it is frozen; another is started."""
        if self._process is not None and self._process.returncode is None:
            self._fault(f"is replaced: {why}")
            self._process.kill()

    def _fault(self, text: str) -> None:
        self._report(text)
        self._faults.append(text)

    def take_faults(self) -> list[str]:
        """Return why the robot was replaced since this was last asked, and forget it."""
        faults, self._faults = self._faults, []
        return faults

    def leave(self) -> None:
        """Take note that the robot is about to end: however it does, no other is started."""
        self._leaving = True

    async def _run_once(self) -> tuple[int, str]:
        """Return a robot's exit code and the end of what it said."""
        try:
            self._process = process = await self._start()
        except OSError as error:
            return 1, f"cannot be started: {error.strerror or error}"
        assert process.stderr is not None
        try:
            errors = await process.stderr.read()
            code = await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return code, errors[-_TAIL:].decode(errors="replace").strip()

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._command(),
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=PIPE,
            process_group=0,
            env=os.environ | _ONE_THREAD | self._environment,
        )
