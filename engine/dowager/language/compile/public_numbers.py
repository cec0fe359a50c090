"""Numbers that everybody knows, compiled to functions of the view and the bound letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from dowager.language.compile.suits import feature_node, suits_of
from dowager.language.features import all_features
from dowager.language.text.fixed_totals import pack_total
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import NUMBER_WORDS, PublicView
from dowager.language.tree.suit_letters import Env

PublicValue: TypeAlias = Callable[[PublicView, Env], float]


def public_value(node: ex.NumberExpr) -> PublicValue:
    """Compile a number that asks nothing of the caller's hand."""
    match node:
        case ex.Constant(value):
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
        case ex.HandNumber() | ex.Expected() | ex.DefinedWord():
            raise AssertionError(f"{node} is not public")
        case _:
            assert_never(node)


def _seat_value(node: ex.SeatNumber) -> PublicValue:
    name, suits, stat = node.name, suits_of(node.suits), node.stat
    scale, total = all_features()[name].scale, pack_total(name, len(node.suits))
    seats = seats_of(node.who)
    return lambda view, env: view.stat(seats, feature_node(name, suits(env)), stat, total) / scale


def seats_of(who: ex.RelativeSeat | ex.RelativeSide) -> tuple[ex.RelativeSeat, ...]:
    """Return the seats that a seat or a side stands for."""
    match who:
        case ex.RelativeSide.US:
            return (ex.RelativeSeat.ME, ex.RelativeSeat.PARTNER)
        case ex.RelativeSide.THEM:
            return (ex.RelativeSeat.LHO, ex.RelativeSeat.RHO)
        case _:
            return (who,)


SLOPES = 8
"""What the caller's own value adds to an expectation is kept in eighths, so that nodes recur."""


def expected_value(node: ex.Expected) -> Callable[[PublicView, Env], tuple[float, int]]:
    """Compile an expectation: a constant plus the caller's own value times `slope / SLOPES`.

    The function returns the constant and the slope, -SLOPES to 0, for values in the feature's
    units. Rounding the slope turns the line about what is publicly expected of the caller.
    """
    name, suits, who = node.name, suits_of(node.suits), node.who
    total, own = pack_total(name, len(node.suits)), seats_of(ex.RelativeSeat.ME)
    assert total is not None

    def expected(view: PublicView, env: Env) -> tuple[float, int]:
        value = feature_node(name, suits(env))
        base, slope = view.expected(who, value, total)
        rounded = round(SLOPES * slope)
        mean = view.stat(own, value, ex.Stat.MEAN, total)
        return base + (slope - rounded / SLOPES) * mean, rounded

    return expected
