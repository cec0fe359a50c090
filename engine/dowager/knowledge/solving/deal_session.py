"""Owns exact questions across hands: what four hands, each having shown something, can be.

Every answer is a proof or a witness, except when the time given runs out; then it says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from dowager.backends.cpsat import DealModel, SolverStatus
from dowager.backends.evaluate import hand_test, hand_value
from dowager.cards import FULL_PACK, Deal, Hand, Seat, Suit
from dowager.knowledge.solving.exact_bounds import Interval, box
from dowager.knowledge.solving.lazy_model import Demand, LazyModel
from dowager.language.tree import FALSE, Bool, Feature, Int, negation

HCP: Int = Feature("hcp")
"""High-card points of the hand."""

LENGTHS: tuple[Int, ...] = tuple(Feature("length", (suit,)) for suit in Suit)
"""The length of each suit, clubs first."""

BASIC: tuple[Int, ...] = (HCP, *LENGTHS)
"""The numbers that every `bounds` covers."""


class Proof(Enum):
    """The answer to a question: proved either way, or out of time."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer and its deal: a witness of the possible, or a counterexample to the certain."""

    proof: Proof
    deal: Deal | None = None

    def opposite(self) -> Verdict:
        """Return the verdict on the opposite question, with the same deal."""
        match self.proof:
            case Proof.YES:
                return Verdict(Proof.NO, self.deal)
            case Proof.NO:
                return Verdict(Proof.YES)
            case Proof.UNKNOWN:
                return self


@dataclass(frozen=True, slots=True)
class Bounds:
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
        # Three known hands leave one deal: a fourth need not be told apart from an unknown one.
        self._known = dict(list((known or {}).items())[:3])
        self._unknown = [seat for seat in Seat if seat not in self._known]
        cards = FULL_PACK & ~_union(self._known.values())
        assert cards.bit_count() == 13 * len(self._unknown), "a card is in two known hands"
        self._model = LazyModel(DealModel(len(self._unknown), cards), self._demands(shown))

    def possible(self, extra: Mapping[Seat, Bool] | None = None, *, limit: float) -> Verdict:
        """Tell whether some deal fits in which `extra` holds too, and give one.

        Args:
            extra: further conditions by seat, all to hold together.
            limit: seconds.
        """
        return self._verdict(self._model.with_demands(self._demands(extra or {})), limit)

    def certain(self, claim: Mapping[Seat, Bool], *, limit: float) -> Verdict:
        """Tell whether all of `claim` holds in every deal that fits; if not, give a deal.

        When no deal fits at all, everything is certain: ask `possible` first.
        """
        if not all(self._holds(seat, claim[seat]) for seat in self._known if seat in claim):
            return self._verdict(self._model, limit).opposite()
        failures = [
            (hand, negation(claim[seat]))
            for hand, seat in enumerate(self._unknown)
            if seat in claim
        ]
        return self._verdict(self._model, limit, failures).opposite()

    def bounds(
        self,
        numbers: Mapping[Seat, Sequence[Int]] | None = None,
        *,
        limit: float,
        outer: Mapping[tuple[Seat, Int], tuple[int, int]] | None = None,
        inner: Sequence[Deal] = (),
    ) -> Bounds:
        """Return bounds of points and lengths of every seat, and of the other numbers asked for.

        Args:
            numbers: further nodes by seat.
            outer: bounds that are known to hold, which spares their proof.
            inner: deals that are known to fit, which spares finding them.
            limit: seconds for all bounds together.
        """
        wanted = {seat: list(BASIC) for seat in Seat}
        for seat, nodes in (numbers or {}).items():
            wanted[seat] = list(dict.fromkeys([*wanted[seat], *nodes]))
        hidden = [(seat, node) for seat in self._unknown for node in wanted[seat]]
        places = [(self._unknown.index(seat), node) for seat, node in hidden]
        within = {
            (self._unknown.index(seat), node): pair
            for (seat, node), pair in (outer or {}).items()
            if seat in self._unknown
        }
        known = [tuple(deal[seat] for seat in self._unknown) for deal in inner]
        status, found = box(self._model, places, limit, within, known)
        intervals = dict(zip(hidden, found, strict=True))
        for seat, hand in self._known.items():
            for node in wanted[seat]:
                value = hand_value(node)(hand.holdings)
                intervals[seat, node] = Interval(value, value, True)
        return Bounds(_PROOFS[status], intervals)

    def _demands(self, conditions: Mapping[Seat, Bool]) -> list[Demand]:
        """Return conditions by the model's hands; a known hand that fails its own leaves none."""
        failing = any(
            not self._holds(seat, node) for seat, node in conditions.items() if seat in self._known
        )
        return [(0, FALSE)] * failing + [
            (self._unknown.index(seat), node)
            for seat, node in conditions.items()
            if seat not in self._known
        ]

    def _holds(self, seat: Seat, node: Bool) -> bool:
        return hand_test(node)(self._known[seat].holdings)

    def _verdict(
        self, model: LazyModel, limit: float, some: Sequence[Demand] | None = None
    ) -> Verdict:
        answer = model.solve(limit, some)
        if answer.status is not SolverStatus.SAT:
            return Verdict(_PROOFS[answer.status])
        hands = self._known | dict(zip(self._unknown, answer.hands, strict=True))
        return Verdict(Proof.YES, Deal.of_hands(*(hands[seat] for seat in Seat)))


def hand_bounds(
    shown: Bool, numbers: Sequence[Int] = BASIC, *, cards: int = FULL_PACK, limit: float
) -> tuple[Proof, list[Interval]]:
    """Return whether one hand can meet a condition, and the bounds of numbers if it does.

    Args:
        shown: the condition.
        numbers: the nodes wanted; high-card points and the four lengths if left out.
        cards: the card set that the hand is dealt from.
        limit: seconds.
    """
    model = LazyModel(DealModel(1, cards), [(0, shown)])
    status, intervals = box(model, [(0, node) for node in numbers], limit)
    return _PROOFS[status], intervals


def hand_possible(
    shown: Bool, *, cards: int = FULL_PACK, limit: float
) -> tuple[Proof, Hand | None]:
    """Return whether one hand dealt from `cards` can meet a condition, and such a hand."""
    model = LazyModel(DealModel(1, cards), [(0, shown)])
    answer = model.solve(limit)
    return _PROOFS[answer.status], answer.hands[0] if answer.hands else None


_PROOFS = {
    SolverStatus.SAT: Proof.YES,
    SolverStatus.UNSAT: Proof.NO,
    SolverStatus.UNKNOWN: Proof.UNKNOWN,
}


def _union(hands: Iterable[Hand]) -> int:
    bits = 0
    for hand in hands:
        bits |= hand.bits
    return bits
