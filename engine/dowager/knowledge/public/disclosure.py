"""Owns what a call tells the opponents, whatever language says it, and how it is found.

A disclosure covers the whole public meaning of a call: every hand that makes the call by any of
its rules, within what its seat had shown before, satisfies `Disclosure.node()`. It discloses
agreements, not which rule this very hand used. Points are Milton Work's, plain HCP.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from dowager.auction import Call
from dowager.cards import Suit
from dowager.cards.card import make_card
from dowager.knowledge.cells.space import plain_space
from dowager.knowledge.public.alternatives import MOST, Piece, cells_of, in_few, with_news_only
from dowager.knowledge.public.description import (
    ACES,
    ANY_NUMBER,
    ANY_SUIT_HCP,
    KINGS,
    SUIT_HCP,
    Showing,
    few,
)
from dowager.knowledge.public.players import main_rule
from dowager.knowledge.public.projection import (
    always_held,
    amounts_of,
    holdings_of,
    share,
    suit_span,
    with_lengths,
)
from dowager.knowledge.public.shown import Shown, Step, everything
from dowager.language.compile import Rule
from dowager.language.text import Force
from dowager.language.tree import TRUE, Bool, Feature, any_of

if TYPE_CHECKING:
    from dowager.knowledge.public.view import View  # which asks here whether an alert is news


class Topic(Enum):
    """What a call can ask partner for (Blue Chip protocol, Alerting, item 2)."""

    ACES = "aces"
    KINGS = "kings"
    MAJOR = "a major suit"
    FOUR_CARD_MAJOR = "a four-card major suit"
    FIVE_CARD_MAJOR = "a five-card major suit"
    MINOR = "a minor suit"
    FOUR_CARD_SUIT = "a four-card suit"
    SUPPORT = "support"
    LEAD = "lead in"
    LEAD_NOT = "lead not in"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to partner; `suit` goes with the two topics about the lead, and only with them."""

    topic: Topic
    suit: Suit | None = None

    def __post_init__(self) -> None:
        assert (self.suit is not None) == (self.topic in (Topic.LEAD, Topic.LEAD_NOT))


class Forcing(Enum):
    """How a call binds the side that made it (Blue Chip protocol, Alerting, item 2)."""

    ROUND = "for one round"
    GAME = "until game"
    REBID = "promises a rebid"


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What is said of a call.

    Attributes:
        alternatives: one to three, different; the hand is as at least one of them says.
        asks: what partner is asked.
        force: how the side is bound.
    """

    alternatives: tuple[Showing, ...] = (Showing(),)
    asks: frozenset[Ask] = frozenset()
    force: frozenset[Forcing] = frozenset()

    def __post_init__(self) -> None:
        assert 1 <= len(set(self.alternatives)) == len(self.alternatives) <= MOST

    def node(self) -> Bool:
        """Return the condition on the hand of the player who called."""
        return any_of(showing.node() for showing in self.alternatives)


_ACE, _KING = 12, 11
_NEWS = 0.9
"""A bound of a suit's HCP is said when at most this share of what was possible fits it."""

_WORDS: tuple[tuple[frozenset[str], Topic], ...] = (
    (frozenset({"four", "major"}), Topic.FOUR_CARD_MAJOR),
    (frozenset({"five", "major"}), Topic.FIVE_CARD_MAJOR),
    (frozenset({"major"}), Topic.MAJOR),
    (frozenset({"minor"}), Topic.MINOR),
    (frozenset({"ace"}), Topic.ACES),
    (frozenset({"king"}), Topic.KINGS),
    (frozenset({"four", "suit"}), Topic.FOUR_CARD_SUIT),
    (frozenset({"support"}), Topic.SUPPORT),
)
"""What a rule's `asks` speaks of: the first line whose words all occur in it, plurals too."""


