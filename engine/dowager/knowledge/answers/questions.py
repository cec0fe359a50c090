"""Questions about a hand: is a condition possible, is it certain, how probable is it?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from dowager.backends.evaluate import array_test
from dowager.backends.text import describe
from dowager.cards import Hand, Seat
from dowager.errors import Fault, InputError, Span
from dowager.knowledge.public.shown import Shown, everything
from dowager.knowledge.public.view import View
from dowager.knowledge.readings import EXACT, Reading
from dowager.knowledge.sampling.sample import Sample
from dowager.knowledge.sampling.sampler import deals_for
from dowager.language.compile import Definitions, HandCondition
from dowager.language.text import Text, raw_argument, read_truth
from dowager.language.tree import UNBOUND, Bool
from dowager.language.tree import expression as ex

_DEALS = 4000
_EFFORT = 2_000_000


class Verdict(Enum):
    """What is known for sure of a condition on a hand."""

    PROVED = "proved"  # every hand that fits meets it
    IMPOSSIBLE = "impossible"  # none does
    POSSIBLE = "possible"  # neither is proved; it has a probability
    UNDECIDED = "not decided"  # neither is proved, and no deal was found


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question about a seat's hand.

    Attributes:
        seat: whose hand.
        text: the condition, in words.
        verdict: what is known for sure.
        possible: whether some hand that fits the auction may meet it: never false when one does,
            and proved when a sampled deal does.
        certain: whether all such hands meet it: never true when one does not.
        probability: the share of sampled deals that meet it; None when no deal was drawn.
        error: two standard errors of that share; 0 where all is certain.
    """

    seat: Seat
    text: str
    verdict: Verdict
    possible: bool
    certain: bool
    probability: float | None
    error: float


def read_condition(text: str) -> Bool:
    """Return a condition on a hand, written as in rules: `hcp >= 12 and S >= 5`.

    Raises:
        InputError: it is no such condition; suit letters and public words have no meaning here.
    """
    faults: list[Fault] = []
    span = Span("condition", 1, 1)
    written = read_truth(Text(text, span), raw_argument, faults)
    if not faults:
        written = Definitions((), faults).truth(written, Text(text, span))
    if faults:
        raise InputError(f"{text!r}, column {faults[0].span.column}: {faults[0].message}")
    public = (ex.SeatNumber, ex.PublicNumber, ex.PublicTruth, ex.Query)
    if ex.letters_of(written) or any(isinstance(part, public) for part in ex.walk(written)):
        raise InputError(f"{text!r} must ask one hand alone, and name its suits: C, D, H or S")
    return HandCondition(written).build(UNBOUND, ())


def answered(
    view: View,
    questions: Sequence[str],
    known: Mapping[Seat, Hand] | None = None,
    seed: int = 0,
    readings: tuple[Reading, Reading] = (EXACT, EXACT),
) -> list[Answer]:
    """Return the answers to questions written `SEAT: condition`, such as `N: aces >= 2`.

    Probabilities are counted on deals drawn from all that fit the auction and the known hands,
    uniformly or as the readings weigh them; the same seed gives the same answer.

    Raises:
        InputError: a seat or a condition is wrong.
    """
    asked = [_read(question) for question in questions]
    generator = np.random.default_rng(seed)
    sample = deals_for(view, known, generator, _DEALS, effort=_EFFORT, readings=readings)
    return [
        _answer(view, seat, condition, sample, readings[seat.side].exact)
        for seat, condition in asked
    ]


def _read(question: str) -> tuple[Seat, Bool]:
    who, colon, text = question.partition(":")
    if not colon:
        raise InputError(f"{question!r}: write a seat and a condition, such as 'N: aces >= 2'")
    return Seat.parse(who), read_condition(text.strip())


def _answer(view: View, seat: Seat, condition: Bool, sample: Sample, exact: bool) -> Answer:
    shown = view.players[seat].shown if exact else Shown(everything())
    possible, certain, _ = shown.chance(condition)
    verdict = _verdict(possible, certain, bool(len(sample)))
    share, error = None, 0.0
    if len(sample):
        has = array_test(condition)(sample.holdings[:, seat])
        share = float(has.mean())
        possible, certain = possible or bool(has.any()), certain and bool(has.all())
        error = 2 * (share * (1 - share) / len(sample)) ** 0.5
    return Answer(seat, describe(condition), verdict, possible, certain, share, error)


def _verdict(possible: bool, certain: bool, sampled: bool) -> Verdict:
    """Return what is known for sure: cells prove, or leave a question to probability."""
    if certain:
        return Verdict.PROVED
    if not possible:
        return Verdict.IMPOSSIBLE
    return Verdict.POSSIBLE if sampled else Verdict.UNDECIDED
