"""Proofs across hands, by CP-SAT; importing this shelf loads the solver.

`deal_session` asks what deals are possible, and for the bounds of their numbers; `exact_bounds`
finds the bounds; `lazy_model` adds conditions to the solver's model as they are broken.
"""

from dowager.knowledge.solving.deal_session import Proof, hand_possible
from dowager.knowledge.solving.lazy_model import LazyModel

__all__ = ["LazyModel", "Proof", "hand_possible"]
