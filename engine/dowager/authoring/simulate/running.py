"""How units are run: the only file that knows where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from dowager.authoring.simulate.job import Job
from dowager.authoring.simulate.unit import Unit, run_unit

UNIT = 2_000
"""Boards of a unit, if nobody says otherwise."""


def run_units(job: Job, units: Sequence[Unit]) -> Iterator[tuple[Unit, bytes]]:
    """Yield the rows of each unit as it is done, in any order."""
    work: Callable[[Unit], bytes] = partial(run_unit, job)
    for unit in units:
        yield unit, work(unit)
