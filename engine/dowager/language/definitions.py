"""Owns `define`: named conditions and numbers, and putting them in where they are used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dowager.errors import Fault, Span
from dowager.language import expression as ex
from dowager.language.calls import raw_argument
from dowager.language.grammar import closest, is_number, is_truth, known_words, read_any
from dowager.language.modules import Part
from dowager.language.source import Entries, Text

_HEAD = re.compile(r"([A-Za-z_]\w*)(?:\(([^()]*)\))?$")


@dataclass(frozen=True, slots=True)
class Definition:
    """A defined word, its suit letters by place, and its tree."""

    name: str
    letters: tuple[int, ...]
    body: ex.Expr
    span: Span


class Definitions:
    """All defined words of a system; the first part that defines a word wins."""

    def __init__(self, parts: Sequence[Part], faults: list[Fault]) -> None:
        self._faults = faults
        self._found: dict[str, Definition] = {}
        self._systems = 0
        for part in parts:
            self._read(part)

    def _read(self, part: Part) -> None:
        define = part.document.get("define")
        if define is None:
            return
        if not isinstance(define, Entries):
            self._fault(define.span, "`define` takes words with their meanings: {sound: hcp >= 12}")
            return
        for head, body in define:
            self._one(head, body)

    def _one(self, head: Text, body: object) -> None:
        found = _HEAD.match(head.text.strip())
        if not found or not isinstance(body, Text):
            self._fault(
                head.span, "write a definition as `word: condition` or `word(x): condition`"
            )
            return
        name = found.group(1)
        if name in known_words():
            self._fault(head.span, f"{name!r} is a word of the language; choose another")
            return
        letters = self._letters(head, found.group(2))
        tree = read_any(body.text, body.span, raw_argument, self._faults)
        extra = ex.letters_of(tree) - set(letters)
        if extra:
            named = ", ".join(ex.LETTERS[place] for place in sorted(extra))
            self._fault(body.span, f"suit letter {named} is not an argument of {name!r}")
        self._found.setdefault(name, Definition(name, letters, tree, head.span))

    def _letters(self, head: Text, inside: str | None) -> tuple[int, ...]:
        if inside is None:
            return ()
        names = [name.strip() for name in inside.split(",")]
        bad = [name for name in names if len(name) != 1 or name not in ex.LETTERS]
        if bad or len(set(names)) != len(names):
            self._fault(head.span, f"arguments are different suit letters of {ex.LETTERS}")
            return ()
        return tuple(ex.LETTERS.index(name) for name in names)

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    # -- putting in ----------------------------------------------------------------------------

    def truth(self, node: ex.TruthExpr, span: Span) -> ex.TruthExpr:
        """Return a condition without defined words; a number there is a fault."""
        before = len(self._faults)
        found = self._expand(node, ())
        if len(self._faults) > before:
            return ex.Literal(True)
        if is_number(found):
            self._fault(span, "this is a number; a condition is wanted, such as `hcp >= 12`")
            return ex.Literal(True)
        return self._sound(found, span)

    def _sound(self, found: Any, span: Span) -> ex.TruthExpr:
        if not _kinds_fit(found):
            self._fault(span, "a condition stands where a number is wanted, or the reverse")
            return ex.Literal(True)
        result: ex.TruthExpr = found
        return result

    def _expand(self, node: Any, above: tuple[str, ...]) -> Any:
        if isinstance(node, ex.Use):
            return self._put_in(node, above)
        if not any(isinstance(part, ex.Use) for part in ex.walk(node)):
            return node
        return ex.rebuild(node, lambda part: self._expand(part, above))

    def _put_in(self, node: ex.Use, above: tuple[str, ...]) -> Any:
        definition = self._found.get(node.name)
        if definition is None:
            words = [*known_words(), *self._found]
            self._fault(
                node.span,
                f"unknown word {node.name!r}{closest(node.name, words)} "
                "(`dowager features` lists the features; `define` adds words)",
            )
            return ex.Literal(True)
        if node.name in above or len(above) > 20:
            self._fault(node.span, f"{node.name!r} is defined by itself")
            return ex.Literal(True)
        if len(node.suits) != len(definition.letters):
            self._fault(
                node.span,
                f"{node.name!r} takes {len(definition.letters)} suits, not {len(node.suits)}",
            )
            return ex.Literal(True)
        put = dict(zip(definition.letters, node.suits, strict=True))
        return self._expand(ex.replace_suits(definition.body, put), (*above, node.name))


def _kinds_fit(node: Any) -> bool:
    """Whether numbers stand where numbers should and conditions where conditions should."""
    match node:
        case ex.AllOf(args) | ex.AnyOf(args):
            return all(is_truth(arg) and _kinds_fit(arg) for arg in args)
        case ex.Negate(arg):
            return is_truth(arg) and _kinds_fit(arg)
        case ex.Query(condition=condition):
            return is_truth(condition) and _kinds_fit(condition)
        case ex.Compare(_, left, right):
            return all(is_number(part) and _kinds_fit(part) for part in (left, right))
        case ex.OneOf(value, choices):
            return all(is_number(part) and _kinds_fit(part) for part in (value, *choices))
        case ex.Add(terms):
            return all(is_number(part) and _kinds_fit(part) for _, part in terms)
        case _:
            return True
