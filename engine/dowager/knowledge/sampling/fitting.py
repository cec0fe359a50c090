"""What one seat's hand must be like, and tests of many hands at once: cells, then the node.

The cell of a hand is two look-ups and mostly decides. The exact node is asked only of hands in
cells that leave it open, and only as much of it as those cells leave open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import array_test
from dowager.cards import LENGTH_OF
from dowager.knowledge.cells.additive import HCP_OF
from dowager.knowledge.cells.masks import asked_parts, from_mask
from dowager.knowledge.cells.numbers import HCP, runs
from dowager.knowledge.cells.space import Weights, plain_space
from dowager.knowledge.cells.suit_counts import MAX_HCP
from dowager.knowledge.readings import Doubt
from dowager.knowledge.sampling.hand_table import Allowed
from dowager.knowledge.sampling.plans import Weighed
from dowager.knowledge.sampling.subsets import Columns, Real
from dowager.language.tree import (
    FALSE,
    KEY_UNITS,
    SHAPE_KEYS,
    SHAPES,
    TRUE,
    And,
    Bool,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    Truth,
    all_of,
    any_of,
    negation,
)

_WIDTH = 40
_CODES = np.stack(
    [LENGTH_OF.astype(np.int64) * (unit * _WIDTH) + HCP_OF for unit in (*KEY_UNITS, 0)]
)  # what each suit's holding adds to the code of a hand's cell


@dataclass(frozen=True, slots=True)
class Constraint:
    """What a seat's hand is known to be like; all parts hold.

    Attributes:
        mask: the cells of the plain space that it may lie in.
        node: the exact condition.
        weights: what a hand in each cell weighs, above 0 to 1; None if all weigh the same.
        doubts: what the cards of a hand weigh besides.
    """

    mask: int
    node: Bool = TRUE
    weights: Weights | None = field(default=None, compare=False)
    doubts: tuple[Doubt, ...] = ()


class Fit:
    """Tells which of many hands meet a constraint.

    Attributes:
        mask: the cells in which some hand may meet it.
        allowed: the same by shape and HCP, `(560, 38)`; the weights of these cells, if they differ.
        cost: how much is to be evaluated after the cells; 0 when they decide.
    """

    def __init__(self, constraint: Constraint) -> None:
        space = plain_space()
        masks = space.masks(constraint.node)
        self.mask = constraint.mask & masks.may
        unsure = self.mask & ~masks.sure
        rest = narrowed(constraint.node, unsure) if unsure else TRUE
        self.cost = _size(rest) if unsure else 0
        self._test = array_test(rest)
        among: Allowed = from_mask(self.mask, space.size)
        self.allowed: Allowed = np.zeros((len(SHAPES), MAX_HCP + 1), dtype=np.bool_)
        if constraint.weights is not None:
            self.allowed = np.zeros((len(SHAPES), MAX_HCP + 1))
            among = np.where(among, constraint.weights, 0)
        self.allowed[space.shape, space.hcp] = among
        self._levels = np.zeros(14 * 196 * _WIDTH, dtype=np.uint8)
        codes = SHAPE_KEYS[space.shape].astype(np.int64) * _WIDTH + space.hcp
        self._levels[codes] = from_mask(self.mask, space.size)
        self._levels[codes] += from_mask(self.mask & ~unsure, space.size)
        self._doubts = [_Doubted(doubt, self.mask, codes) for doubt in constraint.doubts]
        self._weights: dict[Weighed, Real] = {}
        if constraint.weights is not None:
            most: Real = self.allowed.max(axis=1).astype(np.float64)[space.shape]
            relative: Real = np.divide(among, most, out=np.zeros(space.size), where=most > 0)
            for weighed, chances in ((Weighed.NOT, among), (Weighed.SHAPE, relative)):
                self._weights[weighed] = np.zeros(len(self._levels))
                self._weights[weighed][codes] = chances

    def level(self, hands: Columns) -> NDArray[np.uint8]:
        """Return for each hand what its cell says: 0 it does not fit, 1 it may, 2 it does."""
        level: NDArray[np.uint8] = self._levels.take(_codes_of(hands))
        return level

    def drawn(
        self, generator: np.random.Generator, hands: Columns, weighed: Weighed
    ) -> NDArray[np.intp]:
        """Return the rows of the hands that are kept, each with the chance of its cell's weight.

        Without weights these are the hands that may fit.

        Args:
            generator: the random source; not used without weights.
            hands: proposed hands.
            weighed: how far their proposals had the weight already.
        """
        weights = self._weights.get(weighed)
        if weights is None:
            return np.flatnonzero(self.level(hands))
        return np.flatnonzero(generator.random(hands.shape[1]) < weights.take(_codes_of(hands)))

    @property
    def doubted(self) -> bool:
        """Whether cards count besides cells and the exact condition."""
        return bool(self._doubts)

    def believed(self, hands: Columns) -> Real:
        """Return what the cards of hands weigh, besides their cells and the exact condition."""
        weights = np.ones(hands.shape[1])
        if self._doubts:
            codes = _codes_of(hands)
            for doubt in self._doubts:
                weights *= doubt.weights(hands, codes)
        return weights

    @property
    def weighs(self) -> bool:
        """Whether some hands weigh less than others."""
        return bool(self._weights)

    def weights(self, hands: Columns) -> Real:
        """Return what each hand weighs; 1 where cells are only allowed or not."""
        if not self._weights:
            return np.ones(hands.shape[1])
        weights: Real = self._weights[Weighed.NOT].take(_codes_of(hands)) * self.believed(hands)
        return weights

    def fits(self, hands: Columns) -> NDArray[np.bool_]:
        """Return which hands meet the constraint exactly."""
        level = self.level(hands)
        fits: NDArray[np.bool_] = level == 2
        open_rows = np.flatnonzero(level == 1)
        if self.cost and len(open_rows):
            fits[open_rows] = self._test(hands[:, open_rows].T)
        return fits


class _Doubted:
    """What a doubt makes hands weigh.

    Args:
        doubt: the doubt.
        among: the cells of the hands that come.
        codes: the codes of all cells.
    """

    def __init__(self, doubt: Doubt, among: int, codes: NDArray[np.int64]) -> None:
        mask = doubt.mask & among
        self._open = np.zeros(14 * 196 * _WIDTH, dtype=np.bool_)
        self._open[codes] = from_mask(mask, plain_space().size)
        self._test = array_test(narrowed(doubt.node, mask) if mask else TRUE)
        self._chance = doubt.chance

    def weights(self, hands: Columns, codes: NDArray[np.int64]) -> Real:
        """Return the weight of each hand, by its cards and the code of its cell."""
        weights = np.ones(hands.shape[1])
        rows = np.flatnonzero(self._open.take(codes))
        if len(rows):
            weights[rows[~self._test(hands[:, rows].T)]] = self._chance
        return weights


def _codes_of(hands: Columns) -> NDArray[np.int64]:
    """Return the codes of hands' cells."""
    codes: NDArray[np.int64] = _CODES[0].take(hands[0])
    for suit in range(1, 4):
        codes += _CODES[suit].take(hands[suit])
    return codes


