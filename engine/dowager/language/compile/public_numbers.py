"""Numbers that everybody knows, compiled to functions of the view and the bound letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, TypeVar, assert_never

from dowager.language.compile.suits import feature_node, suit_of, suits_of
from dowager.language.features import all_features
from dowager.language.text.fixed_totals import pack_total
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import (
    NUMBER_WORDS,
    SEAT_WORDS,
    TRUTH_WORDS,
    Asked,
    PublicView,
)
from dowager.language.tree.suit_letters import UNBOUND, Env

PublicValue: TypeAlias = Callable[[PublicView, Env], float]


def public_value(node: ex.NumberExpr) -> PublicValue:
    """Compile a number that asks nothing of the caller's hand."""
    match node:
        case ex.Constant(value):
            constant = float(value)
            return lambda view, env: constant
        case ex.PublicNumber(name, refs):
            return _number_word(NUMBER_WORDS[name].ask, refs)
        case ex.SeatNumber():
            return _seat_value(node)
        case ex.Add(terms):
            parts = [(float(factor), public_value(term)) for factor, term in terms]
            return lambda view, env: sum([factor * part(view, env) for factor, part in parts])
        case ex.HandNumber() | ex.Expected() | ex.DefinedWord():
            raise AssertionError(f"{node} is not public")
        case _:
            assert_never(node)


def _number_word(ask: Callable[..., float], refs: tuple[ex.SuitRef, ...]) -> PublicValue:
    match refs:
        case ():
            return lambda view, env: ask(view)
        case (ref,):
            suit = suit_of(ref)
            return lambda view, env: ask(view, suit(env))
        case _:
            suits = suits_of(refs)
            return lambda view, env: ask(view, *suits(env))


_Answer = TypeVar("_Answer")


def known_answers(
    asked_of: Callable[[Env], Asked[_Answer]], letters: Iterable[int]
) -> Callable[[PublicView, Env], _Answer]:
    """Return the function that gets from the view what is asked with the letters of a position.

    Args:
        asked_of: what is asked, given the letters; called once for all that they can stand for.
        letters: the slots of the letters on which it depends.
    """
    slots = tuple(sorted(letters))
    if not slots:
        only = asked_of(UNBOUND)
        return lambda view, env: view.known(only)
    if len(slots) == 1:
        return _of_one_letter(asked_of, slots[0])
    made: dict[tuple[int, ...], Asked[_Answer]] = {}

    def answer(view: PublicView, env: Env) -> _Answer:
        suits = tuple([env[slot] for slot in slots])
        asked = made.get(suits)
        if asked is None:
            asked = made[suits] = asked_of(env)
        return view.known(asked)

    return answer


def _of_one_letter(
    asked_of: Callable[[Env], Asked[_Answer]], slot: int
) -> Callable[[PublicView, Env], _Answer]:
    made: dict[int, Asked[_Answer]] = {}

    def answer(view: PublicView, env: Env) -> _Answer:
        asked = made.get(env[slot])
        if asked is None:
            asked = made[env[slot]] = asked_of(env)
        return view.known(asked)

    return answer


@dataclass(frozen=True, slots=True, eq=False)
class _SeatNumber:
    """A number of one or two seats, `Asked` of a view."""

    seats: tuple[ex.RelativeSeat, ...]
    name: str
    suits: tuple[int, ...]
    stat: ex.Stat

    def ask(self, view: PublicView) -> float:
        total = pack_total(self.name, len(self.suits))
        value = view.stat(self.seats, feature_node(self.name, self.suits), self.stat, total)
        return value / all_features()[self.name].scale


_seat_number = cache(_SeatNumber)  # one object for all rules that ask the same


def _seat_value(node: ex.SeatNumber) -> PublicValue:
    name, suits, seats, stat = node.name, suits_of(node.suits), seats_of(node.who), node.stat
    return known_answers(
        lambda env: _seat_number(seats, name, suits(env), stat), ex.letters_of(node)
    )


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


@dataclass(frozen=True, slots=True, eq=False)
class _ExpectedLine:
    """What a seat's number is expected to be, `Asked` of a view."""

    who: ex.RelativeSeat
    name: str
    suits: tuple[int, ...]

    def ask(self, view: PublicView) -> tuple[float, int]:
        total = pack_total(self.name, len(self.suits))
        assert total is not None
        value = feature_node(self.name, self.suits)
        base, slope = view.expected(self.who, value, total)
        rounded = round(SLOPES * slope)
        mean = view.stat((ex.RelativeSeat.ME,), value, ex.Stat.MEAN, total)
        return base + (slope - rounded / SLOPES) * mean, rounded


_expected_line = cache(_ExpectedLine)


def expected_value(node: ex.Expected) -> Callable[[PublicView, Env], tuple[float, int]]:
    """Compile an expectation: a constant plus the caller's own value times `slope / SLOPES`.

    The function returns the constant and the slope, -SLOPES to 0, for values in the feature's
    units. Rounding the slope turns the line about what is publicly expected of the caller.
    """
    name, suits, who = node.name, suits_of(node.suits), node.who
    return known_answers(lambda env: _expected_line(who, name, suits(env)), ex.letters_of(node))


def by_state(written: ex.Part) -> bool:
    """Whether the `state` of a view and the letters decide a public condition, number or call."""
    return all(map(_by_state, ex.walk(written)))


def _by_state(part: ex.Part) -> bool:
    match part:
        case ex.PublicNumber(name):
            return NUMBER_WORDS[name].by_state
        case ex.PublicTruth(None, name):
            return TRUTH_WORDS[name].by_state
        case ex.PublicTruth(_, name):
            return SEAT_WORDS[name].by_state
        case ex.SeatNumber() | ex.Query():
            return False
        case _:
            return True
