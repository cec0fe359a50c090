"""Measures many tables in one process beside as many processes: memory, and how long players wait.

    python tools/tables_load.py --tables 100 --boards 4
    python tools/tables_load.py --tables 100 --boards 4 --processes 25

Four instant clients sit at each table. The delay is the time from a client's action until the next
player hears of it; it includes what the clients' own process needs, which is the same for both.
Memory is that of all the tables' processes, at most; shared pages count for each (RSS), or are
divided among those that share them (PSS).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread

from rich.console import Console
from rich.table import Table

from dowager.formats import write_pbn
from inputs import run
from instant_clients import Delays, play_table
from random_boards import random_boards

_WORDS = ("--no-pause", "--gap", "0", "--json")


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of a run.

    Attributes:
        name: what was run.
        tables: how many tables there were.
        resident: the tables' memory in bytes, shared pages counted for each process.
        proportional: the same, with shared pages divided.
        delays: seconds from an action until the next player hears of it, in order.
        seconds: from the first log-on to the last `End of session`.
    """

    name: str
    tables: int
    resident: int
    proportional: int
    delays: Sequence[float]
    seconds: float

    def delay(self, share: float) -> float:
        """Return the delay that a share of the actions does not exceed, in milliseconds."""
        return 1000 * self.delays[min(len(self.delays) - 1, int(share * len(self.delays)))]


def together(file: Path, tables: int, folder: Path) -> Measured:
    """Measure tables in one process."""
    words = ["--tables", str(tables), "--port", "0", "--results", str(folder / "one.pbn")]
    with _started(file, words) as process:
        ports = [_port(process) for _ in range(tables)]
        return _measured("one process", [process], ports)


def apart(file: Path, tables: int, folder: Path) -> Measured:
    """Measure tables in a process each."""
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                _started(file, ["--port", "0", "--results", str(folder / f"{index}.pbn")])
            )
            for index in range(tables)
        ]
        ports = [_port(process) for process in processes]
        return _measured("a process each", processes, ports)


@contextmanager
def _started(file: Path, words: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "dowager", "table", "--pbn", str(file), *_WORDS, *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _port(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    line = process.stdout.readline()
    if "waiting for" not in line:
        raise RuntimeError(f"a table did not open: {line}{process.stdout.read()}")
    return int(line.rpartition(" ")[2])


def _measured(
    name: str, processes: Sequence[subprocess.Popen[str]], ports: Sequence[int]
) -> Measured:
    """Let clients play at all ports, and look at the memory meanwhile."""
    return asyncio.run(_watched(name, processes, ports))


async def _watched(
    name: str, processes: Sequence[subprocess.Popen[str]], ports: Sequence[int]
) -> Measured:
    delays, start = Delays(), time.monotonic()
    for process in processes:
        Thread(target=_drain, args=(process,), daemon=True).start()
    memory = asyncio.create_task(_most_memory([process.pid for process in processes]))
    await asyncio.gather(*(play_table(port, delays) for port in ports))
    seconds = time.monotonic() - start
    memory.cancel()
    resident, proportional = await memory
    return Measured(name, len(ports), resident, proportional, sorted(delays.seconds), seconds)


def _drain(process: subprocess.Popen[str]) -> None:
    """Read what a process prints, which would fill its pipe."""
    assert process.stdout is not None
    for _ in process.stdout:
        pass


async def _most_memory(pids: Sequence[int]) -> tuple[int, int]:
    """Return the most memory that processes have together, until it is cancelled."""
    resident = proportional = 0
    try:
        while True:
            sizes = [_memory(pid) for pid in pids]
            resident = max(resident, sum(size[0] for size in sizes))
            proportional = max(proportional, sum(size[1] for size in sizes))
            await asyncio.sleep(2)
    except asyncio.CancelledError:
        return resident, proportional


def _memory(pid: int) -> tuple[int, int]:
    """Return a process's resident memory in bytes, and its part of what it shares (PSS)."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0, 0
    kilobytes = {line.partition(":")[0]: int(line.split()[-2]) for line in lines[1:]}
    return 1024 * kilobytes["Rss"], 1024 * kilobytes["Pss"]


def show(measured: Sequence[Measured]) -> None:
    """Print what was measured."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    heads = ("", "tables", "MB RSS", "MB PSS", "MB a table", "median ms", "99 % ms", "max ms")
    for head in (*heads, "actions", "s"):
        table.add_column(head, justify="left" if not head else "right")
    for each in measured:
        table.add_row(
            each.name,
            str(each.tables),
            f"{each.resident / 1e6:.0f}",
            f"{each.proportional / 1e6:.0f}",
            f"{each.resident / 1e6 / each.tables:.1f}",
            *(f"{each.delay(share):.1f}" for share in (0.5, 0.99, 1)),
            f"{len(each.delays):,}",
            f"{each.seconds:.1f}",
        )
    Console(width=120).print(table)


def main() -> None:
    """Run both, and print them side by side."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=100, help="tables in one process")
    parser.add_argument("--processes", type=int, help="tables in a process each; default the same")
    parser.add_argument("--boards", type=int, default=4, help="boards at each table")
    parser.add_argument("--seed", type=int, default=1, help="of the boards")
    given = parser.parse_args()
    processes = given.tables if given.processes is None else given.processes
    print(f"{os.cpu_count()} processors, {given.boards} boards at each table")
    with TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "boards.pbn"
        file.write_text(write_pbn(random_boards(given.boards, Random(given.seed))))
        measured = [together(file, given.tables, folder)] if given.tables else []
        if processes:
            measured.append(apart(file, processes, folder))
    show(measured)


if __name__ == "__main__":
    run(main)
