"""Owns the whole numbers in a system's files that may be changed, and the files with one changed.

A number is a threshold where a comparison, a range or a set stands beside it in a `hand:` or in a
definition that the hand leans on, where it is all of a definition, or where it stands in the words
of an alert, in digits or spelt out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dowager.errors import Fault, Span
from dowager.language.compile import Definitions, Rule, RuleReader, System
from dowager.language.files import Gatherer, Reader, load_read
from dowager.language.text import Entries, Items, Text, Token, UsedFile, Value, parse_yaml, tokenize

_SPELT = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen",
)  # fmt: skip
_IN_WORDS = re.compile(rf"(?<![\w.])(?:\d+(?!\.?\w)|(?:{'|'.join(_SPELT)})\b)", re.IGNORECASE)
_BESIDE = frozenset({"<", "<=", ">", ">=", "==", "!=", ".."})
_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")  # what ends a line of YAML


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number in a file.

    Attributes:
        span: where it stands.
        word: as it is written: `12`, or `five`.
        key: what it belongs to: `hand`, `alert`, or the definition's word.
        defined: whether that is a definition.
        before: the text of that value up to the number.
        after: the text of that value behind it.
    """

    span: Span
    word: str
    key: str
    defined: bool
    before: str
    after: str

    @property
    def value(self) -> int:
        """The number."""
        return int(self.word) if self.word.isdigit() else _SPELT.index(self.word.lower())


@dataclass(frozen=True, slots=True)
class Change:
    """One number, and the value that it is to have."""

    number: Number
    value: int

    @property
    def possible(self) -> bool:
        """Whether the value can be written where and as the number stands."""
        return 0 <= self.value < (100 if self.number.word.isdigit() else len(_SPELT))

    @property
    def word(self) -> str:
        """The new value, written as the old one is."""
        old = self.number.word
        if old.isdigit():
            return str(self.value)
        word = _SPELT[self.value]
        return word.capitalize() if old[0].isupper() else word

    def __str__(self) -> str:
        number = self.number
        old, new = (f"{number.before}{word}{number.after}" for word in (number.word, self.word))
        return f"{number.key}: {' '.join(old.split())} -> {' '.join(new.split())}"


class Sources:
    """The files of a system, what is written for each of its rules, and edits of them.

    Attributes:
        system: the system as the files say it.
    """

    def __init__(self, file: Path) -> None:
        """Read the files of a system that can be loaded.

        Raises:
            SystemFaults: it cannot be loaded any more.
        """
        self._file = file.resolve()
        self._paths: dict[str, Path] = {}
        self._texts: dict[str, str] = {}
        self._documents: dict[Path, Value | None] = {}
        self.system = load_read(self._file, self._read)
        self._parts = Gatherer([], self._read).gather(self._file)
        self._items = list(_rules(self._parts))
        self._definitions = Definitions(self._parts, [])
        self._bodies = _bodies(self._parts)
        self._numbers: dict[int, tuple[Number, ...]] = {}
        self._last: tuple[Change | None, Definitions] = (None, self._definitions)

    def _read(self, path: Path, shown: str, faults: list[Fault]) -> Value | None:
        if path not in self._documents:
            self._texts[shown] = path.read_bytes().decode("utf-8-sig")
            self._paths[shown] = path
            self._documents[path] = parse_yaml(self._texts[shown], shown, faults)
        return self._documents[path]

    # -- numbers -------------------------------------------------------------------------------

    def numbers(self, rule: int) -> tuple[Number, ...]:
        """Return the thresholds of a rule's hand, then of the definitions it leans on."""
        found = self._numbers.get(rule)
        if found is None:
            hand = self._items[rule].get("hand")
            own = [*_thresholds("hand", False, hand)] if isinstance(hand, Text) else []
            for key, text in self._leant_on(hand) if isinstance(hand, Text) else ():
                own += _thresholds(key, True, text)
            found = tuple(number for number in own if self._stands(number))
            self._numbers[rule] = found
        return found

    def alert_numbers(self, rule: int) -> tuple[Number, ...]:
        """Return the numbers in the words of a rule's alert."""
        alert = self._items[rule].get("alert")
        if not isinstance(alert, Text):
            return ()
        spans = [found.span() for found in _IN_WORDS.finditer(alert.text)]
        numbers = (_number("alert", False, alert, start, end) for start, end in spans)
        return tuple(number for number in numbers if self._stands(number))

    def _leant_on(self, hand: Text) -> list[tuple[str, Text]]:
        """Return the definitions that a text uses, and those that they use."""
        found: dict[str, Text] = {}
        left = [hand]
        while left:
            for token in tokenize(left.pop().text):
                body = self._bodies.get(token.text)
                if token.kind == "name" and body is not None and token.text not in found:
                    found[token.text] = body
                    left.append(body)
        return list(found.items())

    def _stands(self, number: Number) -> bool:
        """Whether the file has the number there: not what an argument put in, nor an escape."""
        text = self._texts.get(number.span.file, "")
        place = _offset(text, number.span)
        return text[place : place + len(number.word)] == number.word

    # -- edits ---------------------------------------------------------------------------------

    def lines(self, change: Change) -> tuple[str, str]:
        """Return the line of a number as it is, and with the change."""
        span = change.number.span
        text = self._texts[span.file]
        start = _offset(text, Span(span.file, span.line, 1))
        end = _BREAK.search(text, start)
        line = text[start : end.start() if end else len(text)]
        at = span.column - 1
        return line, line[:at] + change.word + line[at + len(change.number.word) :]

    def edited(self, change: Change) -> System:
        """Return the system as it would be with a change; no file is touched.

        Raises:
            SystemFaults: with it the system cannot be loaded.
        """
        system = load_read(self._file, self._reader(change))
        default = self.system.default
        if default is not None and change.number.span.file not in default.files:
            system.set_default(lambda: default)
        return system

    def _reader(self, change: Change) -> Reader:
        span = change.number.span
        text = self._texts[span.file]
        place = _offset(text, span)
        new = text[:place] + change.word + text[place + len(change.number.word) :]
        path = self._paths[span.file]

        def read(file: Path, shown: str, faults: list[Fault]) -> Value | None:
            return parse_yaml(new, shown, faults) if file == path else self._read(file, shown, [])

        return read

    def rule(self, rule: int, change: Change) -> Rule | None:
        """Return one rule as it would be with a change; None when that cannot be compiled."""
        item = self._items[rule]
        pairs = tuple((key, _with(value, change)) for key, value in item)
        faults: list[Fault] = []
        rules = Items((Entries(pairs, item.span),), item.span)
        section = Entries(((Text("rules", item.span), rules),), item.span)
        read = RuleReader(self._defined(change), faults).read(section, "")
        return replace(read[0], number=rule) if read and not faults else None

    def _defined(self, change: Change) -> Definitions:
        if not change.number.defined:
            return self._definitions
        if self._last[0] != change:
            parts = [_defining(part, change) for part in self._parts]
            self._last = (change, Definitions(parts, []))
        return self._last[1]


