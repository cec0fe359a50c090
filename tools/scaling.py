"""Measures units of work on local processes and on a Dask cluster, side by side.

    python tools/scaling.py [--system sayc] [--boards 2000] [--units 4] [--rounds 3] [--json]

In each round the same units of random boards are bid once in each way, in a random order, by new
workers. A figure is boards a second of wall time once all workers have their systems, and its ratio
to one local process in the same round: the median, the least and the greatest. `CPU` is that ratio
for the CPU time of the processes that bid, which other programs on the machine change least. Two
processes use more of it than one on few boards, since each works out conditions for itself.
`empty` is milliseconds for a unit without work: what handing out and taking back cost; `client` and
`scheduler` are CPU milliseconds of it, in this process and in the scheduler. The cluster is a real
one, on 127.0.0.1. All ways must give the same auctions.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from distributed import Client

from dowager.authoring.workers import Unit, Work, run_units
from dowager.authoring.workers.job import pickled_job
from dowager.authoring.workers.local_workers import run_locally
from dowager.bidder.bulk import bid_boards, random_boards
from dowager.language.files import PackedSystem, pack_system
from inputs import run

_PATIENCE = 120
_BASE = "1 local process"
_ROLL_CALL = 1_000_000_000
"""Units from here on are no work: who does them says that it is ready."""
_DASK = """
from dowager.net import end_with_standard_input
from dask.__main__ import main
end_with_standard_input()
main()
"""

Run = Callable[[Work, Iterable[Unit]], Iterator[tuple[Unit, bytes]]]


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which units can be done.

    Attributes:
        workers: how many do.
        start: starts what is needed; gives what does units, and the process of a Dask scheduler.
    """

    workers: int
    start: Callable[[], AbstractContextManager[tuple[Run, int | None]]]


