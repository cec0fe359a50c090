"""Owns reading YAML with the place of every value, so that faults can point at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import yaml

from dowager.errors import Fault, Span

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MOST_NESTED = 24
_MOST_BYTES = 4 << 20


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar: its text as written (`true`, `15`, `hcp >= 8`) and its place."""

    text: str
    span: Span

    @property
    def null(self) -> bool:
        """Whether nothing was written, or YAML's null."""
        return self.text in ("", "~", "null")


@dataclass(frozen=True, slots=True)
class Items:
    """A sequence."""

    items: tuple[Value, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping, in the order written; keys are different."""

    pairs: tuple[tuple[Text, Value], ...]
    span: Span

    def get(self, key: str) -> Value | None:
        """Return the value of a key, or None."""
        return next((value for name, value in self.pairs if name.text == key), None)

    def key(self, key: str) -> Text | None:
        """Return a key with its place, or None."""
        return next((name for name, _ in self.pairs if name.text == key), None)

    def __iter__(self) -> Iterator[tuple[Text, Value]]:
        return iter(self.pairs)


Value: TypeAlias = Text | Items | Entries


def read_yaml(path: Path, shown: str, faults: list[Fault]) -> Value | None:
    """Read one YAML file; every fault found is added to `faults`.

    Args:
        path: the file.
        shown: its name in faults and spans.
        faults: where faults go.

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
        faults.append(Fault(start, f"the file has more than {_MOST_BYTES >> 20} MiB"))
        return None
    return parse_yaml(data, shown, faults)


def parse_yaml(data: bytes | str, shown: str, faults: list[Fault]) -> Value | None:
    """Read YAML text; see `read_yaml`."""
    start = Span(shown, 1, 1)
    try:
        node = yaml.compose(data, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        span = Span(shown, mark.line + 1, mark.column + 1) if mark else start
        faults.append(Fault(span, f"not valid YAML: {_one_line(error.problem or error.context)}"))
        return None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        faults.append(Fault(start, f"not valid YAML: {_one_line(str(error))}"))
        return None
    except RecursionError:
        faults.append(Fault(start, "the YAML is nested too deeply"))
        return None
    if node is None:
        faults.append(Fault(start, "the file is empty; begin it with `system:` or `module:`"))
        return None
    return _Converter(shown, faults).convert(node, 0)


def _one_line(text: str | None) -> str:
    return " ".join((text or "unknown error").split())


class _Converter:
    """Turns PyYAML's nodes into ours and notes duplicate keys and odd tags."""

    def __init__(self, shown: str, faults: list[Fault]) -> None:
        self._shown = shown
        self._faults = faults

    def convert(self, node: yaml.Node, depth: int) -> Value:
        span = Span(self._shown, node.start_mark.line + 1, node.start_mark.column + 1)
        if depth > _MOST_NESTED:
            self._faults.append(Fault(span, "nested too deeply, or an alias that holds itself"))
            return Text("", span)
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, span)
        if isinstance(node, yaml.SequenceNode):
            return Items(tuple(self.convert(item, depth + 1) for item in node.value), span)
        assert isinstance(node, yaml.MappingNode)
        return self._mapping(node, span, depth)

    def _scalar(self, node: yaml.ScalarNode, span: Span) -> Text:
        quoted = node.style in ('"', "'")
        return Text(str(node.value), span.shifted(1) if quoted else span)

    def _mapping(self, node: yaml.MappingNode, span: Span, depth: int) -> Entries:
        pairs: list[tuple[Text, Value]] = []
        seen: dict[str, Text] = {}
        for key_node, value_node in node.value:
            key = self.convert(key_node, depth + 1)
            value = self.convert(value_node, depth + 1)
            if not isinstance(key, Text):
                self._faults.append(Fault(key.span, "a key must be a word, not a list or mapping"))
            elif key.text in seen:
                first = seen[key.text].span.line
                self._faults.append(
                    Fault(key.span, f"key {key.text!r} stands twice, first on line {first}")
                )
            else:
                seen[key.text] = key
                pairs.append((key, value))
        return Entries(tuple(pairs), span)
