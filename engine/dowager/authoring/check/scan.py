"""Owns the scan of one position: which rules are left anything, and which boards take which call.

What a scan says of a rule holds for every hand that its seat can have: `TAKEN` and `IMPOSSIBLE`
are proved by the exact table of shapes and points, `ALIVE` by a board that bids so. `OPEN` is
neither; it takes a solver, or more boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Call
from dowager.authoring.shared.boards import Boards
from dowager.backends.evaluate import array_test, hand_test
from dowager.knowledge.cells import Masks, from_mask, plain_space
from dowager.knowledge.public import View, condition_masks
from dowager.language.compile import Candidate, Rule
from dowager.language.tree import Bool

Places = NDArray[np.int32]
"""Numbers of boards."""

_FEW = 12  # boards below which one at a time is quicker


class State(IntEnum):
    """What is left of a rule after the earlier ones."""

    ALIVE = 0
    OPEN = 1
    TAKEN = 2
    IMPOSSIBLE = 3


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """A rule that was tried in a position.

    Attributes:
        candidate: the rule, its call and its condition here.
        state: what is left of it.
        rest: the cells in which hands may be left to it.
        boards: the boards that it takes.
    """

    candidate: Candidate
    state: State
    rest: int
    boards: Places


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A position as scanned.

    Attributes:
        tried: the rules in order, as far as any hand may be left.
        uncovered: the cells of hands that may be left without a rule; 0 where that is disproved.
        fallen: the boards without a rule.
    """

    tried: tuple[Tried, ...]
    uncovered: int
    fallen: Places

    def groups(self) -> Iterator[tuple[Call, Places]]:
        """Yield each call that a board makes, with the boards that make it."""
        found: dict[Call, list[Places]] = {}
        for tried in self.tried:
            if len(tried.boards):
                found.setdefault(tried.candidate.call, []).append(tried.boards)
        for call, parts in found.items():
            yield call, np.concatenate(parts)


_NONE: Places = np.zeros(0, dtype=np.int32)


def scan(view: View, boards: Boards, here: Places, is_last_resort: Callable[[Rule], bool]) -> Scan:
    """Scan a position.

    Args:
        view: what everybody knows.
        boards: random deals.
        here: the boards whose auction has come here.
        is_last_resort: whether a rule is of the last layer, which is for reading calls that nothing
            else explains: hands that only such a rule takes have no call.
    """
    seat = int(view.caller_seat)
    left = view.players[seat].shown.mask
    tried: list[Tried] = []
    for candidate in view.position:
        if is_last_resort(candidate.rule):
            break
        masks = condition_masks(candidate.condition)
        rest = masks.may & left
        taken = _NONE
        if rest and len(here):
            fits = _fitting(candidate.condition.node, masks, boards, here, seat)
            taken, here = here[fits], here[~fits]
        tried.append(Tried(candidate, _state(view, masks, rest, taken), rest, taken))
        left &= ~masks.sure
        if not left:
            break
    return Scan(tuple(tried), left, here)


def _state(view: View, masks: Masks, rest: int, taken: Places) -> State:
    if len(taken):
        return State.ALIVE
    if rest:
        return State.OPEN
    known = view.caller.shown.mask
    return State.TAKEN if masks.may & known else State.IMPOSSIBLE


def _fitting(
    node: Bool, masks: Masks, boards: Boards, here: Places, seat: int
) -> NDArray[np.bool_]:
    """Return which boards' hands satisfy a condition; their cells mostly tell."""
    cells = boards.cells[here, seat]
    if len(here) < _FEW:
        return np.array(
            [
                _fits(node, masks, cell, boards, board, seat)
                for cell, board in zip(cells.tolist(), here.tolist(), strict=True)
            ],
            dtype=np.bool_,
        )
    size = plain_space().size
    fits: NDArray[np.bool_] = from_mask(masks.sure, size)[cells]
    if masks.sure == masks.may:
        return fits
    maybe = np.flatnonzero(from_mask(masks.may & ~masks.sure, size)[cells])
    if len(maybe):
        fits[maybe] = array_test(node)(boards.holdings[here[maybe], seat])
    return fits


def _fits(node: Bool, masks: Masks, cell: int, boards: Boards, board: int, seat: int) -> bool:
    if masks.sure >> cell & 1:
        return True
    if not masks.may >> cell & 1:
        return False
    clubs, diamonds, hearts, spades = boards.holdings[board, seat].tolist()
    return hand_test(node)((clubs, diamonds, hearts, spades))
