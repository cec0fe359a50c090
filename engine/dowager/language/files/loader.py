"""Owns loading a system: YAML files to a compiled `System`, or every fault at once."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dowager.errors import Fault, Span, SystemFaults
from dowager.language.compile.carding_reader import agreed_carding
from dowager.language.compile.definitions import Definitions
from dowager.language.compile.rule_reader import RuleReader
from dowager.language.compile.system import PublicPart, Rule, Section, System
from dowager.language.files.cache import keep, kept_place, read_kept
from dowager.language.files.gather import Gatherer, Reader
from dowager.language.files.library import system_file
from dowager.language.text.auction_patterns import read_pattern
from dowager.language.text.entries import check_keys, flag, texts, words
from dowager.language.text.keys import SECTION_KEYS, VULNERABILITIES, Layer
from dowager.language.text.used_file import UsedFile
from dowager.language.text.vocabulary import closest
from dowager.language.text.yaml_values import Entries, Items, Text, Value, read_yaml
from dowager.language.tree.pattern_tree import PatternTree

_SEATS = re.compile(r"([1-4])(?:\.\.([1-4]))?$")
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
    """Load the system of one file; see `load_system`.

    A shipped system is kept once it is compiled: as long as neither the systems nor this program
    change, later runs read the compiled one.
    """
    with _collector_resting():
        place = kept_place(path)
        system = read_kept(place) if place else None
        if system is None:
            system = _load(path)
            if place:
                keep(system, place)
    default = system.default_file
    if default is not None:
        system.set_default(lambda: load_file(default))
    return system


def load_read(path: Path, read: Reader) -> System:
    """Load the system of one file, reading its files in another way; nothing is kept.

    Args:
        path: the system's file.
        read: reads one file; a system can so be compiled as it would be with files edited.

    Raises:
        SystemFaults: something is wrong in its files.
    """
    with _collector_resting():
        system = _load(path, read)
    default = system.default_file
    if default is not None:
        system.set_default(lambda: load_read(default, read))
    return system


@contextmanager
def _collector_resting() -> Iterator[None]:
    """Let the garbage collector rest: loading makes many objects, and nearly all of them stay."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()


def _load(path: Path, read: Reader = read_yaml) -> System:
    faults: list[Fault] = []
    gatherer = Gatherer(faults, read)
    parts = gatherer.gather(path)
    compiler = _Compiler(parts, faults)
    sections = compiler.sections()
    own = next((part.document for part in parts if part.top), None)
    default = gatherer.other_system(own, "default", path.resolve()) if own else None
    if faults:
        raise SystemFaults(faults)
    if default == path.resolve():
        default = None
    return compiler.system(path.parent.name, sections, gatherer.files, default)


class _Compiler:
    """Compiles the sections of all parts, numbering rules and ranking sections as they come."""

    def __init__(self, parts: Sequence[UsedFile], faults: list[Fault]) -> None:
        self._parts = parts
        self._faults = faults
        self._definitions = Definitions(parts, faults)
        self._rules = RuleReader(self._definitions, faults)
        self._patterns: PatternTree[Section] = PatternTree()
        self._carding = agreed_carding(parts, faults)
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

    def system(
        self, name: str, sections: list[Section], files: list[str], default: Path | None
    ) -> System:
        """Put the compiled system together."""
        head = self._parts[-1].document
        head = next((part.document for part in self._parts if part.top), head)
        rules: tuple[Rule, ...] = tuple(self._rules.rules)
        return System(
            name=name,
            title=words(head, "title", self._faults) or name,
            source=words(head, "source", self._faults),
            sections=tuple(sections),
            patterns=self._patterns,
            general=tuple(sorted(self._general, key=lambda section: section.rank)),
            rules=rules,
            files=tuple(dict.fromkeys(files)),
            default_file=default,
            carding=self._carding,
        )

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
        check_keys(written, SECTION_KEYS, self._faults)
        after = texts(written.get("after"), "after", self._faults)
        parts = (
            *self._rules.public(written, "when"),
            *self._seat(written.get("seat")),
            *self._vulnerable(written),
        )
        if not any(written.get(key) for key in ("after", "when", "seat", "vul")):
            self._fault(
                written.span, "a section needs `after:` (a pattern) or `when:` (a condition)"
            )
        source = words(written, "source", self._faults)
        patterns = tuple(read_pattern(text, self._faults) for text in after)
        section = Section(
            rank=(self._layer(written.get("layer"), layer), number),
            span=written.span,
            name=words(written, "name", self._faults),
            source=source,
            parts=parts,
            closed=flag(written, "closed", self._faults),
            alternatives=flag(written, "alternatives", self._faults),
            after=patterns,
            rules=self._rules.read(written, source),
        )
        for pattern in patterns:
            self._patterns.add(pattern, section)
        if written.get("after") is None:
            self._general.append(section)
        return section

    def _seat(self, value: Value | None) -> tuple[PublicPart, ...]:
        if value is None:
            return ()
        found = _SEATS.match(value.text.strip()) if isinstance(value, Text) else None
        low, high = (found.group(1), found.group(2) or found.group(1)) if found else ("4", "1")
        if low > high:
            self._fault(value.span, "`seat` takes 1 to 4, or a range such as 1..2")
            return ()
        return self._rules.public_parts(Text(f"seat in {low}..{high}", value.span))

    def _vulnerable(self, written: Entries) -> tuple[PublicPart, ...]:
        value = written.get("vul")
        meanings: list[str] = []
        for text in texts(value, "vul", self._faults):
            if text.text in VULNERABILITIES:
                meanings.append(f"({VULNERABILITIES[text.text]})")
                continue
            self._fault(
                text.span,
                f"no vulnerability {text.text!r}{closest(text.text, VULNERABILITIES)}; "
                f"there are {', '.join(VULNERABILITIES)}",
            )
        if value is None or not meanings:
            return ()
        return self._rules.public_parts(Text(" or ".join(meanings), value.span))
