"""Evaluation of conditions on four hands, for one deal or for arrays of deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate.arrays import array_test, array_value
from dowager.backends.evaluate.one_hand import hand_test, hand_value
from dowager.cards import Deal, Hand, Seat
from dowager.language.tree import (
    ANY_DEAL,
    NO_DEAL,
    DealAnd,
    DealCondition,
    DealOr,
    OfHand,
    OfHands,
    deal_all_of,
    deal_any_of,
)

DealArray: TypeAlias = NDArray[np.uint16]
"""Holdings of many deals, shape `(n, 4 seats, 4 suits)`, North and clubs first."""


def deal_array_test(condition: DealCondition) -> Callable[[DealArray], NDArray[np.bool_]]:
    """Return the function that says, for holdings of shape `(n, 4, 4)`, where a condition holds."""
    return partial(_holds, condition)


def deal_test(condition: DealCondition) -> Callable[[Deal], bool]:
    """Return the function that says whether a condition holds for a deal."""
    return lambda deal: bool(_holds(condition, deal_array([deal]))[0])


def deal_array(deals: Iterable[Deal]) -> DealArray:
    """Return the holdings of some deals."""
    held = [[hand.holdings for hand in deal.hands] for deal in deals]
    return np.array(held, dtype=np.uint16).reshape(-1, 4, 4)


def _holds(condition: DealCondition, deals: DealArray) -> NDArray[np.bool_]:
    match condition:
        case OfHand(seat, node):
            return array_test(node)(deals[:, seat])
        case OfHands():
            return _within(condition, deals)
        case DealAnd(args) | DealOr(args):
            all_hold = isinstance(condition, DealAnd)
            holds = np.full(len(deals), all_hold)
            for arg in args:
                holds = holds & _holds(arg, deals) if all_hold else holds | _holds(arg, deals)
            return holds
        case _:
            assert_never(condition)


def _within(condition: OfHands, deals: DealArray) -> NDArray[np.bool_]:
    total = np.zeros(len(deals), dtype=np.int64)
    for factor, seat, node in condition.terms:
        total += factor * array_value(node)(deals[:, seat]).astype(np.int64)
    inside = np.ones(len(deals), dtype=np.bool_)
    if condition.low is not None:
        inside &= total >= condition.low
    if condition.high is not None:
        inside &= total <= condition.high
    return inside


def given_hands(condition: DealCondition, known: Mapping[Seat, Hand]) -> DealCondition:
    """Return what a condition asks of the other hands when some are known."""
    match condition:
        case OfHand(seat, node):
            if seat not in known:
                return condition
            return ANY_DEAL if hand_test(node)(known[seat].holdings) else NO_DEAL
        case OfHands():
            return _given_total(condition, known)
        case DealAnd(args):
            return deal_all_of(given_hands(arg, known) for arg in args)
        case DealOr(args):
            return deal_any_of(given_hands(arg, known) for arg in args)
        case _:
            assert_never(condition)


def _given_total(condition: OfHands, known: Mapping[Seat, Hand]) -> DealCondition:
    low, high = condition.low, condition.high
    total = sum(
        factor * hand_value(node)(known[seat].holdings)
        for factor, seat, node in condition.terms
        if seat in known
    )
    return OfHands(
        tuple(term for term in condition.terms if term[1] not in known),
        None if low is None else low - total,
        None if high is None else high - total,
    )
