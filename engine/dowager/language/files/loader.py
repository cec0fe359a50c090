"""Loading a system: from its YAML files to a compiled `System`, or to every fault at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dowager.errors import Fault, SystemFaults
from dowager.language.compile.carding_reader import agreed_carding
from dowager.language.compile.definitions import Definitions
from dowager.language.compile.section_reader import SectionReader
from dowager.language.compile.system import System
from dowager.language.files.cache import keep, kept_file, read_kept
from dowager.language.files.finder import ON_DISK, Finder
from dowager.language.files.gather import Gatherer, Reader
from dowager.language.files.library import system_file
from dowager.language.text.entries import words
from dowager.language.text.yaml_values import read_yaml


def load_system(name: str) -> System:
    """Load a system, given its name or a path to its folder or file.

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
        kept = kept_file(path)
        system = read_kept(kept) if kept else None
        if system is None:
            system = _load(path)
            if kept:
                keep(system, kept)
    default = system.default_file
    if default is not None:
        system.set_default(lambda: load_file(default))
    return system


def load_read(path: Path, read: Reader, find: Finder = ON_DISK) -> System:
    """Load the system of one file without keeping it, its files read in another way.

    Args:
        path: the system's file.
        read: reads one file; it may return an edited one.
        find: finds the files that names lead to.

    Raises:
        SystemFaults: something is wrong in its files.
    """
    with _collector_resting():
        system = _load(path, read, find)
    default = system.default_file
    if default is not None:
        system.set_default(lambda: load_read(default, read, find))
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


def _load(path: Path, read: Reader = read_yaml, find: Finder = ON_DISK) -> System:
    faults: list[Fault] = []
    gatherer = Gatherer(faults, read, find)
    parts = gatherer.gather(path)
    carding = agreed_carding(parts, faults)
    reader = SectionReader(Definitions(parts, faults), faults)
    sections = reader.read(parts)
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
