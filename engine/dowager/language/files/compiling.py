"""Compiling a system: from its YAML files to a `System`, or to every fault at once."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from dowager.errors import Fault, SystemFaults
from dowager.language.compile.carding_reader import agreed_carding
from dowager.language.compile.definitions import Definitions
from dowager.language.compile.section_reader import SectionReader
from dowager.language.compile.system import System
from dowager.language.compile.tunable import tunable_numbers
from dowager.language.files.finder import ON_DISK, Finder
from dowager.language.files.gather import Gatherer, Reader
from dowager.language.files.misspelt_tags import note_misspelt_tags
from dowager.language.files.misspelt_words import note_misspelt_words
from dowager.language.text.entries import words
from dowager.language.text.system_file import SystemFile, with_choices
from dowager.language.text.yaml_values import Value, read_yaml


def compiled_system(file: SystemFile, read: Reader = read_yaml, find: Finder = ON_DISK) -> System:
    """Compile the system of one file.

    Args:
        file: the system's file.
        read: reads one file.
        find: finds the files that names lead to.

    Raises:
        SystemFaults: something is wrong in its files; all faults at once.
    """
    faults: list[Fault] = []
    gatherer = Gatherer(faults, read, find)
    system = _compiled(file, gatherer, faults)
    if system is None:
        raise SystemFaults(_told(file, gatherer, faults, read, find))
    return system


def _told(
    file: SystemFile, gatherer: Gatherer, faults: list[Fault], read: Reader, find: Finder
) -> list[Fault]:
    """Return the faults of a system, without those that only follow from others."""
    # Only a system with faults needs this.
    from dowager.language.files.blame import told_at_their_causes, without_echoes

    known = without_echoes(faults, gatherer)
    documents: dict[Path, tuple[Value | None, list[Fault]]] = {}

    def once(path: Path, shown: str, noted: list[Fault]) -> Value | None:
        if path not in documents:
            mine: list[Fault] = []
            documents[path] = read(path, shown, mine), mine
        noted += documents[path][1]
        return documents[path][0]

    def again(reading: Reader, files: Container[str] | None) -> list[Fault]:
        others: list[Fault] = []
        _compiled(file, Gatherer(others, reading, find), others, files)
        return others

    return told_at_their_causes(known, gatherer.written, once, again)


def _defined_elsewhere(word: str) -> str:
    # Only a system with faults needs this.
    from dowager.language.files.defining_modules import defining_modules

    return defining_modules(word)


def _compiled(
    file: SystemFile,
    gatherer: Gatherer,
    faults: list[Fault],
    files: Container[str] | None = None,
) -> System | None:
    """Return the system of one file; None when there are faults.

    Args:
        file: the system's file.
        gatherer: what gathers its files.
        faults: where faults are noted.
        files: the files of which sections are read, for the sake of their faults; None for all.
    """
    path = file.path.resolve()
    parts = gatherer.gather(file)
    carding = agreed_carding(parts, faults)
    reader = SectionReader(Definitions(parts, faults, _defined_elsewhere), faults)
    sections = reader.read(
        [part for part in parts if files is None or part.document.span.file in files]
    )
    tunable_numbers(parts, faults)
    note_misspelt_tags(parts, gatherer.written, faults)
    if gatherer.own is not None:
        note_misspelt_words(gatherer.own, gatherer.written, faults)
    own = next((part.document for part in parts if part.top), None)
    default = gatherer.other_system(own, "default", path) if own else None
    if faults or own is None:
        return None
    name = path.parent.name
    return System(
        name=with_choices(name, gatherer.unusual),
        title=with_choices(words(own, "title", []) or name, gatherer.unusual),
        source=words(own, "source", []),
        sections=sections,
        rules=reader.rules,
        file=file.resolve(),
        files=tuple(dict.fromkeys(gatherer.files)),
        default_file=None if default == path else default,
        carding=carding,
    )
