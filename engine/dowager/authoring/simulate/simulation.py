"""A whole simulation: units run, kept as they are done, and joined in the file of results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dowager.authoring.simulate.deals import boards_of
from dowager.authoring.simulate.job import Job
from dowager.authoring.simulate.parts import Parts, refuse_changes, units_to_do
from dowager.authoring.simulate.results import facts_of, read_rows, rules_of, write_results
from dowager.authoring.simulate.running import UNIT, run_units
from dowager.authoring.simulate.schema import SETTINGS_KEY, facts
from dowager.errors import InputError

Progress = Callable[[int], None]
"""Takes how many boards are done, those of earlier runs included."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """A finished simulation.

    Attributes:
        file: the Parquet file with a row for each board; docs/reference/simulate.md has its columns.
        boards: how many boards it has.
        run: how many of them this run has bid; the others had been done before.
    """

    file: Path
    boards: int
    run: int

    def __len__(self) -> int:
        return self.boards

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each board, in order, as a dictionary; memory stays bounded."""
        return read_rows(self.file)

    @property
    def rules(self) -> list[dict[str, Any]]:
        """The rules that the numbers in `open_rules` and `closed_rules` stand for."""
        return rules_of(self.file)


def run_simulation(
    job: Job,
    out: Path,
    *,
    resume: bool = False,
    unit: int = UNIT,
    progress: Progress = lambda done: None,
) -> Simulation:
    """Run a job, or what of it is not done yet, and write its file.

    Args:
        job: what is simulated.
        out: the file of results. What is done stands in a folder beside it until all is done.
        resume: whether to go on with what an earlier run has left unfinished.
        unit: how many boards are bid, and kept, together.
        progress: called at the start and after each unit.

    Raises:
        InputError: there are results already that are not to be resumed, or of another job.
        OSError: something cannot be written. What is done stays.
    """
    boards = job.settings.boards
    if out.exists():
        _finished(job, out, resume)
        return Simulation(out, boards, 0)
    boards_of(job, 0, 1)  # a condition that no deal satisfies is said before anything is written
    parts = Parts(out)
    parts.begin(job.settings, resume)
    with parts.locked():
        run = _run(job, parts, unit, progress)
        write_results(parts.batches(), facts(job), out)
        parts.remove()
    return Simulation(out, boards, run)


def _run(job: Job, parts: Parts, size: int, progress: Progress) -> int:
    """Run the units that are not done; return how many boards they have."""
    units = units_to_do(job.settings.boards, size, parts.done())
    run = sum(unit.count for unit in units)
    done = job.settings.boards - run
    progress(done)
    for unit, rows in run_units(job, units):
        parts.add(unit, rows)
        done += unit.count
        progress(done)
    return run


def _finished(job: Job, out: Path, resume: bool) -> None:
    """Check that a file of results is that of a job which may be resumed."""
    if not resume:
        raise InputError(f"{out} is there already; give another --out, or delete it")
    refuse_changes(out, job.settings, facts_of(out)[SETTINGS_KEY])
