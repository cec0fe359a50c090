"""Owns loading a system: YAML files to a compiled `System`, or every fault at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dowager.errors import Fault, Span, SystemFaults
from dowager.language import expression as ex
from dowager.language.calls import raw_argument
from dowager.language.definitions import Definitions
from dowager.language.grammar import closest, read_truth
from dowager.language.library import system_file
from dowager.language.modules import Gatherer, Part, check_keys, texts
from dowager.language.pattern import PatternTree, read_pattern
from dowager.language.rules import RuleReader, public_parts
from dowager.language.source import Entries, Items, Text, Value
from dowager.language.system import Layer, Rule, Section, System

_SECTION_KEYS = (
    "name", "source", "about", "after", "when", "seat", "vul", "layer", "closed", "rules",
)  # fmt: skip
_VULNERABILITIES = {
    "none": "not vulnerable and not they_vulnerable",
    "we": "vulnerable",
    "they": "they_vulnerable",
    "both": "vulnerable and they_vulnerable",
    "favourable": "they_vulnerable and not vulnerable",
    "unfavourable": "vulnerable and not they_vulnerable",
}
_LAYERS = {layer.word: layer for layer in Layer}


def load_system(name: str) -> System:
    """Load a system by its name, or by a path to its folder or file.

    Raises:
        InputError: there is no such system.
        SystemFaults: something is wrong in its files; all faults at once, each
            `file:line:column: what, and what would be right`.
    """
    return load_file(system_file(name))


def load_file(path: Path) -> System:
    """Load the system of one file; see `load_system`."""
    faults: list[Fault] = []
    gatherer = Gatherer(faults)
    parts = gatherer.gather(path)
    compiler = _Compiler(parts, faults)
    sections = compiler.sections()
    if faults:
        raise SystemFaults(faults)
    return compiler.system(path.parent.name, sections, gatherer.files)


class _Compiler:
    """Compiles the sections of all parts, numbering rules and ranking sections as they come."""

    def __init__(self, parts: Sequence[Part], faults: list[Fault]) -> None:
        self._parts = parts
        self._faults = faults
        self._definitions = Definitions(parts, faults)
        self._rules = RuleReader(self._definitions, faults)
        self._patterns: PatternTree[Section] = PatternTree()
        self._general: list[Section] = []

    def _fault(self, span: Span, message: str) -> None:
        self._faults.append(Fault(span, message))

    def sections(self) -> list[Section]:
        """Compile every section, in rank order."""
        found: list[Section] = []
        for part in self._parts:
            layer = self._layer(part.document.get("layer"), Layer.SYSTEM)
            for written in self._written(part.document.get("sections")):
                section = self._section(written, layer, len(found))
                found.append(section)
        return sorted(found, key=lambda section: section.rank)

    def system(self, name: str, sections: list[Section], files: list[str]) -> System:
        """Put the compiled system together."""
        head = self._parts[-1].document
        head = next((part.document for part in self._parts if part.top), head)
        rules: tuple[Rule, ...] = tuple(self._rules.rules)
        return System(
            name=name,
            title=self._words(head, "title") or name,
            source=self._words(head, "source"),
            sections=tuple(sections),
            patterns=self._patterns,
            general=tuple(sorted(self._general, key=lambda section: section.rank)),
            rules=rules,
            files=tuple(dict.fromkeys(files)),
        )

    def _words(self, entries: Entries, key: str) -> str:
        value = entries.get(key)
        if value is None:
            return ""
        if isinstance(value, Text):
            return " ".join(value.text.split())
        self._fault(value.span, f"`{key}` takes words")
        return ""

    def _written(self, value: Value | None) -> list[Entries]:
        if value is None or (isinstance(value, Text) and value.null):
            return []
        if not isinstance(value, Items):
            self._fault(value.span, "`sections` takes a list, each with `after` or `when`")
            return []
        found = [item for item in value.items if isinstance(item, Entries)]
        for item in value.items:
            if not isinstance(item, Entries):
                self._fault(item.span, "a section is a mapping with `after` or `when`, and `rules`")
        return found

    def _layer(self, value: Value | None, default: Layer) -> Layer:
        if value is None:
            return default
        if isinstance(value, Text) and value.text in _LAYERS:
            return _LAYERS[value.text]
        given = value.text if isinstance(value, Text) else "this"
        self._fault(
            value.span,
            f"no layer {given!r}{closest(given, _LAYERS)}; layers are {', '.join(_LAYERS)}",
        )
        return default

    def _section(self, written: Entries, layer: Layer, number: int) -> Section:
        check_keys(written, _SECTION_KEYS, self._faults)
        after = texts(written.get("after"), "after", self._faults)
        conditions = [*self._when(written), *self._seat(written), *self._vulnerable(written)]
        if not after and not conditions:
            self._fault(
                written.span, "a section needs `after:` (a pattern) or `when:` (a condition)"
            )
        patterns = [read_pattern(text.text, text.span, self._faults) for text in after]
        section = Section(
            rank=(self._layer(written.get("layer"), layer), number),
            span=written.span,
            name=self._words(written, "name"),
            source=self._words(written, "source"),
            parts=public_parts(conditions),
            closed=self._flag(written, "closed"),
            rules=self._rules.read(written, self._words(written, "source")),
        )
        for steps in patterns:
            self._patterns.add(steps, section)
        if not after:
            self._general.append(section)
        return section

    def _flag(self, entries: Entries, key: str) -> bool:
        value = entries.get(key)
        if value is None:
            return False
        if isinstance(value, Text) and value.text in ("true", "false"):
            return value.text == "true"
        self._fault(value.span, f"`{key}` takes true or false")
        return False

    def _when(self, written: Entries) -> list[ex.TruthExpr]:
        return [
            self._rules.public_condition(text)
            for text in texts(written.get("when"), "when", self._faults)
        ]

    def _seat(self, written: Entries) -> list[ex.TruthExpr]:
        value = written.get("seat")
        if value is None:
            return []
        if not isinstance(value, Text):
            self._fault(value.span, "`seat` takes 1 to 4, or a range such as 1..2")
            return []
        text = value.text if ".." in value.text else f"{value.text}..{value.text}"
        return [read_truth(f"seat in {text}", value.span, raw_argument, self._faults)]

    def _vulnerable(self, written: Entries) -> list[ex.TruthExpr]:
        found: list[ex.TruthExpr] = []
        for text in texts(written.get("vul"), "vul", self._faults):
            meaning = _VULNERABILITIES.get(text.text)
            if meaning is None:
                self._fault(
                    text.span,
                    f"no vulnerability {text.text!r}; there are {', '.join(_VULNERABILITIES)}",
                )
            else:
                found.append(read_truth(meaning, text.span, raw_argument, self._faults))
        return [ex.AnyOf(tuple(found))] if found else []
