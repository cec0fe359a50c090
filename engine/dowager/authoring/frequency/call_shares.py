"""How often a seat makes each call of a position, by which rule, and with what hands.

Shares of the hands that the seat can hold by its own calls are exact, counted by the census.
Shares of whole deals that fit the auction are counted on a uniform sample, with the error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Call
from dowager.backends.evaluate import array_test
from dowager.cards import Hand, Suit
from dowager.knowledge.cells import plain_space
from dowager.knowledge.counting import EFFORT, count_cells
from dowager.knowledge.public import View, cell_of, rule_words
from dowager.knowledge.sampling import (
    HANDS,
    Columns,
    Share,
    counted,
    estimated,
    sampled_shares,
    shares,
    together,
    uniform_hands,
)
from dowager.language.compile import Candidate
from dowager.language.tree import SHAPES, Lengths, all_of


@dataclass(frozen=True, slots=True, eq=False)
class RuleShare:
    """A rule of a call, with the first suits that it is bound to, and the share of its hands.

    Attributes:
        rule: the rule.
        share: the share of the hands that call by it.
        view: the position.
    """

    rule: Candidate
    share: Share
    view: View

    @property
    def name(self) -> str:
        """The rule's name; empty when it has none."""
        return self.rule.rule.name

    @property
    def location(self) -> str:
        """The rule's `file:line`."""
        return self.rule.rule.location

    @property
    def text(self) -> str:
        """What the rule shows, in words."""
        return rule_words(self.rule, self.view.position, self.view.caller.shown.cells)


@dataclass(frozen=True, slots=True, eq=False)
class CallShare:
    """A call, the share of hands that make it, and the share of each of its rules, in order."""

    call: Call
    share: Share
    rules: tuple[RuleShare, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Frequency:
    """How often each call is made.

    Attributes:
        calls: every call that has a rule, in the order in which they are first tried.
        none: the share of hands for which no rule fits.
    """

    calls: tuple[CallShare, ...]
    none: Share

    @property
    def exact(self) -> bool:
        """Whether the shares were counted: all of them, or none."""
        return self.none.exact


@dataclass(frozen=True, slots=True)
class Picture:
    """The hands that make a call.

    Attributes:
        hcp: the share of each number of HCP that occurs.
        shapes: the share of each shape, as spades, hearts, diamonds, clubs; the commonest first.
        patterns: the same whatever the suits, the longest suit first; the commonest first.
        lengths: for each suit the share of each length that occurs.
    """

    hcp: Mapping[int, Share]
    shapes: Mapping[Lengths, Share]
    patterns: Mapping[Lengths, Share]
    lengths: Mapping[Suit, Mapping[int, Share]]


def frequency(
    view: View,
    generator: np.random.Generator,
    *,
    hands: Columns | None = None,
    effort: int = EFFORT,
    draws: int = HANDS,
) -> Frequency:
    """Return how often the seat to call makes each call.

    Args:
        view: the position.
        generator: the random source, for what cannot be counted.
        hands: independent draws of that seat's hand to count instead, such as those of deals.
        effort: evaluations at most, see `knowledge.counting`.
        draws: how many hands to draw when counting is too much work.
    """
    conditions = [candidate.condition.node for candidate in view.position]
    if hands is not None:
        parts = sampled_shares(conditions, hands)
    else:
        parts = shares(conditions, view.caller.shown, generator, effort=effort, hands=draws)
    by_call: dict[Call, dict[str, list[RuleShare]]] = {}
    for candidate, part in zip(view.position, parts, strict=False):
        rules = by_call.setdefault(candidate.call, {})
        rules.setdefault(candidate.rule.location, []).append(RuleShare(candidate, part, view))
    calls = tuple(_call_share(call, rules.values()) for call, rules in by_call.items())
    return Frequency(calls, parts[-1])


def _call_share(call: Call, rules: Iterable[list[RuleShare]]) -> CallShare:
    united = tuple(
        replace(bindings[0], share=together([binding.share for binding in bindings]))
        for bindings in rules
    )
    return CallShare(call, together([rule.share for rule in united]), united)


def picture(
    view: View,
    call: Call,
    generator: np.random.Generator,
    *,
    hands: Columns | None = None,
    effort: int = EFFORT,
    draws: int = HANDS,
) -> Picture | None:
    """Return a picture of the hands with which the seat to call makes a call; None without any.

    Args:
        view: the position.
        call: the call.
        generator: the random source, for what cannot be counted.
        hands: independent draws of that seat's hand to look at instead, such as those of deals.
        effort: evaluations at most, see `knowledge.counting`.
        draws: how many hands to draw when counting is too much work.
    """
    shown = view.caller.shown
    meaning = view.position.node(call, within=shown.mask)
    if hands is None:
        node = all_of([shown.node(), meaning])
        counts = count_cells(node, shown.mask, effort=effort)
        if counts is not None:
            total = int(counts.sum())
            return _picture(counts, lambda number: counted(number, total))
        hands = uniform_hands(shown, generator, draws)
    calling = hands[:, array_test(meaning)(hands.T)]
    cells = [cell_of(Hand.of_holdings(column)) for column in calling.T.tolist()]
    sizes = np.bincount(np.array(cells, dtype=np.intp), minlength=plain_space().size)
    return _picture(sizes.astype(np.float64), lambda number: estimated(number, len(cells)))


def _picture(counts: NDArray[np.float64], share: Callable[[int], Share]) -> Picture | None:
    """Sum up how many hands each cell has; None when that is none at all."""
    if not counts.any():
        return None
    space = plain_space()
    by_shape = np.bincount(space.shape, weights=counts, minlength=len(SHAPES))
    shapes: dict[Lengths, int] = {}
    patterns: dict[Lengths, int] = {}
    for number in np.flatnonzero(by_shape).tolist():
        clubs, diamonds, hearts, spades = SHAPES[number]
        size = int(by_shape[number])
        shapes[spades, hearts, diamonds, clubs] = size
        a, b, c, d = sorted(SHAPES[number], reverse=True)
        patterns[a, b, c, d] = patterns.get((a, b, c, d), 0) + size
    return Picture(
        _by_value(space.hcp, counts, share),
        _commonest(shapes, share),
        _commonest(patterns, share),
        {suit: _by_value(space.lengths[suit], counts, share) for suit in Suit},
    )


def _by_value(
    values: NDArray[np.int16], counts: NDArray[np.float64], share: Callable[[int], Share]
) -> dict[int, Share]:
    sums = np.bincount(values, weights=counts).tolist()
    return {value: share(int(size)) for value, size in enumerate(sums) if size}


def _commonest(sizes: dict[Lengths, int], share: Callable[[int], Share]) -> dict[Lengths, Share]:
    order = sorted(sizes, key=lambda shape: (-sizes[shape], shape))
    return {shape: share(sizes[shape]) for shape in order}
