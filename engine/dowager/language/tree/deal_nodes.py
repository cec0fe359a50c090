"""Conditions on a whole deal: the closed union `DealCondition`, made of conditions on its hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from dowager.cards import Seat
from dowager.language.tree.nodes import Bool, Int, Truth, all_of_merged, any_of, negation


@dataclass(frozen=True, slots=True)
class OfHand:
    """Whether a seat's hand meets a condition."""

    seat: Seat
    condition: Bool


@dataclass(frozen=True, slots=True)
class OfHands:
    """Whether the sum of `factor * number of a seat's hand` lies in `low..high`; None is no bound.

    Numbers are in the units of their scale; the factors account for it.
    """

    terms: tuple[tuple[int, Seat, Int], ...]
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class DealAnd:
    """Whether all conditions hold; the empty one is true."""

    args: tuple[DealCondition, ...]


@dataclass(frozen=True, slots=True)
class DealOr:
    """Whether at least one condition holds; the empty one is false."""

    args: tuple[DealCondition, ...]


DealCondition: TypeAlias = OfHand | OfHands | DealAnd | DealOr

ANY_DEAL, NO_DEAL = DealAnd(()), DealOr(())


def deal_all_of(args: Iterable[DealCondition]) -> DealCondition:
    """Return the conjunction, flattened, with one part for each seat that is asked alone."""
    parts = _merged((part for arg in args for part in deal_conjuncts(arg)), all_of_merged)
    kept = tuple(part for part in parts if not _is(part, True))
    if any(_is(part, False) for part in kept):
        return NO_DEAL
    return kept[0] if len(kept) == 1 else DealAnd(kept)


def deal_any_of(args: Iterable[DealCondition]) -> DealCondition:
    """Return the disjunction, flattened, with one part for each seat that is asked alone."""
    parts = _merged((part for arg in args for part in _disjuncts(arg)), any_of)
    kept = tuple(part for part in parts if not _is(part, False))
    if any(_is(part, True) for part in kept):
        return ANY_DEAL
    return kept[0] if len(kept) == 1 else DealOr(kept)


def _merged(
    parts: Iterable[DealCondition], join: Callable[[Iterable[Bool]], Bool]
) -> list[DealCondition]:
    hands: dict[Seat, list[Bool]] = {}
    joint: list[DealCondition] = []
    for part in parts:
        if isinstance(part, OfHand):
            hands.setdefault(part.seat, []).append(part.condition)
        else:
            joint.append(part)
    return [*(OfHand(seat, join(conditions)) for seat, conditions in hands.items()), *joint]


def _is(condition: DealCondition, value: bool) -> bool:
    """Whether a condition is plainly true, or plainly false."""
    trivial = ANY_DEAL if value else NO_DEAL
    return condition == trivial or (
        isinstance(condition, OfHand) and condition.condition == Truth(value)
    )


def opposite(condition: DealCondition) -> DealCondition:
    """Return the condition that holds for all other deals."""
    match condition:
        case OfHand(seat, node):
            return OfHand(seat, negation(node))
        case OfHands(terms, low, high):
            below = () if low is None else (OfHands(terms, None, low - 1),)
            above = () if high is None else (OfHands(terms, high + 1, None),)
            either = (*below, *above)
            return deal_any_of(either)
        case DealAnd(args):
            return deal_any_of(map(opposite, args))
        case DealOr(args):
            return deal_all_of(map(opposite, args))
        case _:
            assert_never(condition)


def deal_conjuncts(condition: DealCondition) -> Iterator[DealCondition]:
    """Yield the parts of a condition that must all hold."""
    if isinstance(condition, DealAnd):
        for arg in condition.args:
            yield from deal_conjuncts(arg)
    else:
        yield condition


def _disjuncts(condition: DealCondition) -> Iterator[DealCondition]:
    if isinstance(condition, DealOr):
        for arg in condition.args:
            yield from _disjuncts(arg)
    else:
        yield condition
