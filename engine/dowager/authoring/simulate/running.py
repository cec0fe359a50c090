"""How units are run: the only file of the simulation that knows where."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from functools import partial

from dowager.authoring import workers
from dowager.authoring.simulate.job import Job
from dowager.authoring.simulate.unit import run_unit
from dowager.authoring.workers import Unit

UNIT = 2_000
"""Boards of a unit, if nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Crew:
    """Who runs units.

    Attributes:
        workers: processes of this machine; with 1 it is this process.
        cluster: the address of a Dask scheduler whose workers do it instead; None without one.
    """

    workers: int = 1
    cluster: str | None = None


def run_units(
    job: Job, units: Iterable[Unit], crew: Crew
) -> Generator[tuple[Unit, bytes], None, None]:
    """Yield the rows of each unit as it is done, in any order.

    Raises:
        WorkerError: workers are lost, or cannot be had.
    """
    work = partial(run_unit, job)
    yield from workers.run_units(work, units, workers=crew.workers, cluster=crew.cluster)
