"""Conditions on several hands of a model: literals for their parts, and demands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from dowager.backends.cpsat.deal_model import DealModel, Literal
from dowager.cards import Seat
from dowager.language.tree import DealAnd, DealCondition, DealOr, OfHand, OfHands, deal_conjuncts


def require_deal(model: DealModel, condition: DealCondition, hand_of: Mapping[Seat, int]) -> None:
    """Demand that a condition holds.

    Args:
        model: the hands.
        condition: what is demanded of them.
        hand_of: the number of each seat's hand in the model; all seats that are asked.
    """
    for part in deal_conjuncts(condition):
        match part:
            case OfHand(seat, node):
                model.require(hand_of[seat], node)
            case OfHands(terms, low, high):
                numbers = [(factor, hand_of[seat], node) for factor, seat, node in terms]
                model.require_total(numbers, low, high)
            case DealOr(args):
                model.require_any([_literal(model, arg, hand_of) for arg in args])
            case DealAnd():
                raise AssertionError("a conjunction has been divided")
            case _:
                assert_never(part)


def _literal(model: DealModel, condition: DealCondition, hand_of: Mapping[Seat, int]) -> Literal:
    match condition:
        case OfHand(seat, node):
            return model.literal(hand_of[seat], node)
        case OfHands(terms, low, high):
            numbers = [(factor, hand_of[seat], node) for factor, seat, node in terms]
            return model.total_literal(numbers, low, high)
        case DealAnd(args):
            return ~model.any_of([~_literal(model, arg, hand_of) for arg in args])
        case DealOr(args):
            return model.any_of([_literal(model, arg, hand_of) for arg in args])
        case _:
            assert_never(condition)
