"""A job: work as bytes that only a worker of the same program takes."""

from __future__ import annotations

import pickle
import platform
from functools import cache, lru_cache

import numpy as np

from dowager.authoring.workers.unit import Outcome, Refused, Unit, Work, WorkerError, outcome_of
from dowager.language.files import program_digest

_KEPT = 2
"""How many jobs a worker process keeps ready, with their systems."""

_Program = dict[str, str]


def pickled_job(work: Work) -> bytes:
    """Return work and the program that made it, as a worker takes it.

    Raises:
        WorkerError: the work cannot be pickled, or not so that another process can read it.
    """
    if getattr(work, "__module__", type(work).__module__) == "__main__":
        raise WorkerError("work for other processes must be defined in a module, not in a script")
    try:
        return pickle.dumps((this_program(), pickle.dumps(work, pickle.HIGHEST_PROTOCOL)))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise WorkerError(f"the work cannot be sent to another process: {error}") from error


def do_unit(job: bytes, unit: Unit) -> Outcome:
    """Do a unit of a job in this process.

    A job of another program is refused: its results would be others.
    """
    work = _work_of(job)
    return work if isinstance(work, Refused) else outcome_of(work, unit)


@lru_cache(maxsize=_KEPT)
def _work_of(job: bytes) -> Work | Refused:
    theirs, pickled = pickle.loads(job)
    if theirs != this_program():
        return Refused(_difference(theirs, this_program()))
    try:
        work: Work = pickle.loads(pickled)
    except Exception as error:  # a module that is not there, or whatever the work's own code raises
        return Refused(f"a worker on {platform.node()} cannot read the work: {error}")
    return work


@cache
def this_program() -> _Program:
    """Return what decides results: a digest of this package and its Python, and versions."""
    return {
        "Dowager": program_digest(),
        "Python": platform.python_version(),
        "numpy": np.__version__,
    }


def _difference(theirs: _Program, ours: _Program) -> str:
    names = [name for name in {**theirs, **ours} if theirs.get(name) != ours.get(name)]
    wanted, here = (
        ", ".join(f"{name} {program.get(name, 'unknown')}" for name in names)
        for program in (theirs, ours)
    )
    return (
        f"a worker on {platform.node()} runs another program, and its results would differ: "
        f"the job is of {wanted}; the worker has {here}; install the same there"
    )
