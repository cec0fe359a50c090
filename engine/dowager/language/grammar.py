"""Owns the reading of conditions and numbers as rules write them: text to expression.

One expression gives at most one fault; it says what was found and what would be right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from dowager.auction import Strain
from dowager.cards import Suit
from dowager.errors import Fault, InputError, Span
from dowager.language import expression as ex
from dowager.language.feature import HandFeature
from dowager.language.features import all_features
from dowager.language.nodes import And, Not, Or, Predicate, Range, Shape, Truth
from dowager.language.public import NUMBER_WORDS, SEAT_WORDS, TRUTH_WORDS
from dowager.language.shape_patterns import parse_shapes
from dowager.language.tokens import Token, Wrong, guarded, tokenize

SUITS = {suit.letter: Strain(suit) for suit in Suit} | {s.word: Strain(s) for s in Suit}
_WHO: dict[str, ex.Who | ex.Side] = {
    "me": ex.Who.ME,
    "lho": ex.Who.LHO,
    "partner": ex.Who.PARTNER,
    "rho": ex.Who.RHO,
    "us": ex.Side.US,
    "them": ex.Side.THEM,
}
_STATS = {"min": ex.Stat.MIN, "max": ex.Stat.MAX, "mean": ex.Stat.MEAN}
_QUESTIONS = {
    "certain": ex.Question.CERTAIN,
    "possible": ex.Question.POSSIBLE,
    "likely": ex.Question.LIKELY,
}
_COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")
_CALL_WORDS = (
    "cheapest",
    "jump",
    "double_jump",
    "at",
    "game",
    "slam",
    "grand",
    "step",
    "NT",
    "other",
)
_KEYWORDS = ("and", "or", "not", "in", "true", "false", "shape", *_QUESTIONS)

Arg: TypeAlias = ex.SuitRef | ex.CallPattern | ex.CallExpr | str
RawReader: TypeAlias = Callable[[str, str, int, Span], ex.CallPattern | ex.CallExpr]


@cache
def known_words() -> frozenset[str]:
    """Return every word that the language itself explains; a definition may not take one."""
    return frozenset(
        {*all_features(), *NUMBER_WORDS, *TRUTH_WORDS, *_WHO, *SUITS, *_KEYWORDS, *_CALL_WORDS}
        | set(ex.LETTERS)
    )


@cache
def is_truth_feature(feature: HandFeature) -> bool:
    """Whether a feature is a condition rather than a number."""
    tree = feature.define(*list(Suit)[: feature.arities[0]])
    return isinstance(tree, Truth | Range | Shape | And | Or | Not | Predicate)


def is_truth(node: object) -> bool:
    """Whether an expression is certainly a condition (a used definition is not known yet)."""
    return isinstance(
        node,
        ex.Literal | ex.Compare | ex.OneOf | ex.HandTruth | ex.ShapeOf | ex.PublicTruth | ex.Query
        | ex.AllOf | ex.AnyOf | ex.Negate,
    )  # fmt: skip


def is_number(node: object) -> bool:
    """Whether an expression is certainly a number."""
    return isinstance(node, ex.Number | ex.HandNumber | ex.SeatNumber | ex.PublicNumber | ex.Add)


def closest(word: str, words: Collection[str]) -> str:
    """Return `; did you mean ...?` for a word that is near one of some, else nothing."""
    near = get_close_matches(word, words, 1, 0.7)
    return f"; did you mean {near[0]!r}?" if near else ""


class Parser:
    """Reads one expression by recursive descent; raises `Wrong`."""

    def __init__(self, text: str, span: Span, raw: RawReader) -> None:
        self._text = text
        self._span = span
        self._raw = raw
        self._tokens = tokenize(text)
        self._next = 0
        self._depth = 0

    # -- whole texts ---------------------------------------------------------------------------

    def whole(self) -> ex.Expr:
        """Read all of the text as a condition or a number."""
        found = self._either()
        if self._peek().kind != "end":
            raise self._unexpected("an operator, `and`, `or`, or the end")
        return found

    def whole_truth(self) -> ex.TruthExpr:
        """Read all of the text as a condition."""
        return self._as_truth(self.whole(), 0)

    def whole_number(self) -> ex.NumberExpr:
        """Read all of the text as a number."""
        return self._as_number(self.whole(), 0)

    def whole_strain(self) -> ex.SuitRef:
        """Read all of the text as a suit or NT."""
        found = self.strain(notrump=True)
        if self._peek().kind != "end":
            raise self._unexpected("the end")
        return found

    # -- tokens --------------------------------------------------------------------------------

    def _peek(self, ahead: int = 0) -> Token:
        return self._tokens[min(self._next + ahead, len(self._tokens) - 1)]

    def _take(self) -> Token:
        token = self._peek()
        self._next += 1
        return token

    def _accept(self, text: str) -> bool:
        if self._peek().text == text and self._peek().kind != "end":
            self._next += 1
            return True
        return False

    def expect(self, text: str) -> None:
        """Take a token that must be there."""
        if not self._accept(text):
            raise self._unexpected(f"{text!r}")

    def _unexpected(self, wanted: str) -> Wrong:
        token = self._peek()
        found = repr(token.text) if token.text else "the end"
        return Wrong(token.place, f"found {found} where {wanted} should stand")

    def _as_truth(self, node: ex.Expr, place: int) -> ex.TruthExpr:
        if is_number(node):
            raise Wrong(place, "this is a number; a condition is wanted, such as `hcp >= 12`")
        return node  # type: ignore[return-value]

    def _as_number(self, node: ex.Expr, place: int) -> ex.NumberExpr:
        if is_truth(node):
            raise Wrong(place, "this is a condition; a number is wanted here")
        return node  # type: ignore[return-value]

    # -- conditions ----------------------------------------------------------------------------

    def _either(self) -> ex.Expr:
        self._depth += 1
        if self._depth > 40:
            raise Wrong(self._peek().place, "the expression is nested too deeply")
        place = self._peek().place
        first = self._and()
        parts = [first]
        while self._accept("or"):
            parts.append(self._and())
        self._depth -= 1
        if len(parts) == 1:
            return first
        return ex.AnyOf(tuple(self._as_truth(part, place) for part in parts))

    def _and(self) -> ex.Expr:
        place = self._peek().place
        first = self._not()
        parts = [first]
        while self._accept("and"):
            parts.append(self._not())
        if len(parts) == 1:
            return first
        return ex.AllOf(tuple(self._as_truth(part, place) for part in parts))

    def _not(self) -> ex.Expr:
        token = self._peek()
        if self._accept("not"):
            self._depth += 1
            if self._depth > 40:
                raise Wrong(token.place, "the expression is nested too deeply")
            inner = self._as_truth(self._not(), token.place)
            self._depth -= 1
            return ex.Negate(inner)
        return self._comparison()

    def _comparison(self) -> ex.Expr:
        place = self._peek().place
        first = self._sum()
        if self._accept("in"):
            return self._membership(self._as_number(first, place))
        chain = [first]
        operators: list[str] = []
        while self._peek().text in _COMPARISONS:
            operators.append(self._take().text)
            chain.append(self._sum())
        if not operators:
            return first
        numbers = [self._as_number(part, place) for part in chain]
        pairs = zip(operators, pairwise(numbers), strict=True)
        found = tuple(ex.Compare(operator, left, right) for operator, (left, right) in pairs)
        return found[0] if len(found) == 1 else ex.AllOf(found)

    def _membership(self, value: ex.NumberExpr) -> ex.TruthExpr:
        if self._accept("{"):
            choices = [self._number()]
            while self._accept(","):
                choices.append(self._number())
            self.expect("}")
            return ex.OneOf(value, tuple(choices))
        low = None if self._peek().text == ".." else self._number()
        if not self._accept(".."):
            raise self._unexpected("'..' (as in `in 15..17`)")
        high = self._number() if self._starts_number() else None
        if low is None and high is None:
            raise self._unexpected("a bound, as in `in 15..17`")
        parts: list[ex.TruthExpr] = []
        if low is not None:
            parts.append(ex.Compare(">=", value, low))
        if high is not None:
            parts.append(ex.Compare("<=", value, high))
        return parts[0] if len(parts) == 1 else ex.AllOf(tuple(parts))

    def _starts_number(self) -> bool:
        token = self._peek()
        return (
            token.kind == "number"
            or token.text in ("(", "-")
            or (token.kind == "name" and token.text not in ("and", "or"))
        )

    # -- numbers -------------------------------------------------------------------------------

    def _number(self) -> ex.NumberExpr:
        place = self._peek().place
        return self._as_number(self._sum(), place)

    def _sum(self) -> ex.Expr:
        place = self._peek().place
        first = self._product()
        if self._peek().text not in ("+", "-"):
            return first
        terms = [(Fraction(1), self._as_number(first, place))]
        while self._peek().text in ("+", "-"):
            sign = 1 if self._take().text == "+" else -1
            terms.append((Fraction(sign), self._as_number(self._product(), place)))
        return ex.Add(tuple(terms))

    def _product(self) -> ex.Expr:
        place = self._peek().place
        if self._accept("-"):
            return ex.Add(((Fraction(-1), self._as_number(self._product(), place)),))
        first = self._atom()
        while self._peek().text in ("*", "/"):
            divide = self._take().text == "/"
            first = self._scaled(self._as_number(first, place), self._atom(), divide, place)
        return first

    def _scaled(
        self, left: ex.NumberExpr, right: ex.Expr, divide: bool, place: int
    ) -> ex.NumberExpr:
        if isinstance(right, ex.Number) and (not divide or right.value):
            return ex.Add(((1 / right.value if divide else right.value, left),))
        if isinstance(left, ex.Number) and not divide:
            return ex.Add(((left.value, self._as_number(right, place)),))
        raise Wrong(place, "one side of `*`, and the right side of `/`, must be a plain number")

    # -- atoms ---------------------------------------------------------------------------------

    def _atom(self) -> ex.Expr:
        token = self._peek()
        if token.kind == "number":
            self._take()
            return ex.Number(Fraction(token.text))
        if self._accept("("):
            inner = self._either()
            self.expect(")")
            return inner
        if token.kind == "name" and token.text not in ("and", "or", "not", "in"):
            return self._named(self._take())
        raise self._unexpected("a number, a feature, a suit or '('")

    def _named(self, token: Token) -> ex.Expr:
        name = token.text
        if name in ("true", "false"):
            return ex.Literal(name == "true")
        if name == "shape":
            return self._shape(token)
        if name in _QUESTIONS:
            return self._query(_QUESTIONS[name])
        if name in _WHO and self._peek().text == ".":
            return self._seat(_WHO[name])
        if name in SUITS or name in ex.LETTERS or name == "other":
            self._next -= 1
            return ex.HandNumber("length", (self.strain(notrump=False),))
        if name in NUMBER_WORDS:
            return ex.PublicNumber(name, self._suit_args(name, NUMBER_WORDS[name].args))
        if name in TRUTH_WORDS:
            return ex.PublicTruth(None, name, self._args(name, TRUTH_WORDS[name].args))
        if name in all_features():
            return self._feature(token)
        return self._definition(token)

    def _feature(self, token: Token) -> ex.HandNumber | ex.HandTruth:
        feature = all_features()[token.text]
        suits = self._feature_suits(feature, token)
        kind = ex.HandTruth if is_truth_feature(feature) else ex.HandNumber
        return kind(feature.name, suits)

    def _feature_suits(self, feature: HandFeature, token: Token) -> tuple[ex.SuitRef, ...]:
        suits = self._suit_list() if self._peek().text == "(" else ()
        if len(suits) not in feature.arities:
            right = " or ".join(str(arity) for arity in feature.arities)
            raise Wrong(token.place, f"{feature.name} takes {right} suits, not {len(suits)}")
        return suits

    def _definition(self, token: Token) -> ex.Expr:
        suits = self._suit_list() if self._peek().text == "(" else ()
        return ex.Use(token.text, suits, self._span.shifted(token.place))

    def _suit_list(self) -> tuple[ex.SuitRef, ...]:
        self.expect("(")
        suits = [self.strain(notrump=False)]
        while self._accept(","):
            suits.append(self.strain(notrump=False))
        self.expect(")")
        return tuple(suits)

    def _seat(self, who: ex.Who | ex.Side) -> ex.Expr:
        self.expect(".")
        token = self._take()
        if token.text in SEAT_WORDS:
            return ex.PublicTruth(
                who, token.text, self._args(token.text, SEAT_WORDS[token.text].args)
            )
        if token.text in SUITS or token.text in ex.LETTERS:
            name, suits = "length", (_suit_named(token.text),)
        elif token.text in all_features() and not is_truth_feature(all_features()[token.text]):
            name, suits = token.text, self._feature_suits(all_features()[token.text], token)
        else:
            words = [*SEAT_WORDS, *SUITS, *all_features()]
            raise Wrong(
                token.place,
                f"{token.text!r} is nothing that is known of a seat{closest(token.text, words)}",
            )
        if not self._accept(".") or self._peek().text not in _STATS:
            raise self._unexpected("`.min`, `.max` or `.mean`")
        return ex.SeatNumber(who, name, suits, _STATS[self._take().text])

    def _query(self, question: ex.Question) -> ex.Query:
        self.expect("(")
        token = self._take()
        who = _WHO.get(token.text)
        if not isinstance(who, ex.Who):
            raise Wrong(token.place, "a seat should stand here: me, partner, lho or rho")
        self.expect(",")
        place = self._peek().place
        condition = self._as_truth(self._either(), place)
        probability = Fraction(1)
        if question is ex.Question.LIKELY:
            self.expect(",")
            number = self._take()
            if number.kind != "number" or not 0 <= Fraction(number.text) <= 1:
                raise Wrong(number.place, "a probability should stand here, 0 to 1, such as 0.8")
            probability = Fraction(number.text)
        self.expect(")")
        return ex.Query(question, who, condition, probability)

    def _shape(self, token: Token) -> ex.ShapeOf:
        raw, place = self._raw_text("shape")
        try:
            shapes = parse_shapes(raw)
        except InputError as error:
            raise Wrong(place, str(error)) from error
        return ex.ShapeOf(shapes, raw.strip())

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
            raw, place = self._raw_text(name)
            return (self._raw(kinds, raw, place, self._span),)
        self.expect("(")
        found: list[Arg] = []
        for number, kind in enumerate(kinds):
            if number:
                self.expect(",")
            found.append(self._word() if kind == "w" else self.strain(notrump=kind == "n"))
        self.expect(")")
        return tuple(found)

    def _word(self) -> str:
        token = self._take()
        if token.kind != "name":
            raise Wrong(token.place, "a word should stand here, such as aces")
        return token.text

    def _raw_text(self, name: str) -> tuple[str, int]:
        start = self._peek()
        self.expect("(")
        depth = 1
        while depth:
            token = self._take()
            if token.kind == "end":
                raise Wrong(start.place, f"the bracket after {name} is not closed")
            depth += {"(": 1, ")": -1}.get(token.text, 0)
        inner = self._text[start.place + 1 : token.place]
        return inner, start.place + 1

    def strain(self, notrump: bool) -> ex.SuitRef:
        """Read a suit: a name, a letter or `other(x)`; or NT where a strain is allowed."""
        token = self._take()
        if token.text == "other":
            self.expect("(")
            inner = self.strain(notrump=False)
            self.expect(")")
            return ex.OtherSuit(inner)
        if token.text in SUITS or (token.kind == "name" and token.text in ex.LETTERS):
            return _suit_named(token.text)
        if token.text == "NT" and notrump:
            return ex.SuitName(Strain.NOTRUMP)
        raise Wrong(
            token.place,
            f"found {token.text or 'the end'!r} where a suit should stand: C, D, H, S or a letter "
            f"of {ex.LETTERS}" + (", or NT" if notrump else ""),
        )


def _suit_named(name: str) -> ex.SuitRef:
    if name in SUITS:
        return ex.SuitName(SUITS[name])
    return ex.SuitLetter(ex.LETTERS.index(name))


def read_truth(text: str, span: Span, raw: RawReader, faults: list[Fault]) -> ex.TruthExpr:
    """Read a condition; a fault is added to `faults` and gives `true`."""
    fallback: ex.TruthExpr = ex.Literal(True)
    return guarded(lambda: Parser(text, span, raw).whole_truth(), fallback, span, faults)


def read_any(text: str, span: Span, raw: RawReader, faults: list[Fault]) -> ex.Expr:
    """Read a condition or a number, for a definition."""
    fallback: ex.Expr = ex.Literal(True)
    return guarded(lambda: Parser(text, span, raw).whole(), fallback, span, faults)
