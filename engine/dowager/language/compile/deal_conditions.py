"""Questions about deals, compiled: from text to a condition on four hands.

Parts that ask one hand are compiled as in rules; comparisons of several hands become bounds of a
sum with whole factors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias, assert_never

from dowager.cards import Seat
from dowager.errors import Fault, InputError, Span
from dowager.language.compile.conditions import HandCondition
from dowager.language.compile.suits import feature_node, suits_of
from dowager.language.features import all_features
from dowager.language.text.deal_grammar import parse_deal_condition
from dowager.language.text.tokens import Wrong, guarded
from dowager.language.tree import UNBOUND
from dowager.language.tree import expression as ex
from dowager.language.tree.deal_nodes import (
    ANY_DEAL,
    NO_DEAL,
    DealCondition,
    OfHand,
    OfHands,
    deal_all_of,
    deal_any_of,
    opposite,
)
from dowager.language.tree.nodes import FALSE, TRUE, Bool, Int

_MOST_FACTORS = 10_000
_LONGEST = 200
"""Characters of a text that an error shows."""
_ANYBODY = (Seat.NORTH,)
"""Whose hand a condition on one hand asks; any seat will do."""

_Terms: TypeAlias = dict[tuple[Seat, Int], Fraction]
_Asked: TypeAlias = ex.Compare | ex.HandTruth | ex.ShapeOf


def read_deal_condition(text: str) -> DealCondition:
    """Return a condition on deals: `N: balanced and hcp in 15..17; E+W: S <= 7`.

    `SEAT: condition` asks a hand as rules do, `SEAT.word` one thing of it; of several seats (`E+W`,
    `NS`) numbers are summed. What stands between semicolons must all hold.

    Raises:
        InputError: something is wrong in it; the message has the column, from 1.
    """
    return _read(text, lambda: parse_deal_condition(text))


def read_condition(text: str) -> Bool:
    """Return a condition on one hand, written as in rules: `hcp >= 12 and S >= 5`.

    Raises:
        InputError: it is no such condition; suit letters and public words have no meaning here.
    """
    condition = _read(text, lambda: parse_deal_condition(text, _ANYBODY))
    if isinstance(condition, OfHand):
        return condition.condition
    return TRUE if condition == ANY_DEAL else FALSE


def _read(text: str, parse: Callable[[], ex.TruthExpr]) -> DealCondition:
    faults: list[Fault] = []
    fallback: DealCondition = NO_DEAL
    read = guarded(lambda: _compiled(parse()), fallback, _at, faults)
    if faults:
        shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
        raise InputError(f"{shown!r}, column {faults[0].span.column}: {faults[0].message}")
    return read


def _at(offset: int) -> Span:
    return Span("condition", 1, offset + 1)


def _compiled(written: ex.TruthExpr) -> DealCondition:
    match written:
        case ex.Literal(value):
            return ANY_DEAL if value else NO_DEAL
        case ex.HandTruth() | ex.ShapeOf():
            return _of_hand(written.whose[0], written)
        case ex.Compare():
            return _compared(written)
        case ex.OneOf(value, choices):
            return deal_any_of(_compared(ex.Compare("==", value, choice)) for choice in choices)
        case ex.Conjunction(args):
            return deal_all_of(map(_compiled, args))
        case ex.Disjunction(args):
            return deal_any_of(map(_compiled, args))
        case ex.Negation(arg):
            return opposite(_compiled(arg))
        case ex.PublicTruth() | ex.Query() | ex.DefinedWord():
            raise AssertionError(f"{written} is refused where questions are read")
        case _:
            assert_never(written)


def _of_hand(seat: Seat, asked: _Asked) -> DealCondition:
    return OfHand(seat, HandCondition(asked).build(UNBOUND, ()))


def _compared(asked: ex.Compare) -> DealCondition:
    numbers = [part for part in ex.walk(asked) if isinstance(part, ex.HandNumber)]
    seats = {seat for number in numbers for seat in number.whose}
    if len(seats) == 1 and all(len(number.whose) == 1 for number in numbers):
        return _of_hand(seats.pop(), asked)
    terms: _Terms = {}
    constant = _add(terms, asked.left, Fraction(1)) + _add(terms, asked.right, Fraction(-1))
    return _bounded(asked.operator, {key: f for key, f in terms.items() if f}, -constant)


def _add(terms: _Terms, number: ex.NumberExpr, sign: Fraction) -> Fraction:
    """Add a number of several hands to the terms; return the constant in it."""
    constant = Fraction(0)
    for factor, leaf in ex.leaves(number, sign):
        if isinstance(leaf, ex.Constant):
            constant += factor * leaf.value
            continue
        assert isinstance(leaf, ex.HandNumber), f"{leaf} is refused where questions are read"
        node = feature_node(leaf.name, suits_of(leaf.suits)(UNBOUND))
        for seat in leaf.whose:
            old = terms.get((seat, node), Fraction(0))
            terms[seat, node] = old + factor / all_features()[leaf.name].scale
    return constant


def _bounded(operator: str, terms: _Terms, bound: Fraction) -> DealCondition:
    """Return the condition `sum of the terms operator bound`."""
    scale = math.lcm(*(factor.denominator for factor in terms.values()))
    whole = tuple((int(factor * scale), *key) for key, factor in terms.items())
    if sum(abs(factor) for factor, _, _ in whole) > _MOST_FACTORS:
        raise Wrong(0, "the factors of this comparison are too large or too fine; round them")
    least, most = math.ceil(bound * scale), math.floor(bound * scale)
    match operator:
        case ">=":
            return OfHands(whole, least, None)
        case ">":
            return OfHands(whole, most + 1, None)
        case "<=":
            return OfHands(whole, None, most)
        case "<":
            return OfHands(whole, None, least - 1)
        case _:
            equal = OfHands(whole, least, most) if least == most else NO_DEAL
            return opposite(equal) if operator == "!=" else equal