def topic_of(asks: str) -> Topic | None:
    """Return the topic that a rule's `asks` names, such as `aces` or `four-card major`, or None."""
    words = {word.removesuffix("s") for word in asks.lower().replace("_", "-").split("-")}
    words |= {word.removesuffix("s") for part in words for word in part.split()}
    return next((topic for wanted, topic in _WORDS if wanted <= words), None)


def alert_of(view_before: View, call: Call, artificial: bool = False) -> Disclosure | None:
    """Return what is to be said of a call, or None when it is not alertable.

    Args:
        view_before: what everybody knows before the call.
        call: the call, which must be legal.
        artificial: whether artificial calls, and doubles and redoubles that ask partner to bid,
            are alertable, too, as the Blue Chip protocol has it; otherwise those alone that the
            system's rules alert.
    """
    meaning = _understood(view_before, call)
    rules = [candidate.rule for candidate, _, _ in meaning.parts]
    if any(rule.alert or (artificial and _is_artificial(rule, call)) for rule in rules):
        return meaning.disclosure()
    return None


def _is_artificial(rule: Rule, call: Call) -> bool:
    doubles = call in (Call.DOUBLE, Call.REDOUBLE)
    return rule.artificial or (doubles and rule.forcing in (Force.ROUND, Force.GAME))


def disclose(view_before: View, call: Call) -> Disclosure:
    """Return the public meaning of a call, alertable or not, in at most three alternatives.

    Sound: every hand that makes the call by its rules, and has what its seat had shown before,
    satisfies it. Only what is narrower than what the seat had shown is said.
    """
    return _understood(view_before, call).disclosure()


def says_the_same(shown: Shown, step: Step, told: Bool) -> bool:
    """Whether an alert says just what the system by which a call is read would disclose.

    Args:
        shown: what the seat had shown before the call.
        step: the call.
        told: what its alert said of the hand.
    """
    return _Understood(shown, step).disclosure().node() == told


def _understood(view: View, call: Call) -> _Understood:
    step = Step(len(view.calls), call, view.reading(call))
    return _Understood(view.players[view.turn_seat].shown, step)


class _Understood:
    """A call as its own system means it: each of its rules with cells and an exact condition."""

    def __init__(self, shown: Shown, step: Step) -> None:
        after, meaning, relaxed = shown.after(step)
        # Where earlier calls had to be relaxed, what they had shown is no ground to stand on.
        self.before = Shown(everything()) if relaxed else shown
        self.rule = main_rule(meaning)
        cells = dict(meaning.rules)
        exact = after.steps[-1].parts(self.before.mask)
        self.parts = [(found, cells[found], node) for found, node in exact if found in cells]
        self.decided = step.position.decided(step.call)

    def disclosure(self) -> Disclosure:
        """Return the whole as a disclosure."""
        alternatives: tuple[Showing, ...] = (Showing(),)
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

    def _showing(self, piece: Piece) -> Showing:
        """Return what a piece says beyond what the seat had shown before."""
        box = piece.box
        said = with_news_only(box, self.before.mask)
        if self.decided:
            return said
        return _with_cards(said, box, piece.nodes, self.before)


def _without_repeats(found: Sequence[Showing]) -> tuple[Showing, ...]:
    """Leave out repeats, and everything beside a showing that says nothing."""
    return (Showing(),) if Showing() in found else tuple(dict.fromkeys(found))


def _with_cards(said: Showing, box: Showing, nodes: Sequence[Bool], before: Shown) -> Showing:
    """Add what exact conditions say of single cards, beyond the box and what was shown before."""
    earlier = before.node() if before.steps else TRUE
    implied = cells_of(box)
    for suit in Suit:
        said = _with_suit(said, suit, box, implied, [earlier, *nodes])
    return replace(
        said,
        aces=_numbers(ACES, implied, [earlier, *nodes]),
        kings=_numbers(KINGS, implied, [earlier, *nodes]),
    )


def _with_suit(
    said: Showing, suit: Suit, box: Showing, implied: int, nodes: Sequence[Bool]
) -> Showing:
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
