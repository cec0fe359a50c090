"""Reading conditions and numbers: from the text of a rule to an expression.

One text gives at most one fault, which says what was found and what would be right.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from dowager.errors import Fault, InputError, Span
from dowager.language.features import all_features
from dowager.language.text.conditions_and_numbers import as_number, as_side, as_truth
from dowager.language.text.cursor import (
    Cursor,
    check_number_of_suits,
    check_suits,
    is_suit,
    quoted,
    suit_named,
)
from dowager.language.text.extremes import EXTREMES, Extreme, Read, Side, between, compared, times
from dowager.language.text.fixed_totals import pack_total
from dowager.language.text.holding_notation import holding_asked
from dowager.language.text.other_notations import (
    COMPARING_WORDS,
    dashed,
    put_right,
)
from dowager.language.text.shape_patterns import parse_shapes
from dowager.language.text.tokens import MOST_REMEMBERED, Locate, Token, Wrong, guarded
from dowager.language.text.vocabulary import (
    COMPARISONS,
    EXPECTED,
    QUESTIONS,
    SEATS,
    STATS,
    SUITS,
    closest,
    guess,
)
from dowager.language.text.yaml_values import Text, TextPiece
from dowager.language.tree import expression as ex
from dowager.language.tree.hand_feature import HandFeature, is_truth_feature
from dowager.language.tree.public_words import NUMBER_WORDS, SEAT_WORDS, TRUTH_WORDS

_NO_ATOMS = ("and", "or", "not", "in")

Arg: TypeAlias = ex.SuitRef | ex.CallPattern | ex.CallExpr | str
RawReader: TypeAlias = Callable[[str, str, int, Locate], ex.CallPattern | ex.CallExpr]
"""Reads the argument of `last(...)` and its like: its kind, its text, its offset, where that is."""


class Parser(Cursor):
    """Reads one expression by recursive descent; raises `Wrong`.

    Args:
        text: the expression.
        at: says where in the file a character stands, for words that `define` may explain.
        raw: reads arguments that are calls.
        start: the offset of the text's first character, as `at` and faults count.
    """

    def __init__(self, text: str, at: Locate, raw: RawReader, start: int = 0) -> None:
        super().__init__(text, start)
        self._at = at
        self._raw = raw

    # -- whole texts ---------------------------------------------------------------------------

    def whole(self) -> ex.Expr:
        """Read all of the text as a condition or a number."""
        offset = self.token.offset
        tree = self._either()
        if isinstance(tree, Extreme):
            return as_truth(tree, offset)
        self.end("an operator, `and`, `or` or the end")
        return tree

    def whole_truth(self) -> ex.TruthExpr:
        """Read all of the text as a condition."""
        offset = self.token.offset
        return as_truth(self.whole(), offset)

    def whole_number(self) -> ex.NumberExpr:
        """Read all of the text as a number."""
        offset = self.token.offset
        return as_number(self.whole(), offset)

    def whole_strain(self, notrump: bool) -> ex.SuitRef:
        """Read all of the text as a suit, or NT where a strain is allowed."""
        strain = self.strain(notrump)
        self.end("the end")
        return strain

    # -- conditions ----------------------------------------------------------------------------

    def _either(self) -> Read:
        self.deeper()
        parts = self._joined(
            "or", lambda: self._joined("and", self._not, ex.Conjunction), ex.Disjunction
        )
        self.shallower()
        return parts

    def _joined(
        self,
        word: str,
        read: Callable[[], Read],
        kind: type[ex.Conjunction] | type[ex.Disjunction],
    ) -> Read:
        offset = self.token.offset
        first = read()
        if not self._continues(word):
            return first
        parts = [as_truth(first, offset)]
        while self._continues(word):
            self.take()
            offset = self.token.offset
            parts.append(as_truth(read(), offset))
        return kind(tuple(parts))

    def _continues(self, word: str) -> bool:
        """Whether `and` or `or` stands here, and what follows belongs to the same condition."""
        return self.token.text == word

    def _not(self) -> Read:
        if not self.accept("not"):
            return self._comparison()
        self.deeper()
        offset = self.token.offset
        inner = as_truth(self._not(), offset)
        self.shallower()
        return ex.Negation(inner)

    def _comparison(self) -> Read:
        offset, start = self.token.offset, self._next
        first = self._sum()
        if self.accept("in"):
            return self._membership(as_side(first, offset))
        if self.token.text not in COMPARISONS:
            self._check_after_number(first)
            return first
        chain = [as_side(first, offset)]
        operators: list[str] = []
        while self.token.text in COMPARISONS:
            before = self._tokens[start : self._next]
            operators.append(self.take().text)
            offset, start = self.token.offset, self._next
            chain.append(as_side(self._sum(), offset))
            check_suits(before, operators[-1], self._tokens[start : self._next])
        pairs = zip(operators, pairwise(chain), strict=True)
        parts = tuple(compared(operator, left, right) for operator, (left, right) in pairs)
        return parts[0] if len(parts) == 1 else ex.Conjunction(parts)

    def _check_after_number(self, number: Read) -> None:
        """Raise a fault if a comparison is written as other notations do."""
        token = self.token
        if token.text == "=" or (token.text in COMPARING_WORDS and isinstance(number, ex.NUMBERS)):
            raise self.unexpected("a comparison, such as `>= 12`")
        if isinstance(number, ex.NUMBERS) and token.text not in _NO_ATOMS:
            wrong = put_right(number, self._tokens[self._next : self._next + 3])
            if wrong:
                raise Wrong(token.offset, wrong)

    def _membership(self, value: Side) -> ex.TruthExpr:
        if self.accept("{"):
            choices = [self._number()]
            while self.accept(","):
                choices.append(self._number())
            self.expect("}")
            if isinstance(value, Extreme):
                return ex.Disjunction(tuple(compared("==", value, each) for each in choices))
            return ex.OneOf(value, tuple(choices))
        offset = self.token.offset
        low = None if self.token.text == ".." else self._number()
        if low is not None and dashed(low) and self.token.text != "..":
            raise Wrong(offset, f"a range has two dots between its ends; write {dashed(low)}")
        if not self.accept(".."):
            raise self.unexpected("'..', as in `in 15..17`")
        high = self._number() if self._starts_number() else None
        if low is None and high is None:
            raise self.unexpected("a bound, as in `in 15..17`")
        if (
            isinstance(low, ex.Constant)
            and isinstance(high, ex.Constant)
            and low.value > high.value
        ):
            raise Wrong(
                self._tokens[self._next - 1].offset,
                f"the range {low.value}..{high.value} is empty; write {high.value}..{low.value}",
            )
        return between(value, low, high)

    def _starts_number(self) -> bool:
        token = self.token
        return (
            token.kind == "number"
            or token.text in ("(", "-")
            or (token.kind == "name" and token.text not in ("and", "or"))
        )

    # -- numbers -------------------------------------------------------------------------------

    def _number(self) -> ex.NumberExpr:
        offset = self.token.offset
        return as_number(self._sum(), offset)

    def _sum(self) -> Read:
        offset = self.token.offset
        first = self._product()
        if self.token.text not in ("+", "-"):
            return first
        terms = [(Fraction(1), as_number(first, offset))]
        while self.token.text in ("+", "-"):
            sign = 1 if self.take().text == "+" else -1
            offset = self.token.offset
            terms.append((Fraction(sign), as_number(self._product(), offset)))
        return ex.Add(tuple(terms))

    def _product(self) -> Read:
        offset = self.token.offset
        if self.accept("-"):
            self.deeper()
            offset = self.token.offset
            negative = as_number(self._product(), offset)
            self.shallower()
            return times(Fraction(-1), negative)
        first = self._atom()
        while self.token.text in ("*", "/"):
            divide = self.take().text == "/"
            first = self._scaled(as_number(first, offset), divide, offset)
        return first

    def _scaled(self, left: ex.NumberExpr, divide: bool, offset: int) -> ex.NumberExpr:
        right_offset = self.token.offset
        right = self._atom()
        if isinstance(right, ex.Constant) and (right.value or not divide):
            return times(1 / right.value if divide else right.value, left)
        if isinstance(left, ex.Constant) and not divide:
            return times(left.value, as_number(right, right_offset))
        raise Wrong(offset, "one side of `*`, and the right side of `/`, must be a plain number")

    # -- atoms ---------------------------------------------------------------------------------

    def _atom(self) -> Read:
        token = self.token
        if token.kind == "number":
            self.take()
            text = token.text
            return ex.Constant(Fraction(int(text)) if text.isdigit() else Fraction(text))
        if self.accept("("):
            inner = self._either()
            self.expect(")")
            return inner
        if token.kind == "name" and token.text not in _NO_ATOMS:
            return self._named(self.take())
        raise self.unexpected("a number, a feature, a suit or '('")

    def _named(self, token: Token) -> Read:
        name = token.text
        if name in ("true", "false"):
            return ex.Literal(name == "true")
        if name in EXTREMES and self.token.text == "(":
            return self._extreme(name)
        if name == "shape":
            return self._shape()
        if name == "holding":
            return self._holding()
        if name in QUESTIONS:
            return self._query(QUESTIONS[name])
        if name in SEATS and self.token.text == ".":
            return self._seat(SEATS[name])
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
        if self.token.text == "." and not suits:
            known = guess(name, SEATS, f"write one of {', '.join(SEATS)}")
            raise Wrong(token.offset, f"no seat or side {name!r}{known}")
        return ex.DefinedWord(name, suits, self._at(token.offset))

    def _extreme(self, word: str) -> Extreme:
        self.expect("(")
        numbers = [self._number()]
        while self.accept(","):
            numbers.append(self._number())
        self.expect(")")
        return Extreme(word, tuple(numbers))

    def _feature(self, token: Token) -> ex.HandNumber | ex.HandTruth:
        feature = all_features()[token.text]
        suits = self._feature_suits(feature, token)
        kind = ex.HandTruth if is_truth_feature(feature) else ex.HandNumber
        return kind(feature.name, suits)

    def _feature_suits(self, feature: HandFeature, token: Token) -> tuple[ex.SuitRef, ...]:
        suits = self.suit_list()
        check_number_of_suits(token, feature.arities, len(suits))
        return suits

    def _seat(self, who: ex.RelativeSeat | ex.RelativeSide) -> ex.Expr:
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
            raise Wrong(token.offset, f"no seat can be asked for {quoted(token)}{hint}")
        if not self.accept(".") or self.token.text not in (*STATS, EXPECTED):
            raise self.unexpected("`.min`, `.max`, `.mean` or `.expected`")
        if self.token.text == EXPECTED:
            return self._expected(who, name, suits)
        return ex.SeatNumber(who, name, suits, STATS[self.take().text])

    def _expected(
        self, who: ex.RelativeSeat | ex.RelativeSide, name: str, suits: tuple[ex.SuitRef, ...]
    ) -> ex.Expected:
        offset = self.take().offset
        if not isinstance(who, ex.RelativeSeat) or who is ex.RelativeSeat.ME:
            raise Wrong(offset, "`.expected` needs one other seat: partner, lho or rho")
        if pack_total(name, len(suits)) is None:
            right = "a number with a fixed total over the four hands, such as hcp or a suit"
            raise Wrong(offset, f"`.expected` needs {right}; {name} has none")
        return ex.Expected(who, name, suits)

    def _query(self, question: ex.Question) -> ex.Query:
        self.expect("(")
        token = self.take()
        who = SEATS.get(token.text)
        if not isinstance(who, ex.RelativeSeat):
            raise Wrong(token.offset, "expected a seat: me, partner, lho or rho")
        self.expect(",")
        offset = self.token.offset
        condition = as_truth(self._either(), offset)
        if any(isinstance(part, ex.Expected) for part in ex.walk(condition)):
            what = "`.expected` depends on your own hand"
            raise Wrong(offset, f"{what}; it cannot stand in certain, possible or likely")
        probability = Fraction(1)
        if question is ex.Question.LIKELY:
            self.expect(",")
            number = self.take()
            if number.kind != "number" or not 0 <= Fraction(number.text) <= 1:
                raise Wrong(number.offset, "expected a probability from 0 to 1, such as 0.8")
            probability = Fraction(number.text)
        self.expect(")")
        return ex.Query(question, who, condition, probability)

    def _shape(self) -> ex.ShapeOf:
        raw, offset = self.raw_text("shape")
        try:
            return ex.ShapeOf(parse_shapes(raw), raw.strip())
        except InputError as error:
            raise Wrong(offset, str(error)) from error

    def _holding(self) -> ex.HandTruth:
        """Read what follows `holding`: a suit and a pattern of its cards."""
        suit, name, offset = holding_asked(*self.raw_text("holding"))
        ref = Parser(suit, self._at, self._raw, offset).whole_strain(notrump=False)
        return ex.HandTruth(name, (ref,))

    # -- arguments -----------------------------------------------------------------------------

    def _suit_args(self, name: str, kinds: str) -> tuple[ex.SuitRef, ...]:
        return tuple(arg for arg in self._args(name, kinds) if isinstance(arg, ex.SuitRef))

    def _args(self, name: str, kinds: str) -> tuple[Arg, ...]:
        if not kinds:
            return ()
        if kinds in ("c", "k"):
            raw, offset = self.raw_text(name)
            return (self._raw(kinds, raw, offset, self._at),)
        self.expect("(")
        args: list[Arg] = []
        for kind in kinds:
            if args:
                self.expect(",")
            args.append(self._arg(kind))
        self.expect(")")
        return tuple(args)

    def _arg(self, kind: str) -> Arg:
        match kind:
            case "w":
                return self.word()
            case "a":
                return self.asked().value
            case _:
                return self.strain(notrump=kind == "n")


def read_truth(text: Text, raw: RawReader, faults: list[Fault]) -> ex.TruthExpr:
    """Read a condition; one with a fault is read as `true`.

    Conditions are remembered: systems share modules, and an edit changes few of them.
    """
    tree, found = _truth(text.text, text.span, text.pieces, raw)
    faults.extend(found)
    return tree


@lru_cache(maxsize=MOST_REMEMBERED)
def _truth(
    words: str, span: Span, pieces: tuple[TextPiece, ...], raw: RawReader
) -> tuple[ex.TruthExpr, tuple[Fault, ...]]:
    text, faults = Text(words, span, pieces), list[Fault]()
    fallback: ex.TruthExpr = ex.Literal(True)
    tree = guarded(lambda: Parser(words, text.at, raw).whole_truth(), fallback, text.at, faults)
    return tree, tuple(faults)


def read_any(text: Text, raw: RawReader, faults: list[Fault]) -> ex.Expr:
    """Read a condition or a number, for a definition; one with a fault is read as `true`."""
    fallback: ex.Expr = ex.Literal(True)
    return guarded(lambda: Parser(text.text, text.at, raw).whole(), fallback, text.at, faults)
