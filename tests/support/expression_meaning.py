"""What written expressions mean, read directly: for one hand, with exact fractions.

This shares nothing with `compile`: it walks the tree and asks the public words themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar, assert_never, cast

from dowager.auction import CALLS, Call, Strain
from dowager.backends.evaluate import hand_test, hand_value
from dowager.cards import Hand, Suit
from dowager.language.features import all_features
from dowager.language.text.fixed_totals import pack_total
from dowager.language.text.vocabulary import SEATS
from dowager.language.tree import (
    NUMBER_WORDS,
    SEAT_WORDS,
    TRUTH_WORDS,
    Bool,
    Env,
    Feature,
    Int,
    Predicate,
)
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import Asked, PublicView
from support.expression_text import word_of

_Answer = TypeVar("_Answer")

SUITS = tuple(Suit)
SEATS_OF = {
    "me": (0,), "lho": (1,), "partner": (2,), "rho": (3,), "us": (0, 2), "them": (1, 3)
}  # fmt: skip


@dataclass
class FixedView:
    """A public view of constants, some of them made of the question; seats hold `hands`."""

    hands: Sequence[Hand]
    seed: int = 0
    vulnerable: tuple[bool, bool] = (True, False)
    last_bid: Call = Call.D1
    level: int = 1
    ours: bool = False
    doubled: int = 0
    passes: int = 1
    seat_number: int = 2
    turn_number: int = 1
    length: int = 3
    opener: int = 1
    contested: bool = False
    they_ran: bool = True
    forced: bool = True
    game_forced: bool = False
    agreed: int = 2
    part_score: int = 40
    their_part_score: int = 20
    matchpoints: bool = False

    def _number(self, *question: object) -> int:
        plain = [int(each) if isinstance(each, int) else each for each in question]
        return sum(map(ord, repr((self.seed, *plain)))) % 7

    def stat(self, seats: tuple[int, ...], value: Int, stat: int, total: int | None) -> float:
        numbers = (self._number("stat", who, value, stat, total) for who in seats)
        return sum((3 * number + 2 * stat) / (2 if stat == 2 else 1) for number in numbers)

    def expected(self, who: int, value: Int, total: int) -> tuple[float, float]:
        return self._number("base", value) + total / 16, -self._number("slope", who, value) / 16

    def has_bid(self, who: int, strain: int) -> bool:
        return self._number("bid", who, strain) < 2

    def has_shown(self, who: int, suit: int) -> bool:
        return self._number("shown", who, suit) < 3

    def last_call(self, who: int) -> int:
        return (0, 6, 0, 1)[who]

    def calls_of(self, who: int) -> tuple[int, ...]:
        return ((), (0, 6), (0,), (1,))[who]

    def tags(self, who: int, ever: bool) -> frozenset[str]:
        return frozenset({"transfer"} if self._number("tags", who, ever) < 3 else ())

    def asks(self, who: int) -> str:
        return "aces" if who == 2 else ""

    def signed_off(self, who: int) -> bool:
        return self._number("force", who) % 4 == 3

    def limited(self, who: int) -> bool:
        return self._number("limited", who) < 3

    def passed_hand(self, who: int) -> bool:
        return who == 2

    def is_legal(self, call: int) -> bool:
        return call in (0, 1) or call > self.last_bid

    def game_level(self, strain: int) -> int:
        return next(level for level in range(1, 8) if _makes_game(level, strain, self.part_score))

    def known(self, asked: Asked[_Answer]) -> _Answer:
        return asked.ask(cast(PublicView, self))

    def chance(self, who: int, condition: Bool) -> tuple[bool, bool, float]:
        test = hand_test(condition)
        return _summary([test(hand.holdings) for hand in self.hands])


def _makes_game(level: int, strain: int, part_score: int) -> bool:
    """Whether a bid's tricks are worth what is missing of a hundred."""
    points = {0: 20, 1: 20, 2: 30, 3: 30, 4: 30}[strain] * level + (10 if strain == 4 else 0)
    return points + part_score >= 100


def _summary(found: list[bool]) -> tuple[bool, bool, float]:
    return any(found), all(found), sum(found) / len(found)


def _suit(ref: ex.SuitRef, env: Env) -> int:
    match ref:
        case ex.SuitName(strain):
            return int(strain)
        case ex.SuitLetter(slot):
            return env[slot]
        case ex.OtherSuit(of):
            return {0: 1, 1: 0, 2: 3, 3: 2}[_suit(of, env)]


def _suits(refs: Sequence[ex.SuitRef], env: Env) -> tuple[Suit, ...]:
    return tuple(SUITS[_suit(ref, env)] for ref in refs)


def interpret_number(node: ex.NumberExpr, view: FixedView, env: Env, hand: Hand) -> Fraction:
    """Return the value of a written number for a hand."""
    match node:
        case ex.Constant(value):
            return value
        case ex.HandNumber(name, refs):
            value = hand_value(Feature(name, _suits(refs, env)))(hand.holdings)
            return Fraction(value, all_features()[name].scale)
        case ex.SeatNumber(who, name, refs, stat):
            seats = SEATS_OF[word_of(SEATS, who)]
            feature = Feature(name, _suits(refs, env))
            value = view.stat(seats, feature, int(stat), pack_total(name, len(refs)))
            return Fraction(value) / all_features()[name].scale
        case ex.Expected(who, name, refs):
            return _interpret_expected(node, view, env, hand)
        case ex.PublicNumber(name, refs):
            return Fraction(NUMBER_WORDS[name].ask(view, *(_suit(ref, env) for ref in refs)))
        case ex.Add(terms):
            return sum(
                (factor * interpret_number(term, view, env, hand) for factor, term in terms),
                Fraction(0),
            )
        case ex.DefinedWord():
            raise AssertionError(node)
        case _:
            assert_never(node)


