"""The longest suits: their lengths as numbers, and whether a suit is the longest as conditions."""

from __future__ import annotations

from collections.abc import Callable

from dowager.cards import Suit
from dowager.language.tree.hand_feature import HandFeature, shape_table
from dowager.language.tree.nodes import Bool, Shape, ShapeValue
from dowager.language.tree.shapes import SHAPES, Lengths

_COUNT = "a plain count of the cards"
_RANKED = "a plain count of the cards; suits ranked as in Law 18E"


def _number(name: str, value: Callable[[Lengths], int], about: str, words: str) -> HandFeature:
    table = shape_table(name, value)
    return HandFeature(
        name=name,
        about=about,
        source=_COUNT,
        define=lambda: ShapeValue(table),
        arities=(0,),
        words=words,
    )


def _beats(shape: Lengths, suit: Suit, equals: Callable[[int], bool]) -> bool:
    """Whether each other suit is shorter, or as long and one of `equals`."""
    own = shape[suit]
    others = ((other, length) for other, length in enumerate(shape) if other != suit)
    return all(length < own or (length == own and equals(other)) for other, length in others)


def _any_longest(suit: Suit) -> Bool:
    return _where(suit, lambda _: True)


def _only_longest(suit: Suit) -> Bool:
    return _where(suit, lambda _: False)


def _higher_longest(suit: Suit) -> Bool:
    return _where(suit, lambda other: other < suit)


def _lower_longest(suit: Suit) -> Bool:
    return _where(suit, lambda other: other > suit)


def _where(suit: Suit, equals: Callable[[int], bool]) -> Bool:
    return Shape(frozenset(shape for shape in SHAPES if _beats(shape, suit, equals)))


def _condition(
    name: str, define: Callable[..., Bool], about: str, words: str, negative: str
) -> HandFeature:
    return HandFeature(name, about, _RANKED, define, (1,), words, negative)


FEATURES = [
    _number("longest_length", max, "length of the longest suit", "cards in the longest suit"),
    _number(
        "second_length",
        lambda shape: sorted(shape)[2],
        "length of the second longest suit, which may be as long as the longest",
        "cards in the second longest suit",
    ),
    _number("shortest", min, "length of the shortest suit", "cards in the shortest suit"),
    _number(
        "major_length",
        lambda shape: max(shape[2:]),
        "length of the longer major",
        "cards in the longer major",
    ),
    _number(
        "minor_length",
        lambda shape: max(shape[:2]),
        "length of the longer minor",
        "cards in the longer minor",
    ),
    _condition(
        "longest",
        _any_longest,
        "no suit is longer than this one",
        "no suit longer than {0}",
        "a suit longer than {0}",
    ),
    _condition(
        "only_longest",
        _only_longest,
        "every other suit is shorter than this one",
        "{0} longer than any other suit",
        "{0} no longer than some other suit",
    ),
    _condition(
        "higher_longest",
        _higher_longest,
        "the suit is the longest; of equally long suits, the highest-ranking",
        "{0} the longest suit (the highest of equals)",
        "{0} not the longest suit (the highest of equals)",
    ),
    _condition(
        "lower_longest",
        _lower_longest,
        "the suit is the longest; of equally long suits, the lowest-ranking",
        "{0} the longest suit (the lowest of equals)",
        "{0} not the longest suit (the lowest of equals)",
    ),
]
