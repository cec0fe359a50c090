"""Calls that a hand nearly makes: those whose own rule fits a hand that differs by one unit.

A unit is one HCP, one card of another suit, or one step of a suit's quality: two hands differ by
one unit if they differ in one card, and either the HCP are the same or the suit is the same and the
HCP differ by one. So a hand lies no further outside the rules of such a call than the reading
`judged` allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import and_, or_

import numpy as np

from dowager.auction import Call
from dowager.backends.evaluate import HandArray, array_test
from dowager.bidder.bulk import cells_of
from dowager.cards import Hand, Holdings
from dowager.knowledge.public import View, masks_within
from dowager.language.compile import Candidate

_SUITS = range(4)
_RANKS = range(13)
_HCP = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4)
"""By rank, the two first."""


def may_be_judged(rule: Candidate) -> bool:
    """Whether judgement may prefer a rule's call to another one, or another one to it.

    It may not where the rule is not to be judged, or only reads calls.
    """
    return rule.rule.judged and not rule.layer.only_reads


def near_misses(
    view: View, hand: Hand, admitted: Callable[[Candidate], bool] = may_be_judged
) -> dict[Call, Candidate]:
    """Return the calls that a hand makes, or misses by one unit, each with its first such rule.

    Calls come in the order in which their rules are tried. A call is left out if a rule for it that
    is not admitted comes before: after 1NT, 2C asks, whatever else a later rule may say of it.

    Args:
        view: the position.
        hand: the hand of the seat to call.
        admitted: which rules count; by default those that judgement may prefer.
    """
    hands = np.vstack([np.array([hand.holdings], dtype=np.uint16), one_unit_away(hand)])
    cells = reduce(or_, (1 << cell for cell in cells_of(hands).tolist()))
    calls: dict[Call, Candidate] = {}
    barred: set[Call] = set()
    for rule in view.position:
        if rule.call in calls or rule.call in barred:
            continue
        if not admitted(rule):
            barred.add(rule.call)
        elif _fits_one(rule, hands, cells):
            calls[rule.call] = rule
    return calls


def _fits_one(rule: Candidate, hands: HandArray, cells: int) -> bool:
    """Whether a rule fits one of some hands, which lie in some cells."""
    reached = masks_within(rule, cells)
    if not reached.may & cells:
        return False
    if reached.sure & cells:
        return True
    tests = (array_test(part.node)(hands) for part in reached.unsure(cells))
    return bool(reduce(and_, tests).any())


def one_unit_away(hand: Hand) -> HandArray:
    """Return the hands that differ from a hand by one unit, shape `(n, 4)`, clubs first.

    Of the small cards of another suit that a small card could be changed for, only the lowest
    counts.
    """
    hands = list(_one_unit_away(hand.holdings))
    return np.array(hands, dtype=np.uint16).reshape(len(hands), len(_SUITS))


def _one_unit_away(held: Holdings) -> Iterator[list[int]]:
    for suit in _SUITS:
        for rank in _RANKS:
            if held[suit] >> rank & 1:
                for other, new in _exchanges(held, suit, rank):
                    changed = list(held)
                    changed[suit] ^= 1 << rank
                    changed[other] ^= 1 << new
                    yield changed


def _exchanges(held: Holdings, suit: int, rank: int) -> Iterator[tuple[int, int]]:
    """Yield the suits and ranks of the cards for which a card may be exchanged."""
    for other in _SUITS:
        missing = [new for new in _RANKS if not held[other] >> new & 1]
        if other == suit:
            yield from ((suit, new) for new in missing if abs(_HCP[new] - _HCP[rank]) <= 1)
        else:
            alike = [new for new in missing if _HCP[new] == _HCP[rank]]
            yield from ((other, new) for new in alike[:1])
