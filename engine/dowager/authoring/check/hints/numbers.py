"""The whole numbers in a system's files that may be changed, and the files with one changed.

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
from dowager.language.files import Gatherer, Reader, SystemFile, load_read
from dowager.language.text import (
    Entries,
    Items,
    Judgement,
    Text,
    Token,
    UsedFile,
    Value,
    parse_yaml,
    tokenize,
)

_SPELT = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen",
)  # fmt: skip
_IN_WORDS = re.compile(rf"(?<![\w.])(?:\d+(?!\.?\w)|(?:{'|'.join(_SPELT)})\b)", re.IGNORECASE)
_BESIDE = frozenset({"<", "<=", ">", ">=", "==", "!=", ".."})
_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")  # what ends a line of YAML


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """A whole number in a file.

    Attributes:
        span: where it stands.
        word: as it is written: `12`, or `five`.
        key: what it belongs to: `hand`, `alert`, or the definition's word.
        defined: whether that is a definition.
        before: the text of that value up to the number.
        after: the text of that value after it.
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
class NumberChange:
    """One number and its new value."""

    number: WrittenNumber
    value: int

    @property
    def possible(self) -> bool:
        """Whether the value can be written where and as the number stands."""
        return 0 <= self.value < (100 if self.number.word.isdigit() else len(_SPELT))

    @property
    def word(self) -> str:
        """The new value, written as the old one is."""
        old = self.number.word
        new = str(self.value) if old.isdigit() else _SPELT[self.value]
        return new.capitalize() if old[0].isupper() else new

    def __str__(self) -> str:
        number = self.number
        old, new = (f"{number.before}{word}{number.after}" for word in (number.word, self.word))
        return f"{number.key}: {' '.join(old.split())} -> {' '.join(new.split())}"


class Sources:
    """The files of a system, what is written for each of its rules, and edits of them.

    Attributes:
        system: the system as the files say it.
    """

    def __init__(self, file: SystemFile) -> None:
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
        self._numbers: dict[int, tuple[WrittenNumber, ...]] = {}
        self._last: tuple[NumberChange | None, Definitions] = (None, self._definitions)

    def _read(self, path: Path, shown: str, faults: list[Fault]) -> Value | None:
        if path not in self._documents:
            self._texts[shown] = path.read_bytes().decode("utf-8-sig")
            self._paths[shown] = path
            self._documents[path] = parse_yaml(self._texts[shown], shown, faults)
        return self._documents[path]

    # -- numbers -------------------------------------------------------------------------------

    def numbers(self, rule: int) -> tuple[WrittenNumber, ...]:
        """Return the thresholds of a rule's hand, then of the definitions it uses."""
        numbers = self._numbers.get(rule)
        if numbers is None:
            hand = self._items[rule].get("hand")
            every = self._thresholds(hand) if isinstance(hand, Text) else ()
            numbers = tuple(number for number in every if self._stands(number))
            self._numbers[rule] = numbers
        return numbers

    def _thresholds(self, hand: Text) -> Iterator[WrittenNumber]:
        yield from _thresholds("hand", False, hand)
        for key, text in self._definitions_used(hand):
            yield from _thresholds(key, True, text)

    def alert_numbers(self, rule: int) -> tuple[WrittenNumber, ...]:
        """Return the numbers in the words of a rule's alert."""
        alert = self._items[rule].get("alert")
        if not isinstance(alert, Text):
            return ()
        spans = [match.span() for match in _IN_WORDS.finditer(alert.text)]
        numbers = (_number("alert", False, alert, start, end) for start, end in spans)
        return tuple(number for number in numbers if self._stands(number))

    def _definitions_used(self, hand: Text) -> list[tuple[str, Text]]:
        """Return the definitions that a text uses, and those that they use."""
        used: dict[str, Text] = {}
        unread = [hand]
        while unread:
            for token in tokenize(unread.pop().text):
                body = self._bodies.get(token.text)
                if token.kind == "name" and body is not None and token.text not in used:
                    used[token.text] = body
                    unread.append(body)
        return list(used.items())

    def _stands(self, number: WrittenNumber) -> bool:
        """Whether the file has the number there: not what an argument put in, nor an escape."""
        text = self._texts.get(number.span.file, "")
        return text.startswith(number.word, _offset(text, number.span))

    # -- edits ---------------------------------------------------------------------------------

    def lines(self, change: NumberChange) -> tuple[str, str]:
        """Return the line of a number as it is, and with the change."""
        span = change.number.span
        text = self._texts[span.file]
        start = _offset(text, Span(span.file, span.line, 1))
        end = _BREAK.search(text, start)
        line = text[start : end.start() if end else len(text)]
        return line, _replaced(line, span.column - 1, change)

    def edited(self, change: NumberChange) -> System:
        """Return the system as it would be with a change; no file is touched.

        Raises:
            SystemFaults: with it the system cannot be loaded.
        """
        system = load_read(self._file, self._reader(change))
        default = self.system.default
        if default is not None and change.number.span.file not in default.files:
            system.set_default(lambda: default)
        return system

    def _reader(self, change: NumberChange) -> Reader:
        span = change.number.span
        text, path = self._texts[span.file], self._paths[span.file]
        new = _replaced(text, _offset(text, span), change)

        def read(file: Path, shown: str, faults: list[Fault]) -> Value | None:
            return parse_yaml(new, shown, faults) if file == path else self._read(file, shown, [])

        return read

    def rule(self, rule: int, change: NumberChange) -> Rule | None:
        """Return one rule as it would be with a change; None when that cannot be compiled."""
        item = self._items[rule]
        pairs = tuple((key, _with(value, change)) for key, value in item)
        faults: list[Fault] = []
        rules = Items((Entries(pairs, item.span),), item.span)
        section = Entries(((Text("rules", item.span), rules),), item.span)
        read = RuleReader(self._defined(change), faults).read(section, "", Judgement.NEAR)
        return replace(read[0], number=rule) if read and not faults else None

    def _defined(self, change: NumberChange) -> Definitions:
        if not change.number.defined:
            return self._definitions
        if self._last[0] != change:
            parts = [_with_definition(part, change) for part in self._parts]
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
    """Return the text of each defined word that is in force, as `Definitions` has it."""
    bodies: dict[str, Text] = {}
    for part in sorted(parts, key=lambda part: (part.depth, not part.top)):
        define = part.document.get("define")
        for head, body in define if isinstance(define, Entries) else ():
            if isinstance(body, Text):
                bodies.setdefault(head.text.partition("(")[0].strip(), body)
    return bodies


