"""A worker process on this machine: started, given units, and ended.

It runs `serve` as a program. Messages go over a socket pair; its standard input is a pipe that ends
with the process that started it, and it ends with that, whatever it is busy with. It is in a
process group of its own, so that Ctrl-C reaches only the process that started it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe

from dowager.authoring.workers.unit import Unit

_PROGRAM = "dowager.authoring.workers.serve"
_ENDING_SECONDS = 5.0
_STANDARD_ERROR = 2
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


@dataclass(slots=True, eq=False)
class WorkerProcess:
    """A worker process and the units that it was given.

    Attributes:
        connection: to the process.
        units: what it is to do; it works on the first one once it is ready.
        ready: whether it has said that it has started.
    """

    process: subprocess.Popen[bytes]
    connection: Connection
    units: deque[Unit] = field(default_factory=deque)
    ready: bool = False

    @classmethod
    def start(cls) -> WorkerProcess:
        """Start a worker process; it is not ready yet."""
        ours, theirs = Pipe()
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", _PROGRAM, str(theirs.fileno())],
                stdin=subprocess.PIPE,
                stdout=_STANDARD_ERROR,
                pass_fds=(theirs.fileno(),),
                process_group=0,
                env=os.environ | _ONE_THREAD | {"PYTHONPATH": os.pathsep.join(sys.path)},
            )
        return cls(process, ours)

    def welcome(self, job: bytes) -> None:
        """Send the job to a process that has started, and the units that it was given."""
        self.ready = True
        self._send(job, *self.units)

    def give(self, unit: Unit) -> None:
        """Give the process a unit."""
        self.units.append(unit)
        if self.ready:
            self._send(unit)

    def _send(self, *messages: object) -> None:
        with suppress(OSError):  # a process that has died is noticed when it is read from
            for message in messages:
                self.connection.send(message)

    def end(self) -> str:
        """End the process at once; return how it ended, for people."""
        self.connection.close()
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.kill()
        code = self.process.wait()
        return f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"

    def ended(self) -> str:
        """Return how a process ended that has closed its connection."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_ENDING_SECONDS)
        return self.end()
