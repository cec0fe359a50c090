"""Owns cutting an expression into tokens, and the one fault that reading it may give."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dowager.errors import Fault, Span

_TOKEN = re.compile(
    r"(?P<number>\d+(?:\.(?!\.)\d+)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<op>\.\.|[<>=!]=|[-+*/<>()\[\]{},.?|])"
)
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


def tokenize(text: str) -> list[Token]:
    """Cut a text into tokens; the last one is of kind `end`.

    Raises:
        Wrong: a character that no expression holds.
    """
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        found = _TOKEN.match(text, place)
        if not found:
            hint = {"=": "; compare with ==", "&": "; write `and`", "!": "; write `not`"}
            raise Wrong(place, f"unexpected {text[place]!r}{hint.get(text[place], '')}")
        tokens.append(Token(found.lastgroup or "", found.group(), place))
        place = found.end()
    tokens.append(Token("end", "", len(text)))
    return tokens


def guarded(read: Callable[[], _T], fallback: _T, span: Span, faults: list[Fault]) -> _T:
    """Return what `read` reads; what is wrong becomes a fault and gives `fallback`."""
    try:
        return read()
    except Wrong as wrong:
        faults.append(Fault(span.shifted(wrong.place), wrong.message))
    except RecursionError:
        faults.append(Fault(span, "the expression is nested too deeply"))
    return fallback
