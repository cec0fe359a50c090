"""What is wrong with text that is not YAML, said for authors of systems.

PyYAML, and libyaml below it, name what they expected in words of the YAML specification. Here is
what an author most likely did, and what would be right.
"""

from __future__ import annotations

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


def trouble(problem: str | None) -> str:
    """Return what an author should do about a parser's problem.

    Args:
        problem: the parser's words; None when it has none.
    """
    said = problem or ""
    fitting = (right for words, right in _TROUBLES if any(word in said for word in words))
    return next(fitting, _UNKNOWN)
