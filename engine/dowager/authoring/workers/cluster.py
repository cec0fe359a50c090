"""Units on the workers of a Dask cluster.

Dask decides which worker does what, and repeats what was lost with a worker. A unit that takes much
longer than others when nothing else is to be done is given to an idle worker, too; the first of its
results counts. Each unit brings its job along: were it sent once and passed on from worker to
worker, all of them would wait for one that has it and stands still. Only large jobs are passed on.

The futures of units live and end in the thread of Dask's loop. Python drops a KeyboardInterrupt
that arrives while it finalizes an object, and it takes a while to finalize a future: none of them
must end in the main thread, which is the one that hears Ctrl-C.
"""

from __future__ import annotations

import asyncio
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from statistics import median
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, SupportsIndex
from uuid import uuid4

from dowager.authoring.workers.job import do_unit
from dowager.authoring.workers.ledger import Ledger
from dowager.authoring.workers.unit import Outcome, Unit, WorkerError, result_of
from dowager.errors import InputError

if TYPE_CHECKING:
    from distributed import Client, Future

_ONE_AT_A_TIME = Lock()
_AHEAD = 2
"""Units on the way for each thread of the cluster: one that is worked on, and one that waits."""

_LARGE = 1 << 20
"""Bytes of a job from which on it is sent once, and passed on by the workers."""
_REMEMBERED = 200
"""The latest units, which say how long one takes."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a run waits, in seconds.

    Attributes:
        connect: for the scheduler to answer at first.
        answer: for an answer of the scheduler later on.
        workers: for a worker, when there is none.
        first: for the first unit, until it is given to another worker, too.
        look: between two looks at the cluster.
        slow: how many times as long as the median unit one takes until it is given to another
            worker, too.
    """

    connect: float = 5.0
    answer: float = 15.0
    workers: float = 60.0
    first: float = 60.0
    look: float = 1.0
    slow: float = 4.0


_PATIENCE = Patience()


def run_on_cluster(
    job: bytes, units: Iterable[Unit], address: str, patience: Patience = _PATIENCE
) -> Iterator[tuple[Unit, bytes]]:
    """Yield the results of units as they are done by the workers of a cluster; see `run_units`."""
    with _connected(address, patience) as client:
        yield from _ClusterRun(client, address, job, Ledger(units), patience).results()


@contextmanager
def _connected(address: str, patience: Patience) -> Iterator[Client]:
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError("a cluster needs Dask: pip install 'dowager[cluster]'") from error
    try:
        asyncio.run(_reach(address, patience.connect))
        client = Client(address, timeout=patience.connect, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkerError(f"no Dask scheduler answers at {address}: {error}") from error
    try:
        yield client
    finally:
        with suppress(OSError):
            client.close(timeout=patience.connect)


async def _reach(address: str, seconds: float) -> None:
    """Connect to a scheduler and hang up: a client that cannot connect is not easily ended."""
    from distributed.comm.core import connect
    from distributed.security import Security

    arguments = Security().get_connection_args("client")
    comm = await connect(address, timeout=seconds, **arguments)
    await comm.close()


def do_unit_alone(job: bytes, unit: Unit) -> Outcome:
    """Do a unit while no other thread of this process does one: systems are not for threads."""
    with _ONE_AT_A_TIME:
        return do_unit(job, unit)


@dataclass(frozen=True, slots=True)
class _Order:
    """A unit to be done: where this is unpickled, it is done, and its outcome is what comes of it.

    For Dask it is bytes, which `pickle.loads` takes in a worker, and a buffer, the job. If Dask
    read a function of ours, a worker without this module would lose its connection to the
    scheduler instead of saying so.
    """

    job: bytes
    unit: Unit

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Callable[..., Outcome], _Ordered]:
        return do_unit_alone, (pickle.PickleBuffer(self.job), self.unit)

    def without_job(self) -> bytes:
        """Return this for `pickle.loads`, whose `buffers` have the job."""
        return pickle.dumps(self, 5, buffer_callback=lambda job: None)


_Ordered = tuple[pickle.PickleBuffer, Unit]


@dataclass(frozen=True, slots=True, eq=False)
class _Copy:
    """A unit on its way through the cluster, perhaps not for the first time.

    Attributes:
        unit: the unit.
        since: when it was sent.
        worker: which worker it was meant for; None if any of them.
    """

    unit: Unit
    since: float
    worker: str | None


