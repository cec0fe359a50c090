"""Cutting an expression into tokens, and the one fault that reading it may raise."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from dowager.errors import Fault, Span

Locate: TypeAlias = Callable[[int], Span]
"""Returns where in the file a character of the text stands, given its offset in the text."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.(?!\.)\d+)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<op>\.\.|[<>=!]=|[-+*/<>()\[\]{},.?|=:]|\"[\w+ ]*\"|'[\w+ ]*'))",
    re.ASCII,
)
_HINTS = {
    "&": "; write `and`",
    "!": "; write `not`",
    "~": "; write `not`",
    "≥": "; write >=",
    "≤": "; write <=",
    "–": "; write .. between the ends of a range, - for minus",
    "\xa0": ", a no-break space; write an ordinary one",
    "$": "; `$name` stands for an argument of the module",
}
_MOST_TOKENS = 2000
_MOST_DIGITS = 5
_T = TypeVar("_T")

MOST_REMEMBERED = 1 << 14
"""How many texts of a kind a reader remembers with what they say: a large system has 7,000."""


class Wrong(Exception):  # noqa: N818 - never leaves this floor; `guarded` makes a Fault of it
    """What is wrong with a text, and at which character of it, counted from 0."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of an expression: `number`, `name`, `op` or, at the end, `end`."""

    kind: str
    text: str
    offset: int


def tokenize(text: str, start: int = 0) -> list[Token]:
    """Cut a text into tokens, the last of kind `end`. Offsets count from `start`.

    Raises:
        Wrong: a character that stands in no expression, or too many digits or tokens.
    """
    tokens: list[Token] = []
    offset, end = 0, len(text.rstrip())
    while offset < end:
        match = _TOKEN.match(text, offset)
        if not match:
            offset += len(text[offset:]) - len(text[offset:].lstrip(" \t\r\n"))
            odd = text[offset]
            raise Wrong(start + offset, f"unexpected {odd!r}{_HINTS.get(odd, '')}")
        kind = match.lastgroup or ""
        token = Token(kind, match.group(kind), start + match.start(kind))
        if kind == "number" and len(token.text) > _MOST_DIGITS:
            raise Wrong(token.offset, f"{token.text[:12]} has too many digits for a bridge number")
        tokens.append(token)
        offset = match.end()
    if len(tokens) > _MOST_TOKENS:
        raise Wrong(start, f"the expression has more than {_MOST_TOKENS} words; use `define`")
    tokens.append(Token("end", "", start + end))
    return tokens


def guarded(read: Callable[[], _T], fallback: _T, at: Locate, faults: list[Fault]) -> _T:
    """Return what `read` returns; if the text is wrong, note a fault and return `fallback`."""
    try:
        return read()
    except Wrong as wrong:
        faults.append(Fault(at(wrong.offset), wrong.message))
    except RecursionError:
        faults.append(Fault(at(0), "the expression is nested too deeply"))
    return fallback
