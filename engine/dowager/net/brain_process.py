"""A brain as a process: started with limits, and ended with all that it has started itself.

It is a process group of its own. Beside it stands a guard that holds the read end of a pipe from
us: when we are gone, however that came, the pipe ends and the guard kills the group.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from dowager.net.process_pipes import PipeFrom, PipeTo

_TAIL, _SHOWN = 2000, 160
"""How much is kept, and shown, of the end of what a brain says on standard error."""
_MOMENT = 0.3
"""Seconds in which the last words of a process that has ended are read."""
_GUARD = 'read -r _; kill -s KILL -- "-$1"'
_PAGE = os.sysconf("SC_PAGE_SIZE")
_SPARE = 64 << 20
"""Bytes by which the system's limit is above the brain's own: there counts what a program has
reserved, and not only what it uses."""


class BrainProcess:
    """A brain that runs; `start` makes one."""

    def __init__(
        self, process: Process, guard: Process, into: PipeTo, out: PipeFrom, errors: PipeFrom
    ) -> None:
        self._process, self._guard = process, guard
        self._into, self._out, self._errors = into, out, errors
        self._tail = b""
        self._over = False
        self._reading = asyncio.create_task(self._read_errors())
        self._waiting = asyncio.create_task(self._wait())

    @classmethod
    async def start(
        cls, command: Sequence[str], folder: Path, memory: int | None, files: int
    ) -> BrainProcess:
        """Start a brain in a folder.

        Args:
            command: its words.
            folder: its working folder.
            memory: bytes of memory that it may use; None for any number.
            files: bytes that a file of it may have.

        Raises:
            OSError: it cannot be started.
        """
        into, out, errors = await PipeTo.open(), await PipeFrom.open(), await PipeFrom.open()
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=into.end, stdout=out.end, stderr=errors.end,
                cwd=folder, process_group=0,
            )  # fmt: skip
            _limit(process.pid, memory, files)
            guard = await _guarded(process)
        except OSError:
            for pipe in (into, out, errors):
                pipe.close()
            raise
        finally:
            for pipe in (into, out, errors):
                os.close(pipe.end)
        return cls(process, guard, into, out, errors)

    @property
    def out(self) -> asyncio.StreamReader:
        """What it says; it ends soon after the process."""
        return self._out.reader

    @property
    def into(self) -> asyncio.StreamWriter:
        """What it hears."""
        return self._into.writer

    async def _read_errors(self) -> None:
        while data := await self._errors.reader.read(65_536):
            self._tail = (self._tail + data)[-_TAIL:]

    async def _wait(self) -> None:
        """Wait for the process, then for its last words; those that it has started go with it."""
        await self._process.wait()
        await asyncio.sleep(_MOMENT)
        self._kill_group()
        self._out.close()
        self._errors.close()

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    @property
    def memory(self) -> int:
        """The bytes of memory that it uses with all that it has started (Linux)."""
        return sum(_resident(pid) for pid in _group(self._process.pid))

    def kill(self) -> None:
        """Kill it with all that it has started, unless `end` has done so."""
        if not self._over:
            self._kill_group()

    async def end(self) -> str:
        """Kill what is left of it, a moment after it has closed its output, and wait.

        Returns:
            How it has ended, and its last words: `it has ended (exit code 1: No such file)`.
        """
        await asyncio.wait([self._waiting], timeout=2 * _MOMENT)
        mute = not self._waiting.done()
        self.kill()
        await self._waiting
        self._over = True
        self._into.close()
        with suppress(ProcessLookupError):
            self._guard.kill()
        await self._guard.wait()
        await self._reading
        said = " ".join(self._tail.decode(errors="replace").split())
        said = said if len(said) <= _SHOWN else f"...{said[-_SHOWN:]}"
        if mute:
            return "it has closed its output"
        ended = _ending(self._process.returncode or 0)
        return f"it has ended ({ended}: {said})" if said else f"it has ended ({ended})"


async def _guarded(process: Process) -> Process:
    """Start the guard of a process; without one the process goes."""
    try:
        return await asyncio.create_subprocess_exec(
            "sh", "-c", _GUARD, "sh", str(process.pid),
            stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, process_group=0,
        )  # fmt: skip
    except OSError:
        process.kill()
        raise


def _limit(pid: int, memory: int | None, files: int) -> None:
    """Set the system's limits for a process that has just been started, and its children."""
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: files}
    if memory is not None:
        limits[resource.RLIMIT_DATA] = memory + _SPARE
    with suppress(ProcessLookupError):
        for kind, most in limits.items():
            resource.prlimit(pid, kind, (most, most))


def _group(leader: int) -> list[int]:
    """Return the processes of a group."""
    pids = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) == leader:
                pids.append(int(folder.name))
    return pids


def _resident(pid: int) -> int:
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    return 0


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"
