"""Questions to the solver that only tests ask: is a claim certain, what can one hand be?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dowager.backends.cpsat import DealModel, SolverStatus
from dowager.cards import Deal, Seat
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS
from dowager.knowledge.solving import LazyModel, Proof
from dowager.knowledge.solving.deal_session import DealSession
from dowager.knowledge.solving.exact_bounds import Interval, exact_bounds
from dowager.language.tree import Bool, Int, negation

OPPOSITE = {Proof.YES: Proof.NO, Proof.NO: Proof.YES, Proof.UNKNOWN: Proof.UNKNOWN}


def certain(
    session: DealSession, claims: Mapping[Seat, Bool], *, limit: float
) -> tuple[Proof, Deal | None]:
    """Return whether all claims hold in every deal that fits; if not, a deal that breaks one.

    When no deal fits at all, everything is certain.
    """
    answers = [
        session.possible({seat: negation(claim)}, limit=limit) for seat, claim in claims.items()
    ]
    for wanted in (Proof.YES, Proof.UNKNOWN, Proof.NO):
        for proof, deal in answers:
            if proof is wanted:
                return OPPOSITE[proof], deal
    raise AssertionError("no claim")


def hand_bounds(
    shown: Bool, numbers: Sequence[Int] = HCP_AND_LENGTHS, *, limit: float
) -> tuple[Proof, list[Interval]]:
    """Return whether one hand can meet a condition, and the bounds of numbers if it can."""
    model = LazyModel(DealModel(1), [(0, shown)])
    status, intervals = exact_bounds(model, [(0, node) for node in numbers], limit)
    proofs = {
        SolverStatus.SAT: Proof.YES,
        SolverStatus.UNSAT: Proof.NO,
        SolverStatus.UNKNOWN: Proof.UNKNOWN,
    }
    return proofs[status], intervals
