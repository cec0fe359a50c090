"""Questions about hidden hands: is a condition possible, is it certain, how probable is it?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import deal_array_test
from dowager.backends.text import describe
from dowager.cards import Deal, Hand, Seat
from dowager.knowledge.public.view import View
from dowager.knowledge.readings import EXACT, Reading
from dowager.knowledge.sampling.sample import Sample, SampleStatus
from dowager.knowledge.sampling.sampler import deals_for, joint_hands
from dowager.knowledge.sampling.share import estimated
from dowager.language.compile import read_deal_condition
from dowager.language.tree import DealCondition, OfHand, opposite

_DEALS = 4000
_EFFORT = 2_000_000

Decide = Callable[[DealCondition], tuple[bool | None, Deal | None]]
"""Returns whether some deal that fits meets a condition, None if that is not known; and a deal."""


class Verdict(Enum):
    """What is known for sure of a condition on hidden hands."""

    PROVED = "proved"  # every deal that fits meets it
    IMPOSSIBLE = "impossible"  # none does
    POSSIBLE = "possible"  # neither is proved; it has a probability
    UNDECIDED = "not decided"  # neither is proved, and no deal shows that it may be so


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question about hidden hands.

    Attributes:
        seat: whose hand; None when several are asked.
        text: the condition in words; as it was asked when it is about several hands.
        verdict: what is known for sure.
        possible: whether some deal that fits the auction may meet it: never false when one does.
        certain: whether all such deals meet it: never true when one does not.
        probability: the share of sampled deals that meet it; None when no deal was drawn.
        error: two standard errors of that share; 0 where all is certain.
        witness: a deal that fits and meets it; only in exact answers.
        counterexample: a deal that fits and does not meet it; only in exact answers.
    """

    seat: Seat | None
    text: str
    verdict: Verdict
    possible: bool
    certain: bool
    probability: float | None
    error: float
    witness: Deal | None = None
    counterexample: Deal | None = None


def answered(
    view: View,
    questions: Sequence[str],
    known: Mapping[Seat, Hand] | None = None,
    seed: int = 0,
    readings: tuple[Reading, Reading] = (EXACT, EXACT),
    decide: Decide | None = None,
) -> list[Answer]:
    """Return the answers to questions such as `N: aces >= 2`, `E.S + W.S <= 5`.

    Probabilities are counted on deals drawn from all that fit the auction and the known hands,
    uniformly or as the readings weigh them; the same seed gives the same answer. What is proved is
    proved by the cells of each hand, and by what the four share: suits, HCP, cards.

    Args:
        view: the auction.
        questions: as `read_deal_condition` takes them.
        known: hands that are seen.
        seed: of the sampled deals.
        readings: how far North-South's and East-West's calls are believed.
        decide: decides what neither a quick proof nor a sampled deal does; without it such
            questions stay open, and answers have no witnesses.

    Raises:
        InputError: a question is wrong.
    """
    asked = [(question.strip(), read_deal_condition(question)) for question in questions]
    generator = np.random.default_rng(seed)
    sample = deals_for(view, known, generator, _DEALS, effort=_EFFORT, readings=readings)
    facts = _Facts(view, known or {}, readings, sample, decide)
    return [facts.answer(text, condition) for text, condition in asked]


@dataclass(frozen=True, slots=True)
class _Side:
    """Whether some deal that fits meets a condition, None if that is open; and such a deal."""

    possible: bool | None
    deal: Deal | None = None


class _Facts:
    """What questions are answered from: sampled deals, quick proofs, and perhaps a solver."""

    def __init__(
        self,
        view: View,
        known: Mapping[Seat, Hand],
        readings: tuple[Reading, Reading],
        sample: Sample,
        decide: Decide | None,
    ) -> None:
        self._sample, self._decide = sample, decide
        self._hands = joint_hands(view, known, readings)
        self._shown = {
            seat: view.players[seat].shown
            for seat in Seat
            if seat not in known and readings[seat.side].exact
        }

    def answer(self, text: str, condition: DealCondition) -> Answer:
        """Return the answer to one question."""
        has = deal_array_test(condition)(self._sample.holdings)
        for_it = self._side(condition, has)
        against = self._side(opposite(condition), ~has)
        verdict = self._verdict(for_it, against)
        seat, words = None, text
        if isinstance(condition, OfHand):
            seat, words = condition.seat, describe(condition.condition)
        possible = verdict is Verdict.POSSIBLE
        return Answer(
            seat,
            words,
            verdict,
            verdict is not Verdict.IMPOSSIBLE,
            verdict is Verdict.PROVED,
            float(has.mean()) if len(has) else None,
            _error(int(has.sum()), len(has)) if possible else 0.0,
            for_it.deal if self._decide else None,
            against.deal if self._decide else None,
        )

    def _side(self, condition: DealCondition, has: NDArray[np.bool_]) -> _Side:
        if has.any():
            return _Side(True, self._sample.deal(int(has.argmax())))
        if self._sample.status is SampleStatus.NONE or self._excludes(condition):
            return _Side(False)
        return _Side(*self._decide(condition)) if self._decide else _Side(None)

    def _excludes(self, condition: DealCondition) -> bool:
        """Whether it is quickly proved that no deal that fits meets a condition."""
        if isinstance(condition, OfHand) and condition.seat in self._shown:
            possible, _, _ = self._shown[condition.seat].chance(condition.condition)
            return not possible or self._hands.excludes(condition)
        return self._hands.excludes(condition)

    def _verdict(self, for_it: _Side, against: _Side) -> Verdict:
        if for_it.possible is False:
            return Verdict.IMPOSSIBLE
        if against.possible is False:
            return Verdict.PROVED
        both = for_it.possible and against.possible
        sampled = bool(len(self._sample)) and not self._decide
        return Verdict.POSSIBLE if both or sampled else Verdict.UNDECIDED


def _error(hits: int, drawn: int) -> float:
    """Return two standard errors of a share; not 0 where no draw, or every draw, has it."""
    share = hits / drawn if drawn else 0.0
    return (
        2 * (share * (1 - share) / drawn) ** 0.5 if 0 < share < 1 else estimated(hits, drawn).error
    )
