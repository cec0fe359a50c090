"""Walking over the tokens of an expression; reading the suits and words in it."""

from __future__ import annotations

from collections.abc import Sequence

from dowager.auction import Strain
from dowager.language.text.other_notations import HINTS
from dowager.language.text.tokens import Token, Wrong, tokenize
from dowager.language.text.vocabulary import SUITS, guess
from dowager.language.tree import ASK_USAGES, AskWord, ask_word
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS

_MOST_NESTED = 40


def suit_named(name: str) -> ex.SuitRef:
    """Return what a suit's name or a suit letter stands for; the name must be one of these."""
    if name in SUITS:
        return ex.SuitName(SUITS[name])
    return ex.SuitLetter(LETTERS.index(name))


class Cursor:
    """A position among the tokens of a text; its methods read on from there or raise `Wrong`.

    Args:
        text: the text.
        start: the offset of the text's first character, as faults count.
    """

    def __init__(self, text: str, start: int = 0) -> None:
        self._text = text
        self._start = start
        self._tokens = tokenize(text, start)
        self._next = 0
        self._depth = 0
        self.token = self._tokens[0]

    def take(self) -> Token:
        """Return the token here and move to the next one, if there is one."""
        token = self.token
        if token.kind != "end":
            self._next += 1
            self.token = self._tokens[self._next]
        return token

    def accept(self, text: str) -> bool:
        """Take a token if it stands here; return whether it does."""
        if self.token.text == text:
            self.take()
            return True
        return False

    def expect(self, text: str) -> None:
        """Take a token that must stand here."""
        if not self.accept(text):
            raise self.unexpected(f"{text!r}")

    def end(self, wanted: str) -> None:
        """Check that the text ends here; `wanted` names what else may stand here."""
        if self.token.kind != "end":
            raise self.unexpected(wanted)

    def unexpected(self, wanted: str) -> Wrong:
        """Return the fault that something other than `wanted` stands here."""
        token = self.token
        hint = HINTS.get(token.text, "")
        return Wrong(token.offset, f"expected {wanted}, found {quoted(token)}{hint}")

    def deeper(self) -> None:
        """Note that a bracket, or its like, has opened."""
        self._depth += 1
        if self._depth > _MOST_NESTED:
            raise Wrong(self.token.offset, "the expression is nested too deeply")

    def shallower(self) -> None:
        """Note that one has closed."""
        self._depth -= 1

    # -- suits and other arguments -----------------------------------------------------------------

    def strain(self, notrump: bool) -> ex.SuitRef:
        """Read a suit: a name, a letter or `other(x)`; or NT where a strain is allowed."""
        token = self.take()
        if token.text == "other":
            return self.other()
        if is_suit(token):
            return suit_named(token.text)
        if token.text == "NT" and notrump:
            return ex.SuitName(Strain.NOTRUMP)
        raise _no_suit(token, notrump)

    def other(self) -> ex.OtherSuit:
        """Read what follows `other`: a suit in brackets."""
        self.expect("(")
        token = self.take()
        if not is_suit(token):
            raise _no_suit(token, notrump=False)
        self.expect(")")
        return ex.OtherSuit(suit_named(token.text))

    def suit_list(self) -> tuple[ex.SuitRef, ...]:
        """Read suits in brackets, if there is a bracket."""
        if not self.accept("("):
            return ()
        suits = [self.strain(notrump=False)]
        while self.accept(","):
            suits.append(self.strain(notrump=False))
        self.expect(")")
        return tuple(suits)

    def word(self) -> str:
        """Read a plain word."""
        token = self.take()
        if token.kind != "name":
            raise Wrong(token.offset, "expected a word, such as aces")
        return token.text

    def asked(self) -> AskWord:
        """Read a word for what calls ask."""
        offset = self.token.offset
        word = self.word()
        asked = ask_word(word)
        if asked is None:
            known = guess(word, ASK_USAGES, f"calls ask for {', '.join(ASK_USAGES)}")
            raise Wrong(offset, f"no call asks for {word!r}{known}")
        return asked

    def raw_text(self, name: str) -> tuple[str, int]:
        """Return the text within the brackets that open here, and its offset."""
        start = self.token
        self.expect("(")
        depth = 1
        while depth:
            token = self.take()
            if token.kind == "end":
                raise Wrong(start.offset, f"the bracket after {name} is not closed")
            depth += {"(": 1, ")": -1}.get(token.text, 0)
        inner = self._text[start.offset + 1 - self._start : token.offset - self._start]
        return inner, start.offset + 1


def is_suit(token: Token) -> bool:
    """Whether a token is a suit's name or a suit letter."""
    return token.kind == "name" and (token.text in SUITS or token.text in LETTERS)


def check_suits(left: Sequence[Token], operator: str, right: Sequence[Token]) -> None:
    """Check that no letter seems to be asked which suit it is: `x == D` compares lengths.

    Raises:
        Wrong: a bare letter and a bare suit are equal, or are not.
    """
    if operator not in ("==", "!=") or len(left) != 1 or len(right) != 1:
        return
    one, other = left[0], right[0]
    if is_suit(one) and is_suit(other) and (one.text in LETTERS) is not (other.text in LETTERS):
        negated = "not " if operator == "!=" else ""
        same = f"{negated}same_suit({one.text}, {other.text})"
        lengths = f"length({one.text}) {operator} length({other.text})"
        written = f"`{one.text} {operator} {other.text}` compares lengths"
        advice = f"write `{same}` for the suit, or `{lengths}` for the number of cards"
        raise Wrong(one.offset, f"{written}; {advice}")


def check_number_of_suits(word: Token, right: Sequence[int], found: int) -> None:
    """Check that a word for hands has as many suits in brackets as it takes.

    Raises:
        Wrong: it has more or fewer.
    """
    if found in right:
        return
    name = word.text
    if not any(right):
        raise Wrong(word.offset, f"{name} takes no suit; write {name}")
    if tuple(right) == (1,):
        advice = f"takes 1 suit, not {found}" if found else f"needs a suit: {name}(x)"
        raise Wrong(word.offset, f"{name} {advice}")
    numbers = " or ".join(str(number) for number in right)
    raise Wrong(word.offset, f"{name} takes {numbers} suits, not {found}")


def quoted(token: Token) -> str:
    """Return a token as faults name it."""
    return repr(token.text) if token.text else "the end"


def _no_suit(token: Token, notrump: bool) -> Wrong:
    names = ["C", "D", "H", "S", *(["NT"] if notrump else []), *LETTERS]
    return Wrong(token.offset, f"expected a suit ({', '.join(names)}), found {quoted(token)}")