@dataclass(frozen=True, slots=True)
class Bid:
    """Bids random boards in bulk; the last line of the result is the CPU seconds."""

    system: PackedSystem

    def __call__(self, unit: Unit) -> bytes:
        system = self.system.system()
        if unit.first >= _ROLL_CALL:
            return str(os.getpid()).encode()
        started = time.process_time()
        boards = random_boards(np.random.default_rng(unit.first), unit.count)
        numbers = boards.numbers
        auctions = bid_boards((system, system), boards, numbers % 4, numbers // 4 % 4)
        calls = auctions.calls.tobytes() + auctions.rules.tobytes()
        return calls + f"\n{time.process_time() - started}".encode()


@dataclass(frozen=True, slots=True)
class Nothing:
    """Does nothing."""

    def __call__(self, unit: Unit) -> bytes:
        return str(os.getpid()).encode() if unit.first >= _ROLL_CALL else b""


def main() -> None:
    """Run all measurements and print them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--boards", type=int, default=2000, help="of a unit")
    parser.add_argument("--units", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--empty-units", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    import scaling  # work is pickled as of a module, not of this script

    work = scaling.Bid(pack_system(options.system))
    units = [Unit(1 + index * options.boards, options.boards) for index in range(options.units)]
    rounds = [
        _round(work, units, Random(f"{options.seed} {number}")) for number in range(options.rounds)
    ]
    empty = [Unit(number, 1) for number in range(options.empty_units)]
    overheads = {name: _overhead(way, scaling.Nothing(), empty) for name, way in _WAYS.items()}
    figures = {
        "ways": {
            name: _figures(rounds, name, options.boards * options.units) | overheads[name]
            for name in _WAYS
        },
        "bytes": {
            "system": len(work.system.content),
            "job": len(pickled_job(work)),
            "result of a unit": len(work(units[0])),
        },
        "MB of a local process": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
    }
    print(json.dumps(figures) if options.json else _table(figures))


def _local(workers: int) -> AbstractContextManager[tuple[Run, int | None]]:
    def run_local(work: Work, units: Iterable[Unit]) -> Iterator[tuple[Unit, bytes]]:
        return run_locally(pickled_job(work), units, workers, lambda unit, boards: None)

    return nullcontext((run_local, None))


@contextmanager
def _cluster(workers: int) -> Iterator[tuple[Run, int | None]]:
    """Start a cluster, which ends with the block."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    with TemporaryDirectory() as folder, ExitStack() as stack:
        scheduler = _dask(stack, "scheduler", "--port", str(port))
        for _ in range(workers):
            _dask(stack, "worker", address, "--nthreads", "1", "--local-directory", folder)
        with Client(address, timeout=_PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=_PATIENCE)
        yield partial(run_units, cluster=address), scheduler


_WAYS = {
    _BASE: Way(1, partial(_local, 1)),
    "2 local processes": Way(2, partial(_local, 2)),
    "Dask, 1 worker": Way(1, partial(_cluster, 1)),
    "Dask, 2 workers": Way(2, partial(_cluster, 2)),
}


def _dask(stack: ExitStack, *words: str) -> int:
    """Start a program of Dask, which ends with its standard input; return its number."""
    process = subprocess.Popen(
        [sys.executable, "-c", _DASK, *words, "--host", "127.0.0.1", "--no-dashboard"],
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    stack.callback(process.communicate)
    return process.pid


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long all units took in one way: by the clock, and in CPU time of those who bid."""

    wall: float
    cpu: float


def _round(work: Work, units: list[Unit], rng: Random) -> dict[str, Seconds]:
    """Return the seconds of each way; all workers are new."""
    seconds: dict[str, Seconds] = {}
    auctions: set[tuple[bytes, ...]] = set()
    for name, way in rng.sample([*_WAYS.items()], len(_WAYS)):
        with way.start() as (run_all, _):
            wall, results = _timed(run_all, way.workers, work, units)
        parts = [results[unit].rpartition(b"\n") for unit in units]
        auctions.add(tuple(part[0] for part in parts))
        seconds[name] = Seconds(wall, sum(float(part[2]) for part in parts))
    if len(auctions) > 1:
        raise AssertionError("results differ")
    return seconds


def _timed(
    run_all: Run, workers: int, work: Work, units: list[Unit]
) -> tuple[float, dict[Unit, bytes]]:
    """Return how long units take, from when all workers have said that they are ready."""
    ready: set[bytes] = set()
    results: dict[Unit, bytes] = {}
    started = 0.0

    def handed_out() -> Iterator[Unit]:
        nonlocal started
        for number in count(_ROLL_CALL):
            if len(ready) == workers:
                break
            yield Unit(number, 1)
        started = time.perf_counter()
        yield from units

    for unit, result in run_all(work, handed_out()):
        if unit.first >= _ROLL_CALL:
            ready.add(result)
        else:
            results[unit] = result
    return time.perf_counter() - started, results


def _figures(rounds: list[dict[str, Seconds]], name: str, boards: int) -> dict[str, float]:
    walls = [seconds[_BASE].wall / seconds[name].wall for seconds in rounds]
    cpus = [seconds[name].cpu / seconds[_BASE].cpu for seconds in rounds]
    return {
        "boards/s": boards / statistics.median(seconds[name].wall for seconds in rounds),
        "ratio": statistics.median(walls),
        "least": min(walls),
        "greatest": max(walls),
        "CPU": statistics.median(cpus),
        "least CPU": min(cpus),
        "most CPU": max(cpus),
    }


def _overhead(way: Way, work: Work, units: list[Unit]) -> dict[str, float]:
    """Return milliseconds for a unit without work: of wall time, and of CPU here and there."""
    with way.start() as (run_all, scheduler):
        here, there = time.process_time(), _cpu(scheduler)
        seconds, _ = _timed(run_all, way.workers, work, units)
        spent = (seconds, time.process_time() - here, _cpu(scheduler) - there)
    names = ("empty", "client", "scheduler")
    return {name: 1000 * each / len(units) for name, each in zip(names, spent, strict=True)}


def _cpu(process: int | None) -> float:
    """Return the CPU seconds that a process has used so far."""
    if process is None:
        return 0.0
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _table(figures: dict[str, Any]) -> str:
    names = list(figures["ways"][_BASE])
    lines = [" " * 20 + "".join(f"{name:>11}" for name in names)]
    for way, row in figures["ways"].items():
        lines.append(f"{way:20}" + "".join(f"{row[name]:11.2f}" for name in names))
    lines += [f"bytes of the {name}: {size:,}" for name, size in figures["bytes"].items()]
    return "\n".join([*lines, f"a local process: {figures['MB of a local process']} MB at most"])


if __name__ == "__main__":
    run(main)
