"""Owns questions about a hand that has called: is a condition possible, certain, how probable."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.backends.text import describe
from dowager.cards import Seat
from dowager.errors import Fault, InputError, Span
from dowager.knowledge.view import View
from dowager.language import expression as ex
from dowager.language.calls import raw_argument
from dowager.language.definitions import Definitions
from dowager.language.grammar import read_truth
from dowager.language.nodes import Bool
from dowager.language.source import Text
from dowager.language.specialise import HandCondition


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to a question about a seat's hand.

    Attributes:
        seat: whose hand.
        text: the condition, in words.
        possible: whether some hand that fits the auction has it.
        certain: whether all have it.
        probability: over the hands that fit, each seat by itself; exact where shape and HCP decide.
    """

    seat: Seat
    text: str
    possible: bool
    certain: bool
    probability: float


def read_condition(text: str) -> Bool:
    """Read a condition on a hand as rules write it, such as `hcp >= 12 and S >= 5`.

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
    return HandCondition(written).build(ex.UNBOUND, ())


def find(view: View, question: str) -> Finding:
    """Answer a question written `SEAT: condition`, such as `N: aces >= 2`.

    Raises:
        InputError: the seat or the condition is wrong.
    """
    who, colon, text = question.partition(":")
    if not colon:
        raise InputError(f"{question!r}: write a seat and a condition, such as 'N: aces >= 2'")
    seat, condition = Seat.parse(who), read_condition(text.strip())
    possible, certain, chance = view.players[seat].shown.chance(condition)
    return Finding(seat, describe(condition), possible, certain, chance)
