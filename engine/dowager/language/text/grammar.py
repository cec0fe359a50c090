"""Owns the reading of conditions and numbers as rules write them: text to expression.

One expression gives at most one fault; it says what was found and what would be right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from dowager.cards import Suit
from dowager.errors import Fault, InputError
from dowager.language.features import all_features
from dowager.language.text.cursor import Cursor, is_suit, suit_named
from dowager.language.text.fixed_totals import pack_total
from dowager.language.text.shape_patterns import parse_shapes
from dowager.language.text.tokens import Locate, Token, Wrong, guarded
from dowager.language.text.vocabulary import (
    COMPARISONS,
    EXPECTED,
    QUESTIONS,
    STATS,
    SUITS,
    WHO,
    closest,
)
from dowager.language.text.yaml_values import Text
from dowager.language.tree import expression as ex
from dowager.language.tree.hand_feature import HandFeature
from dowager.language.tree.nodes import And, Not, Or, Predicate, Range, Shape, Truth
from dowager.language.tree.public_words import NUMBER_WORDS, SEAT_WORDS, TRUTH_WORDS

_NO_ATOMS = ("and", "or", "not", "in")

Arg: TypeAlias = ex.SuitRef | ex.CallPattern | ex.CallExpr | str
RawReader: TypeAlias = Callable[[str, str, int, Locate], ex.CallPattern | ex.CallExpr]
"""Reads the argument of `last(...)` and its like: kind, text, its place, places in the file."""


@cache
def is_truth_feature(feature: HandFeature) -> bool:
    """Whether a feature is a condition rather than a number."""
    tree = feature.define(*list(Suit)[: feature.arities[0]])
    return isinstance(tree, Truth | Range | Shape | And | Or | Not | Predicate)


def as_truth(node: ex.Expr, place: int) -> ex.TruthExpr:
    """Return a condition; a number is wrong, and a defined word must turn out to be no number."""
    if isinstance(node, ex.Use):
        return replace(node, wanted="condition")
    if isinstance(node, ex.NUMBERS):
        raise Wrong(place, "this is a number; a condition is wanted, such as `hcp >= 12`")
    return node


def as_number(node: ex.Expr, place: int) -> ex.NumberExpr:
    """Return a number; a condition is wrong, and a defined word must turn out to be none."""
    if isinstance(node, ex.Use):
        return replace(node, wanted="number")
    if isinstance(node, ex.NUMBERS):
        return node
    raise Wrong(place, "this is a condition; a number is wanted here")


class Parser(Cursor):
    """Reads one expression by recursive descent; raises `Wrong`.

    Args:
        text: the expression.
        at: gives the place in the file of a character, for words that definitions explain.
        raw: reads arguments that are calls.
        start: where the text begins in what `at` and faults count places of.
    """

    def __init__(self, text: str, at: Locate, raw: RawReader, start: int = 0) -> None:
        super().__init__(text, start)
        self._at = at
        self._raw = raw

    # -- whole texts ---------------------------------------------------------------------------

    def whole(self) -> ex.Expr:
        """Read all of the text as a condition or a number."""
        found = self._either()
        self.end("an operator, `and`, `or`, or the end")
        return found

    def whole_truth(self) -> ex.TruthExpr:
        """Read all of the text as a condition."""
        place = self.token.place
        return as_truth(self.whole(), place)

    def whole_number(self) -> ex.NumberExpr:
        """Read all of the text as a number."""
        place = self.token.place
        return as_number(self.whole(), place)

    def whole_strain(self, notrump: bool) -> ex.SuitRef:
        """Read all of the text as a suit, or NT where a strain is allowed."""
        found = self.strain(notrump)
        self.end("the end")
        return found

    # -- conditions ----------------------------------------------------------------------------

    def _either(self) -> ex.Expr:
        self.deeper()
        parts = self._joined("or", lambda: self._joined("and", self._not, ex.AllOf), ex.AnyOf)
        self.shallower()
        return parts

    def _joined(
        self, word: str, read: Callable[[], ex.Expr], kind: type[ex.AllOf] | type[ex.AnyOf]
    ) -> ex.Expr:
        place = self.token.place
        first = read()
        if self.token.text != word:
            return first
        parts = [as_truth(first, place)]
        while self.accept(word):
            place = self.token.place
            parts.append(as_truth(read(), place))
        return kind(tuple(parts))

    def _not(self) -> ex.Expr:
        if not self.accept("not"):
            return self._comparison()
        self.deeper()
        place = self.token.place
        inner = as_truth(self._not(), place)
        self.shallower()
        return ex.Negate(inner)

    def _comparison(self) -> ex.Expr:
        place = self.token.place
        first = self._sum()
        if self.accept("in"):
            return self._membership(as_number(first, place))
        if self.token.text not in COMPARISONS:
            return first
        chain = [as_number(first, place)]
        operators: list[str] = []
        while self.token.text in COMPARISONS:
            operators.append(self.take().text)
            chain.append(self._number())
        pairs = zip(operators, pairwise(chain), strict=True)
        found = tuple(ex.Compare(operator, left, right) for operator, (left, right) in pairs)
        return found[0] if len(found) == 1 else ex.AllOf(found)

    def _membership(self, value: ex.NumberExpr) -> ex.TruthExpr:
        if self.accept("{"):
            choices = [self._number()]
            while self.accept(","):
                choices.append(self._number())
            self.expect("}")
            return ex.OneOf(value, tuple(choices))
        low = None if self.token.text == ".." else self._number()
        if not self.accept(".."):
            raise self.unexpected("'..' (as in `in 15..17`)")
        high = self._number() if self._starts_number() else None
        if low is None and high is None:
            raise self.unexpected("a bound, as in `in 15..17`")
        if isinstance(low, ex.Number) and isinstance(high, ex.Number) and low.value > high.value:
            raise Wrong(
                self._tokens[self._next - 1].place,
                f"nothing is in {low.value}..{high.value}; write {high.value}..{low.value}",
            )
        return _between(value, low, high)

    def _starts_number(self) -> bool:
        token = self.token
        return (
            token.kind == "number"
            or token.text in ("(", "-")
            or (token.kind == "name" and token.text not in ("and", "or"))
        )

    # -- numbers -------------------------------------------------------------------------------

    def _number(self) -> ex.NumberExpr:
        place = self.token.place
        return as_number(self._sum(), place)

    def _sum(self) -> ex.Expr:
        place = self.token.place
        first = self._product()
        if self.token.text not in ("+", "-"):
            return first
        terms = [(Fraction(1), as_number(first, place))]
        while self.token.text in ("+", "-"):
            sign = 1 if self.take().text == "+" else -1
            place = self.token.place
            terms.append((Fraction(sign), as_number(self._product(), place)))
        return ex.Add(tuple(terms))

    def _product(self) -> ex.Expr:
        place = self.token.place
        if self.accept("-"):
            self.deeper()
            place = self.token.place
            negative = as_number(self._product(), place)
            self.shallower()
            return _times(Fraction(-1), negative)
        first = self._atom()
        while self.token.text in ("*", "/"):
            divide = self.take().text == "/"
            first = self._scaled(as_number(first, place), divide, place)
        return first

    def _scaled(self, left: ex.NumberExpr, divide: bool, place: int) -> ex.NumberExpr:
        right_place = self.token.place
        right = self._atom()
        if isinstance(right, ex.Number) and (right.value or not divide):
            return _times(1 / right.value if divide else right.value, left)
        if isinstance(left, ex.Number) and not divide:
            return _times(left.value, as_number(right, right_place))
        raise Wrong(place, "one side of `*`, and the right side of `/`, must be a plain number")

    # -- atoms ---------------------------------------------------------------------------------

    def _atom(self) -> ex.Expr:
        token = self.token
        if token.kind == "number":
            self.take()
            text = token.text
            return ex.Number(Fraction(int(text)) if text.isdigit() else Fraction(text))
        if self.accept("("):
            inner = self._either()
            self.expect(")")
            return inner
        if token.kind == "name" and token.text not in _NO_ATOMS:
            return self._named(self.take())
        raise self.unexpected("a number, a feature, a suit or '('")

    def _named(self, token: Token) -> ex.Expr:
        name = token.text
        if name in ("true", "false"):
            return ex.Literal(name == "true")
        if name == "shape":
            return self._shape()
        if name in QUESTIONS:
            return self._query(QUESTIONS[name])
        if name in WHO and self.token.text == ".":
            return self._seat(WHO[name])
        if is_suit(token):
            return ex.HandNumber("length", (suit_named(name),))
        if name == "other":
            return ex.HandNumber("length", (self.other(),))
        if name in NUMBER_WORDS:
            return ex.PublicNumber(name, self._suit_args(name, NUMBER_WORDS[name].args))
        if name in TRUTH_WORDS:
            return ex.PublicTruth(None, name, self._args(name, TRUTH_WORDS[name].args))
        if name in all_features():
            return self._feature(token)
        suits = self.suit_list()
        return ex.Use(name, suits, self._at(token.place))

    def _feature(self, token: Token) -> ex.HandNumber | ex.HandTruth:
        feature = all_features()[token.text]
        suits = self._feature_suits(feature, token)
        kind = ex.HandTruth if is_truth_feature(feature) else ex.HandNumber
        return kind(feature.name, suits)

    def _feature_suits(self, feature: HandFeature, token: Token) -> tuple[ex.SuitRef, ...]:
        suits = self.suit_list()
        if len(suits) not in feature.arities:
            right = " or ".join(str(arity) for arity in feature.arities)
            plural = "" if feature.arities == (1,) else "s"
            raise Wrong(token.place, f"{feature.name} takes {right} suit{plural}, not {len(suits)}")
        return suits

    def _seat(self, who: ex.Who | ex.Side) -> ex.Expr:
        self.expect(".")
        token = self.take()
        if token.text in SEAT_WORDS:
            args = self._args(token.text, SEAT_WORDS[token.text].args)
            return ex.PublicTruth(who, token.text, args)
        suits: tuple[ex.SuitRef, ...]
        if is_suit(token):
            name, suits = "length", (suit_named(token.text),)
        elif token.text in all_features() and not is_truth_feature(all_features()[token.text]):
            name, suits = token.text, self._feature_suits(all_features()[token.text], token)
        else:
            words = [*SEAT_WORDS, *SUITS, *all_features()]
            hint = closest(token.text, words)
            found = repr(token.text) if token.text else "the end"
            raise Wrong(token.place, f"{found} is nothing that is known of a seat{hint}")
        if not self.accept(".") or self.token.text not in (*STATS, EXPECTED):
            raise self.unexpected("`.min`, `.max`, `.mean` or `.expected`")
        if self.token.text == EXPECTED:
            return self._expected(who, name, suits)
        return ex.SeatNumber(who, name, suits, STATS[self.take().text])

    def _expected(
        self, who: ex.Who | ex.Side, name: str, suits: tuple[ex.SuitRef, ...]
    ) -> ex.Expected:
        place = self.take().place
        if not isinstance(who, ex.Who) or who is ex.Who.ME:
            raise Wrong(place, "`.expected` is asked of partner, lho or rho")
        if pack_total(name, len(suits)) is None:
            right = "a number that four hands share out, such as hcp or a suit"
            raise Wrong(place, f"`.expected` is asked of {right}; {name} is none")
        return ex.Expected(who, name, suits)

    def _query(self, question: ex.Question) -> ex.Query:
        self.expect("(")
        token = self.take()
        who = WHO.get(token.text)
        if not isinstance(who, ex.Who):
            raise Wrong(token.place, "a seat should stand here: me, partner, lho or rho")
        self.expect(",")
        place = self.token.place
        condition = as_truth(self._either(), place)
        if any(isinstance(part, ex.Expected) for part in ex.walk(condition)):
            raise Wrong(place, "`.expected` looks at one's own hand; it cannot stand in a question")
        probability = Fraction(1)
        if question is ex.Question.LIKELY:
            self.expect(",")
            number = self.take()
            if number.kind != "number" or not 0 <= Fraction(number.text) <= 1:
                raise Wrong(number.place, "a probability should stand here, 0 to 1, such as 0.8")
            probability = Fraction(number.text)
        self.expect(")")
        return ex.Query(question, who, condition, probability)

    def _shape(self) -> ex.ShapeOf:
        raw, place = self.raw_text("shape")
        try:
            return ex.ShapeOf(parse_shapes(raw), raw.strip())
        except InputError as error:
            raise Wrong(place, str(error)) from error

    # -- arguments -----------------------------------------------------------------------------

    def _suit_args(self, name: str, kinds: str) -> tuple[ex.SuitRef, ...]:
        found = self._args(name, kinds)
        return tuple(
            part for part in found if isinstance(part, ex.SuitName | ex.SuitLetter | ex.OtherSuit)
        )

    def _args(self, name: str, kinds: str) -> tuple[Arg, ...]:
        if not kinds:
            return ()
        if kinds in ("c", "k"):
            raw, place = self.raw_text(name)
            return (self._raw(kinds, raw, place, self._at),)
        self.expect("(")
        found: list[Arg] = []
        for number, kind in enumerate(kinds):
            if number:
                self.expect(",")
            found.append(self.word() if kind == "w" else self.strain(notrump=kind == "n"))
        self.expect(")")
        return tuple(found)


def _times(factor: Fraction, number: ex.NumberExpr) -> ex.NumberExpr:
    """Return a number with a factor; factors of factors are multiplied out."""
    if isinstance(number, ex.Add) and len(number.terms) == 1:
        inner, term = number.terms[0]
        return ex.Add(((factor * inner, term),))
    return ex.Add(((factor, number),))


def _between(
    value: ex.NumberExpr, low: ex.NumberExpr | None, high: ex.NumberExpr | None
) -> ex.TruthExpr:
    parts: list[ex.TruthExpr] = []
    if low is not None:
        parts.append(ex.Compare(">=", value, low))
    if high is not None:
        parts.append(ex.Compare("<=", value, high))
    return parts[0] if len(parts) == 1 else ex.AllOf(tuple(parts))


def read_truth(text: Text, raw: RawReader, faults: list[Fault]) -> ex.TruthExpr:
    """Read a condition; a fault is added to `faults` and gives `true`."""
    fallback: ex.TruthExpr = ex.Literal(True)
    return guarded(lambda: Parser(text.text, text.at, raw).whole_truth(), fallback, text.at, faults)


def read_any(text: Text, raw: RawReader, faults: list[Fault]) -> ex.Expr:
    """Read a condition or a number, for a definition."""
    fallback: ex.Expr = ex.Literal(True)
    return guarded(lambda: Parser(text.text, text.at, raw).whole(), fallback, text.at, faults)