class _ClusterRun:
    """One run on a cluster: which units are on the way, and how long units take."""

    def __init__(
        self, client: Client, address: str, job: bytes, ledger: Ledger, patience: Patience
    ) -> None:
        self._client = client
        self._scheduler: Any = client.scheduler
        self._loop: Any = client.loop
        self._address = address
        self._job = job
        self._ledger = ledger
        self._patience = patience
        self._name = f"dowager-{uuid4().hex}"
        self._sent_job: bytes | Future[bytes] = job
        if len(job) > _LARGE:
            self._sent_job = client.submit(bytes, job, key=f"{self._name}-job", pure=False)
        self._copies: dict[str, _Copy] = {}
        self._futures: dict[str, Future[Outcome]] = {}
        self._arrived: SimpleQueue[tuple[str, Outcome | BaseException]] = SimpleQueue()
        self._sent = 0
        self._seconds: deque[float] = deque(maxlen=_REMEMBERED)
        self._threads: dict[str, int] = {}
        self._looked = self._seen_workers = monotonic()

    def results(self) -> Iterator[tuple[Unit, bytes]]:
        """Yield each unit with its result as it is done."""
        self._look()
        self._hand_out()
        while self._copies:
            yield from self._next()
            if monotonic() - self._looked >= self._patience.look:
                self._look()
            self._hand_out()

    # -- handing out -------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        room = max(1, _AHEAD * sum(self._threads.values()))
        while len(self._copies) < room and (unit := self._ledger.take()) is not None:
            self._send(unit)

    def _send(self, unit: Unit, worker: str | None = None) -> None:
        self._sent += 1
        key = f"{self._name}-{unit.first}-{unit.count}-{self._sent}"
        self._copies[key] = _Copy(unit, monotonic(), worker)
        self._loop.add_callback(self._bring, key, unit, worker)

    async def _bring(self, key: str, unit: Unit, worker: str | None) -> None:
        """Have a unit done, and bring its outcome here, or what prevents it.

        This runs in the loop's thread, for many units at once; none of them waits for another one.
        """
        try:
            self._futures[key] = self._client.submit(
                pickle.loads,
                _Order(self._job, unit).without_job(),
                buffers=[self._sent_job],
                key=key,
                pure=False,
                workers=worker,
                allow_other_workers=worker is not None,
            )
            (outcome,) = await self._client.gather([self._futures[key]], asynchronous=True)
        except (Exception, asyncio.CancelledError) as error:
            outcome = error.with_traceback(None)  # which would keep the future
        finally:
            self._futures.pop(key, None)
        self._arrived.put((key, outcome))

    async def _cancel(self, key: str) -> None:
        """Cancel a copy that is still on its way."""
        if (future := self._futures.get(key)) is not None:
            with suppress(OSError):  # without a scheduler there is nothing to cancel
                await self._client.cancel([future], asynchronous=True)

    # -- taking back -------------------------------------------------------------------------------

    def _next(self) -> Iterator[tuple[Unit, bytes]]:
        """Wait a little for an outcome; yield its unit with its result."""
        with suppress(Empty):
            key, outcome = self._arrived.get(timeout=self._patience.look)
            copy = self._copies.pop(key, None)
            if copy is None:
                return
            if isinstance(outcome, BaseException):
                self._prevented(copy, outcome)
                return
            self._done_with(copy)
            yield copy.unit, result_of(outcome, copy.unit)

    def _done_with(self, copy: _Copy) -> None:
        """Note how long a unit took, and cancel its other copies."""
        self._seconds.append(monotonic() - copy.since)
        for key in [key for key, other in self._copies.items() if other.unit == copy.unit]:
            del self._copies[key]
            self._loop.add_callback(self._cancel, key)

    def _prevented(self, copy: _Copy, error: BaseException) -> None:
        """Take back a unit that was lost with its future, or raise what went wrong."""
        from distributed import KilledWorker

        self._look()  # says so if the whole cluster is lost
        if isinstance(error, (CancelledError, asyncio.CancelledError, OSError)):
            self._ledger.lose(copy.unit, f"in the cluster ({error})")
        elif isinstance(error, KilledWorker):
            lost = error.allowed_failures + 1
            raise WorkerError(f"{copy.unit}: {lost} workers were lost while they worked on this")
        else:
            raise WorkerError(
                f"a worker at {self._address} cannot work on {copy.unit}; have all of them the "
                f"same Dowager? {type(error).__name__}: {error}"
            )

    # -- looking at the cluster --------------------------------------------------------------------

    def _look(self) -> None:
        """Count the cluster's workers; give what is slow to idle ones, too.

        Raises:
            WorkerError: the scheduler is lost, or there have been no workers for long.
        """
        self._threads = self._asked(self._scheduler.ncores)
        self._looked = monotonic()
        if self._threads:
            self._seen_workers = self._looked
            self._repeat_slow()
        elif self._looked - self._seen_workers >= self._patience.workers:
            raise WorkerError(f"the Dask scheduler at {self._address} has no workers")

    def _asked(self, question: Any) -> Any:
        """Return what the scheduler answers."""
        if self._client.status == "running":
            with suppress(OSError, TimeoutError):
                return self._client.sync(question, callback_timeout=self._patience.answer)
        raise WorkerError(f"the Dask scheduler at {self._address} is lost or does not answer")

    def _repeat_slow(self) -> None:
        """Give units that take very long to workers that have nothing to do."""
        slow = self._slow()
        if not slow:
            return
        busy: dict[str, tuple[str, ...]] = self._asked(self._scheduler.processing)
        idle = [worker for worker in self._threads if not busy.get(worker)]
        for unit, tried in slow.items():
            worker = next((worker for worker in idle if worker not in tried), None)
            if worker is not None:
                idle.remove(worker)
                self._send(unit, worker)

    def _slow(self) -> dict[Unit, set[str | None]]:
        """Return units all copies of which take very long, and the workers they were meant for."""
        limit = self._patience.first
        if self._seconds:
            limit = max(self._patience.look, self._patience.slow * median(self._seconds))
        sent_before = monotonic() - limit
        tried: dict[Unit, set[str | None]] = {}
        for copy in self._copies.values():
            tried.setdefault(copy.unit, set()).add(copy.worker)
        for copy in self._copies.values():
            if copy.since > sent_before:
                tried.pop(copy.unit, None)
        return tried