def _rules(parts: Sequence[UsedFile]) -> Iterator[Entries]:
    """Yield what is written for each rule, in the order in which loading numbers them."""
    for part in parts:
        sections = part.document.get("sections")
        for section in sections.items if isinstance(sections, Items) else ():
            rules = section.get("rules") if isinstance(section, Entries) else None
            for rule in rules.items if isinstance(rules, Items) else ():
                if isinstance(rule, Entries):
                    yield rule


def _bodies(parts: Sequence[UsedFile]) -> dict[str, Text]:
    """Return the text of each defined word that holds, as `Definitions` finds it."""
    found: dict[str, Text] = {}
    for part in sorted(parts, key=lambda part: (part.depth, not part.top)):
        define = part.document.get("define")
        for head, body in define if isinstance(define, Entries) else ():
            if isinstance(body, Text):
                found.setdefault(head.text.partition("(")[0].strip(), body)
    return found


def _thresholds(key: str, defined: bool, text: Text) -> Iterator[Number]:
    tokens = tokenize(text.text)
    for place, token in enumerate(tokens):
        if token.kind == "number" and "." not in token.text and _is_threshold(tokens, place):
            yield _number(key, defined, text, token.offset, token.offset + len(token.text))


def _is_threshold(tokens: Sequence[Token], place: int) -> bool:
    before = tokens[place - 1].text if place else ""
    after = tokens[place + 1].text
    if "*" in (before, after):
        return False
    alone = len(tokens) == 2
    in_set = before in ("{", ",") and after in (",", "}") and _within_braces(tokens, place)
    return alone or in_set or before in _BESIDE or after in _BESIDE


def _within_braces(tokens: Sequence[Token], place: int) -> bool:
    opened = [token.text for token in tokens[:place] if token.text in ("{", "}", "(", ")")]
    return bool(opened) and opened[-1] == "{"


def _number(key: str, defined: bool, text: Text, start: int, end: int) -> Number:
    before, word, after = text.text[:start], text.text[start:end], text.text[end:]
    return Number(text.at(start), word, key, defined, before, after)


def _with(value: Value, change: Change) -> Value:
    """Return a value with a change, as far as the number stands in it."""
    if not isinstance(value, Text):
        return value
    for found in re.finditer(re.escape(change.number.word), value.text):
        start, end = found.span()
        if value.at(start) == change.number.span:
            return Text(value.text[:start] + change.word + value.text[end:], value.span)
    return value


def _defining(part: UsedFile, change: Change) -> UsedFile:
    define = part.document.get("define")
    if not isinstance(define, Entries):
        return part
    new = Entries(tuple((head, _with(body, change)) for head, body in define), define.span)
    pairs = ((key, new if value is define else value) for key, value in part.document)
    return replace(part, document=Entries(tuple(pairs), part.document.span))


def _offset(text: str, span: Span) -> int:
    """Return the index in a text of the character at a line and column."""
    start = 0
    for _ in range(span.line - 1):
        found = _BREAK.search(text, start)
        if found is None:
            return len(text)
        start = found.end()
    return start + span.column - 1
