"""Free conditions on the deal, beside what seats have shown: `E+W: S <= 7`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dowager.cards import Hand, Seat
from dowager.knowledge.cells.masks import to_mask
from dowager.knowledge.joint import JointHands
from dowager.knowledge.sampling.fitting import Constraint
from dowager.language.tree import (
    NO_DEAL,
    DealCondition,
    OfHand,
    all_of,
    deal_all_of,
    deal_conjuncts,
)


def narrowed_by(
    shown: Mapping[Seat, Constraint], known: Mapping[Seat, Hand], where: DealCondition
) -> tuple[dict[Seat, Constraint], DealCondition]:
    """Return constraints that include what a condition says of single hands, and the rest of it.

    A hand's cells are narrowed, too, by what the whole condition leaves it beside the other hands.

    Args:
        shown: a constraint for each hidden seat.
        known: the other hands.
        where: the condition; it asks hidden hands only.

    Returns:
        The constraints, and what is still to be tested: `NO_DEAL` if it is proved that none fits.
    """
    limits = {seat: (each.mask, each.node) for seat, each in shown.items()}
    narrowed = JointHands.of(limits, known).meeting(where)
    if narrowed is None:
        return dict(shown), NO_DEAL
    parts = list(deal_conjuncts(where))
    alone = {part.seat: part.condition for part in parts if isinstance(part, OfHand)}
    constraints = {
        seat: replace(
            each,
            mask=each.mask & to_mask(narrowed.hands[seat].cells),
            node=all_of([each.node, *([alone[seat]] if seat in alone else [])]),
        )
        for seat, each in shown.items()
    }
    return constraints, deal_all_of(part for part in parts if not isinstance(part, OfHand))
