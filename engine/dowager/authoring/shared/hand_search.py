"""The search for a hand that satisfies a condition in a position, or a proof that there is none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dowager.backends.evaluate import array_test, hand_test
from dowager.cards import Hand
from dowager.knowledge.cells import FULL_HOLDINGS, MAX_HCP, from_mask, plain_space
from dowager.knowledge.counting import no_hands
from dowager.knowledge.public import View
from dowager.knowledge.sampling import HandTable, narrowed
from dowager.knowledge.solving import Proof, hand_possible
from dowager.language.tree import SHAPES, TRUE, Bool, all_of

SECONDS = 10.0
"""The solver's time for one question."""

_DRAWN = 3000
_EFFORT = 20_000_000
_LITTLE = 1_000_000


@dataclass(frozen=True, slots=True)
class HandSearch:
    """The result of a search: a hand, the proof that there is none, or neither in the time."""

    proof: Proof
    hand: Hand | None = None


def shown_before(view: View) -> Bool:
    """Return all that the seat to call has shown by its calls, as an exact condition."""
    shown = view.caller.shown
    return shown.node() if shown.calls else TRUE


def find_hand(view: View, node: Bool, cells: int, seconds: float = SECONDS) -> HandSearch:
    """Look for a hand that satisfies a condition and makes the earlier calls of its seat.

    Args:
        view: the position; the hand is that of the seat to call.
        node: the condition.
        cells: cells outside of which no such hand lies.
        seconds: the solver's time. It is asked only when no hand that is drawn fits; never for 0.
    """
    return hand_within(all_of([node, shown_before(view)]), cells, seconds)


@lru_cache(maxsize=4096)
def hand_within(node: Bool, cells: int, seconds: float = SECONDS) -> HandSearch:
    """Look for a hand in some cells that satisfies a condition.

    Hands are drawn first. When none of them fits, all are counted; when that is too much work, or
    hands that fit exist and are rare, the solver is asked.
    """
    space = plain_space()
    cells &= space.masks(node).may
    if not cells:
        return HandSearch(Proof.NO)
    narrow = narrowed(node, cells)
    hand = _drawn(narrow, cells)
    if hand is not None:
        return HandSearch(Proof.YES, hand)
    if no_hands(narrow, cells, effort=_EFFORT if seconds else _LITTLE):
        return HandSearch(Proof.NO)
    if not seconds:
        return HandSearch(Proof.UNKNOWN)
    proof, hand = hand_possible(all_of([space.hull(cells), node]), limit=seconds)
    return HandSearch(proof, hand)


def _drawn(node: Bool, cells: int) -> Hand | None:
    """Return one of some random hands of the cells, the first that satisfies the condition."""
    space = plain_space()
    allowed = np.zeros((len(SHAPES), MAX_HCP + 1), dtype=np.bool_)
    allowed[space.shape, space.hcp] = from_mask(cells, space.size)
    table = HandTable(FULL_HOLDINGS, allowed)
    hands = table.draw(np.random.default_rng(table.total), _DRAWN).T
    fitting = np.flatnonzero(array_test(node)(hands))
    if not len(fitting):
        return None
    return Hand.of_holdings(hands[fitting[0]].tolist())


def comes_here(view: View, hand: Hand) -> bool:
    """Whether a hand makes, by the rules, all the earlier calls of the seat to call."""
    return all(step.position.includes(step.call, hand) for step in view.caller.shown.calls)


def fits(node: Bool, hand: Hand) -> bool:
    """Whether a hand satisfies a condition."""
    return hand_test(node)(hand.holdings)
