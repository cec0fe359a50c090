"""Writes what a call discloses as alert information, in the closed grammar of Blue Chip's text.

Source: the protocol text, version 18, Alerting, items 2 to 7. HCP are written as total points,
which they are: Milton Work's count with nothing added.
"""

from __future__ import annotations

from collections.abc import Iterator

from dowager.cards import Suit
from dowager.knowledge.public import (
    ANY_LENGTH,
    ANY_NUMBER,
    ANY_POINTS,
    ANY_SUIT_HCP,
    Ask,
    Bounds,
    Description,
    Disclosure,
    Forcing,
    Topic,
)

_FORCES = {
    Forcing.ROUND: "Forcing for one round",
    Forcing.GAME: "Forcing until game",
    Forcing.REBID: "Promises a rebid",
}
_SAYS_NOTHING = "0 to 40 total points"
"""What an alternative that says nothing becomes: the grammar has no empty statement."""


def write_alert(disclosure: Disclosure) -> str:
    """Return a disclosure as alert information: one line of ASCII with a final full stop.

    A question or a force belongs to the whole call, so every alternative repeats it.
    """
    common = [*_asks(disclosure.asks), *(_FORCES[f] for f in Forcing if f in disclosure.force)]
    sentences = [
        ", ".join([*_elements(description), *common] or [_SAYS_NOTHING]) + "."
        for description in disclosure.alternatives
    ]
    return " Alternatively, ".join(sentences)


def _elements(description: Description) -> Iterator[str]:
    points = description.heard().points
    if points != ANY_POINTS:
        yield f"{_span(points, ANY_POINTS)} total points"
    for suit in reversed(Suit):
        if description.lengths[suit] != ANY_LENGTH:
            yield f"{_span(description.lengths[suit], ANY_LENGTH)} cards in {suit.word}"
    for suit in reversed(Suit):
        if description.suit_hcp[suit] != ANY_SUIT_HCP:
            yield f"{_span(description.suit_hcp[suit], ANY_SUIT_HCP)} points in {suit.word}"
    for numbers, unit in ((description.aces, "aces"), (description.kings, "kings")):
        if numbers != ANY_NUMBER:
            yield f"{' or '.join(map(str, sorted(numbers)))} total {unit}"
    for card in sorted(description.held, reverse=True):
        yield f"{'ace' if card % 13 == 12 else 'king'} of {Suit(card // 13).word}"


def _span(span: Bounds, any_value: Bounds) -> str:
    low, high = span
    if low == high:
        return str(low)
    if low == any_value[0]:
        return f"up to {high}"
    return f"at least {low}" if high == any_value[1] else f"{low} to {high}"


def _asks(asks: frozenset[Ask]) -> Iterator[str]:
    order = list(Topic)
    for ask in sorted(asks, key=lambda ask: (order.index(ask.topic), ask.suit or 0)):
        if ask.suit is None:
            yield f"Asking for {ask.topic.value}"
        else:
            yield f"Asks for {ask.topic.value} {ask.suit.word}"
