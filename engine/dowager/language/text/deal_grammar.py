"""Reading questions about deals: `N: balanced and hcp in 15..17`, `E.S + W.S <= 5`.

A seat with a colon says whose hand is asked, as far as the bracket's end or the next seat with a
colon; a seat with a dot says it for one word. Several seats (`E+W`, `NS`, `EW`) ask for the sum of
their numbers. All else is as in the conditions of rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from dowager.cards import Seat
from dowager.errors import Span
from dowager.language.features import all_features
from dowager.language.text.call_grammar import raw_argument
from dowager.language.text.cursor import quoted
from dowager.language.text.extremes import Read
from dowager.language.text.grammar import Parser
from dowager.language.text.tokens import Token, Wrong
from dowager.language.text.vocabulary import QUESTIONS, SEATS, SUITS, closest
from dowager.language.tree import expression as ex
from dowager.language.tree.public_words import NUMBER_WORDS, TRUTH_WORDS
from dowager.language.tree.suit_letters import LETTERS

_Seats: TypeAlias = tuple[Seat, ...]

_NAMES: dict[str, _Seats] = {
    **{word: (seat,) for seat in Seat for word in (seat.letter, seat.word.upper())},
    "NS": (Seat.NORTH, Seat.SOUTH),
    "EW": (Seat.EAST, Seat.WEST),
}
_PLAIN = ("true", "false", "shape", "holding")
_WRITE = "write a seat and a condition, such as `N: aces >= 2`, or name the hand, as in `N.aces`"
_ALONE = "a condition must ask one hand alone, or hands by their seats, and name suits: C, D, H, S"


class DealParser(Parser):
    """Reads one condition on a deal; raises `Wrong`.

    Args:
        text: the condition.
        start: the offset of the text's first character, as faults count.
        whose: the one hand that is asked, if the text may not name any.
    """

    def __init__(self, text: str, start: int = 0, whose: tuple[Seat, ...] = ()) -> None:
        super().__init__(text, _column, raw_argument, start)
        self._whose = whose
        self._one_hand = bool(whose)
        self._in_clause = False  # after `SEAT:`, as long as no bracket is open

    # -- whose hand --------------------------------------------------------------------------------

    def _not(self) -> Read:
        seats = None if self._one_hand else self._prefix(self._next)
        if seats is None:
            return super()._not()
        while not self.accept(":"):
            self.take()
        before = self._whose, self._in_clause
        self._whose, self._in_clause = seats, True
        inner = self._either()
        self._whose, self._in_clause = before
        return inner

    def _atom(self) -> Read:
        before, self._in_clause = self._in_clause, False
        atom = super()._atom()
        self._in_clause = before
        return atom

    def _continues(self, word: str) -> bool:
        if not super()._continues(word):
            return False
        after = self._next + 1
        while self._tokens[after].text == "not":
            after += 1
        return not self._in_clause or self._prefix(after) is None

    def _prefix(self, index: int) -> _Seats | None:
        """Return the seats of `N:` or `E+W:` if that stands at a token; None if it does not."""
        words = [self._tokens[index]]
        while self._tokens[index].kind == "name" and self._tokens[index + 1].text == "+":
            index += 2
            words.append(self._tokens[index])
        if self._tokens[index].kind != "name" or self._tokens[index + 1].text != ":":
            return None
        seats: _Seats = ()
        for word in words:
            seats += self._seats(word)
        if len(set(seats)) < len(seats):
            raise Wrong(words[0].offset, "a seat is named twice")
        return seats

    def _seats(self, token: Token) -> _Seats:
        seats = _NAMES.get(token.text.upper())
        if seats is None:
            wanted = "write N, E, S or W, or NS or EW for both of a side"
            raise Wrong(token.offset, f"no seat {quoted(token)}; {wanted}")
        return seats

    # -- what is asked of it -----------------------------------------------------------------------

    def _named(self, token: Token) -> Read:
        if self.token.text == "." and token.text.upper() in _NAMES and not self._one_hand:
            return self._of_seat(token)
        self._check_word(token)
        asked = super()._named(token)
        match asked:
            case ex.HandNumber():
                return replace(asked, whose=self._asked(token))
            case ex.HandTruth() | ex.ShapeOf():
                if len(self._asked(token)) > 1:
                    fault = f"{token.text} asks one hand, not several; name one seat each"
                    raise Wrong(token.offset, fault)
                return replace(asked, whose=self._whose)
            case _:
                return asked

    def _of_seat(self, token: Token) -> Read:
        whose, self._whose = self._whose, self._seats(token)
        self.expect(".")
        if self.token.kind != "name":
            raise self.unexpected("a feature or a suit, as in `N.hcp` or `E.S`")
        asked = self._named(self.take())
        self._whose = whose
        return asked

    def _asked(self, token: Token) -> _Seats:
        if not self._whose:
            raise Wrong(token.offset, _WRITE)
        return self._whose

    def _check_word(self, token: Token) -> None:
        """Refuse what means something only in rules, and what means nothing."""
        word = token.text
        if word in SUITS or word in all_features() or word in _PLAIN:
            return
        if word in QUESTIONS or word in SEATS or word in NUMBER_WORDS or word in TRUTH_WORDS:
            raise Wrong(token.offset, f"{word!r} has a meaning only in rules; {_ALONE}")
        if word.upper() in _NAMES:
            raise Wrong(token.offset, _WRITE)
        if self._is_letter(token):
            raise Wrong(token.offset, f"{word!r} is a suit letter of rules; {_ALONE}")
        hint = closest(word, [*all_features(), *SUITS])
        lists = "(`dowager features` lists the features)"
        raise Wrong(token.offset, f"unknown word {word!r}{hint} {lists}")

    def strain(self, notrump: bool) -> ex.SuitRef:
        """Read the name of a suit."""
        token = self.token
        if self._is_letter(token):
            raise Wrong(token.offset, f"{token.text!r} is a suit letter of rules; {_ALONE}")
        return super().strain(notrump)

    def _is_letter(self, token: Token) -> bool:
        return token.text == "other" or (token.text in LETTERS and token.kind == "name")


def parse_deal_condition(text: str, whose: tuple[Seat, ...] = ()) -> ex.TruthExpr:
    """Return a condition on a deal; its parts between semicolons must all hold.

    Args:
        text: the condition.
        whose: the one hand that is asked, if the text may not name any.

    Raises:
        Wrong: something is wrong in it.
    """
    parts: list[ex.TruthExpr] = []
    start = 0
    for part in text.split(";"):
        if part.strip():
            parts.append(DealParser(part, start, whose).whole_truth())
        start += len(part) + 1
    if not parts:
        raise Wrong(0, _WRITE)
    return parts[0] if len(parts) == 1 else ex.Conjunction(tuple(parts))


def _column(offset: int) -> Span:
    return Span("condition", 1, offset + 1)
