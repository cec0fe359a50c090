"""What is disclosed of a call: the meanings of its rules, in at most three alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from dowager.cards import Suit, make_card
from dowager.knowledge.cells.masks import Masks
from dowager.knowledge.cells.numbers import ACES, KINGS, SUIT_HCP
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.alternatives import (
    CLEARLY_MORE,
    MOST_ALTERNATIVES,
    Alternative,
    cells_of,
    in_few,
    with_news_only,
)
from dowager.knowledge.public.description import (
    ANY_LENGTH,
    ANY_NUMBER,
    ANY_SUIT_HCP,
    Bounds,
    Description,
    few,
)
from dowager.knowledge.public.disclosure import Ask, Disclosure, Forcing, ask_of
from dowager.knowledge.public.kinds import Kind, cut
from dowager.knowledge.public.players import rules_by_hands
from dowager.knowledge.public.shown import Shown, everything
from dowager.knowledge.public.shown_call import ShownCall
from dowager.knowledge.public.suit_projection import (
    HoldingSet,
    always_held,
    amounts_of,
    hcp_bounds,
    holdings_of,
    holdings_with_hcp,
    least_length,
    share_within,
    with_lengths,
)
from dowager.language.compile import Candidate, Force
from dowager.language.tree import TRUE, Bool, Feature, Or, all_of, any_of, conjuncts

_ACE, _KING = 12, 11
_FORCES: dict[Force, frozenset[Forcing]] = {
    Force.NO: frozenset(),
    Force.ROUND: frozenset({Forcing.ROUND}),
    Force.REBID: frozenset({Forcing.ROUND, Forcing.REBID}),
    Force.GAME: frozenset({Forcing.GAME}),
    Force.SIGNOFF: frozenset(),
}
_NEWS = 0.9
"""A bound of a suit's HCP is said when at most this share of what was possible fits it."""


def says_the_same(shown: Shown, call: ShownCall, disclosed: Bool) -> bool:
    """Whether an alert says just what the system by which a call is read would disclose.

    That is in HCP, or in total points, as the protocol's grammar has it.

    Args:
        shown: what the seat had shown before the call.
        call: the call.
        disclosed: what its alert said of the hand.
    """
    ours = MeaningByRules(shown, call).disclosure()
    return disclosed in (ours.node(), ours.heard().node())


class MeaningByRules:
    """A call as its own system means it: each of its rules with cells and an exact condition.

    Args:
        shown: what the seat had shown before the call.
        call: the call.

    Attributes:
        parts: each rule that can make the call, its cells and its condition.
    """

    def __init__(self, shown: Shown, call: ShownCall) -> None:
        after, meaning, relaxed = shown.after(call)
        # Where earlier calls had to be relaxed, what they had shown cannot be relied on.
        self.before = Shown(everything()) if relaxed else shown
        self.rule = next(iter(rules_by_hands(meaning)), None)
        cells = dict(meaning.rules)
        exact = after.calls[-1].parts(self.before.mask)
        self.parts = [(rule, cells[rule], node) for rule, node in exact if rule in cells]
        self.decided = call.position.decided(call.call)

    def disclosure(self) -> Disclosure:
        """Return the whole as a disclosure."""
        descriptions = [Description()]
        if self.parts:
            kinds = [kind for written in self.parts for kind in self._kinds(*written)]
            parts = [part for kind in kinds for part in self._branches(*kind)]
            descriptions = [self._described(part) for part in in_few(parts, self.before.mask)]
        return Disclosure(_without_repeats(descriptions), self._asks(), self._force())

    def _kinds(self, rule: Candidate, cells: int, node: Bool) -> Iterator[tuple[Bool, int, Bool]]:
        """Yield the really different kinds of hand of a rule: what it asks, cells, a condition."""
        whole = Kind((rule,), (rule.condition.node,), Masks(0, cells))
        for kind in cut(whole, self.before.mask):
            asked = any_of(kind.nodes)
            yield asked, kind.cells.may, all_of([node, asked])

    def _branches(self, asked: Bool, cells: int, node: Bool) -> Sequence[Alternative]:
        """Return a kind as a part, or its `or` as parts that tell of different suits' honours."""
        if self.decided:
            return [Alternative(cells, (node,))]
        for choice in conjuncts(asked):
            if isinstance(choice, Or) and len(choice.args) <= MOST_ALTERNATIVES:
                branches = [self._branch(cells, node, arg) for arg in choice.args]
                if all(first.apart(second) for first, second in combinations(branches, 2)):
                    return branches
        return [self._branch(cells, node, TRUE)]

    def _branch(self, cells: int, node: Bool, choice: Bool) -> Alternative:
        """Return what a rule's meaning and a further condition are together."""
        part = Alternative(cells & plain_space().masks(choice).may, (all_of([node, choice]),))
        return replace(part, honoured=_honoured(part, self.before)) if part.cells else part

    def _asks(self) -> frozenset[Ask]:
        ask = ask_of(self.rule) if self.rule else None
        return frozenset() if ask is None else frozenset({ask})

    def _force(self) -> frozenset[Forcing]:
        return _FORCES[self.rule.rule.forcing] if self.rule else frozenset()

    def _described(self, part: Alternative) -> Description:
        """Return what an alternative says beyond what the seat had shown before."""
        said = with_news_only(part.ranges, self.before.mask)
        return said if self.decided else _with_cards(said, part, self.before)


