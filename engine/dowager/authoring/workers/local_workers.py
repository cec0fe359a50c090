"""Units on processes of this machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import assert_never

from dowager.authoring.workers.ledger import Ledger
from dowager.authoring.workers.unit import (
    Advanced,
    Done,
    Failed,
    Outcome,
    Ready,
    Refused,
    UnderWay,
    Unit,
    WorkerError,
    result_of,
)
from dowager.authoring.workers.worker_process import WorkerProcess

_AHEAD = 2
"""How many units a process has at most: one that it works on, and one that waits there."""
_FALSE_STARTS = 3


def run_locally(
    job: bytes, units: Iterable[Unit], workers: int, under_way: UnderWay
) -> Iterator[tuple[Unit, bytes]]:
    """Yield the results of units as they are done by some worker processes; see `run_units`."""
    crew = _Crew(job, Ledger(units), workers, under_way)
    try:
        yield from crew.results()
    finally:
        crew.end()


class _Crew:
    """Worker processes, and who works on what."""

    def __init__(self, job: bytes, ledger: Ledger, most: int, under_way: UnderWay) -> None:
        self._job = job
        self._ledger = ledger
        self._most = most
        self._under_way = under_way
        self._workers: dict[Connection, WorkerProcess] = {}
        self._false_starts = 0

    def results(self) -> Iterator[tuple[Unit, bytes]]:
        """Yield each unit with its result as it is done."""
        self._hand_out()
        while any(worker.units for worker in self._workers.values()):
            for connection in wait(list(self._workers)):
                assert isinstance(connection, Connection)
                yield from self._heard(self._workers[connection])
            self._hand_out()

    def end(self) -> None:
        """End all processes at once."""
        while self._workers:
            self._workers.popitem()[1].end()

    def _hand_out(self) -> None:
        while self._has_room() and (unit := self._ledger.take()) is not None:
            self._least_busy().give(unit)

    def _has_room(self) -> bool:
        workers = self._workers.values()
        return len(workers) < self._most or any(len(worker.units) < _AHEAD for worker in workers)

    def _least_busy(self) -> WorkerProcess:
        """Return the process with the fewest units, a new one if it may be started."""
        worker = min(self._workers.values(), key=lambda worker: len(worker.units), default=None)
        if worker is None or (worker.units and len(self._workers) < self._most):
            return self._start()
        return worker

    def _start(self) -> WorkerProcess:
        worker = WorkerProcess.start()
        self._workers[worker.connection] = worker
        return worker

    def _heard(self, worker: WorkerProcess) -> Iterator[tuple[Unit, bytes]]:
        try:
            message: Ready | Advanced | Outcome = worker.connection.recv()
        except (EOFError, OSError):
            self._lost(worker)
            return
        match message:
            case Ready():
                self._false_starts = 0
                worker.welcome(self._job)
            case Advanced(boards):
                self._under_way(worker.units[0], boards)
            case Done() | Failed() | Refused():
                unit = worker.units.popleft()
                yield unit, result_of(message, unit)
            case _:
                assert_never(message)

    def _lost(self, worker: WorkerProcess) -> None:
        """Take back the units of a process that has died."""
        del self._workers[worker.connection]
        how = worker.ended()
        if worker.ready and worker.units:
            self._ledger.lose(worker.units.popleft(), how)
        elif not worker.ready:
            self._false_start(how)
        for unit in worker.units:
            self._ledger.give_back(unit)

    def _false_start(self, how: str) -> None:
        self._false_starts += 1
        if self._false_starts == _FALSE_STARTS:
            raise WorkerError(f"worker processes cannot start: the last one {how}")
