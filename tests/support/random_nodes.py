"""Nodes for tests: every registered feature with suits, and random trees from a seeded source."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
from random import Random
from typing import TypeVar, get_args

from dowager.cards import FULL_SUIT, Hand, Suit
from dowager.language.features import all_features
from dowager.language.tree import (
    SHAPES,
    And,
    Bool,
    Const,
    Count,
    Feature,
    Int,
    Max,
    Min,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    SuitTable,
    SuitValue,
    Sum,
    Truth,
)
from dowager.language.tree.hand_feature import suit_table

SUITS = tuple(Suit)


def held(cards: int) -> Int:
    """Return how many of some cards, a set of bits, a hand holds."""
    parts = ((suit, cards >> 13 * suit & FULL_SUIT) for suit in SUITS)
    return Sum(tuple((1, SuitValue(_held_in(wanted), suit)) for suit, wanted in parts))


@cache
def _held_in(wanted: int) -> SuitTable:
    return suit_table(f"test_held_{wanted}", lambda holding: (holding & wanted).bit_count())


def exactly(hand: Hand) -> Bool:
    """Return the condition that a hand is this one."""
    return Range(held(hand.bits), 13, 13)


_Kind = TypeVar("_Kind", Feature, Predicate)

# Tables that no feature has: one with negative values, one that needs low ranks, one of lengths.
ODD_TABLES = (
    suit_table("test_negative", lambda holding: (holding >> 12 & 1) * 3 - holding.bit_count()),
    suit_table("test_low_ranks", lambda holding: (holding & 7) - 2 * (holding >> 3 & 1)),
    suit_table("test_lengths", lambda holding: (3, -1, 0, 0, 1)[min(holding.bit_count(), 4)]),
)


def feature_nodes() -> list[Feature | Predicate]:
    """Return every registered feature with each arity and several choices of suits."""
    return [
        _node(name, suits)
        for name, feature in all_features().items()
        for arity in feature.arities
        for suits in _suit_choices(arity)
    ]


def _suit_choices(arity: int) -> list[tuple[Suit, ...]]:
    """Every suit for one; for more, choices that hold every suit in every place."""
    if arity < 2:
        return list(permutations(SUITS, arity))
    return [tuple(SUITS[(first + step) % 4] for step in range(arity)) for first in range(4)]


def _node(name: str, suits: tuple[Suit, ...]) -> Feature | Predicate:
    tree = all_features()[name].define(*suits)
    return Feature(name, suits) if isinstance(tree, get_args(Int)) else Predicate(name, suits)


def random_int(random: Random, depth: int = 3) -> Int:
    """Return a random tree of a number, at most `depth` levels above named features."""
    makers: list[Callable[[], Int]] = [
        lambda: _random_feature(random, Feature),
        lambda: SuitValue(random.choice(ODD_TABLES), random.choice(SUITS)),
        lambda: Const(random.randint(-5, 5)),
    ]
    if depth > 0:
        makers += [
            lambda: Sum(_random_terms(random, depth), random.randint(-3, 3)),
            lambda: Max(tuple(_some_ints(random, depth))),
            lambda: Min(tuple(_some_ints(random, depth))),
            lambda: Count(tuple(_some_bools(random, depth, 0))),
        ] * 2
    return random.choice(makers)()


def random_bool(random: Random, depth: int = 3) -> Bool:
    """Return a random tree of a condition, at most `depth` levels above named features."""
    makers: list[Callable[[], Bool]] = [
        lambda: _random_range(random, 0),
        lambda: _random_feature(random, Predicate),
        lambda: Shape(frozenset(random.sample(SHAPES, random.choice((0, 1, 40, 400, 560))))),
        lambda: Truth(random.random() < 0.5),
    ]
    if depth > 0:
        makers += [
            lambda: And(tuple(_some_bools(random, depth, 0))),
            lambda: Or(tuple(_some_bools(random, depth, 0))),
            lambda: Not(random_bool(random, depth - 1)),
            lambda: _random_range(random, depth - 1),
        ] * 2
    return random.choice(makers)()


def _random_feature(random: Random, kind: type[_Kind]) -> _Kind:
    return random.choice([node for node in feature_nodes() if isinstance(node, kind)])


def _random_terms(random: Random, depth: int) -> tuple[tuple[int, Int], ...]:
    return tuple((random.randint(-2, 3), node) for node in _some_ints(random, depth))


def _some_ints(random: Random, depth: int) -> list[Int]:
    return [random_int(random, depth - 1) for _ in range(random.randint(1, 3))]


def _some_bools(random: Random, depth: int, least: int) -> list[Bool]:
    return [random_bool(random, depth - 1) for _ in range(random.randint(least, 3))]


def _random_range(random: Random, depth: int) -> Range:
    low = random.choice((None, random.randint(-2, 16)))
    high = random.choice((None, (low or 0) + random.randint(-1, 8)))
    return Range(random_int(random, depth), low, high)
