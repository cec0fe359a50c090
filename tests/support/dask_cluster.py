"""A Dask cluster on this machine: a real scheduler and real workers, which end with the test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from distributed import Client

from support.commands import PATIENCE
from support.local_tables import free_port

# What `dask` runs, but it ends with its standard input, so that no test leaves it behind.
_DASK = """
from dowager.net import end_with_standard_input
from dask.__main__ import main
end_with_standard_input()
main()
"""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A scheduler and its workers.

    Attributes:
        address: of the scheduler.
        scheduler: its process.
    """

    address: str
    scheduler: subprocess.Popen[bytes]


@contextmanager
def dask_cluster(
    folder: Path, workers: int, engine: Path | None = None, threads: int = 1
) -> Iterator[Cluster]:
    """Start a cluster; it is killed with the block, workers that stand still included.

    Args:
        folder: for what the workers write.
        workers: how many.
        engine: another folder to import Dowager from, for the workers.
        threads: of each worker.
    """
    address = f"tcp://127.0.0.1:{free_port()}"
    scheduler = _dask(folder, "scheduler", "--port", address.rpartition(":")[2])
    processes = [scheduler]
    try:
        for number in range(workers):
            options = ("--no-nanny", "--nthreads", str(threads), "--name", f"worker-{number}")
            processes.append(_dask(folder, "worker", address, *options, engine=engine))
        with Client(address, timeout=PATIENCE, set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers, timeout=PATIENCE)
        yield Cluster(address, scheduler)
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def _dask(folder: Path, *words: str, engine: Path | None = None) -> subprocess.Popen[bytes]:
    path = [str(engine)] * (engine is not None) + sys.path
    local = ("--local-directory", str(folder)) if words[0] == "worker" else ()
    with (folder / "dask.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-c", _DASK, *words, "--host", "127.0.0.1", "--no-dashboard", *local],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        )
