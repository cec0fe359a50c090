"""Finding what is to be said of a call: its rules' meanings, in at most three alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dowager.cards import Suit
from dowager.cards.card import make_card
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.alternatives import Piece, cells_of, in_few, with_news_only
from dowager.knowledge.public.description import (
    ACES,
    ANY_NUMBER,
    ANY_SUIT_HCP,
    KINGS,
    SUIT_HCP,
    Description,
    few,
)
from dowager.knowledge.public.disclosure import Ask, Disclosure, Forcing, topic_of
from dowager.knowledge.public.players import main_rule
from dowager.knowledge.public.projection import (
    always_held,
    amounts_of,
    holdings_of,
    share,
    suit_span,
    with_lengths,
)
from dowager.knowledge.public.shown import Shown, everything
from dowager.knowledge.public.shown_call import ShownCall
from dowager.language.compile import Force
from dowager.language.tree import TRUE, Bool, Feature

_ACE, _KING = 12, 11
_NEWS = 0.9
"""A bound of a suit's HCP is said when at most this share of what was possible fits it."""


def says_the_same(shown: Shown, said: ShownCall, disclosed: Bool) -> bool:
    """Whether an alert says just what the system by which a call is read would disclose.

    Args:
        shown: what the seat had shown before the call.
        said: the call.
        disclosed: what its alert said of the hand.
    """
    return Understood(shown, said).disclosure().node() == disclosed


class Understood:
    """A call as its own system means it: each of its rules with cells and an exact condition.

    Args:
        shown: what the seat had shown before the call.
        said: the call.
    """

    def __init__(self, shown: Shown, said: ShownCall) -> None:
        after, meaning, relaxed = shown.after(said)
        # Where earlier calls had to be relaxed, what they had shown is no ground to stand on.
        self.before = Shown(everything()) if relaxed else shown
        self.rule = main_rule(meaning)
        cells = dict(meaning.rules)
        exact = after.calls[-1].parts(self.before.mask)
        self.parts = [(rule, cells[rule], node) for rule, node in exact if rule in cells]
        self.decided = said.position.decided(said.call)

    def disclosure(self) -> Disclosure:
        """Return the whole as a disclosure."""
        alternatives: tuple[Description, ...] = (Description(),)
        if self.parts:
            pieces = [Piece(cells, (node,)) for _, cells, node in self.parts]
            found = [self._showing(piece) for piece in in_few(pieces, self.before.mask)]
            alternatives = _without_repeats(found)
        return Disclosure(alternatives, self._asks(), self._force())

    def _asks(self) -> frozenset[Ask]:
        topic = topic_of(self.rule.rule.asks) if self.rule else None
        return frozenset() if topic is None else frozenset({Ask(topic)})

    def _force(self) -> frozenset[Forcing]:
        force = self.rule.rule.forcing if self.rule else Force.NO
        named = {Force.ROUND: Forcing.ROUND, Force.GAME: Forcing.GAME}
        return frozenset({named[force]}) if force in named else frozenset()

    def _showing(self, piece: Piece) -> Description:
        """Return what a piece says beyond what the seat had shown before."""
        box = piece.box
        said = with_news_only(box, self.before.mask)
        if self.decided:
            return said
        return _with_cards(said, box, piece.nodes, self.before)


def _without_repeats(found: Sequence[Description]) -> tuple[Description, ...]:
    """Leave out repeats, and everything beside a showing that says nothing."""
    return (Description(),) if Description() in found else tuple(dict.fromkeys(found))


def _with_cards(
    said: Description, box: Description, nodes: Sequence[Bool], before: Shown
) -> Description:
    """Add what exact conditions say of single cards, beyond the box and what was shown before."""
    earlier = before.node() if before.calls else TRUE
    implied = cells_of(box)
    for suit in Suit:
        said = _with_suit(said, suit, box, implied, [earlier, *nodes])
    return replace(
        said,
        aces=_numbers(ACES, implied, [earlier, *nodes]),
        kings=_numbers(KINGS, implied, [earlier, *nodes]),
    )


def _with_suit(
    said: Description, suit: Suit, box: Description, implied: int, nodes: Sequence[Bool]
) -> Description:
    """Add the HCP of a suit, its ace and its king; the first of `nodes` held before."""
    inside = [
        with_lengths(holdings_of(node, suit), box.lengths[suit], box.hcp[1]) for node in nodes
    ]
    old, new = inside[0], inside[0] & np.logical_or.reduce(inside[1:])
    if not new.any():
        return said
    space, number = plain_space(), SUIT_HCP[suit]
    low, high = space.least(number, implied), space.greatest(number, implied)
    least, most = suit_span(new)
    lowest, highest = ANY_SUIT_HCP
    if least > low and share(old, (least, highest)) <= _NEWS:
        lowest = least
    if most < high and share(old, (0, most)) <= _NEWS:
        highest = most
    held = {
        make_card(suit, rank)
        for rank in (_ACE, _KING)
        if always_held(new, rank) and not always_held(old, rank)
    }
    said = replace(said, held=said.held | held)
    return said.with_suit_hcp(suit, (lowest, highest))


def _numbers(number: Feature, implied: int, nodes: Sequence[Bool]) -> frozenset[int]:
    """Return how many aces (kings) there may be, if that is one or two numbers and news."""
    space = plain_space()
    old = amounts_of(nodes[0], number, 4) & set(
        range(space.least(number, implied), space.greatest(number, implied) + 1)
    )
    new = old & frozenset().union(*(amounts_of(node, number, 4) for node in nodes[1:]))
    return few(new) if new < old else ANY_NUMBER
