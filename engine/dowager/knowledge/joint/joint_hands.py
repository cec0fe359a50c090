"""What four hands can be together, by cheap steps: sound, and often enough for a proof.

Each suit has 13 cards and the pack 40 HCP, and a card has one owner. What that leaves each hand is
worked out until nothing moves. A condition that then leaves some hand nothing is impossible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dowager.cards import FULL_SUIT, Hand, Seat, Suit
from dowager.knowledge.cells.numbers import HCP_AND_LENGTHS, TOTALS
from dowager.knowledge.joint.possible_hand import PossibleHand, Whole
from dowager.language.text import fixed_total
from dowager.language.tree import (
    NO_DEAL,
    And,
    Bool,
    DealCondition,
    DealOr,
    Int,
    Not,
    OfHand,
    OfHands,
    Or,
    Range,
    deal_conjuncts,
    negation,
)

_TOTALS: Whole = np.array(TOTALS)
_DEEPEST, _MOST_WAYS = 2, 12
"""How deep alternatives within alternatives are tried, and how many: a step takes milliseconds."""


class JointHands:
    """What four hands can be together.

    Attributes:
        possible: false when it is proved that there is no deal.
        hands: what each seat's hand can be, North first; nothing when there is no deal.
    """

    def __init__(self, hands: tuple[PossibleHand, ...]) -> None:
        """Narrow what each hand can be, by the others."""
        self.hands = hands
        self.possible = self._narrow()

    @classmethod
    def of(
        cls, shown: Mapping[Seat, tuple[int, Bool]], known: Mapping[Seat, Hand] | None = None
    ) -> JointHands:
        """Return what hands can be.

        Args:
            shown: the cells that each other seat's hand lies in, and a condition that it meets.
            known: hands that are seen.
        """
        hands = []
        for seat in Seat:
            if known and seat in known:
                hands.append(PossibleHand.only(known[seat]))
                continue
            mask, node = shown[seat]
            hands.append(PossibleHand.of_mask(mask))
            hands[-1].require(node)
        return cls(tuple(hands))

    # -- questions ---------------------------------------------------------------------------------

    def excludes(self, condition: DealCondition) -> bool:
        """Whether it is proved that no deal meets a condition; false when it is not known."""
        return self.meeting(condition) is None

    def meeting(self, condition: DealCondition, deepest: int = _DEEPEST) -> JointHands | None:
        """Return what hands can be if a condition holds; None if it is proved that it cannot."""
        parts = list(deal_conjuncts(condition))
        if NO_DEAL in parts:
            return None
        narrowed: JointHands | None = self._with(
            [part for part in parts if isinstance(part, OfHand)]
        )
        totals = _met([part for part in parts if isinstance(part, OfHands)])
        size = -1
        while narrowed is not None and totals and narrowed._size != size:
            size = narrowed._size
            narrowed = narrowed._with_totals(totals)
        if narrowed is None or not deepest:
            return narrowed
        for part in parts:
            ways = _alternatives(part)
            some = (narrowed.meeting(way, deepest - 1) for way in ways)
            if 0 < len(ways) <= _MOST_WAYS and not any(some):
                return None
        return narrowed

    def span(self, seat: Seat, node: Int) -> tuple[int, int]:
        """Return bounds of a number of a hand; there must be a deal."""
        return self._span_of([(1, seat, node)])

    # -- narrowing ---------------------------------------------------------------------------------

    @property
    def _size(self) -> int:
        return sum(hand.size for hand in self.hands)

    @property
    def _state(self) -> object:
        return [(hand.size, *hand.sums.values()) for hand in self.hands]

    def _with(self, parts: list[OfHand]) -> JointHands | None:
        """Return what stays possible if conditions on single hands hold; None if nothing does."""
        if not self.possible:
            return None
        hands = tuple(hand.copy() for hand in self.hands)
        for part in parts:
            hands[part.seat].require(part.condition)
        narrowed = JointHands(hands)
        return narrowed if narrowed.possible else None

    def _with_totals(self, totals: list[OfHands]) -> JointHands | None:
        """Return what stays possible if sums have their bounds, each number within the others'."""
        parts: list[OfHand] = []
        for total in totals:
            low, high = self._span_of(total.terms)
            least = low if total.low is None else max(low, total.low)
            if least > (high if total.high is None else min(high, total.high)):
                return None
            parts.extend(self._parts_of(total))
        return self._with(parts)

    def _parts_of(self, total: OfHands) -> list[OfHand]:
        """Return what a sum's bounds say of each of its numbers, beside the others."""
        parts: list[OfHand] = []
        for term in total.terms:
            factor, seat, node = term
            least, most = self._span_of([other for other in total.terms if other != term])
            low = None if total.low is None else total.low - most
            high = None if total.high is None else total.high - least
            if factor < 0:
                low, high = (None if end is None else -end for end in (high, low))
            low = None if low is None else -(-low // abs(factor))
            high = None if high is None else high // abs(factor)
            parts.append(OfHand(seat, Range(node, low, high)))
        return parts

    def _span_of(self, terms: Sequence[tuple[int, Seat, Int]]) -> tuple[int, int]:
        """Return bounds of a sum; what the pack fixes bounds the hands that are not in it, too."""
        low = high = 0
        for node in dict.fromkeys(node for _, _, node in terms):
            factors = [0] * 4
            for factor, seat, asked in terms:
                factors[seat] += factor if asked == node else 0
            least, most = self._span_by(node, factors)
            low, high = low + least, high + most
        return low, high

    def _span_by(self, node: Int, factors: list[int]) -> tuple[int, int]:
        """Return bounds of the sum of one number over the seats, each with its factor."""
        spans = [hand.span(node) for hand in self.hands]
        total = fixed_total(node)
        if total is None:
            return _weighted(spans, factors)
        # Some multiple of the pack's total, and the rest: any multiple gives bounds.
        ways = [
            (take, _weighted(spans, [factor - take for factor in factors]))
            for take in {0, *factors}
        ]
        low = max(take * total + least for take, (least, _) in ways)
        return low, min(take * total + most for take, (_, most) in ways)

    def _narrow(self) -> bool:
        state: object = None
        while state != self._state:
            state = self._state
            if not all(hand.narrow() for hand in self.hands):
                return False
            self._share_numbers()
            self._share_cards()
            self._share_sums()
            if not all(hand.size for hand in self.hands):
                return False
        return True

    def _share_numbers(self) -> None:
        """Limit HCP and lengths by what the other three must and can have."""
        spans = np.array([[hand.span(node) for node in HCP_AND_LENGTHS] for hand in self.hands])
        low, high = spans[:, :, 0], spans[:, :, 1]
        least = np.maximum(low, _TOTALS - (high.sum(axis=0) - high))
        most = np.minimum(high, _TOTALS - (low.sum(axis=0) - low))
        for number, hand in enumerate(self.hands):
            hand.limit(least[number], most[number])

    def _share_cards(self) -> None:
        """Give each card one owner: whoever must hold it, or the only hand that may."""
        if not all(hand.size for hand in self.hands):
            return
        for suit in Suit:
            cards = [hand.cards(suit) for hand in self.hands]
            for number, hand in enumerate(self.hands):
                others = [pair for other, pair in enumerate(cards) if other != number]
                taken = wanted = 0
                for must, may in others:
                    taken |= must
                    wanted |= may
                hand.own(suit, FULL_SUIT & ~wanted, FULL_SUIT & ~taken)

    def _share_sums(self) -> None:
        """Bound what was required of several suits, such as aces, by what the pack has of it."""
        if not all(hand.size for hand in self.hands):
            return
        for node in {node for hand in self.hands for node in hand.sums}:
            total = fixed_total(node)
            if total is None:
                continue
            spans = [hand.span(node) for hand in self.hands]
            least, most = (sum(ends) for ends in zip(*spans, strict=True))
            for hand, (low, high) in zip(self.hands, spans, strict=True):
                hand.bound(node, total - (most - high), total - (least - low))


def _met(totals: list[OfHands]) -> list[OfHands]:
    """Return bounds of sums, with one part for all that bound the same sum.

    Of a number that the pack fixes, what one side has says what the other has.
    """
    met: dict[tuple[tuple[int, Seat, Int], ...], tuple[int | None, int | None]] = {}
    for total in map(_without_north, totals):
        low, high = met.get(total.terms, (None, None))
        lows = [end for end in (low, total.low) if end is not None]
        highs = [end for end in (high, total.high) if end is not None]
        met[total.terms] = (max(lows, default=None), min(highs, default=None))
    return [OfHands(terms, *ends) for terms, ends in met.items()]


def _without_north(total: OfHands) -> OfHands:
    """Return bounds of a sum as bounds of the other three hands' numbers, where the pack allows it.

    The first factor is made positive, so that equal sums look alike.
    """
    node = total.terms[0][2] if total.terms else None
    pack = None if node is None else fixed_total(node)
    if node is None or pack is None or any(asked != node for _, _, asked in total.terms):
        return total
    factors = {seat: factor for factor, seat, _ in total.terms}
    taken = factors.get(Seat.NORTH, 0)
    others = [(factors.get(seat, 0) - taken, seat) for seat in Seat]
    sign = next((1 if factor > 0 else -1 for factor, _ in others if factor), 0)
    if not sign:
        return total
    low, high = (
        None if end is None else sign * (end - taken * pack) for end in (total.low, total.high)
    )
    terms = tuple((sign * factor, seat, node) for factor, seat in others if factor)
    return OfHands(terms, low, high) if sign > 0 else OfHands(terms, high, low)


def _weighted(spans: Sequence[tuple[int, int]], factors: Sequence[int]) -> tuple[int, int]:
    """Return bounds of a sum of numbers with factors."""
    ends = [
        sorted((factor * low, factor * high))
        for (low, high), factor in zip(spans, factors, strict=True)
    ]
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def _alternatives(part: DealCondition) -> list[DealCondition]:
    """Return the conditions of which one must hold if a part does; none if it has no such form."""
    match part:
        case DealOr(args):
            return list(args)
        case OfHand(seat, Or(nodes)):
            return [OfHand(seat, node) for node in nodes]
        case OfHand(seat, Not(And(nodes))):
            return [OfHand(seat, negation(node)) for node in nodes]
        case _:
            return []