def _thresholds(key: str, defined: bool, text: Text) -> Iterator[WrittenNumber]:
    tokens = tokenize(text.text)
    for index, token in enumerate(tokens):
        if token.kind == "number" and "." not in token.text and _is_threshold(tokens, index):
            yield _number(key, defined, text, token.offset, token.offset + len(token.text))


def _is_threshold(tokens: Sequence[Token], index: int) -> bool:
    before = tokens[index - 1].text if index else ""
    after = tokens[index + 1].text
    if "*" in (before, after):
        return False
    alone = len(tokens) == 2
    in_set = before in ("{", ",") and after in (",", "}") and _within_braces(tokens, index)
    return alone or in_set or before in _BESIDE or after in _BESIDE


def _within_braces(tokens: Sequence[Token], index: int) -> bool:
    opened = [token.text for token in tokens[:index] if token.text in ("{", "}", "(", ")")]
    return bool(opened) and opened[-1] == "{"


def _number(key: str, defined: bool, text: Text, start: int, end: int) -> WrittenNumber:
    before, word, after = text.text[:start], text.text[start:end], text.text[end:]
    return WrittenNumber(text.at(start), word, key, defined, before, after)


def _replaced(text: str, start: int, change: NumberChange) -> str:
    """Return a text in which the number stands, with its new value."""
    return text[:start] + change.word + text[start + len(change.number.word) :]


def _with(value: Value, change: NumberChange) -> Value:
    """Return a value with a change, if the number stands in it."""
    if not isinstance(value, Text):
        return value
    for match in re.finditer(re.escape(change.number.word), value.text):
        if value.at(match.start()) == change.number.span:
            return Text(_replaced(value.text, match.start(), change), value.span)
    return value


def _with_definition(part: UsedFile, change: NumberChange) -> UsedFile:
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
        line_end = _BREAK.search(text, start)
        if line_end is None:
            return len(text)
        start = line_end.end()
    return start + span.column - 1
