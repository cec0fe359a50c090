"""A brain at a seat: started, watched, started again, and replaced by a substitute.

A brain that has been started three times in a board, or has used up its time for the match, is not
asked any more: the substitute passes, and plays the lowest card that it may, until the board, or
the session, is over. So whatever a brain does, the others play on.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from dowager.net.brain_process import BrainProcess
from dowager.net.doors import Door
from dowager.net.host import Host
from dowager.net.outbox import cut
from dowager.table import BrainProtocol, BrainTerms, NewTableConversation

_STARTS = 3
"""How often a brain is started in one board."""
_LOOK = 0.25
"""Seconds between two looks at what a brain uses."""
_LEAVE = 1.0
"""Seconds that a brain has to end after END."""
_SIT = 20.0
"""Seconds that a brain has for its answer to ABOUT."""
_HINT = "lines end with CR LF, and answers must be flushed"


class BrainSeat:
    """Keeps a seat of a table with a brain; it is the `BrainKeeper` of each of its processes.

    Args:
        host: keeps the table.
        protocol: what the brain speaks.
        terms: what it is told.
        command: the words that start it.
        folder: its working folder, which exists.
        report: takes lines for the operator.
    """

    def __init__(
        self,
        host: Host,
        protocol: BrainProtocol,
        terms: BrainTerms,
        command: Sequence[str],
        folder: Path,
        report: Callable[[str], None],
    ) -> None:
        self._host, self._protocol, self._terms = host, protocol, terms
        self._command, self._folder, self._report = command, folder, report
        self._process: BrainProcess | None = None
        self._faults: list[str] = []
        self._starts = 0
        self._known = False  # whether any process of it has ever answered
        self._introduced = False  # whether this one has
        self._home = False  # whether the session is over
        self._told = False  # whether this process has been told to end
        self._used = 0.0
        self._since: float | None = None
        self._relieved = asyncio.Event()

    # -- the keeper of a brain ---------------------------------------------------------------------

    @property
    def time_left(self) -> float | None:
        """The seconds that the brain has left of the match; None for any number."""
        limit = self._terms.limits.match
        return None if limit is None else limit - self._used - self._running

    @property
    def _running(self) -> float:
        return 0.0 if self._since is None else time.monotonic() - self._since

    @property
    def _late(self) -> bool:
        return self.time_left is not None and self.time_left <= 0

    def asked(self) -> None:
        """Let the brain's clock run."""
        self._since = time.monotonic()

    def answered(self) -> None:
        """Stop the brain's clock."""
        self._used += self._running
        self._since = None

    def introduced(self, text: str) -> None:
        """Report what a process says about itself: it answers."""
        if not self._known:
            self._report(f"is {text}")
        self._introduced = self._known = True

    def says(self, text: str) -> None:
        """Report a line of the brain."""
        self._report(text)

    def fault(self, text: str) -> None:
        """Record a fault of the brain."""
        self._report(f"is at fault: {text}")
        self._faults.append(text)

    def let_go(self, fault: str = "") -> None:
        """Kill the brain in a second, unless it ends by itself: it has been told to."""
        if fault and not self._told:
            self.fault(fault)
        self._told = True
        if self._process is not None:
            asyncio.get_running_loop().call_later(_LEAVE, self._process.kill)

    def take_faults(self) -> list[str]:
        """Return the faults since this was last asked, and forget them."""
        faults, self._faults = self._faults, []
        return faults

    # -- a member of the crew ----------------------------------------------------------------------

    async def run(self) -> str:
        """Keep the seat until the session is over.

        Returns:
            Why the brain has never answered at all; empty when it has ended as it should.
        """
        while not self._home and not self._host.over:
            if self._starts < _STARTS and not self._late:
                self._starts += 1
                await self._play()
            elif self._known:
                await self._relieve()
            else:
                return f"cannot go on: {self._faults[-1]}"
        return ""

    def finished_board(self) -> None:
        """Take note that a board was finished: the brain may try again."""
        self._starts = 0
        if not self._late:
            self._relieved.set()

    def replace(self, why: str) -> None:
        """Kill the brain, which has been missed; another process takes its place."""
        if self._process is not None and not self._told:
            self.let_go(why)

    def leave(self) -> None:
        """Take note that the session is over."""
        self._home = True
        self._relieved.set()

    # -- processes ---------------------------------------------------------------------------------

    async def _play(self) -> None:
        """Let a process of the brain play until it ends."""
        self._told = self._introduced = False
        try:
            limits = self._terms.limits
            self._process = process = await BrainProcess.start(
                self._command, self._folder, limits.memory, limits.files
            )
        except OSError as error:
            self.fault(f"it cannot be started: {error.strerror or error}")
            return
        watch = asyncio.create_task(self._watch(process))
        try:
            await self._serve(process.out, process.into, self._protocol.handler(self._terms, self))
        finally:
            watch.cancel()
            self.answered()
            ended = await process.end()
            self._process = None
        if not self._told and not self._home and not self._host.over:
            self.fault(ended)

    async def _serve(
        self,
        out: asyncio.StreamReader,
        into: asyncio.StreamWriter,
        conversation: NewTableConversation,
    ) -> None:
        await self._host.serve(out, into, Door(conversation, only=self._terms.seat))

    async def _watch(self, process: BrainProcess) -> None:
        """See that a process keeps to its limits, and answers at first."""
        until = time.monotonic() + _SIT
        while not self._told:
            await asyncio.sleep(_LOOK)
            excess = self._excess(process)
            if not self._introduced and time.monotonic() > until:
                excess = f"it has not answered ABOUT within {_SIT:g} s; {_HINT}"
            if excess:
                self.let_go(excess)
                process.kill()

    def _excess(self, process: BrainProcess) -> str:
        """Return which limit a process exceeds; empty for none."""
        limits = self._terms.limits
        if self._since is not None and self._late:
            return f"its {limits.match:g} s for the match are over"
        if limits.memory is not None and (used := process.memory) > limits.memory:
            used, most = used // 1_000_000, limits.memory // 1_000_000
            return f"it uses {used} MB of memory, and may use {most}"
        if (size := size_of(self._folder)) > limits.files:
            empty(self._folder)
            return f"its files take {size} bytes, and may take {limits.files}"
        return ""

    # -- the substitute ----------------------------------------------------------------------------

    async def _relieve(self) -> None:
        """Let the substitute act until the board is over; what it sends comes back."""
        self._relieved.clear()
        self._report("is relieved: the table passes for it, and plays its lowest cards")
        ours, theirs = socket.socketpair()
        out, into = await asyncio.open_connection(sock=ours)
        echo = asyncio.create_task(_echo(theirs))
        leave = asyncio.create_task(self._relieved.wait())
        leave.add_done_callback(lambda task: cut(into))
        try:
            await self._serve(out, into, self._protocol.substitute(self._terms))
        finally:
            leave.cancel()
            echo.cancel()
            await asyncio.gather(echo, leave, return_exceptions=True)


async def _echo(side: socket.socket) -> None:
    """Send back all that comes."""
    reader, writer = await asyncio.open_connection(sock=side)
    try:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
    finally:
        cut(writer)


def size_of(folder: Path) -> int:
    """Return the bytes of all files in a folder and below it."""
    total = 0
    for file in folder.rglob("*"):
        with suppress(OSError):
            total += 0 if file.is_symlink() else file.stat().st_size
    return total


def empty(folder: Path) -> None:
    """Remove what is in a folder."""
    for each in sorted(folder.rglob("*"), reverse=True):
        with suppress(OSError):
            each.rmdir() if each.is_dir() and not each.is_symlink() else each.unlink()
