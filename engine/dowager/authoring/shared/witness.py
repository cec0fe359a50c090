"""Owns finding a hand that shows something in a position, or the proof that there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dowager.auction import Call
from dowager.backends.evaluate import array_test, hand_test
from dowager.cards import Hand
from dowager.knowledge.cells import FULL_HOLDINGS, MAX_HCP, from_mask, plain_space
from dowager.knowledge.counting import count_hands
from dowager.knowledge.public import Position, View
from dowager.knowledge.sampling import HandTable, narrowed
from dowager.knowledge.solving import Proof, hand_possible
from dowager.language.compile import Candidate
from dowager.language.tree import SHAPES, TRUE, Bool, all_of, any_of, negation

SECONDS = 10.0
"""The solver's time for one question."""

_DRAWN = 3000
_EFFORT = 20_000_000
_LITTLE = 1_000_000


@dataclass(frozen=True, slots=True)
class Search:
    """What came of a search: a hand, the proof that there is none, or neither in the time."""

    proof: Proof
    hand: Hand | None = None


def shown_before(view: View) -> Bool:
    """Return all that the seat to call has shown by its calls, as an exact condition."""
    shown = view.caller.shown
    return shown.node() if shown.calls else TRUE


def first_choice(candidates: Sequence[Candidate], place: int) -> Bool:
    """Return the exact condition on which one of some rules in order is the first that matches."""
    earlier = [candidate.condition.node for candidate in candidates[:place]]
    return all_of([candidates[place].condition.node, negation(any_of(earlier))])


def find_hand(view: View, node: Bool, cells: int, seconds: float = SECONDS) -> Search:
    """Look for a hand that its seat can have in a position, and that satisfies a condition.

    Args:
        view: the position.
        node: the condition.
        cells: the cells in which such hands lie, at least.
        seconds: the solver's time; it is only asked when no hand that is drawn fits, and not at
            all for 0.
    """
    return hand_within(all_of([node, shown_before(view)]), cells, seconds)


@lru_cache(maxsize=4096)
def hand_within(node: Bool, cells: int, seconds: float = SECONDS) -> Search:
    """Look for any hand in some cells that satisfies a condition.

    Hands are drawn first; when none fits they are counted; when that is too much work, or a hand
    is there and rare, the solver is asked.
    """
    space = plain_space()
    cells &= space.masks(node).may
    if not cells:
        return Search(Proof.NO)
    rest = narrowed(node, cells)
    hand = _drawn(rest, cells)
    if hand is not None:
        return Search(Proof.YES, hand)
    if count_hands(rest, cells, effort=_EFFORT if seconds else _LITTLE) == 0:
        return Search(Proof.NO)
    if not seconds:
        return Search(Proof.UNKNOWN)
    proof, hand = hand_possible(all_of([space.hull(cells), node]), limit=seconds)
    return Search(proof, hand)


def _drawn(node: Bool, cells: int) -> Hand | None:
    space = plain_space()
    allowed = np.zeros((len(SHAPES), MAX_HCP + 1), dtype=np.bool_)
    allowed[space.shape, space.hcp] = from_mask(cells, space.size)
    table = HandTable(FULL_HOLDINGS, allowed)
    hands = table.draw(np.random.default_rng(table.total), _DRAWN).T
    fitting = np.flatnonzero(array_test(node)(hands))
    if not len(fitting):
        return None
    clubs, diamonds, hearts, spades = hands[fitting[0]].tolist()
    return Hand.of_holdings((clubs, diamonds, hearts, spades))


def earlier_calls(view: View) -> list[tuple[Position, Call]]:
    """Return the earlier turns of the seat to call: the rules that applied, and the call made."""
    steps = view.caller.shown.calls
    return [(step.position, step.call) for step in steps]


def comes_here(view: View, hand: Hand) -> bool:
    """Whether a hand makes, by the rules, all the earlier calls of the seat to call."""
    return all(position.includes(call, hand) for position, call in earlier_calls(view))


def fits(node: Bool, hand: Hand) -> bool:
    """Whether a hand satisfies a condition."""
    return hand_test(node)(hand.holdings)