def _honoured(part: Alternative, before: Shown) -> frozenset[Suit]:
    """Return the suits in which an alternative has clearly other HCP than was shown before."""
    conditions = _conditions(part, before)
    return frozenset(suit for suit in Suit if _clearly_other(suit, part.ranges, conditions))


def _clearly_other(suit: Suit, ranges: Description, conditions: Sequence[Bool]) -> bool:
    old, new = _holdings(suit, ranges, conditions)
    return bool(new.any()) and share_within(old, hcp_bounds(new)) <= CLEARLY_MORE


def _without_repeats(descriptions: Sequence[Description]) -> tuple[Description, ...]:
    """Leave out repeats, and everything beside a description that says nothing."""
    said_nothing = Description() in descriptions
    return (Description(),) if said_nothing else tuple(dict.fromkeys(descriptions))


def _with_cards(said: Description, part: Alternative, before: Shown) -> Description:
    """Add what exact conditions say of single cards, beyond ranges and what was shown before."""
    ranges, conditions = part.ranges, _conditions(part, before)
    implied = cells_of(ranges)
    for suit in Suit:
        said = _with_suit(said, suit, ranges, implied, conditions)
    return replace(
        said,
        aces=_numbers(ACES, implied, conditions),
        kings=_numbers(KINGS, implied, conditions),
    )


def _conditions(part: Alternative, before: Shown) -> Sequence[Bool]:
    """Return what was shown before, and then the conditions of an alternative."""
    return [before.node() if before.calls else TRUE, *part.nodes]


def _holdings(
    suit: Suit, ranges: Description, conditions: Sequence[Bool]
) -> tuple[HoldingSet, HoldingSet]:
    """Return a suit's holdings by what was shown before, and by the alternative besides."""
    inside = [
        with_lengths(holdings_of(node, suit), ranges.lengths[suit], ranges.hcp[1])
        for node in conditions
    ]
    return inside[0], inside[0] & np.logical_or.reduce(inside[1:])


def _with_suit(
    said: Description, suit: Suit, ranges: Description, implied: int, conditions: Sequence[Bool]
) -> Description:
    """Add the HCP of a suit, its ace and its king; what the HCP imply goes without saying."""
    old, new = _holdings(suit, ranges, conditions)
    if not new.any():
        return said
    bounds = _hcp_news(old, new, plain_space().span(SUIT_HCP[suit], implied))
    fitting = holdings_with_hcp(bounds)
    held = {
        make_card(suit, rank)
        for rank in (_ACE, _KING)
        if always_held(new, rank) and not always_held(old, rank) and not always_held(fitting, rank)
    }
    low, high = said.lengths[suit]
    if low <= least_length(fitting):
        said = said.with_length(suit, (ANY_LENGTH[0], high))
    return replace(said, held=said.held | held).with_suit_hcp(suit, bounds)


def _hcp_news(old: HoldingSet, new: HoldingSet, implied: Bounds) -> Bounds:
    """Return the bounds of a suit's HCP in which `new` holdings are clearly narrower than `old`."""
    low, high = ANY_SUIT_HCP
    least, most = hcp_bounds(new)
    if least > implied[0] and share_within(old, (least, high)) <= _NEWS:
        low = least
    if most < implied[1] and share_within(old, (0, most)) <= _NEWS:
        high = most
    return low, high


def _numbers(number: Feature, implied: int, nodes: Sequence[Bool]) -> frozenset[int]:
    """Return how many aces (kings) there may be, if that is one or two numbers and news."""
    low, high = plain_space().span(number, implied)
    old = amounts_of(nodes[0], number, 4) & set(range(low, high + 1))
    new = old & frozenset().union(*(amounts_of(node, number, 4) for node in nodes[1:]))
    return few(new) if new < old else ANY_NUMBER
