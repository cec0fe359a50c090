"""Exact questions across hands: what four hands can be when each has shown something.

Every answer is a proof or a witness, except when the time given runs out; then it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from dowager.backends.cpsat import DealModel, SolverStatus
from dowager.backends.evaluate import given_hands, hand_test, hand_value
from dowager.cards import FULL_PACK, Deal, Hand, Seat, Suit, cards_outside
from dowager.knowledge.cells.numbers import HCP, HCP_AND_LENGTHS, LENGTHS
from dowager.knowledge.solving.exact_bounds import Hands, Interval, exact_bounds
from dowager.knowledge.solving.lazy_model import Demand, LazyModel
from dowager.language.tree import ANY_DEAL, FALSE, Bool, DealCondition, Int


class Proof(Enum):
    """The answer to a question: proved either way, or out of time."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


_PROOFS = {
    SolverStatus.SAT: Proof.YES,
    SolverStatus.UNSAT: Proof.NO,
    SolverStatus.UNKNOWN: Proof.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class DealBounds:
    """Bounds of numbers of the four hands.

    Attributes:
        possible: whether there is a deal at all; if not, the intervals mean nothing.
        intervals: by seat and node, in units of the node's scale.
    """

    possible: Proof
    intervals: Mapping[tuple[Seat, Int], Interval]

    @property
    def exact(self) -> bool:
        """Whether every bound is attained; false when time ran out."""
        return self.possible is Proof.YES and all(i.exact for i in self.intervals.values())

    def hcp(self, seat: Seat) -> Interval:
        """Return the bounds of a seat's high-card points."""
        return self.intervals[seat, HCP]

    def length(self, seat: Seat, suit: Suit) -> Interval:
        """Return the bounds of a seat's length in a suit."""
        return self.intervals[seat, LENGTHS[suit]]


class DealSession:
    """The deals that fit: what each seat has shown, and the hands that are known.

    Args:
        shown: a condition for each seat that has shown something; a known hand must meet it too.
        known: hands that the asker sees, such as his own and dummy; no card twice.
    """

    def __init__(
        self, shown: Mapping[Seat, Bool], known: Mapping[Seat, Hand] | None = None
    ) -> None:
        # Three known hands leave one deal: a fourth can be treated as unknown.
        self._known = dict(list((known or {}).items())[:3])
        self._unknown = [seat for seat in Seat if seat not in self._known]
        cards = cards_outside(self._known.values())
        assert cards.bit_count() == 13 * len(self._unknown), "a card is in two known hands"
        self._model = LazyModel(DealModel(len(self._unknown), cards), self._demands(shown))

    def possible(
        self,
        extra: Mapping[Seat, Bool] | None = None,
        where: DealCondition = ANY_DEAL,
        *,
        limit: float,
    ) -> tuple[Proof, Deal | None]:
        """Return whether some deal fits in which `extra` and `where` hold too, and such a deal.

        Args:
            extra: further conditions by seat, all to hold together.
            where: a condition on the deal.
            limit: seconds.
        """
        model = self._model.with_demands(self._demands(extra or {}))
        hand_of = {seat: number for number, seat in enumerate(self._unknown)}
        where = given_hands(where, self._known)
        answer = model.with_deal_demand(where, hand_of).solve(limit)
        proof = _PROOFS[answer.status]
        if proof is not Proof.YES:
            return proof, None
        return proof, self._deal_of(answer.hands)

    def bounds(
        self,
        numbers: Mapping[Seat, Sequence[Int]] | None = None,
        *,
        limit: float,
        outer: Mapping[tuple[Seat, Int], tuple[int, int]] | None = None,
        inner: Sequence[Deal] = (),
        further: Callable[[Deal], Sequence[Deal]] | None = None,
    ) -> DealBounds:
        """Return bounds of points and lengths of every seat, and of the other numbers asked for.

        Args:
            numbers: further nodes by seat.
            outer: bounds that are known to hold, which spares their proof.
            inner: deals that are known to fit, which spares finding them.
            further: returns deals that fit and are further out, from one that the solver found.
            limit: seconds for all bounds together.
        """
        nodes = {
            seat: dict.fromkeys([*HCP_AND_LENGTHS, *(numbers or {}).get(seat, ())]) for seat in Seat
        }
        hidden = [(seat, node) for seat in self._unknown for node in nodes[seat]]
        outer = outer or {}
        status, proved = exact_bounds(
            self._model,
            [self._by_hand(number) for number in hidden],
            limit,
            {self._by_hand(number): outer[number] for number in hidden if number in outer},
            [self._hands_of(deal) for deal in inner],
            further
            and (lambda hands: [self._hands_of(deal) for deal in further(self._deal_of(hands))]),
        )
        intervals = dict(zip(hidden, proved, strict=True))
        for seat, hand in self._known.items():
            for node in nodes[seat]:
                value = hand_value(node)(hand.holdings)
                intervals[seat, node] = Interval(value, value, True)
        return DealBounds(_PROOFS[status], intervals)

    def _deal_of(self, hands: Hands) -> Deal:
        by_seat = self._known | dict(zip(self._unknown, hands, strict=True))
        return Deal.of_hands(*(by_seat[seat] for seat in Seat))

    def _hands_of(self, deal: Deal) -> Hands:
        return tuple(deal[seat] for seat in self._unknown)

    def _by_hand(self, number: tuple[Seat, Int]) -> tuple[int, Int]:
        """Return a number of an unknown seat as the model has it, by the number of its hand."""
        seat, node = number
        return self._unknown.index(seat), node

    def _demands(self, conditions: Mapping[Seat, Bool]) -> list[Demand]:
        """Return conditions by the model's hands; false if a known hand fails its own."""
        failing = any(
            not hand_test(node)(self._known[seat].holdings)
            for seat, node in conditions.items()
            if seat in self._known
        )
        return [(0, FALSE)] * failing + [
            (self._unknown.index(seat), node)
            for seat, node in conditions.items()
            if seat not in self._known
        ]


def hand_possible(
    shown: Bool, *, cards: int = FULL_PACK, limit: float
) -> tuple[Proof, Hand | None]:
    """Return whether one hand dealt from `cards` can meet a condition, and such a hand."""
    answer = LazyModel(DealModel(1, cards), [(0, shown)]).solve(limit)
    return _PROOFS[answer.status], answer.hands[0] if answer.hands else None
