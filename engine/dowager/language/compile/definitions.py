"""Owns `define`: named conditions and numbers, and putting them in where they are used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from dowager.errors import Fault, Span
from dowager.language.text.call_grammar import raw_argument
from dowager.language.text.grammar import read_any
from dowager.language.text.used_file import UsedFile
from dowager.language.text.vocabulary import closest, known_words
from dowager.language.text.yaml_values import Entries, Text, Value
from dowager.language.tree import expression as ex

_HEAD = re.compile(r"([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?$", re.ASCII)
_MOST_NODES = 3000
_MOST_DEEP = 60
_MOST_NESTED = 30


@dataclass(slots=True)
class _Definition:
    """A defined word, its suit letters by place, and its tree.

    Attributes:
        whole: the tree without defined words; None as long as it is not worked out.
        sound: False when the definition itself is at fault, so that its uses say no more.
    """

    name: str
    letters: tuple[int, ...]
    body: ex.Expr
    text: Text
    span: Span
    part: UsedFile
    whole: ex.Expr | None = None
    sound: bool = True


class Definitions:
    """All defined words of a system.

    A system's own file wins over its modules, and both win over the system that it extends. Two
    modules that define one word in two ways are a fault.
    """

    def __init__(self, parts: Sequence[UsedFile], faults: list[Fault]) -> None:
        self._faults = faults
        self._found: dict[str, _Definition] = {}
        self._put: dict[tuple[str, tuple[ex.SuitRef, ...]], ex.Expr] = {}
        self._broken = False
        for part in sorted(parts, key=lambda part: (part.depth, not part.top)):
            self._read(part)
        for definition in self._found.values():
            self._whole(definition, ())

    def _read(self, part: UsedFile) -> None:
        define = part.document.get("define")
        if define is None or (isinstance(define, Text) and define.null):
            return
        if not isinstance(define, Entries):
            self._fault(define.span, "`define` takes words with their meanings: {sound: hcp >= 12}")
            return
        for head, body in define:
            new = self._one(head, body, part)
            if new is not None:
                self._add(new)

    def _one(self, head: Text, body: Value, part: UsedFile) -> _Definition | None:
        found = _HEAD.match(head.text.strip())
        if not found or not isinstance(body, Text):
            self._fault(
                head.span, "write a definition as `word: condition` or `word(x): condition`"
            )
            return None
        name = found.group(1)
        if name in known_words():
            self._fault(head.span, f"{name!r} is a word of the language; choose another")
            return None
        before = len(self._faults)
        letters = self._letters(head, found.group(2))
        tree = read_any(body, raw_argument, self._faults)
        extra = ex.letters_of(tree) - set(letters)
        if extra and len(self._faults) == before:
            named = ", ".join(ex.LETTERS[place] for place in sorted(extra))
            self._fault(body.span, f"suit letter {named} is not an argument of {name!r}")
        sound = len(self._faults) == before
        return _Definition(name, letters, tree, body, head.span, part, sound=sound)

    def _letters(self, head: Text, inside: str | None) -> tuple[int, ...]:
        if inside is None:
            return ()
        names = [name.strip() for name in inside.split(",")]
        bad = [name for name in names if len(name) != 1 or name not in ex.LETTERS]
        if bad or len(set(names)) != len(names):
            self._fault(head.span, f"arguments are different suit letters of {ex.LETTERS}")
            return ()
        return tuple(ex.LETTERS.index(name) for name in names)

    def _add(self, new: _Definition) -> None:
        old = self._found.setdefault(new.name, new)
        if old is new or new.part.depth != old.part.depth or old.part.top:
            return
        if (old.letters, old.text.text) != (new.letters, new.text.text):
            self._fault(
                new.span,
                f"{new.name!r} is defined otherwise in {old.span}; choose another word, "
                "or define it in the system's own file",
            )

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    # -- putting in ----------------------------------------------------------------------------

    def truth(self, node: ex.TruthExpr, text: Text) -> ex.TruthExpr:
        """Return a condition without defined words; what is wrong is noted and gives `true`."""
        return cast(ex.TruthExpr, self._finished(node, text, ex.Literal(True)))

    def call(self, node: ex.CallExpr, text: Text) -> ex.CallExpr:
        """Return a call without defined words; what is wrong is noted and gives a pass."""
        found = cast(ex.CallExpr, self._finished(node, text, ex.FixedCall(0)))
        if ex.is_public(found):
            return found
        self._fault(text.span, "the level of a call may only depend on what everybody knows")
        return ex.FixedCall(0)

    def _finished(self, node: ex.Node, text: Text, fallback: ex.Node) -> ex.Node:
        if not any(isinstance(part, ex.Use) for part in ex.walk(node)):
            return node
        self._broken = False
        found = self._expand(node, ())
        if not self._broken and _too_large(found):
            self._fault(text.span, "with its definitions put in, this is too large")
            return fallback
        return fallback if self._broken else found

    def _expand(self, node: ex.Node, above: tuple[str, ...]) -> ex.Node:
        if isinstance(node, ex.Use):
            return self._put_in(node, above)
        return ex.rebuild(node, lambda part: self._expand(part, above))

    def _put_in(self, use: ex.Use, above: tuple[str, ...]) -> ex.Expr:
        definition = self._found.get(use.name)
        if definition is None:
            words = [*known_words(), *self._found]
            return self._wrong(
                use,
                f"unknown word {use.name!r}{closest(use.name, words)} "
                "(`dowager features` lists the features; `define` adds words)",
            )
        if use.name in above:
            definition.sound = False
            return self._wrong(use, f"{use.name!r} is defined by itself")
        if len(above) > _MOST_NESTED:
            return self._wrong(use, "too many definitions lean on one another here")
        if len(use.suits) != len(definition.letters):
            right = len(definition.letters)
            plural = "" if right == 1 else "s"
            return self._wrong(
                use, f"{use.name!r} takes {right} suit{plural}, not {len(use.suits)}"
            )
        whole = self._whole(definition, above)
        if not definition.sound:
            self._broken = True
            return _placeholder(use)
        number = isinstance(whole, ex.NUMBERS)
        if use.wanted and number != (use.wanted == "number"):
            kind = "a number" if number else "a condition"
            return self._wrong(use, f"{use.name!r} is {kind}; a {use.wanted} is wanted here")
        return self._with_suits(definition, use.suits, whole)

    def _with_suits(
        self, definition: _Definition, suits: tuple[ex.SuitRef, ...], whole: ex.Expr
    ) -> ex.Expr:
        if not suits:
            return whole
        key = (definition.name, suits)
        found = self._put.get(key)
        if found is None:
            put = dict(zip(definition.letters, suits, strict=True))
            found = self._put[key] = cast(ex.Expr, ex.replace_suits(whole, put))
        return found

    def _whole(self, definition: _Definition, above: tuple[str, ...]) -> ex.Expr:
        if definition.whole is None:
            outside, self._broken = self._broken, not definition.sound
            whole = cast(ex.Expr, self._expand(definition.body, (*above, definition.name)))
            if _too_large(whole):
                self._fault(
                    definition.span, f"with others put in, {definition.name!r} is too large"
                )
                self._broken = True
            definition.sound = definition.sound and not self._broken
            definition.whole = whole if definition.sound else definition.body
            self._broken = outside
        return definition.whole

    def _wrong(self, use: ex.Use, message: str) -> ex.Expr:
        self._fault(use.span, message)
        self._broken = True
        return _placeholder(use)


def _placeholder(use: ex.Use) -> ex.Expr:
    return ex.Number(Fraction(0)) if use.wanted == "number" else ex.Literal(True)


def _too_large(node: ex.Node) -> bool:
    """Whether a tree has more parts, or is deeper, than a rule for people would be."""
    left = [(node, 1)]
    count = 0
    while left:
        part, depth = left.pop()
        count += 1
        if count > _MOST_NODES or depth > _MOST_DEEP:
            return True
        left.extend((child, depth + 1) for child in ex.children(part))
    return False