def _interpret_expected(node: ex.Expected, view: FixedView, env: Env, hand: Hand) -> Fraction:
    """The slope counts in whole eighths; the line turns about what the public expects of me."""
    suits = _suits(node.suits, env)
    feature = Feature(node.name, suits)
    total = pack_total(node.name, len(suits))
    assert total is not None
    base, slope = map(Fraction, view.expected(int(node.who), feature, total))
    usual = Fraction(view.stat((0,), feature, 2, total))
    own = hand_value(feature)(hand.holdings)
    value = base + slope * usual + Fraction(round(8 * slope), 8) * (own - usual)
    return value / all_features()[node.name].scale


def interpret(node: ex.TruthExpr, view: FixedView, env: Env, hand: Hand) -> bool:
    """Return whether a written condition holds for a hand."""
    match node:
        case ex.Literal(value):
            return value
        case ex.Compare(operator, left, right):
            difference = interpret_number(left, view, env, hand) - interpret_number(
                right, view, env, hand
            )
            sign = (difference > 0) - (difference < 0)
            return sign in {
                "==": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)
            }[operator]  # fmt: skip
        case ex.OneOf(value, choices):
            number = interpret_number(value, view, env, hand)
            return number in [interpret_number(choice, view, env, hand) for choice in choices]
        case ex.HandTruth(name, refs):
            return hand_test(Predicate(name, _suits(refs, env)))(hand.holdings)
        case ex.ShapeOf(shapes):
            return hand.lengths in shapes
        case ex.PublicTruth():
            return _interpret_public(node, view, env)
        case ex.Query(question, _, condition, probability):
            found = [interpret(condition, view, env, other) for other in view.hands]
            possible, certain, chance = _summary(found)
            likely = chance >= float(probability) - 1e-9
            return {0: certain, 1: possible, 2: likely}[int(question)]
        case ex.Conjunction(args):
            return all(interpret(arg, view, env, hand) for arg in args)
        case ex.Disjunction(args):
            return any(interpret(arg, view, env, hand) for arg in args)
        case ex.Negation(arg):
            return not interpret(arg, view, env, hand)
        case ex.DefinedWord():
            raise AssertionError(node)
        case _:
            assert_never(node)


def _interpret_public(node: ex.PublicTruth, view: FixedView, env: Env) -> bool:
    args = [_argument(arg, view, env) for arg in node.args]
    if node.who is None:
        return bool(TRUTH_WORDS[node.name].ask(view, *args))
    seats = SEATS_OF[word_of(SEATS, node.who)]
    return any(SEAT_WORDS[node.name].ask(view, seat, *args) for seat in seats)


def _argument(arg: object, view: FixedView, env: Env) -> object:
    match arg:
        case str():
            return arg
        case ex.CallPattern(found, levels, strain):
            if strain is None:
                return found
            return {int(Call.bid(level, _suit(strain, env))) for level in levels}
        case ex.FixedCall(call):
            return CALLS[call] if view.is_legal(call) else None
        case ex.BidCall():
            return interpret_call(arg, view, env)
        case _:
            assert isinstance(arg, ex.SuitName | ex.SuitLetter | ex.OtherSuit)
            return _suit(arg, env)


def interpret_call(node: ex.BidCall, view: FixedView, env: Env) -> Call | None:
    """Return the bid that a computed call stands for, None when it is none or not legal."""
    legal = [call for call in CALLS if call.is_bid and view.is_legal(call)]
    number = (
        interpret_number(node.level, view, env, view.hands[0]) if node.level is not None else None
    )
    if node.how is ex.ComputedCall.STEP:
        assert number is not None
        index = int(number) - 1
        return legal[index] if 0 <= index < len(legal) else None
    assert node.strain is not None
    strain = _suit(node.strain, env)
    match node.how:
        case ex.ComputedCall.CHEAPEST | ex.ComputedCall.JUMP | ex.ComputedCall.DOUBLE_JUMP:
            cheapest = min((call.level for call in legal if call.strain == strain), default=8)
            level = cheapest + int(node.how)
        case ex.ComputedCall.GAME:
            usual = {Strain.NOTRUMP: 3, Strain.HEARTS: 4, Strain.SPADES: 4}.get(Strain(strain), 5)
            makes = (c for c in legal if c.is_bid and c.strain == strain and c.level <= usual)
            enough = [c.level for c in makes if _makes_game(c.level, strain, view.part_score)]
            level = min(enough, default=0)
        case ex.ComputedCall.SLAM:
            level = 6
        case ex.ComputedCall.GRAND:
            level = 7
        case _:
            assert number is not None
            level = int(number)
    return next((c for c in legal if c.level == level and c.strain == strain), None)
