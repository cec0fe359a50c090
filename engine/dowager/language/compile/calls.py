"""Calls of rules and patterns, compiled to functions of the view and the bound letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from dowager.auction import CALLS, Call
from dowager.language.compile.lazy import Lazy
from dowager.language.compile.public_numbers import by_state, public_value
from dowager.language.compile.suits import suit_of
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import PublicView, game_of, level_of
from dowager.language.tree.suit_letters import Env

CallOf: TypeAlias = Callable[[PublicView, Env], Call | None]
_LevelOf: TypeAlias = Callable[[PublicView, Env, int], int]


class RuleCall(Lazy[ex.CallExpr, CallOf]):
    """The call of a rule."""

    __slots__ = ()

    @property
    def by_state(self) -> bool:
        """Whether the `state` of a view and the letters decide it."""
        return by_state(self.written)

    def _compile(self) -> CallOf:
        return call_of(self.written)

    def __call__(self, view: PublicView, env: Env) -> Call | None:
        """Return the call, or None when the position has no such legal call."""
        return self.compiled(view, env)


def call_of(node: ex.CallExpr) -> CallOf:
    """Compile a call; the function returns None when the position has no such legal call."""
    match node:
        case ex.FixedCall(number):
            fixed = CALLS[number]
            return lambda view, env: fixed if view.is_legal(fixed) else None
        case ex.BidCall(ex.ComputedCall.STEP, level, _):
            assert level is not None
            steps = public_value(level)
            return lambda view, env: _legal_bid(
                view, max(view.last_bid, Call.REDOUBLE) + int(steps(view, env))
            )
        case ex.BidCall(how, level, strain):
            assert strain is not None
            suit, height = suit_of(strain), _level_of(how, level)
            return lambda view, env: _bid(view, height(view, env, suit(env)), suit(env))
        case _:
            assert_never(node)


def _level_of(how: ex.ComputedCall, level: ex.NumberExpr | None) -> _LevelOf:
    match how:
        case ex.ComputedCall.CHEAPEST | ex.ComputedCall.JUMP | ex.ComputedCall.DOUBLE_JUMP:
            more = int(how)
            return lambda view, env, suit: level_of(view, suit) + more
        case ex.ComputedCall.GAME:
            return lambda view, env, suit: game_of(view, suit)
        case ex.ComputedCall.SLAM | ex.ComputedCall.GRAND:
            height = 6 if how is ex.ComputedCall.SLAM else 7
            return lambda view, env, suit: height
        case _:
            assert level is not None
            value = public_value(level)
            return lambda view, env, suit: int(value(view, env))


def _bid(view: PublicView, level: int, strain: int) -> Call | None:
    return _legal_bid(view, Call.bid(level, strain)) if 1 <= level <= 7 else None


def _legal_bid(view: PublicView, number: int) -> Call | None:
    in_range = Call.C1 <= number <= Call.NT7
    return CALLS[number] if in_range and view.is_legal(CALLS[number]) else None


def pattern_calls(pattern: ex.CallPattern) -> Callable[[Env], frozenset[int]]:
    """Return the function from bound letters to the calls that a pattern of one call matches."""
    if not pattern.levels:
        return lambda env: pattern.calls
    assert pattern.strain is not None
    suit, levels = suit_of(pattern.strain), pattern.levels
    return lambda env: frozenset(int(Call.bid(level, suit(env))) for level in levels)
