"""What an auction has shown, as plain values that are worked out when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dowager.api.arguments import DealLike, SeatLike, as_deal, as_seat
from dowager.auction import Auction, Call
from dowager.cards import Deal, Hand, Seat
from dowager.knowledge.answers import (
    Answer,
    ExactRanges,
    Ranges,
    answered,
    exact_answers,
    excluded_calls,
    ranges,
    relaxed_calls,
)
from dowager.knowledge.public import (
    CallRecord,
    View,
    call_alert,
    call_words,
    record_alternatives,
)
from dowager.knowledge.readings import EXACT, Reading
from dowager.knowledge.sampling import deals_for
from dowager.language.compile import read_deal_condition
from dowager.language.tree import ANY_DEAL


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the really different kinds of hand that a call of an auction shows.

    Attributes:
        name: the names of its rules; empty when they have none.
        text: what it shows, in words.
        ranges: its least and greatest HCP and lengths; no such hand lies outside.
        share: how probable it was when the call was made, 0 to 1.
        now: how probable it is after all calls of the seat; 0 when they rule it out.
        exact: whether both are exact: shape and HCP decide them. Otherwise they are estimates.
    """

    name: str
    text: str
    ranges: Ranges
    share: float
    now: float
    exact: bool


@dataclass(frozen=True, slots=True)
class CallMeaning:
    """What a call of an auction means.

    Attributes:
        seat: who made it.
        call: the call.
        name: the name of the rule that explains it; empty without a rule.
        rule: that rule's `file:line`; empty without a rule.
        text: what it shows, in words.
        alert: the words of its alert by the system, or None.
        forcing: what it asks of partner: `no`, `round`, `rebid`, `game` or `signoff`.
        alternatives: the really different kinds of hand that it shows, at least two, whose shares
            sum to 1; none if it shows one kind.
    """

    seat: Seat
    call: Call
    name: str
    rule: str
    text: str
    alert: str | None
    forcing: str
    alternatives: tuple[Alternative, ...] = ()


def _meaning_of(record: CallRecord, view: View) -> CallMeaning:
    rule = record.rule.rule if record.rule else None
    return CallMeaning(
        record.seat,
        record.call,
        rule.name if rule else "",
        rule.location if rule else "",
        call_words(record),
        call_alert(record),
        record.force.word,
        tuple(_alternatives_of(record, view)),
    )


def _alternatives_of(record: CallRecord, view: View) -> Iterator[Alternative]:
    for each in record_alternatives(record, view.players[record.seat].shown.cells):
        ranges = Ranges(each.ranges.hcp, each.ranges.lengths)
        yield Alternative(each.name, each.text, ranges, each.share, each.now, each.exact)


class Inference:
    """What an auction has shown.

    `inference["N"]` gives the ranges of North's hand.

    Args:
        views: what everybody knew before each call, and knows now; at least the last of them.
        known: the hands that the asker sees.
        readings: how far North-South's and East-West's calls are believed.
    """

    def __init__(
        self,
        views: tuple[View, ...],
        known: Mapping[Seat, Hand],
        readings: tuple[Reading, Reading] = (EXACT, EXACT),
    ) -> None:
        self._views = views
        self._known = known
        self._readings = readings

    @property
    def reading(self) -> str:
        """How far calls are believed: `ns=exact,ew=tolerant`."""
        north_south, east_west = self._readings
        return f"ns={north_south.name},ew={east_west.name}"

    @property
    def auction(self) -> Auction:
        """The auction."""
        return self._views[-1].auction

    @cached_property
    def seats(self) -> Mapping[Seat, Ranges]:
        """The ranges of every hand, as far as the asker can know.

        No hand that fits is outside. Of a side that is not read exactly 5% of what is believed is.
        """
        return ranges(self._views[-1], self._known, self._readings)

    def __getitem__(self, seat: SeatLike) -> Ranges:
        return self.seats[as_seat(seat)]

    @cached_property
    def calls(self) -> tuple[CallMeaning, ...]:
        """What each call means, in order."""
        view = self._views[-1]
        return tuple(_meaning_of(record, view) for record in view.records)

    @property
    def relaxed(self) -> tuple[int, ...]:
        """The indices of calls that contradicted others, and count for less than they mean."""
        return tuple(relaxed_calls(self._views[-1]))

    def excluded(self, deal: DealLike) -> tuple[int, ...]:
        """Return the indices of calls whose meaning excludes the hand that made them.

        Args:
            deal: the actual hands.
        """
        return tuple(excluded_calls(list(self._views), as_deal(deal)))

    def ask(
        self, questions: Sequence[str], exact: bool = False, seconds: float = 30.0
    ) -> list[Answer]:
        """Return what is proved of conditions, and how probable they are on deals that fit.

        Args:
            questions: each a seat and a condition as rules write it, `N: hcp >= 12 and S >= 5`; or
                one of several hands, `E.S + W.S <= 5`, `N: ace(S) and S: king(S)`.
            exact: whether CP-SAT decides what is left open, with a deal for and a deal against.
            seconds: how long it may take.

        Raises:
            InputError: a question is wrong.
        """
        view, known, readings = self._views[-1], self._known, self._readings
        if exact:
            return exact_answers(view, questions, known, readings, seconds)
        return answered(view, questions, known, readings=readings)

    def exact(self, seconds: float = 30.0) -> ExactRanges:
        """Return ranges proved across the four hands by CP-SAT, and a deal that fits.

        Args:
            seconds: how long the solver may take.
        """
        # OR-Tools takes long to import and is only needed here.
        from dowager.knowledge.answers.exact_ranges import exact_ranges

        return exact_ranges(self._views[-1], self._known, seconds)

    def deals(self, count: int = 1, seed: int | None = None, where: str = "") -> list[Deal]:
        """Return deals that fit, independent; fewer when they are too rare.

        They are uniform over all that fit, or as probable as the readings say.

        Args:
            count: how many.
            seed: for the same deals again.
            where: further conditions: `N: balanced and hcp in 15..17; E+W: S <= 7`.

        Raises:
            InputError: something is wrong in a condition.
        """
        generator, view = np.random.default_rng(seed), self._views[-1]
        wanted = read_deal_condition(where) if where.strip() else ANY_DEAL
        return list(
            deals_for(view, self._known, generator, count, readings=self._readings, where=wanted)
        )
