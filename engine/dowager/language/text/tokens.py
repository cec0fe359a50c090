"""Owns cutting an expression into tokens, and the one fault that reading it may give."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from dowager.errors import Fault, Span

Locate: TypeAlias = Callable[[int], Span]
"""Gives the place in the file of a character of the text that is read."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.(?!\.)\d+)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<op>\.\.|[<>=!]=|[-+*/<>()\[\]{},.?|=]))",
    re.ASCII,
)
_HINTS = {
    "&": "; write `and`",
    "!": "; write `not`",
    "~": "; write `not`",
    "≥": "; write >=",
    "≤": "; write <=",
    "$": "; `$name` stands for an argument of the module",
}
_MOST_TOKENS = 2000
_MOST_DIGITS = 5
_T = TypeVar("_T")


class Wrong(Exception):  # noqa: N818 - never leaves this floor; `guarded` makes a Fault of it
    """A fault at a place, counted in characters from the start of the text."""

    def __init__(self, place: int, message: str) -> None:
        super().__init__(message)
        self.place = place
        self.message = message


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of an expression: `number`, `name`, `op` or, at the end, `end`."""

    kind: str
    text: str
    place: int


def tokenize(text: str, start: int = 0) -> list[Token]:
    """Cut a text into tokens; the last one is of kind `end`. Places count from `start`.

    Raises:
        Wrong: a character that no expression holds, or too much of anything.
    """
    tokens: list[Token] = []
    place, end = 0, len(text.rstrip())
    while place < end:
        found = _TOKEN.match(text, place)
        if not found:
            place += len(text[place:]) - len(text[place:].lstrip())
            raise Wrong(start + place, f"unexpected {text[place]!r}{_HINTS.get(text[place], '')}")
        kind = found.lastgroup or ""
        token = Token(kind, found.group(kind), start + found.start(kind))
        if kind == "number" and len(token.text) > _MOST_DIGITS:
            raise Wrong(token.place, f"{token.text[:12]} has too many digits for a bridge number")
        tokens.append(token)
        place = found.end()
    if len(tokens) > _MOST_TOKENS:
        raise Wrong(start, f"the expression has more than {_MOST_TOKENS} words; use `define`")
    tokens.append(Token("end", "", start + end))
    return tokens


def guarded(read: Callable[[], _T], fallback: _T, at: Locate, faults: list[Fault]) -> _T:
    """Return what `read` reads; what is wrong becomes a fault and gives `fallback`."""
    try:
        return read()
    except Wrong as wrong:
        faults.append(Fault(at(wrong.place), wrong.message))
    except RecursionError:
        faults.append(Fault(at(0), "the expression is nested too deeply"))
    return fallback
