"""Shares of hands: exact where the census can count, else sampled, with the error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dowager.backends.evaluate import array_test
from dowager.knowledge.cells.suit_counts import FULL_HOLDINGS
from dowager.knowledge.counting.census import EFFORT, count_hands, tally
from dowager.knowledge.public.shown import Shown
from dowager.knowledge.sampling.fitting import Constraint, Fit
from dowager.knowledge.sampling.hand_table import HandTable
from dowager.knowledge.sampling.subsets import Columns
from dowager.language.tree import Bool

HANDS = 40_000
"""Hands drawn for a share that cannot be counted."""

_PROPOSALS = 4_000_000
_BATCH = 1 << 16


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the hands that a seat can hold by its own calls.

    Attributes:
        value: the share, 0 to 1.
        error: two standard errors of it; 0 when it was counted.
        hands: how many hands have it; None when it was sampled.
        of: of how many hands; None when they were not counted.
        drawn: from how many draws it was estimated; 0 when it was counted.
    """

    value: float
    error: float = 0.0
    hands: int | None = None
    of: int | None = None
    drawn: int = 0

    @property
    def exact(self) -> bool:
        """Whether it was counted."""
        return self.hands is not None


def share(
    node: Bool,
    shown: Shown,
    generator: np.random.Generator,
    *,
    effort: int = EFFORT,
    hands: int = HANDS,
) -> Share:
    """Return which share of the hands that a seat can hold satisfies a condition; see `shares`."""
    return shares([node], shown, generator, effort=effort, hands=hands)[0]


def shares(
    conditions: Sequence[Bool],
    shown: Shown,
    generator: np.random.Generator,
    *,
    effort: int = EFFORT,
    hands: int = HANDS,
) -> list[Share]:
    """Return the shares of hands by the first of some conditions that they satisfy.

    Args:
        conditions: the conditions, in the order in which they are tried.
        shown: what the seat has shown by its own calls.
        generator: the random source; used only for what cannot be counted.
        effort: the most evaluations for each count, see `knowledge.counting`.
        hands: how many hands to draw when counting is too much work.

    Returns:
        A share for each condition, and last that of the hands that satisfy none. Either all are
        exact, and their `hands` sum to `of`, or all are sampled.
    """
    node = shown.node()
    counts = tally(conditions, given=node, cells=shown.mask, effort=effort)
    if counts is not None:
        total = sum(counts)
        return [counted(count, total) for count in counts]
    of = count_hands(node, shown.mask, effort=effort)
    drawn = uniform_hands(shown, generator, hands)
    return sampled_shares(conditions, drawn, of)


def uniform_hands(shown: Shown, generator: np.random.Generator, count: int) -> Columns:
    """Draw hands, uniform over all that a seat can hold by its own calls, `(4, hands)`.

    There are fewer than `count` where hardly any hand of the cells fits the calls.
    """
    fit = Fit(Constraint(shown.mask, shown.node()))
    table = HandTable(FULL_HOLDINGS, fit.allowed)
    fitting = [np.empty((4, 0), dtype=np.uint16)]
    drawn = kept = 0
    while kept < count and drawn < _PROPOSALS and table.total:
        batch = table.draw(generator, _BATCH)
        drawn += _BATCH
        fitting.append(batch[:, fit.fits(batch)])
        kept += fitting[-1].shape[1]
    return np.concatenate(fitting, axis=1)[:, :count]


def sampled_shares(
    conditions: Sequence[Bool], hands: Columns, of: int | None = None
) -> list[Share]:
    """Return the shares of some independent draws by the first condition that they satisfy.

    Returns:
        A share for each condition, and last that of the hands that satisfy none.
    """
    total = hands.shape[1]
    rest = np.ones(total, dtype=np.bool_)
    sampled: list[Share] = []
    for condition in conditions:
        hit: NDArray[np.bool_] = rest & array_test(condition)(hands.T)
        sampled.append(estimated(int(hit.sum()), total, of))
        rest &= ~hit
    return [*sampled, estimated(int(rest.sum()), total, of)]


def counted(hands: int, of: int) -> Share:
    """Return an exact share; 0 of no hands at all."""
    return Share(hands / of if of else 0.0, 0.0, hands, of)


def estimated(hits: int, drawn: int, of: int | None = None) -> Share:
    """Return the share that some of a sample's draws have, with two standard errors.

    The error is that of Agresti and Coull, which is not 0 where no draw or every draw has it.
    """
    if not drawn:
        return Share(0.0, 1.0, None, of)
    middle = (hits + 2) / (drawn + 4)
    error = 2 * (middle * (1 - middle) / (drawn + 4)) ** 0.5
    return Share(hits / drawn, error, None, of, drawn)


def together(parts: Sequence[Share]) -> Share:
    """Return the share of hands in any of some disjoint shares, at least one, of the same hands."""
    first = parts[0]
    if first.hands is not None and first.of is not None:
        return counted(sum(part.hands or 0 for part in parts), first.of)
    hits = sum(round(part.value * part.drawn) for part in parts)
    return estimated(hits, first.drawn, first.of)
