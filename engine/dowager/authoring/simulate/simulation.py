"""A whole simulation: units run, kept as they are done, and joined in the file of results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dowager.authoring.simulate.deals import boards_of
from dowager.authoring.simulate.extras import FOR_FILES, FOR_SUMMARIES, require
from dowager.authoring.simulate.job import Job
from dowager.authoring.simulate.parts import Parts, refuse_changes, units_to_do
from dowager.authoring.simulate.plots import write_plots
from dowager.authoring.simulate.results import (
    facts_of,
    read_rows,
    read_settings,
    rules_of,
    write_results,
)
from dowager.authoring.simulate.rule_worth import (
    PartingGroup,
    RuleWorth,
    parting_groups,
    rule_worths,
    worst_boards,
)
from dowager.authoring.simulate.running import Crew, run_units, unit_size
from dowager.authoring.simulate.schema import SETTINGS_KEY, facts
from dowager.authoring.simulate.summary import Summary, summary
from dowager.authoring.workers import Unit
from dowager.errors import InputError

Progress = Callable[[int, int], None]
"""Takes how many boards are done, those of earlier runs included, and how many there are."""


_ALONE = Crew()


@dataclass(frozen=True, slots=True)
class Simulation:
    """A finished simulation.

    Attributes:
        file: the Parquet file; its columns are in docs/reference/simulate.md.
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

    def summary(self) -> Summary:
        """Return what came of it: contracts, openings, IMPs, par."""
        require(FOR_SUMMARIES)
        return summary(self.file)

    def rule_worths(self) -> tuple[RuleWorth, ...]:
        """Return the rules that the first system used, with the IMPs of their boards."""
        require(FOR_SUMMARIES)
        return rule_worths(self.file)

    def parting_groups(self) -> tuple[PartingGroup, ...]:
        """Return where the auctions of the two rooms part, with the IMPs of the boards."""
        require(FOR_SUMMARIES)
        return parting_groups(self.file)

    def worst_boards(self, most: int = 10) -> tuple[dict[str, Any], ...]:
        """Return the rows of the boards that cost the first system most IMPs."""
        require(FOR_SUMMARIES)
        return worst_boards(self.file, most)

    def plots(self, folder: Path | str, ending: str = "png") -> list[Path]:
        """Draw the plots of its results into a folder, as `png` or `svg`; return their files."""
        return write_plots(self.file, Path(folder), ending)

    @property
    def rules(self) -> list[dict[str, Any]]:
        """The rules that the numbers in `open_rules` and `closed_rules` stand for."""
        return rules_of(self.file)


def run_simulation(
    job: Job,
    out: Path,
    *,
    resume: bool = False,
    unit: int | None = None,
    crew: Crew = _ALONE,
    progress: Progress = lambda done, boards: None,
) -> Simulation:
    """Run a job, or what of it is not done yet, and write its file.

    Args:
        job: what is simulated.
        out: the file of results. What is done stands in a folder beside it until all is done.
        resume: whether to go on with what an earlier run has left unfinished.
        unit: how many boards are bid, and kept, together; None for what suits the job and crew.
        crew: who does it.
        progress: called at the start, after each unit and, on this machine, as boards are bid.

    Raises:
        InputError: there are results already that are not to be resumed, or of another job.
        WorkerError: workers are lost, or cannot be had. What is done stays.
        OSError: something cannot be written. What is done stays.
    """
    require(FOR_FILES)
    boards = job.settings.boards
    if out.exists():
        _finished(job, out, resume)
        return Simulation(out, boards, 0)
    boards_of(job, 1, 1)  # a condition that no deal satisfies is said before anything is written
    parts = Parts(out)
    parts.begin(job.settings, resume)
    with parts.locked():
        run = _run(job, parts, unit or unit_size(job, crew), crew, progress)
        write_results(parts.batches(), facts(job), out)
        parts.remove()
    return Simulation(out, boards, run)


def _run(job: Job, parts: Parts, size: int, crew: Crew, progress: Progress) -> int:
    """Run the units that are not done; return how many boards they have."""
    units = units_to_do(job.settings.boards, size, parts.done())
    run = sum(unit.count for unit in units)
    boards = job.settings.boards
    done = boards - run
    begun: dict[Unit, int] = {}

    def under_way(unit: Unit, bid: int) -> None:
        begun[unit] = bid
        progress(done + sum(begun.values()), boards)

    progress(done, boards)
    with closing(run_units(job, units, crew, under_way)) as results:
        for unit, rows in results:
            parts.add(unit, rows)
            begun.pop(unit, None)
            done += unit.count
            progress(done + sum(begun.values()), boards)
    return run


def finished(file: Path) -> Simulation:
    """Return the simulation whose results a file has.

    Raises:
        InputError: the file is no file of results.
    """
    require(FOR_FILES)
    return Simulation(file, int(read_settings(file)["boards"]), 0)


def _finished(job: Job, out: Path, resume: bool) -> None:
    """Check that a file of results is that of a job which may be resumed."""
    if not resume:
        raise InputError(f"{out} is there already; give another --out, or delete it")
    refuse_changes(out, job.settings, facts_of(out)[SETTINGS_KEY])
