"""Compiling a system: from its YAML files to a `System`, or to every fault at once."""

from __future__ import annotations

from pathlib import Path

from dowager.errors import Fault, SystemFaults
from dowager.language.compile.carding_reader import agreed_carding
from dowager.language.compile.definitions import Definitions
from dowager.language.compile.section_reader import SectionReader
from dowager.language.compile.system import System
from dowager.language.compile.tunable import tunable_numbers
from dowager.language.files.finder import ON_DISK, Finder
from dowager.language.files.gather import Gatherer, Reader
from dowager.language.text.entries import words
from dowager.language.text.yaml_values import read_yaml


def compiled_system(path: Path, read: Reader = read_yaml, find: Finder = ON_DISK) -> System:
    """Compile the system of one file.

    Args:
        path: the system's file.
        read: reads one file.
        find: finds the files that names lead to.

    Raises:
        SystemFaults: something is wrong in its files; all faults at once.
    """
    faults: list[Fault] = []
    gatherer = Gatherer(faults, read, find)
    parts = gatherer.gather(path)
    carding = agreed_carding(parts, faults)
    reader = SectionReader(Definitions(parts, faults), faults)
    sections = reader.read(parts)
    tunable_numbers(parts, faults)
    own = next((part.document for part in parts if part.top), None)
    default = gatherer.other_system(own, "default", path.resolve()) if own else None
    if faults or own is None:
        raise SystemFaults(faults)
    return System(
        name=path.parent.name,
        title=words(own, "title", []) or path.parent.name,
        source=words(own, "source", []),
        sections=sections,
        rules=reader.rules,
        file=path.resolve(),
        files=tuple(dict.fromkeys(gatherer.files)),
        default_file=None if default == path.resolve() else default,
        carding=carding,
    )
