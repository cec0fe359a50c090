"""The CP-SAT solver with our parameters, and the result of a solve."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ortools.sat.python import cp_model

from dowager.cards import Hand


class SolverStatus(Enum):
    """What a solve has proved."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of a solve: its status, the hands if there are any, and the seconds it took."""

    status: SolverStatus
    hands: tuple[Hand, ...]
    seconds: float


def new_solver(limit: float) -> cp_model.CpSolver:
    """Return a solver that gives up after `limit` seconds.

    Presolve, symmetries and probing are off: here they take longer than the search.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 0
    solver.parameters.cp_model_presolve = False
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_probing_level = 0
    solver.parameters.max_time_in_seconds = limit
    solver.parameters.catch_sigint_signal = False  # else Ctrl-C would only end the solve
    return solver
