"""The census: how many of the 635,013,559,600 hands meet a condition, exactly.

Cells that decide are summed by their weights. The hands of the others are counted shape by shape:
there a condition asks only for what its tables say of each suit's holding, so holdings that no
table tells apart count together (`suit_states`). No sampling, no solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from dowager.knowledge.cells.masks import from_mask
from dowager.knowledge.cells.space import Weights, plain_space
from dowager.knowledge.counting.shape_reader import (
    LinearForms,
    NodeMasks,
    ShapeReader,
    cells_of_shapes,
    hcp_of,
    numbers_of,
)
from dowager.knowledge.counting.suit_states import Counter, TooMany
from dowager.knowledge.counting.suit_terms import TermTable
from dowager.language.tree import TRUE, Bool

ALL_HANDS = 635_013_559_600
"""How many hands there are."""

EFFORT = 100_000_000
"""The most evaluations, unless the caller says otherwise: some five seconds."""


def count_hands(node: Bool, cells: int | None = None, *, effort: int = EFFORT) -> int | None:
    """Return how many hands in some cells satisfy a condition; None when that is too much work.

    Args:
        node: the condition; any tree.
        cells: a mask of the plain space; all cells when None.
        effort: the most evaluations; one pairs two states, of two suits or of minors and majors.
    """
    counts = tally([node], cells=cells, effort=effort)
    return None if counts is None else counts[0]


def no_hands(node: Bool, cells: int | None = None, *, effort: int = EFFORT) -> bool:
    """Whether counting proves that no hand in some cells satisfies a condition.

    It ends at the first shape that has such hands, long before they are all counted.

    Args:
        node: the condition; any tree.
        cells: a mask of the plain space; all cells when None.
        effort: the most evaluations, see `count_hands`; False when that is too little.
    """
    within = plain_space().full if cells is None else cells
    return _Census([node], TRUE).none(within, effort)


def tally(
    conditions: Sequence[Bool],
    *,
    given: Bool = TRUE,
    cells: int | None = None,
    effort: int = EFFORT,
) -> tuple[int, ...] | None:
    """Count hands by the first of some conditions that they satisfy; all in one pass.

    Args:
        conditions: the conditions, in the order in which they are tried.
        given: only hands that satisfy it are counted.
        cells: only hands in these cells of the plain space; in all when None.
        effort: the most evaluations, see `count_hands`.

    Returns:
        A number for each condition, and last that of the hands that satisfy none; their sum is the
        number of hands that satisfy `given`. None when that is more work than `effort`.
    """
    return _Census(conditions, given).tally(plain_space().full if cells is None else cells, effort)


def count_cells(node: Bool, cells: int | None = None, *, effort: int = EFFORT) -> Weights | None:
    """Return how many hands of each cell of the plain space satisfy a condition, `(cells,)`.

    Exact whole numbers below 2**53; none outside the mask `cells`, if given. None when that is more
    work than `effort`, see `count_hands`.
    """
    within = plain_space().full if cells is None else cells
    return _Census([], node).by_cell(within, effort)


class _Census:
    """The conditions of one tally, and their masks."""

    def __init__(self, conditions: Sequence[Bool], given: Bool) -> None:
        self._conditions, self._given = conditions, given
        self._masks = NodeMasks()

    def tally(self, cells: int, effort: int) -> tuple[int, ...] | None:
        space, masks = plain_space(), self._masks
        given = masks.of(self._given)
        clean, unsure = cells & given.sure, cells & given.may & ~given.sure
        counts: list[int] = []
        for condition in self._conditions:
            sure, may = masks.of(condition)
            counts.append(int(space.weight(clean & sure)))
            unsure |= clean & may & ~sure
            clean &= ~may
        counts.append(int(space.weight(clean)))
        try:
            for shape_counts in self._by_shape(unsure, Counter(effort)):
                counts = [sum(pair) for pair in zip(counts, shape_counts, strict=True)]
        except TooMany:
            return None
        return tuple(counts)

    def none(self, cells: int, effort: int) -> bool:
        """Whether no hand of some cells satisfies the one condition; False if that is not known."""
        sure, may = self._masks.of(self._conditions[0])
        if plain_space().weight(cells & sure):
            return False
        try:
            return not any(hands for hands, _ in self._by_shape(cells & may, Counter(effort)))
        except TooMany:
            return False

    def _by_shape(self, unsure: int, counter: Counter) -> Iterable[list[int]]:
        """Yield, for each shape, the counts of its hands in cells that leave something open."""
        for cells, reader in self._readers(unsure):
            rest, conditions = cells & self._masks.of(self._given).may, []
            for condition in self._conditions:
                conditions.append(reader.condition(condition, rest))
                rest &= ~self._masks.of(condition).sure
            given = reader.within(self._given, cells)
            yield counter.first_matches(reader.lengths, given, conditions)

    def _readers(self, unsure: int) -> Iterator[tuple[int, ShapeReader]]:
        """Yield those of the cells that each shape has, and what reads conditions there."""
        terms, forms = TermTable(), LinearForms()
        for shape, cells in enumerate(cells_of_shapes()):
            if unsure & cells:
                yield unsure & cells, ShapeReader(shape, terms, self._masks, forms)

    def by_cell(self, cells: int, effort: int) -> Weights | None:
        """Count the hands that satisfy the given condition, cell by cell."""
        space, given, counter = plain_space(), self._masks.of(self._given), Counter(effort)
        counts = np.where(from_mask(cells & given.sure, space.size), space.weights, 0.0)
        try:
            for unsure, reader in self._readers(cells & given.may & ~given.sure):
                term = reader.within(self._given, unsure)
                each = [reader.hcp_in([(hcp, hcp)]) for hcp in hcp_of(unsure)]
                hands = counter.first_matches(reader.lengths, term, each)
                counts[numbers_of(unsure)] = hands[:-1]
        except TooMany:
            return None
        return counts
