"""`define:`: reading named conditions and numbers, and expanding them where they are used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePath
from typing import cast

from dowager.auction import Call
from dowager.errors import Fault, Span
from dowager.language.text.call_grammar import raw_argument
from dowager.language.text.grammar import read_any
from dowager.language.text.used_file import UsedFile
from dowager.language.text.vocabulary import closest, known_words
from dowager.language.text.yaml_values import Entries, Text, Value
from dowager.language.tree import expression as ex
from dowager.language.tree.suit_letters import LETTERS

_HEAD = re.compile(r"([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?$", re.ASCII)
_MOST_NODES = 3000
_MOST_DEEP = 60
_MOST_NESTED = 30
_PASS = ex.FixedCall(int(Call.PASS))


@dataclass(slots=True)
class _Definition:
    """A defined word.

    Attributes:
        name: the word.
        letters: the slots of its suit letters.
        body: its meaning as written.
        text: the text of that.
        span: where it is defined.
        part: the file.
        expanded: the body without defined words; None until it is worked out.
        sound: False when the definition is at fault itself: nothing is said of its uses then.
    """

    name: str
    letters: tuple[int, ...]
    body: ex.Expr
    text: Text
    span: Span
    part: UsedFile
    expanded: ex.Expr | None = None
    sound: bool = True


class Definitions:
    """All defined words of a system.

    A system's own file wins over its modules, and both win over the system that it extends; only
    over a module from elsewhere, whose words any system may redefine, the extended system's own
    file wins. Two modules that define one word in two ways are a fault.

    Args:
        parts: the system's files.
        faults: where faults go.
        elsewhere: says of a word that the system lacks who else defines it; nothing if nobody does.
    """

    def __init__(
        self, parts: Sequence[UsedFile], faults: list[Fault],
        elsewhere: Callable[[str], str] = lambda word: "",
    ) -> None:  # fmt: skip
        self._faults = faults
        self._elsewhere_defined = elsewhere
        self._words: dict[str, _Definition] = {}
        tops = [part for part in parts if part.top]
        self._folders = {part.depth: PurePath(part.document.span.file).parent for part in tops}
        self._of_suits: dict[tuple[str, tuple[ex.SuitRef, ...]], ex.Expr] = {}
        self._broken = False
        for part in sorted(parts, key=self._rank):
            self._read(part)
        self._lacking = {word for part in parts for word in self._unmet(part)}
        for definition in self._words.values():
            self._expanded(definition, ())

    def _unmet(self, part: UsedFile) -> Iterator[str]:
        """Yield the words that a module needs and nobody defines; one fault names them all."""
        needs = part.document.get("needs")
        if needs is None or (isinstance(needs, Text) and needs.null):
            return
        if not isinstance(needs, Entries):
            self._fault(needs.span, "`needs` takes words with what they mean: {sound(x): ...}")
            return
        lacking: list[str] = []
        for head, about in needs:
            match = _HEAD.match(head.text.strip())
            if not match or not isinstance(about, Text) or about.null:
                right = "write what is needed as `word: what it means` or `word(x): ...`"
                self._fault(head.span, right)
                continue
            definition = self._words.get(match.group(1))
            letters = self._letters(head, match.group(2))
            if definition is None or len(definition.letters) != len(letters):
                lacking.append(f"{head.text.strip()} ({' '.join(about.text.split())})")
                yield match.group(1)
        if lacking:
            what = f"needs words that the system does not define: {', '.join(lacking)}"
            self._fault(part.named, f"module {part.name!r} {what}")

    def _read(self, part: UsedFile) -> None:
        define = part.document.get("define")
        if define is None or (isinstance(define, Text) and define.null):
            return
        if not isinstance(define, Entries):
            self._fault(define.span, "`define` takes words with their meanings: {sound: hcp >= 12}")
            return
        for head, body in define:
            definition = self._definition(head, body, part)
            if definition is not None:
                self._add(definition)

    def _definition(self, head: Text, body: Value, part: UsedFile) -> _Definition | None:
        match = _HEAD.match(head.text.strip())
        if not match or not isinstance(body, Text):
            self._fault(
                head.span, "write a definition as `word: condition` or `word(x): condition`"
            )
            return None
        name = match.group(1)
        if name in known_words():
            self._fault(head.span, f"{name!r} is a word of the language; choose another")
            return None
        before = len(self._faults)
        letters = self._letters(head, match.group(2))
        tree = read_any(body, raw_argument, self._faults)
        extra = ex.letters_of(tree) - set(letters)
        if extra and len(self._faults) == before:
            named = ", ".join(LETTERS[slot] for slot in sorted(extra))
            self._fault(body.span, f"suit letter {named} is not an argument of {name!r}")
        sound = len(self._faults) == before
        return _Definition(name, letters, tree, body, head.span, part, sound=sound)

    def _letters(self, head: Text, inside: str | None) -> tuple[int, ...]:
        if inside is None:
            return ()
        names = [name.strip() for name in inside.split(",")]
        bad = [name for name in names if len(name) != 1 or name not in LETTERS]
        if bad or len(set(names)) != len(names):
            letters = ", ".join(LETTERS)
            self._fault(head.span, f"the arguments are suit letters ({letters}), each named once")
            return ()
        return tuple(LETTERS.index(name) for name in names)

    def _add(self, new: _Definition) -> None:
        old = self._words.setdefault(new.name, new)
        same = (old.letters, old.text.text) == (new.letters, new.text.text)
        if len(old.letters) != len(new.letters) and old.sound and old.part.top:
            old.sound = False  # and nothing is said of its uses
            right = f"{new.span} has {_suits(len(new.letters))}, and uses it so"
            self._fault(old.span, f"{old.name!r} has {_suits(len(old.letters))} here; {right}")
        if same or old.part.top:
            return
        right = "choose another word, or define it in the system's own file"
        if new.part.depth == old.part.depth:
            self._fault(new.span, f"{new.name!r} has another meaning in {old.span}; {right}")
            return
        extending, extended = sorted((new, old), key=lambda each: each.part.depth)
        if self._elsewhere(extending.part) and old.span.file != new.span.file:
            what = f"{new.name!r} has another meaning in {extended.span}, of the extended system"
            self._fault(extending.span, f"{what}, whose rules it would change; {right}")

    def _rank(self, part: UsedFile) -> tuple[bool, int, bool]:
        """Return a file's place among all: the first to define a word says what it means."""
        return self._elsewhere(part), part.depth, not part.top

    def _elsewhere(self, part: UsedFile) -> bool:
        """Whether a file stands outside the folder of the system that uses it."""
        return PurePath(part.document.span.file).parent != self._folders.get(part.depth)

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    # -- expanding -----------------------------------------------------------------------------

    def truth(self, node: ex.TruthExpr, text: Text) -> ex.TruthExpr:
        """Return a condition without defined words; one with a fault becomes `true`."""
        return cast(ex.TruthExpr, self._whole(node, text, ex.Literal(True)))

    def call(self, node: ex.CallExpr, text: Text) -> ex.CallExpr:
        """Return a call without defined words; one with a fault becomes a pass."""
        call = cast(ex.CallExpr, self._whole(node, text, _PASS))
        if ex.is_public(call):
            return call
        self._fault(text.span, "the level of a call may only depend on what everybody knows")
        return _PASS

    def _whole(self, node: ex.Part, text: Text, fallback: ex.Part) -> ex.Part:
        if not any(isinstance(part, ex.DefinedWord) for part in ex.walk(node)):
            return node
        self._broken = False
        whole = self._expand(node, ())
        if not self._broken and _too_large(whole):
            self._fault(text.span, "with its definitions expanded, this is too large")
            return fallback
        return fallback if self._broken else whole

    def _expand(self, node: ex.Part, above: tuple[str, ...]) -> ex.Part:
        """Expand a tree; `above` are the words in whose definitions it stands."""
        if isinstance(node, ex.DefinedWord):
            return self._meaning(node, above)
        return ex.rebuild(node, lambda part: self._expand(part, above))

    def _meaning(self, word: ex.DefinedWord, above: tuple[str, ...]) -> ex.Expr:
        definition = self._words.get(word.name)
        wrong = self._misused(word, definition, above)
        if definition is None or wrong:
            if word.name not in self._lacking:
                self._fault(word.span, wrong)
            self._broken = True
            return _placeholder(word)
        expanded = self._expanded(definition, above)
        if not definition.sound:
            self._broken = True
            return _placeholder(word)
        number = isinstance(expanded, ex.NUMBERS)
        if word.wanted and number != (word.wanted == "number"):
            kind = "a number" if number else "a condition"
            self._fault(word.span, f"{word.name!r} is {kind}; expected a {word.wanted}")
            self._broken = True
            return _placeholder(word)
        return self._with_suits(definition, word.suits, expanded)

    def _misused(
        self, word: ex.DefinedWord, definition: _Definition | None, above: tuple[str, ...]
    ) -> str:
        """Return what is wrong with a use of a word; empty when nothing is."""
        if definition is None:
            defined = self._elsewhere_defined(word.name)
            listed = " (`dowager features` lists the features; `define` adds words)"
            guessed = closest(word.name, [*known_words(), *self._words]) + listed
            return f"unknown word {word.name!r}{defined or guessed}"
        if word.name in above:
            definition.sound = False
            return f"the definition of {word.name!r} needs {word.name!r} itself"
        if len(above) > _MOST_NESTED:
            return "too many definitions depend on one another here"
        right = len(definition.letters)
        if len(word.suits) != right and definition.sound:
            return f"{word.name!r} takes {_suits(right)}, not {len(word.suits)}"
        return ""

    def _with_suits(
        self, definition: _Definition, suits: tuple[ex.SuitRef, ...], expanded: ex.Expr
    ) -> ex.Expr:
        if not suits:
            return expanded
        key = (definition.name, suits)
        if key not in self._of_suits:
            bound = dict(zip(definition.letters, suits, strict=True))
            self._of_suits[key] = cast(ex.Expr, ex.replace_suits(expanded, bound))
        return self._of_suits[key]

    def _expanded(self, definition: _Definition, above: tuple[str, ...]) -> ex.Expr:
        if definition.expanded is None:
            outside, self._broken = self._broken, not definition.sound
            whole = cast(ex.Expr, self._expand(definition.body, (*above, definition.name)))
            if _too_large(whole):
                name = definition.name
                self._fault(
                    definition.span, f"with its definitions expanded, {name!r} is too large"
                )
                self._broken = True
            definition.sound = definition.sound and not self._broken
            definition.expanded = whole if definition.sound else definition.body
            self._broken = outside
        return definition.expanded


def _suits(count: int) -> str:
    return f"{count or 'no'} suit{'' if count == 1 else 's'}"


def _placeholder(word: ex.DefinedWord) -> ex.Expr:
    return ex.Constant(Fraction(0)) if word.wanted == "number" else ex.Literal(True)


def _too_large(node: ex.Part) -> bool:
    """Whether a tree has more parts, or is deeper, than a rule for people would be."""
    unseen = [(node, 1)]
    count = 0
    while unseen:
        part, depth = unseen.pop()
        count += 1
        if count > _MOST_NODES or depth > _MOST_DEEP:
            return True
        unseen.extend((child, depth + 1) for child in ex.children(part))
    return False
