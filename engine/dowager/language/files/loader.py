"""Loading a system: one that is kept compiled, or else compiled from its YAML files."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dowager.language.compile.system import System
from dowager.language.files.cache import keep, kept_file, read_kept
from dowager.language.files.finder import ON_DISK, Finder
from dowager.language.files.library import system_file
from dowager.language.files.lookups import Lookups
from dowager.language.text.system_file import SystemFile

if TYPE_CHECKING:
    from dowager.language.files.gather import Reader


def load_system(name: str) -> System:
    """Load a system, given its name or a path to its folder or file.

    Raises:
        InputError: there is no such system.
        SystemFaults: something is wrong in its files; all faults at once, each
            `file:line:column: what, and what would be right`.
    """
    return load_file(system_file(name))


def load_file(file: SystemFile | Path) -> System:
    """Load the system of one file; see `load_system`.

    It is kept once it is compiled: as long as neither its files nor this program change, later
    runs read the compiled one.
    """
    chosen = file if isinstance(file, SystemFile) else SystemFile(file)
    with _collector_resting():
        kept = kept_file(chosen)
        system = read_kept(kept) if kept else None
        if system is None:
            lookups = Lookups()
            system = _load(chosen, lookups.read, lookups.finder)
            if kept:
                keep(system, lookups, kept)
    default = system.default_file
    if default is not None:
        system.set_default(lambda: load_file(default))
    return system


def load_read(file: SystemFile, read: Reader, find: Finder | None = None) -> System:
    """Load the system of one file without keeping it, its files read in another way.

    Args:
        file: the system's file.
        read: reads one file; it may return an edited one.
        find: finds the files that names lead to; those on this disk when None.

    Raises:
        SystemFaults: something is wrong in its files.
    """
    with _collector_resting():
        system = _load(file, read, find or ON_DISK)
    default = system.default_file
    if default is not None:
        system.set_default(lambda: load_read(SystemFile(default), read, find))
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


def _load(file: SystemFile, read: Reader, find: Finder) -> System:
    # Compiling takes many modules that a system that is kept does not need.
    from dowager.language.files.compiling import compiled_system

    return compiled_system(file, read, find)
