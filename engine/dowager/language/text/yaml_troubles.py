"""What is wrong with text that is not YAML, said for authors of systems.

PyYAML, and libyaml below it, name what they expected in words of the YAML specification. Here is
what an author most likely did, and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from yaml import MarkedYAMLError

_QUOTE = 'quote words that hold one: name: "weak, strong"'

_TROUBLES: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("',' or '}'",),
        f"{{...}} is not closed, or a comma, a colon or a bracket stands in words; {_QUOTE}",
    ),
    (
        ("',' or ']'",),
        f"[...] is not closed, or a comma, a colon or a bracket stands in words; {_QUOTE}",
    ),
    (
        ("mapping values are not allowed",),
        'a colon and a space begin a value; quote words that hold them: name: "two: one"',
    ),
    (
        ("could not find expected ':'", "did not find expected ':'"),
        "a key and a colon should stand here: name: words",
    ),
    (
        ("sequence entries are not allowed", "expected '-' indicator"),
        "a list needs a line for each item, all indented alike, each beginning with `- `",
    ),
    (("mapping keys are not allowed",), "`? ` begins a key in YAML; quote words that begin so"),
    (
        ("did not find expected key", "expected <block end>", "expected <document start>"),
        "this is not indented like the lines that it belongs to, or a quote or a bracket that"
        " opened before it is not closed",
    ),
    (("tab character", "'\\t'"), "a tab stands here; indent with spaces"),
    (
        ("cannot start any token",),
        "no value begins with this character; quote it, or remove a tab",
    ),
    (
        ("unexpected end of stream", "unexpected end of"),
        "a quote that opens here or above is not closed",
    ),
    (("escape character",), "no such escape in double quotes; use single quotes, or double the \\"),
    (("document indicator", "document start"), "`---` or `...` ends a file; remove it"),
    (("node content",), "a value should stand here; quote one that begins with a sign"),
    (
        ("alphabetic or numeric", "undefined alias", "anchor", "alias"),
        "`&` and `*` mark and repeat values; quote words that begin with one",
    ),
    (("tag", "directive", "URI"), "`!` and `%` have a meaning in YAML; quote words that begin so"),
    (("block scalar", "chomping or indentation", "comment or line break"),
     "after `|` or `>` the text begins on the next line; quote words that begin so"),
)  # fmt: skip
"""What a parser says in part, and what is said instead; the first that fits."""

_UNKNOWN = "this is not YAML; look at indentation, brackets, quotes and colons"

Place: TypeAlias = tuple[int, int]
"""A line and a column, both counted from 0."""

_BARE_KEY = re.compile(r"\s*(?:- )?\s*([\w-]+)\s*$")
"""A line up to the colon of its first key."""
_KEY_LINE = re.compile(r"\s*([\w-]+)\s*:(?:\s|$)")
_COMMENT = re.compile(r"\s#")


def trouble(error: MarkedYAMLError, lines: Sequence[str]) -> tuple[Place | None, str]:
    """Return where an author should look for what a parser stumbled on, and what to do about it.

    A parser notices many slips a line or more too late: a bracket or a quote that is not closed,
    a key without a colon, a line that is indented too far.

    Args:
        error: the parser's.
        lines: the lines of the file.
    """
    said = error.problem or ""
    place = _place(error.problem_mark) or _place(error.context_mark)
    opened = _place(error.context_mark)
    if place is not None:
        special = (
            _quote(said, opened)
            or _bracket(said, place, opened, lines)
            or _colon(said, place, lines)
            or _key(said, opened, lines)
            or _item(said, place, lines)
        )
        if special:
            return special
    fitting = (right for words, right in _TROUBLES if any(word in said for word in words))
    return place, next(fitting, _UNKNOWN)


def _place(mark: object) -> Place | None:
    line, column = getattr(mark, "line", None), getattr(mark, "column", None)
    return None if line is None or column is None else (line, column)


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number] if 0 <= number < len(lines) else ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _quote(said: str, opened: Place | None) -> tuple[Place, str] | None:
    """Say where a quote opened that nothing closes."""
    if opened is None or "unexpected end of stream" not in said:
        return None
    return opened, "the quote that opens here is not closed"


def _bracket(
    said: str, place: Place, opened: Place | None, lines: Sequence[str]
) -> tuple[Place, str] | None:
    """Say where a bracket opened that the end of its line should have closed."""
    if opened is None or "',' or " not in said or place[0] == opened[0]:
        return None
    rest = _line(lines, opened[0])[opened[1] :]
    comment = _COMMENT.search(rest)
    if comment:
        at = (opened[0], opened[1] + comment.start() + 1)
        return at, 'the rest of the line is a comment; quote words that hold a #: name: "strong #1"'
    following = _line(lines, opened[0] + 1)
    further = _indent(following) > _indent(_line(lines, opened[0]))
    if following.strip() and not following.lstrip().startswith("- ") and further:
        return None
    pair = "{...}" if rest.startswith("{") else "[...]"
    return opened, f"{pair} opens here and is not closed before the next line"


def _colon(said: str, place: Place, lines: Sequence[str]) -> tuple[Place, str] | None:
    """Say why a key cannot stand where it does: a line above has no colon, or it is indented."""
    line, column = place
    key = _BARE_KEY.match(_line(lines, line)[:column])
    if key is None or "mapping values are not allowed" not in said:
        return None
    above = next((n for n in range(line - 1, -1, -1) if _line(lines, n).strip()), None)
    if above is None:
        return None
    words = _line(lines, above).strip().removeprefix("- ").strip()
    if ":" not in words:
        right = f"{words.split(maxsplit=1)[0]}:"
        start = _line(lines, above).index(words)
        return (above, start), f"a key needs a colon and a space: `{right} ...`"
    at = (line, key.start(1))
    return (
        at,
        f"`{key[1]}` is indented further than the line above; indent the keys of one thing alike",
    )


def _key(said: str, opened: Place | None, lines: Sequence[str]) -> tuple[Place, str] | None:
    """Say that a key has no colon, or that an item of a list has no dash."""
    if opened is None or "find expected ':'" not in said:
        return None
    words = _line(lines, opened[0])[opened[1] :].strip()
    if words.startswith(("{", "[")):
        return opened, "each item of a list begins with `- `"
    right = f"{words.split(maxsplit=1)[0]}:" if words else "name:"
    return opened, f"a key needs a colon: `{right}`"


def _item(said: str, place: Place, lines: Sequence[str]) -> tuple[Place, str] | None:
    """Say what follows an item of a list, or a mapping, that cannot."""
    if "expected '-' indicator" not in said and "expected <block end>" not in said:
        return None
    line = _line(lines, place[0])
    here = line[place[1] : place[1] + 1]
    if here in ("}", "]"):
        return place, f"this {here} closes nothing; remove it"
    if here == ",":
        return place, "nothing may follow the closing bracket; begin a new line with `- `"
    if line[: place[1]].strip() == "" and _KEY_LINE.match(line):
        return place, "this is not indented like the keys above that it belongs to"
    return None
