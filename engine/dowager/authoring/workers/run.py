"""Units of work, done wherever there are workers: in this process, on others, on a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from dowager.authoring.workers.advance import heard_by
from dowager.authoring.workers.cluster import run_on_cluster
from dowager.authoring.workers.job import pickled_job
from dowager.authoring.workers.ledger import Ledger
from dowager.authoring.workers.local_workers import run_locally
from dowager.authoring.workers.unit import UnderWay, Unit, Work, outcome_of, result_of
from dowager.errors import InputError


def run_units(
    work: Work,
    units: Iterable[Unit],
    *,
    workers: int = 1,
    cluster: str | None = None,
    under_way: UnderWay = lambda unit, boards: None,
) -> Iterator[tuple[Unit, bytes]]:
    """Yield each unit with its result as soon as it is done, in whatever order that is.

    Results do not depend on where units are done. A unit whose worker dies is done again by another
    worker, and yielded once. Only a few units for each worker are taken ahead. Whoever stops asking
    for more, by `close()` or Ctrl-C, ends all that was started; what was yielded stays good.

    Args:
        work: what is done with a unit.
        units: the units, all different.
        workers: processes on this machine; with 1 the work is done in this process.
        cluster: the address of a Dask scheduler, `tcp://HOST:8786`, whose workers do the work;
            then `workers` does not count.
        under_way: called, now and then, with a unit that is worked on and how many of its boards
            are done, where the work says so and is done on this machine.

    Raises:
        InputError: `workers` is less than 1, or a unit is there twice.
        WorkerError: the work raised an exception, the same unit killed several workers, or the
            cluster cannot be reached, or is lost. The message names the unit, or the address.
    """
    if workers < 1:
        raise InputError(f"at least 1 worker is needed, not {workers}")
    if cluster is not None:
        return run_on_cluster(pickled_job(work), units, cluster)
    if workers == 1:
        return _run_here(work, units, under_way)
    return run_locally(pickled_job(work), units, workers, under_way)


def _run_here(
    work: Work, units: Iterable[Unit], under_way: UnderWay
) -> Iterator[tuple[Unit, bytes]]:
    ledger = Ledger(units)
    while (unit := ledger.take()) is not None:
        with heard_by(partial(under_way, unit)):
            outcome = outcome_of(work, unit)
        yield unit, result_of(outcome, unit)
