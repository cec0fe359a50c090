"""Evaluation of conditions on four hands, for one deal or for arrays of deals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate.arrays import array_test, array_value
from dowager.cards import Deal
from dowager.language.tree import DealAnd, DealCondition, DealOr, OfHand, OfHands

DealArray: TypeAlias = NDArray[np.uint16]
"""Holdings of many deals, shape `(n, 4 seats, 4 suits)`, North and clubs first."""


def deal_array_test(condition: DealCondition) -> Callable[[DealArray], NDArray[np.bool_]]:
    """Return the function that says, for holdings of shape `(n, 4, 4)`, where a condition holds."""
    return partial(_holds, condition)


def deal_test(condition: DealCondition) -> Callable[[Deal], bool]:
    """Return the function that says whether a condition holds for a deal."""
    return lambda deal: bool(_holds(condition, _array_of(deal))[0])


def _array_of(deal: Deal) -> DealArray:
    return np.array([[hand.holdings for hand in deal.hands]], dtype=np.uint16)


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
