"""Hands as models of the CP-SAT solver: proofs, and hands that show what is possible.

`deal_model` makes constraints of conditions and solves them, `deal_demands` of conditions on
several hands; `encoding` makes constraints of
tables; `solver` has the solver's parameters.
"""

from dowager.backends.cpsat.deal_demands import require_deal
from dowager.backends.cpsat.deal_model import DealModel
from dowager.backends.cpsat.solver import Solved, SolverStatus

__all__ = ["DealModel", "Solved", "SolverStatus", "require_deal"]
