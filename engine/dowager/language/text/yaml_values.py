"""Reading YAML so that every value knows where in the file it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from dowager.errors import Fault, Span
from dowager.language.text.yaml_troubles import trouble

# The base loader leaves every scalar as it is written; nothing here is ever constructed by tags.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_MOST_NESTED = 24
_MOST_BYTES = 4 << 20
_MOST_VALUES = 200_000
_MOST_REMEMBERED = 128  # files
_MOST_BYTES_REMEMBERED = 128 << 10  # of each; read, they take twenty times as much
_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_WORD = re.compile(r"[^ \t\n]+")


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A part of a text, from the offset `start` on, and where it stands in the file.

    `moves` is False for what replaced a `$name`: all of it stands where the `$name` stands.
    """

    start: int
    line: int
    column: int
    moves: bool = True


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar: its text as written (`true`, `15`, `hcp >= 8`) and where it stands.

    `pieces` say where its parts stand when it is not one run of characters from `span` on: a text
    of several lines, or one with arguments filled in.
    """

    text: str
    span: Span
    pieces: tuple[TextPiece, ...] = field(default=(), compare=False, repr=False)

    @property
    def null(self) -> bool:
        """Whether nothing was written, or YAML's null."""
        return self.text in ("", "~", "null")

    def at(self, offset: int) -> Span:
        """Return where in the file a character of the text stands, given its offset."""
        piece = next((piece for piece in reversed(self.pieces) if piece.start <= offset), None)
        if piece is None:
            return self.span.shifted(offset)
        more = offset - piece.start if piece.moves else 0
        return Span(self.span.file, piece.line, piece.column + more)


