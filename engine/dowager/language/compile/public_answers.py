"""Owns turning written suits, public numbers and calls into functions of the view and the letters.

Everything is compiled once; at the table only the functions run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias, assert_never

from dowager.auction import Call
from dowager.auction.call import CALLS
from dowager.cards import Suit
from dowager.language.features import all_features
from dowager.language.text.fixed_totals import pack_total
from dowager.language.tree import expression as ex
from dowager.language.tree.nodes import Feature, Predicate
from dowager.language.tree.public_words import NUMBER_WORDS, PublicView, game_level, level_of

Env: TypeAlias = ex.Env
PublicValue: TypeAlias = Callable[[PublicView, Env], float]
SuitOf: TypeAlias = Callable[[Env], int]
CallOf: TypeAlias = Callable[[PublicView, Env], Call | None]

_SUITS = tuple(Suit)


@lru_cache(maxsize=4096)
def feature_node(name: str, suits: tuple[int, ...]) -> Feature:
    """Return the node of a number feature for suits given by number."""
    return Feature(name, tuple(_SUITS[suit] for suit in suits))


@lru_cache(maxsize=4096)
def predicate_node(name: str, suits: tuple[int, ...]) -> Predicate:
    """Return the node of a true-or-false feature for suits given by number."""
    return Predicate(name, tuple(_SUITS[suit] for suit in suits))


def suit_of(ref: ex.SuitRef) -> SuitOf:
    """Return the function from bound letters to a suit or strain number."""
    match ref:
        case ex.SuitName(strain):
            number = int(strain)
            return lambda env: number
        case ex.SuitLetter(place):
            return lambda env: env[place]
        case ex.OtherSuit(of):
            inner = suit_of(of)
            return lambda env: inner(env) ^ 1
        case _:
            assert_never(ref)


def suits_of(refs: Sequence[ex.SuitRef]) -> Callable[[Env], tuple[int, ...]]:
    """Return the function from bound letters to the numbers of several suits."""
    functions = [suit_of(ref) for ref in refs]
    if not functions:
        return lambda env: ()
    if len(functions) == 1:
        only = functions[0]
        return lambda env: (only(env),)
    return lambda env: tuple(function(env) for function in functions)


def public_value(node: ex.NumberExpr) -> PublicValue:
    """Compile a number that asks nothing of one's own hand."""
    match node:
        case ex.Number(value):
            constant = float(value)
            return lambda view, env: constant
        case ex.PublicNumber(name, refs):
            ask, suits = NUMBER_WORDS[name].ask, suits_of(refs)
            return lambda view, env: ask(view, *suits(env))
        case ex.SeatNumber():
            return _seat_value(node)
        case ex.Add(terms):
            parts = [(float(factor), public_value(term)) for factor, term in terms]
            return lambda view, env: sum([factor * part(view, env) for factor, part in parts])
        case ex.HandNumber() | ex.Expected() | ex.Use():
            raise AssertionError(f"{node} is not public")
        case _:
            assert_never(node)


def _seat_value(node: ex.SeatNumber) -> PublicValue:
    name, suits, stat = node.name, suits_of(node.suits), int(node.stat)
    scale = all_features()[name].scale
    seats = seats_of(node.who)
    if len(seats) == 1:
        who = seats[0]
        return lambda view, env: view.stat(who, feature_node(name, suits(env)), stat) / scale
    return lambda view, env: (
        sum(view.stat(who, feature_node(name, suits(env)), stat) for who in seats) / scale
    )


SLOPES = 8
"""What one's own value adds to an expectation is kept in eighths, so that conditions recur."""


def expected_value(node: ex.Expected) -> Callable[[PublicView, Env], tuple[float, int]]:
    """Compile an expectation: own value times `slope / SLOPES`, plus a constant.

    The function gives the constant and the slope, -SLOPES to 0, for values in the feature's units.
    Rounding the slope turns the line about what the public expects of one's own hand.
    """
    name, suits, who = node.name, suits_of(node.suits), int(node.who)
    total = pack_total(name, len(node.suits))
    assert total is not None

    def expected(view: PublicView, env: Env) -> tuple[float, int]:
        value = feature_node(name, suits(env))
        base, slope = view.expected(who, value, total)
        rounded = round(SLOPES * slope)
        return base + (slope - rounded / SLOPES) * view.stat(0, value, 2), rounded

    return expected


def seats_of(who: ex.Who | ex.Side) -> tuple[int, ...]:
    """Return the seats that are meant, counted from the caller."""
    match who:
        case ex.Side.US:
            return (0, 2)
        case ex.Side.THEM:
            return (1, 3)
        case _:
            return (int(who),)


def call_of(node: ex.CallExpr) -> CallOf:
    """Compile a call; the function gives None when the position has no such legal call."""
    match node:
        case ex.FixedCall(number):
            fixed = CALLS[number]
            return lambda view, env: fixed if view.is_legal(fixed) else None
        case ex.BidCall(ex.Step.STEP, level, _):
            assert level is not None
            steps = public_value(level)
            return lambda view, env: _bid_number(
                view, max(int(view.last_bid), 2) + int(steps(view, env))
            )
        case ex.BidCall(step, level, strain):
            assert strain is not None
            suit, height = suit_of(strain), _level_of(step, level)
            return lambda view, env: _bid(view, height(view, env, suit(env)), suit(env))
        case _:
            assert_never(node)


def _level_of(step: ex.Step, level: ex.NumberExpr | None) -> Callable[[PublicView, Env, int], int]:
    match step:
        case ex.Step.CHEAPEST | ex.Step.JUMP | ex.Step.DOUBLE_JUMP:
            more = int(step)
            return lambda view, env, suit: level_of(view, suit) + more
        case ex.Step.GAME:
            return lambda view, env, suit: game_level(suit)
        case ex.Step.SLAM | ex.Step.GRAND:
            height = 6 if step is ex.Step.SLAM else 7
            return lambda view, env, suit: height
        case _:
            assert level is not None
            value = public_value(level)
            return lambda view, env, suit: int(value(view, env))


def _bid(view: PublicView, level: int, strain: int) -> Call | None:
    return _bid_number(view, 5 * level - 2 + strain) if 1 <= level <= 7 else None


def _bid_number(view: PublicView, number: int) -> Call | None:
    return CALLS[number] if 3 <= number < 38 and view.is_legal(CALLS[number]) else None


def pattern_calls(pattern: ex.CallPattern) -> Callable[[Env], frozenset[int]]:
    """Return the function from bound letters to the calls that a one-call pattern matches."""
    if not pattern.levels:
        return lambda env: pattern.calls
    assert pattern.strain is not None
    suit, levels = suit_of(pattern.strain), pattern.levels
    return lambda env: frozenset(int(Call.bid(level, suit(env))) for level in levels)
