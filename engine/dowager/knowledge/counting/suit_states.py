"""Counts of the hands of one shape, by states: holdings that the terms asked do not distinguish.

A suit's holdings of one length fall into states by the values of the terms that ask this suit
alone. The states of two suits are paired, and merged by the terms that ask these two; then so are
minors and majors. Counts are whole numbers below 2**53 in doubles: exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dowager.knowledge.counting.suit_terms import (
    HOLDINGS,
    MAJORS,
    MINORS,
    STARTS,
    Column,
    Op,
    Term,
    evaluated,
    largest_within,
    tables_of,
)
from dowager.language.tree import Lengths

_BLOCK = 1 << 16  # pairs of states at a time, so that a block stays in the processor's cache
_NARROW = 1 << 15  # codes below it are counted in an array, others are sorted


class TooMany(Exception):  # noqa: N818  not an error: the caller turns to sampling
    """The effort given does not suffice."""


@dataclass(frozen=True, slots=True, eq=False)
class _States:
    """The states of one or two suits: values of the terms wanted, and each state's holdings."""

    columns: dict[Term, Column]
    counts: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.counts)


class Counter:
    """Counts hands, one shape after another.

    Args:
        effort: how many pairs of states may be made in all.
    """

    def __init__(self, effort: int) -> None:
        self._effort = effort
        self._states_of_suits: dict[tuple[int, Lengths, tuple[Term, ...]], _States] = {}

    def first_matches(self, lengths: Lengths, given: Term, conditions: Sequence[Term]) -> list[int]:
        """Count, of the hands for which `given` holds, those of which a condition is the first.

        Returns:
            A number for each condition, and last that of the hands for which none holds.

        Raises:
            TooMany: the effort does not suffice.
        """
        roots = (given, *conditions)
        minors = self._states(MINORS, lengths, _wanted(roots, MINORS))
        majors = self._states(MAJORS, lengths, _wanted(roots, MAJORS))
        self._spend(len(minors), len(majors))
        counts = np.zeros(len(conditions) + 1)
        step = max(1, _BLOCK // len(majors))
        for start in range(0, len(minors), step):
            block = _Block(minors, majors, slice(start, start + step))
            rest = block.truth(given)
            for number, condition in enumerate(conditions):
                if condition.op is Op.CONST and not condition.value:
                    continue
                hit = rest & block.truth(condition)
                counts[number] += block.count(hit)
                rest = rest & ~hit
            counts[-1] += block.count(rest)
        return [int(count) for count in counts]

    def _spend(self, first: int, second: int) -> None:
        self._effort -= first * second
        if self._effort < 0:
            raise TooMany

    def _states(self, suits: int, lengths: Lengths, wanted: tuple[Term, ...]) -> _States:
        inside = (suits & 1, suits & 2, suits & 4, suits & 8)
        c, d, h, s = (length if bit else 0 for length, bit in zip(lengths, inside, strict=True))
        key = (suits, (c, d, h, s), wanted)
        states = self._states_of_suits.get(key)
        if states is None:
            single = suits.bit_count() == 1
            make = self._of_suit if single else self._of_two
            states = self._states_of_suits[key] = make(suits, lengths, wanted)
        return states

    def _of_suit(self, suits: int, lengths: Lengths, wanted: tuple[Term, ...]) -> _States:
        length = lengths[suits.bit_length() - 1]
        held = HOLDINGS[STARTS[length] : STARTS[length + 1]]
        values: dict[Term, Column] = {
            leaf: leaf.table.take(held).astype(np.int32)
            for term in wanted
            for leaf in tables_of(term)
            if leaf.table is not None
        }
        columns = {term: evaluated(term, values) for term in wanted}
        return _merged(columns, np.ones(len(held)))

    def _of_two(self, suits: int, lengths: Lengths, wanted: tuple[Term, ...]) -> _States:
        low = suits & -suits
        first = self._states(low, lengths, _wanted(wanted, low))
        second = self._states(suits ^ low, lengths, _wanted(wanted, suits ^ low))
        self._spend(len(first), len(second))
        block = _Block(first, second, slice(None))
        columns = {term: block.spread(term) for term in wanted}
        return _merged(columns, np.outer(first.counts, second.counts).ravel())


def _wanted(roots: Sequence[Term], suits: int) -> tuple[Term, ...]:
    terms = {term for root in roots for term in largest_within(root, suits)}
    return tuple(sorted(terms, key=lambda term: term.number))


class _Block:
    """Some states of the first suits, as rows, beside all states of the second, as columns."""

    def __init__(self, first: _States, second: _States, rows: slice) -> None:
        self._values: dict[Term, Column] = {
            term: column[rows, None] for term, column in first.columns.items()
        }
        self._values.update((term, column[None]) for term, column in second.columns.items())
        self._rows, self._columns = first.counts[rows], second.counts
        self._shape = (len(self._rows), len(second))

    def spread(self, term: Term) -> Column:
        """Return a term's values, pair by pair."""
        return np.broadcast_to(evaluated(term, self._values), self._shape).ravel()

    def truth(self, term: Term) -> NDArray[np.bool_]:
        """Return where a truth holds; shape `(rows, columns)` or one that broadcasts to it."""
        if term.op is Op.CONST:
            return np.array(term.value == 1)
        return evaluated(term, self._values)

    def count(self, where: NDArray[np.bool_]) -> float:
        """Return how many pairs of holdings there are in the pairs of states marked."""
        return float(self._rows @ (np.broadcast_to(where, self._shape) @ self._columns))


def _merged(columns: dict[Term, Column], counts: NDArray[np.float64]) -> _States:
    """Merge rows whose values are all equal."""
    code = np.zeros(len(counts), dtype=np.int64)
    for column in columns.values():
        value = column.astype(np.int64)
        low, high = int(value.min()), int(value.max())
        if high > low:
            code = _short(code) * (high - low + 1) + (value - low)
    code = _short(code)
    width = int(code.max()) + 1
    some = np.empty(width, dtype=np.intp)
    some[code] = np.arange(len(code))
    merged = np.bincount(code, weights=counts, minlength=width).astype(np.float64, copy=False)
    held = np.flatnonzero(merged)
    rows = some[held]
    return _States({term: column[rows] for term, column in columns.items()}, merged[held])


def _short(code: NDArray[np.int64]) -> NDArray[np.int64]:
    """Renumber codes that are too large to be counted in an array."""
    if int(code.max()) < _NARROW:
        return code
    return np.unique(code, return_inverse=True)[1].reshape(-1)
