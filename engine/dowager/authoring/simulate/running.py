"""How units are run: the only file of the simulation that knows where."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from functools import partial

from dowager.authoring import workers
from dowager.authoring.simulate.job import Job
from dowager.authoring.simulate.unit import run_unit
from dowager.authoring.workers import UnderWay, Unit

_SMALL = 2_000
_LARGE = 250_000
_SHARES = 2


@dataclass(frozen=True, slots=True)
class Crew:
    """Who runs units.

    Attributes:
        workers: processes of this machine; with 1 it is this process.
        cluster: the address of a Dask scheduler whose workers do it instead; None without one.
    """

    workers: int = 1
    cluster: str | None = None


def unit_size(job: Job, crew: Crew) -> int:
    """Return how many boards a unit has, if nobody says otherwise.

    Boards that are bid together share positions: in a unit of 250,000 a board costs a third of what
    it does in one of 2,000. But each process should have two units, and little is gained where
    most of the time goes to double dummy, or where nobody knows how many processes there are.
    """
    if job.solves or crew.cluster is not None:
        return _SMALL
    share = job.settings.boards // (_SHARES * crew.workers)
    return max(_SMALL, min(share, _LARGE))


def run_units(
    job: Job, units: Iterable[Unit], crew: Crew, under_way: UnderWay
) -> Generator[tuple[Unit, bytes], None, None]:
    """Yield the rows of each unit as it is done, in any order.

    Args:
        job: what is simulated.
        units: the units.
        crew: who does it.
        under_way: called with how far a unit has come that is not done yet.

    Raises:
        WorkerError: workers are lost, or cannot be had.
    """
    work = partial(run_unit, job)
    yield from workers.run_units(
        work, units, workers=crew.workers, cluster=crew.cluster, under_way=under_way
    )