def narrowed(node: Bool, mask: int) -> Bool:
    """Return a condition that agrees with `node` on all hands in the cells of a mask.

    It lacks the parts that these cells decide; the later parts of a conjunction (disjunction) agree
    only where the earlier ones may (may not) hold.
    """
    masks = plain_space().masks(node)
    if not masks.may & mask:
        return FALSE
    if not mask & ~masks.sure:
        return TRUE
    match node:
        case And():
            return all_of(_narrowed_parts(node, mask))
        case Or():
            return any_of(_narrowed_parts(node, mask))
        case Not(arg):
            return negation(narrowed(arg, mask))
        case Truth() | Range() | Shape() | Predicate():
            return node
        case _:
            assert_never(node)


def _narrowed_parts(node: And | Or, mask: int) -> Iterator[Bool]:
    for part, asked in asked_parts(node, mask, plain_space().masks):
        yield narrowed(part, asked)


def _size(node: Bool) -> int:
    match node:
        case And(args) | Or(args):
            return 1 + sum(map(_size, args))
        case Not(arg):
            return 1 + _size(arg)
        case _:
            return 1


def mask_node(mask: int) -> Bool:
    """Return the condition that a hand lies in the cells of a mask."""
    space = plain_space()
    points: dict[int, list[int]] = {}
    for cell in np.flatnonzero(from_mask(mask, space.size)).tolist():
        points.setdefault(int(space.shape[cell]), []).append(int(space.hcp[cell]))
    shapes: dict[tuple[int, ...], list[int]] = {}
    for shape, hcp in points.items():
        shapes.setdefault(tuple(hcp), []).append(shape)
    return any_of(
        all_of([Shape(frozenset(SHAPES[number] for number in numbers)), _hcp_among(hcp)])
        for hcp, numbers in shapes.items()
    )


def _hcp_among(values: tuple[int, ...]) -> Bool:
    """Return the condition that a hand's HCP is one of ascending values."""
    return any_of(Range(HCP, low, high) for low, high in runs(values))
