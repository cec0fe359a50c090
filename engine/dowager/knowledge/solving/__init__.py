"""Proofs across hands, by CP-SAT; importing this shelf loads the solver.

`deal_session` asks whether a deal is possible or a claim certain; `exact_bounds` finds the least
and greatest values of numbers; `lazy_model` adds conditions to the solver as they are broken.
"""

from dowager.knowledge.solving.deal_session import Proof, hand_possible
from dowager.knowledge.solving.lazy_model import LazyModel

__all__ = ["LazyModel", "Proof", "hand_possible"]
