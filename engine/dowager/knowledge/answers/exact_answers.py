"""Questions decided by the solver, which is loaded when the first of them needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from dowager.cards import Deal, Hand, Seat
from dowager.knowledge.answers.questions import Answer, answered
from dowager.knowledge.public.view import View
from dowager.knowledge.readings import EXACT, Reading
from dowager.language.tree import DealCondition

if TYPE_CHECKING:
    from dowager.knowledge.solving.deal_session import DealSession


def exact_answers(
    view: View,
    questions: Sequence[str],
    known: Mapping[Seat, Hand] | None = None,
    readings: tuple[Reading, Reading] = (EXACT, EXACT),
    limit: float = 30.0,
) -> list[Answer]:
    """Return proofs, or a deal for and a deal against: answers as `answered` gives them, decided.

    Sampled deals and quick proofs count, too; CP-SAT decides what they leave open, over all that
    the calls of sides that are read exactly mean, and the known hands.

    Args:
        view: the auction.
        questions: as `read_deal_condition` takes them.
        known: hands that are seen.
        readings: how far North-South's and East-West's calls are believed.
        limit: seconds for the solver, shared out between the questions; what it has not decided by
            then is `UNDECIDED`.
    """
    solver = _Solver(view, known or {}, readings, limit / (2 * max(len(questions), 1)))
    return answered(view, questions, known, readings=readings, decide=solver.decide)


class _Solver:
    """Decides conditions on deals that fit; `limit` is in seconds, for each of them."""

    def __init__(
        self,
        view: View,
        known: Mapping[Seat, Hand],
        readings: tuple[Reading, Reading],
        limit: float,
    ) -> None:
        self._view, self._known, self._readings = view, known, readings
        self._limit = limit

    @cached_property
    def _session(self) -> DealSession:
        from dowager.knowledge.solving.deal_session import DealSession

        shown = {
            seat: self._view.players[seat].shown.node()
            for seat in Seat
            if seat not in self._known and self._readings[seat.side].exact
        }
        return DealSession(shown, self._known)

    def decide(self, condition: DealCondition) -> tuple[bool | None, Deal | None]:
        """Return whether some deal that fits meets a condition, None if time ran out; and one."""
        from dowager.knowledge.solving.deal_session import Proof

        proof, deal = self._session.possible(where=condition, limit=self._limit)
        return {Proof.YES: True, Proof.NO: False, Proof.UNKNOWN: None}[proof], deal