@dataclass(frozen=True, slots=True)
class Items:
    """A sequence."""

    items: tuple[Value, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping, in the order written; no key stands twice."""

    pairs: tuple[tuple[Text, Value], ...]
    span: Span

    def get(self, key: str) -> Value | None:
        """Return the value of a key, or None."""
        for name, value in self.pairs:
            if name.text == key:
                return value
        return None

    def key(self, key: str) -> Text | None:
        """Return a key as it is written, or None."""
        return next((name for name, _ in self.pairs if name.text == key), None)

    def __iter__(self) -> Iterator[tuple[Text, Value]]:
        return iter(self.pairs)


Value: TypeAlias = Text | Items | Entries


def within(value: Value) -> Iterator[Value]:
    """Yield a value and all that stands within it, in the order written; keys are left out."""
    yield value
    if not isinstance(value, Text):
        parts = value.items if isinstance(value, Items) else (part for _, part in value)
        for part in parts:
            yield from within(part)


def spliced(value: Text, changes: Sequence[tuple[int, int, str]]) -> Text:
    """Return a text with parts `(start, end, new)`, in order, replaced; `at` stays right."""
    words: list[str] = []
    pieces: list[TextPiece] = []
    done = length = 0
    for start, end, new in (*changes, (len(value.text), len(value.text), "")):
        if start > done:
            pieces.extend(_kept(value, done, start, length))
            words.append(value.text[done:start])
            length += start - done
        if new:
            span = value.at(start)
            pieces.append(TextPiece(length, span.line, span.column, moves=False))
            words.append(new)
            length += len(new)
        done = end
    return Text("".join(words), value.span, tuple(pieces))


def _kept(value: Text, start: int, end: int, at: int) -> Iterator[TextPiece]:
    """Yield the pieces of a part of a text that moves to another offset, `at`."""
    span = value.at(start)
    before = [piece for piece in value.pieces if piece.start <= start]
    yield TextPiece(at, span.line, span.column, before[-1].moves if before else True)
    for piece in value.pieces:
        if start < piece.start < end:
            yield TextPiece(piece.start - start + at, piece.line, piece.column, piece.moves)


def read_yaml(
    path: Path, shown: str, faults: list[Fault], first: str = "`system:` or `module:`"
) -> Value | None:
    """Read one YAML file.

    Args:
        path: the file.
        shown: its name in faults and spans.
        faults: where faults go.
        first: the key that such a file begins with, as a fault names it.

    Returns:
        The document, or None when it cannot be read at all.
    """
    start = Span(shown, 1, 1)
    try:
        data = path.read_bytes()
    except OSError as error:
        faults.append(Fault(start, f"cannot read the file: {error.strerror}"))
        return None
    if len(data) > _MOST_BYTES:
        faults.append(Fault(start, f"the file is larger than {_MOST_BYTES >> 20} MiB"))
        return None
    return parse_yaml(data, shown, faults, first)


def parse_yaml(
    data: bytes | str, shown: str, faults: list[Fault], first: str = "`system:` or `module:`"
) -> Value | None:
    """Read YAML text; see `read_yaml`.

    The last texts are remembered: systems share modules, and an edit changes one file of many.
    """
    read = _parsed if len(data) <= _MOST_BYTES_REMEMBERED else _parsed.__wrapped__
    value, found = read(data, shown, first)
    faults.extend(found)
    return value


@lru_cache(maxsize=_MOST_REMEMBERED)
def _parsed(data: bytes | str, shown: str, first: str) -> tuple[Value | None, tuple[Fault, ...]]:
    faults: list[Fault] = []
    value = _built(data, shown, faults)
    if value is None and not faults:
        message = f"the file is empty; begin it with {first}"
        faults.append(Fault(Span(shown, 1, 1), message))
    return value, tuple(faults)


def _built(data: bytes | str, shown: str, faults: list[Fault]) -> Value | None:
    text = _decoded(data, shown, faults) if isinstance(data, bytes) else data
    if text is None:
        return None
    try:
        return _Builder(text, shown, faults).read()
    except _Stop as stop:
        faults.append(Fault(stop.span, stop.message))
        return None


def _decoded(data: bytes, shown: str, faults: list[Fault]) -> str | None:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", errors="replace")
        message = f"byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8"
        faults.append(Fault(_end_of(before, shown), message))
        return None


def _end_of(before: str, shown: str) -> Span:
    """Return where the character after a text stands."""
    lines = _BREAK.split(before)
    return Span(shown, len(lines), len(lines[-1]) + 1)


class _Stop(Exception):  # noqa: N818 - never leaves this file; `parse_yaml` makes a Fault of it
    """The YAML cannot be read any further."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


@dataclass(slots=True)
class _Open:
    """A list or mapping that has not ended yet, its values so far, and how many lie within."""

    span: Span
    mapping: bool
    flow: bool
    anchor: str | None
    values: list[Value] = field(default_factory=list)
    size: int = 1


class _Builder:
    """Builds values from PyYAML's events; no recursion, and nothing for aliases to blow up."""

    def __init__(self, text: str, shown: str, faults: list[Fault]) -> None:
        self._text = text
        self._shown = shown
        self._faults = faults
        self._lines: list[str] | None = None
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Value, int]] = {}
        self._root: Value | None = None

    def read(self) -> Value | None:
        """Return the document, or None when there is none.

        Raises:
            _Stop: it is not YAML, or too deeply nested, or too large with its aliases expanded.
        """
        try:
            for event in yaml.parse(self._text, Loader=_LOADER):
                self._event(event)
        except yaml.MarkedYAMLError as error:
            place, words = trouble(error, self._split())
            span = self._span_within(*place) if place else Span(self._shown, 1, 1)
            raise _Stop(span, f"not valid YAML: {words}") from error
        except (yaml.reader.ReaderError, UnicodeEncodeError) as error:
            raise _Stop(*self._unreadable()) from error
        return self._root

    def _unreadable(self) -> tuple[Span, str]:
        bad = yaml.reader.Reader.NON_PRINTABLE.search(self._text)
        if bad is None:
            return Span(self._shown, 1, 1), "not valid YAML: an unreadable character"
        code = f"U+{ord(bad.group()):04X}"
        span = _end_of(self._text[: bad.start()], self._shown)
        return span, f"not valid YAML: the character {code} is not allowed in a file; remove it"

    def _span(self, mark: Any) -> Span:
        return Span(self._shown, mark.line + 1, mark.column + 1)

    def _span_within(self, line: int, column: int) -> Span:
        """Return a place, counted from 0, that PyYAML may put beyond the end of the file."""
        end = _end_of(self._text.rstrip(), self._shown)
        return Span(self._shown, line + 1, column + 1) if line < end.line else end

    def _split(self) -> list[str]:
        if self._lines is None:
            self._lines = _BREAK.split(self._text)
        return self._lines

    def _event(self, event: yaml.Event) -> None:
        match event:
            case yaml.ScalarEvent():
                text = self._scalar(event)
                self._put(text, 1, event.anchor)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                mapping = isinstance(event, yaml.MappingStartEvent)
                span = self._span(event.start_mark)
                self._open.append(_Open(span, mapping, bool(event.flow_style), event.anchor))
                if len(self._open) > _MOST_NESTED:
                    raise _Stop(span, "nested too deeply")
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                done = self._open.pop()
                items = tuple(done.values)
                if done.mapping and done.flow:
                    items = self._commas(items)
                value = self._mapping(items, done.span) if done.mapping else Items(items, done.span)
                self._put(value, done.size, done.anchor)
            case yaml.AliasEvent():
                self._alias(event)
            case yaml.DocumentStartEvent() if self._root is not None:
                span = self._span(event.start_mark)
                raise _Stop(span, "a second document begins; a file may have only one")

    def _put(self, value: Value, size: int, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = (value, size)
        if not self._open:
            self._root = value
            return
        top = self._open[-1]
        top.values.append(value)
        top.size += size
        if top.size > _MOST_VALUES:
            raise _Stop(value.span, f"more than {_MOST_VALUES} values, aliases expanded")

    def _alias(self, event: yaml.AliasEvent) -> None:
        anchored = self._anchors.get(event.anchor or "")
        if anchored is None:
            span = self._span(event.start_mark)
            raise _Stop(span, f"not valid YAML: nothing before this is marked &{event.anchor}")
        self._put(*anchored, None)

    def _scalar(self, event: yaml.ScalarEvent) -> Text:
        mark: Any = event.start_mark
        end: Any = event.end_mark
        style = event.style
        span = Span(self._shown, mark.line + 1, mark.column + 1 + (style in ('"', "'")))
        value: str = event.value
        if not value:
            return Text(value, self._span_within(mark.line, mark.column))
        if end.line == mark.line:
            return Text(value, span)
        return Text(value, span, self._pieces(value, span, block=style in ("|", ">")))

    def _pieces(self, value: str, span: Span, block: bool) -> tuple[TextPiece, ...]:
        """Return where each word of a text of several lines stands in the file."""
        lines = self._split()
        line, column = (span.line, 0) if block else (span.line - 1, span.column - 1)
        pieces: list[TextPiece] = []
        for word in _WORD.finditer(value):
            while line < len(lines) and not lines[line][column:].strip(" \t"):
                line, column = line + 1, 0
            rest = lines[line][column:] if line < len(lines) else ""
            column += len(rest) - len(rest.lstrip(" \t"))
            if not rest.lstrip(" \t").startswith(word.group()):
                pieces.append(TextPiece(word.start(), span.line, span.column, moves=False))
                break  # an escape: all that follows is said to stand where the text begins
            pieces.append(TextPiece(word.start(), line + 1, column + 1))
            column += len(word.group())
        return tuple(pieces)

    def _commas(self, values: tuple[Value, ...]) -> tuple[Value, ...]:
        """Return the keys and values of a mapping in braces, words put together that a comma cuts.

        In `{name: weak, strong}` the second word is a key without a colon; that is a fault, but the
        words are read as meant, so that nothing else is said of them.
        """
        kept: list[Value] = []
        for key, value in zip(values[::2], values[1::2], strict=True):
            before = kept[-1] if kept else None
            whole = None
            if isinstance(before, Text) and isinstance(key, Text) and isinstance(value, Text):
                whole = None if value.text else self._cut(before, key)
            if whole is None:
                kept += (key, value)
                continue
            kept[-1] = whole
            name = kept[-2]
            written = f"{name.text}: " if isinstance(name, Text) else ""
            message = f'within {{...}} a comma ends a value; quote it: {written}"{whole.text}"'
            self._faults.append(Fault(key.span, message))
        return tuple(kept)

    def _cut(self, before: Text, key: Text) -> Text | None:
        """Return a value and a key without a colon as one text, if a comma alone parts them."""
        if before.span.line != key.span.line:
            return None
        line = self._split()[key.span.line - 1]
        start, end = before.span.column - 1, key.span.column - 1 + len(key.text)
        plain = line[start - 1 : start] not in ('"', "'") and line[start:end].endswith(key.text)
        parted = line[start + len(before.text) : key.span.column - 1].strip() == ","
        if not plain or not parted or line[end:].lstrip().startswith(":"):
            return None
        return Text(line[start:end], before.span)

    def _mapping(self, values: tuple[Value, ...], span: Span) -> Entries:
        pairs: list[tuple[Text, Value]] = []
        seen: dict[str, Text] = {}
        for key, value in zip(values[::2], values[1::2], strict=True):
            if not isinstance(key, Text):
                self._faults.append(Fault(key.span, "a key must be a word, not a list or mapping"))
            elif key.text in seen:
                first = seen[key.text].span.line
                message = f"the key {key.text!r} is already on line {first}"
                self._faults.append(Fault(key.span, message))
            else:
                seen[key.text] = key
                pairs.append((key, value))
        return Entries(tuple(pairs), span)
