"""What is disclosed of a call to the opponents, before it is put into words.

A disclosure covers the whole public meaning of a call: every hand that makes the call by any of
its rules, within what its seat had shown before, satisfies `Disclosure.node()`. It discloses
agreements, not which rule this very hand used. Our points are Milton Work's, plain HCP; what
strangers hear is `heard`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from dowager.cards import Suit
from dowager.knowledge.public.alternatives import MOST_ALTERNATIVES
from dowager.knowledge.public.description import Description
from dowager.language.compile import Candidate, suit_of
from dowager.language.tree import AskWord, Bool, any_of, ask_word


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
        force: how the caller's side is bound.
    """

    alternatives: tuple[Description, ...] = (Description(),)
    asks: frozenset[Ask] = frozenset()
    force: frozenset[Forcing] = frozenset()

    def __post_init__(self) -> None:
        assert 1 <= len(set(self.alternatives)) == len(self.alternatives) <= MOST_ALTERNATIVES

    def node(self) -> Bool:
        """Return the condition on the hand of the player who called."""
        return any_of(description.node() for description in self.alternatives)

    def heard(self) -> Disclosure:
        """Return what a stranger understands of it, to whom our HCP are total points."""
        heard = dict.fromkeys(description.heard() for description in self.alternatives)
        return replace(self, alternatives=tuple(heard))


_TOPICS = {
    AskWord.ACES: Topic.ACES,
    AskWord.KINGS: Topic.KINGS,
    AskWord.MAJORS: Topic.MAJOR,
    AskWord.FOUR_CARD_MAJOR: Topic.FOUR_CARD_MAJOR,
    AskWord.FIVE_CARD_MAJOR: Topic.FIVE_CARD_MAJOR,
    AskWord.MINOR: Topic.MINOR,
    AskWord.FOUR_CARD_SUIT: Topic.FOUR_CARD_SUIT,
    AskWord.SUPPORT: Topic.SUPPORT,
    AskWord.LEAD: Topic.LEAD,
    AskWord.LEAD_NOT: Topic.LEAD_NOT,
}
"""What rules ask, as an alert says it; for the other words it has no phrase."""


def topic_of(asks: str) -> Topic | None:
    """Return the topic that a rule's `asks` names, such as `aces` or `four-card major`, or None."""
    word = ask_word(asks)
    return None if word is None else _TOPICS.get(word)


def ask_of(rule: Candidate) -> Ask | None:
    """Return what a rule asks, its suit worked out; None if nothing, or no alert can say it."""
    asked = rule.rule.asks
    topic = None if asked is None else _TOPICS.get(asked.word)
    if asked is None or topic is None:
        return None
    suits = [Suit(suit_of(suit)(rule.env)) for suit in asked.suits]
    return Ask(topic, *suits)
