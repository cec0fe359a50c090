"""Hands as CP-SAT models: conditions become constraints over Booleans "hand h holds card c".

A model has one to four hands of thirteen, dealt from the whole pack or from some of its cards. If
the hands use all these cards, each card is in exactly one hand. Channels (suit lengths, and the
total over four suits of every table that is linear in the cards) carry the sums that proofs need.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from ortools.sat.python import cp_model

from dowager.backends.cpsat.encoding import (
    Encoding,
    Total,
    flat_terms,
    shape_encoding,
    span_of_cards,
    suit_encoding,
)
from dowager.backends.cpsat.solver import Solved, SolverStatus, new_solver
from dowager.cards import CARDS, FULL_PACK, Hand, Suit
from dowager.language.features import expand_bool, expand_int
from dowager.language.features.length import LENGTH
from dowager.language.tree import (
    SHAPES,
    And,
    Bool,
    Const,
    Count,
    Feature,
    Int,
    Lengths,
    Max,
    Min,
    Not,
    Or,
    Predicate,
    Range,
    Shape,
    ShapeValue,
    SuitTable,
    SuitValue,
    Sum,
    Truth,
)

Literal: TypeAlias = cp_model.BoolVarT
"""A Boolean of the model, or its negation."""

Terms: TypeAlias = Sequence[tuple[int, int, Int]]
"""Numbers of hands to be added up: factor, hand, node."""


@dataclass(frozen=True, slots=True)
class _Number:
    """An expression of the model, and bounds that it cannot leave."""

    expr: cp_model.LinearExprT
    low: int
    high: int


class DealModel:
    """Hands as constraints. Conditions can only be added; to try some, `fork` the model.

    Args:
        hands: how many hands, numbered from 0; 13 cards each.
        cards: the cards that they are dealt from, as a set of bits; at least `13 * hands`.
    """

    def __init__(self, hands: int, cards: int = FULL_PACK) -> None:
        assert 1 <= hands <= 4 and cards.bit_count() >= 13 * hands
        self.hands = range(hands)
        self._cards = [card for card in CARDS if cards >> card & 1]
        self._available = Hand(cards).holdings
        self._whole = len(self._cards) == 13 * hands
        self._model = cp_model.CpModel()
        self._true = self._model.new_constant(1)
        self._false = self._model.new_constant(0)
        self._holds = [self._deal_hand() for _ in self.hands]
        self._numbers: dict[tuple[int, Int], _Number] = {}
        self._totals: dict[tuple[int, SuitTable], _Number] = {}
        self._literals: dict[tuple[int, Bool], Literal] = {}
        self._share_cards()

    def fork(self) -> DealModel:
        """Return a copy that can take more conditions; literals of this model are valid there."""
        other = copy(self)
        other._model = self._model.clone()
        other._numbers = dict(self._numbers)
        other._totals = dict(self._totals)
        other._literals = dict(self._literals)
        return other

    # --- conditions ---------------------------------------------------------------------------

    def require(self, hand: int, node: Bool) -> None:
        """Demand that a condition holds for a hand."""
        self._demand(hand, node, True)

    def literal(self, hand: int, node: Bool) -> Literal:
        """Return a Boolean that is true exactly when a condition holds for a hand."""
        key = (hand, node)
        if key not in self._literals:
            self._literals[key] = self._literal(hand, node)
        return self._literals[key]

    def require_total(self, terms: Terms, low: int | None, high: int | None) -> None:
        """Demand that the sum of `factor * number of a hand` lies in `low..high`."""
        self._demand_range(self._total_of(terms), low, high, True)

    def total_literal(self, terms: Terms, low: int | None, high: int | None) -> Literal:
        """Return a Boolean that is true exactly when such a sum lies in `low..high`."""
        return self._range(self._total_of(terms), low, high)

    def require_any(self, literals: Sequence[Literal]) -> None:
        """Demand that some literal is true."""
        self._model.add_bool_or(literals or [self._false])

    def any_of(self, literals: Sequence[Literal]) -> Literal:
        """Return a Boolean that is true exactly when some literal is."""
        return self._any(list(literals))

    def value(self, hand: int, node: Int) -> cp_model.LinearExprT:
        """Return an expression for a number of a hand."""
        return self._number(hand, node).expr

    def span(self, hand: int, node: Int) -> tuple[int, int]:
        """Return bounds of a number of a hand, whatever else is required."""
        number = self._number(hand, node)
        return number.low, number.high

    # --- solving ------------------------------------------------------------------------------

    def solve(
        self,
        limit: float,
        *,
        every: Sequence[Literal] = (),
        some: Sequence[Literal] | None = None,
        at_least: int = 1,
    ) -> Solved:
        """Look for hands that meet all requirements.

        Args:
            limit: seconds after which the answer is `UNKNOWN`.
            every: literals that must hold as well, this time only.
            some: literals of which `at_least` must hold as well, this time only.
            at_least: how many.
        """
        model = self._model.clone()
        model.add_bool_and(every)
        if some is not None and at_least == 1:
            model.add_bool_or(some)
        elif some is not None:
            model.add(sum(some) >= at_least)
        solver = new_solver(limit)
        match solver.solve(model):
            case cp_model.OPTIMAL | cp_model.FEASIBLE:
                return Solved(SolverStatus.SAT, self._witness(solver), solver.wall_time)
            case cp_model.INFEASIBLE:
                return Solved(SolverStatus.UNSAT, (), solver.wall_time)
            case cp_model.UNKNOWN:
                return Solved(SolverStatus.UNKNOWN, (), solver.wall_time)
            case other:
                raise AssertionError(f"the model is wrong: {solver.status_name(other)}")

    def _witness(self, solver: cp_model.CpSolver) -> tuple[Hand, ...]:
        return tuple(
            Hand.of_cards(card for card in self._cards if solver.boolean_value(holds[card]))
            for holds in self._holds
        )

    # --- cards --------------------------------------------------------------------------------

    def _deal_hand(self) -> list[Literal]:
        held = {card: self._model.new_bool_var("") for card in self._cards}
        self._model.add(sum(held.values()) == 13)
        return [held.get(card, self._false) for card in CARDS]

    def _share_cards(self) -> None:
        share = self._model.add_exactly_one if self._whole else self._model.add_at_most_one
        for card in self._cards:
            share([holds[card] for holds in self._holds])
        for hand in self.hands:
            self._model.add(sum(self._lengths(hand, Suit)) == 13)
        for suit in Suit if self._whole else ():
            lengths = [self._lengths(hand, [suit])[0] for hand in self.hands]
            self._model.add(sum(lengths) == self._available[suit].bit_count())

    def _lengths(self, hand: int, suits: Iterable[int]) -> list[cp_model.LinearExprT]:
        return [self._number(hand, SuitValue(LENGTH, Suit(suit))).expr for suit in suits]

    # --- numbers ------------------------------------------------------------------------------

    def _number(self, hand: int, node: Int) -> _Number:
        key = (hand, node)
        if key not in self._numbers:
            self._numbers[key] = self._make_number(hand, node)
        return self._numbers[key]

    def _make_number(self, hand: int, node: Int) -> _Number:
        match node:
            case Const(value):
                return _Number(value, value, value)
            case SuitValue(table, suit):
                return self._suit_number(hand, table, suit)
            case ShapeValue(by_shape):
                encoding = shape_encoding(tuple(by_shape.values.tolist()))
                return self._table(self._lengths(hand, encoding.columns), encoding)
            case Sum():
                return self._sum(hand, node)
            case Max(args):
                return self._extreme([self._number(hand, arg) for arg in args], most=True)
            case Min(args):
                return self._extreme([self._number(hand, arg) for arg in args], most=False)
            case Count(conditions):
                literals = [self.literal(hand, condition) for condition in conditions]
                return self._variable(sum(literals), 0, len(literals))
            case Feature():
                return self._number(hand, expand_int(node))
            case _:
                assert_never(node)

    def _variable(self, expr: cp_model.LinearExprT, low: int, high: int) -> _Number:
        """Give an expression a variable, so that all its comparisons share their bounds."""
        variable = self._model.new_int_var(low, high, "")
        self._model.add(variable == expr)
        return _Number(variable, low, high)

    def _suit_number(self, hand: int, table: SuitTable, suit: Suit) -> _Number:
        encoding = suit_encoding(table, self._available[suit])
        holds = self._holds[hand][13 * suit : 13 * suit + 13]
        if encoding.weights is not None:
            weighted = sum(w * held for w, held in zip(encoding.weights, holds, strict=True) if w)
            return self._variable(encoding.base + weighted, encoding.low, encoding.high)
        columns: list[cp_model.LinearExprT] = [holds[rank] for rank in encoding.columns]
        if encoding.by_length:
            columns.extend(self._lengths(hand, [suit]))
        return self._table(columns, encoding)

    def _table(self, columns: list[cp_model.LinearExprT], encoding: Encoding) -> _Number:
        if not columns:
            return _Number(encoding.low, encoding.low, encoding.low)
        variable = self._model.new_int_var(encoding.low, encoding.high, "")
        self._model.add_allowed_assignments([*columns, variable], encoding.rows)
        return _Number(variable, encoding.low, encoding.high)

    def _extreme(self, args: list[_Number], *, most: bool) -> _Number:
        pick = max if most else min
        low, high = pick(arg.low for arg in args), pick(arg.high for arg in args)
        variable = self._model.new_int_var(low, high, "")
        add = self._model.add_max_equality if most else self._model.add_min_equality
        add(variable, [arg.expr for arg in args])
        return _Number(variable, low, high)

    # --- sums ---------------------------------------------------------------------------------

    def _sum(self, hand: int, node: Sum) -> _Number:
        flat = flat_terms(node, self._available)
        parts = [(factor, self._total(hand, total)) for factor, total in flat.totals]
        low, high = flat.span_of_totals(self._cards)
        for factor, term in flat.others:
            part = self._number(hand, term)
            parts.append((factor, part))
            low += min(factor * part.low, factor * part.high)
            high += max(factor * part.low, factor * part.high)
        if flat.constant == 0 and len(parts) == 1 and parts[0][0] == 1:
            return parts[0][1]
        expr = sum(factor * part.expr for factor, part in parts) + flat.constant
        return self._variable(expr, low + flat.constant, high + flat.constant)

    def _total_of(self, terms: Terms) -> _Number:
        """Return the sum of numbers of several hands."""
        parts = [(factor, self._number(hand, node)) for factor, hand, node in terms]
        ends = [sorted((factor * part.low, factor * part.high)) for factor, part in parts]
        expr = sum(factor * part.expr for factor, part in parts)
        return self._variable(expr, sum(low for low, _ in ends), sum(high for _, high in ends))

    def _total(self, hand: int, total: Total) -> _Number:
        """Return a hand's total of a table over its four suits."""
        key = (hand, total.table)
        if key not in self._totals:
            self._tie_totals(total)
        return self._totals[key]

    def _tie_totals(self, total: Total) -> None:
        """Make the totals of all hands: together they have the cards' total."""
        low, high = (total.base + end for end in span_of_cards(total.weights, self._cards))
        for hand in self.hands:
            weighted = sum(total.weights[card] * self._holds[hand][card] for card in self._cards)
            self._totals[hand, total.table] = self._variable(total.base + weighted, low, high)
        if self._whole:
            totals = [self._totals[hand, total.table].expr for hand in self.hands]
            pack = sum(total.weights[card] for card in self._cards)
            self._model.add(sum(totals) == total.base * len(totals) + pack)

    # --- Booleans -----------------------------------------------------------------------------

    def _literal(self, hand: int, node: Bool) -> Literal:
        match node:
            case Truth(value):
                return self._true if value else self._false
            case Range(value, low, high):
                return self._range(self._number(hand, value), low, high)
            case Shape(shapes):
                return self._shape(hand, shapes)
            case And(args):
                return ~self._any([~self.literal(hand, arg) for arg in args])
            case Or(args):
                return self._any([self.literal(hand, arg) for arg in args])
            case Not(arg):
                return ~self.literal(hand, arg)
            case Predicate():
                return self.literal(hand, expand_bool(node))
            case _:
                assert_never(node)

    def _any(self, literals: list[Literal]) -> Literal:
        if len(literals) == 1:
            return literals[0]
        result = self._model.new_bool_var("")
        self._model.add_bool_or([*literals, ~result])
        for literal in literals:
            self._model.add_implication(literal, result)
        return result

    def _range(self, number: _Number, low: int | None, high: int | None) -> Literal:
        inside, outside = _split(number, low, high)
        if inside.is_empty() or outside.is_empty():
            return self._false if inside.is_empty() else self._true
        result = self._model.new_bool_var("")
        self._model.add_linear_expression_in_domain(number.expr, inside).only_enforce_if(result)
        self._model.add_linear_expression_in_domain(number.expr, outside).only_enforce_if(~result)
        return result

    def _shape(self, hand: int, shapes: frozenset[Lengths]) -> Literal:
        encoding = shape_encoding(tuple(int(shape in shapes) for shape in SHAPES))
        if encoding.low == encoding.high:
            return self._true if encoding.low else self._false
        result = self._model.new_bool_var("")
        columns = self._lengths(hand, encoding.columns)
        rows, member = encoding.smaller_side()
        inside = result if member else ~result
        self._model.add_allowed_assignments(columns, rows).only_enforce_if(inside)
        self._model.add_forbidden_assignments(columns, rows).only_enforce_if(~inside)
        return result

    def _demand(self, hand: int, node: Bool, wanted: bool) -> None:
        """Demand a condition or its negation, without literals where the solver needs none."""
        match node:
            case And(args) | Or(args) if isinstance(node, And) == wanted:
                for arg in args:
                    self._demand(hand, arg, wanted)
            case And(args) | Or(args):
                literals = [self.literal(hand, arg) for arg in args]
                self._model.add_bool_or(literals if wanted else [~part for part in literals])
            case Not(arg):
                self._demand(hand, arg, not wanted)
            case Range(value, low, high):
                self._demand_range(self._number(hand, value), low, high, wanted)
            case Predicate():
                self._demand(hand, expand_bool(node), wanted)
            case Shape() | Truth():
                literal = self.literal(hand, node)
                self._model.add_bool_or([literal if wanted else ~literal])
            case _:
                assert_never(node)

    def _demand_range(
        self, number: _Number, low: int | None, high: int | None, wanted: bool
    ) -> None:
        domain, other = _split(number, low, high)[:: 1 if wanted else -1]
        if domain.is_empty():
            self._model.add_bool_or([self._false])
        elif not other.is_empty():
            self._model.add_linear_expression_in_domain(number.expr, domain)


def _split(
    number: _Number, low: int | None, high: int | None
) -> tuple[cp_model.Domain, cp_model.Domain]:
    """Return the values of a number inside `low..high` and those outside."""
    first = number.low if low is None else max(low, number.low)
    last = number.high if high is None else min(high, number.high)
    inside = cp_model.Domain(first, last)
    outside = cp_model.Domain(number.low, number.high).intersection_with(inside.complement())
    return inside, outside
