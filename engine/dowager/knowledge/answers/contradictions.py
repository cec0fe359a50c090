"""Calls that contradict one another, or the hand that made them."""

from __future__ import annotations

from dowager.cards import Deal, Hand
from dowager.knowledge.public.players import CallRecord
from dowager.knowledge.public.position import cell_of, matches
from dowager.knowledge.public.view import View


def relaxed_calls(view: View) -> list[int]:
    """Return the indices of calls whose meaning had to be relaxed, in order."""
    return sorted({index for record in view.records for index in record.relaxed})


def excluded_calls(views: list[View], deal: Deal) -> list[int]:
    """Return the indices of calls whose meaning excludes the hand that made them.

    Args:
        views: the view before each call, and after the last one.
        deal: the actual hands.
    """
    relaxed = set(relaxed_calls(views[-1]))
    excluded: list[int] = []
    for record in views[-1].records:
        position, hand = views[record.index].position, deal[record.seat]
        if record.rule is None or position.includes(record.call, hand):
            continue
        if record.index in relaxed and _fits_a_rule(record, hand):
            continue
        excluded.append(record.index)
    return excluded


def _fits_a_rule(record: CallRecord, hand: Hand) -> bool:
    return any(matches(rule, hand, 1 << cell_of(hand)) for rule in record.rules)
