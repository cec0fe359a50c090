"""Systems and tables by their names, loaded once for all questions."""

from __future__ import annotations

import gc
from functools import lru_cache
from pathlib import Path

from dowager.api import Table
from dowager.bidder import Bidder
from dowager.cards import Seat, Side
from dowager.language.compile import System
from dowager.language.files import data_folder, load_system, system_file
from dowager.services.collector import hidden_from_collector

State = tuple[tuple[str, int, int, int], ...]

DEFAULT_SYSTEM = "sayc"
"""The system that is meant where none is named."""


_states: dict[Path, State] = {}
"""The state that the files of loaded systems had, or all files below a system's folder."""


def system_named(name: str) -> System:
    """Load a system once, and hide it from the garbage collector.

    A name can be a path from the working folder, so one of another folder is another system.
    """
    return _system_from(name, Path.cwd())


@lru_cache(maxsize=16)
def _system_from(name: str, _working_folder: Path) -> System:
    folder = system_file(name).path.resolve().parent
    own = not _shipped(folder)
    if own:
        _states[folder] = _state(folder)
    with hidden_from_collector():
        system = load_system(name)
    if own:
        _states.update((path, _state(path)) for path in _elsewhere(system))
    return system


def _shipped(path: Path) -> bool:
    return path.is_relative_to(data_folder("systems").resolve())


def _elsewhere(system: System) -> list[Path]:
    """Return what a system is read from besides its folder: files, and the folder of its default.

    Shipped files do not change, and are named as they lie in no folder from here on.
    """
    files = [path for path in map(Path, system.files) if path.is_file() and not _shipped(path)]
    default = system.default_file
    return files if default is None or _shipped(default) else [*files, default.parent]


def forget_edited() -> None:
    """Forget all systems and tables if a file of one has been edited, added or removed."""
    if all(_state(path) == state for path, state in _states.items()):
        return
    forget_systems()
    _forget_positions()
    gc.unfreeze()  # what is forgotten goes when the collector comes
    gc.collect()


def forget_systems() -> None:
    """Forget the systems and tables that are kept: the next question loads them again."""
    _states.clear()
    _system_from.cache_clear()
    _table_of.cache_clear()


def _forget_positions() -> None:
    """Forget what is kept of positions, each of which holds its whole system."""
    from dowager.bidder.chosen_call import forget_words
    from dowager.knowledge.public.kinds import kinds_of
    from dowager.knowledge.public.wording import call_words, shown_before

    for kept in (kinds_of, call_words, shown_before):
        kept.cache_clear()
    forget_words()


def _state(path: Path) -> State:
    """Return what changes when a file, or a rule file below a folder, is edited."""
    files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    return tuple(_file_state(file) for file in files)


def _file_state(file: Path) -> tuple[str, int, int, int]:
    try:
        found = file.stat()
    except OSError:
        return str(file), 0, 0, 0
    return str(file), found.st_mtime_ns, found.st_size, found.st_ino


def table_for(system: str, opponents: str | None) -> Table:
    """Return the table at which `system` is North-South's; it is kept for the next question."""
    return _table_of(system_named(system), system_named(opponents or system))


@lru_cache(maxsize=16)
def _table_of(system: System, opponents: System) -> Table:
    return Table(system, opponents)


def table_at(seat: Seat, system: str, opponents: str | None) -> Table:
    """Return the table at which `system` is that of a seat's side."""
    if seat.side is Side.NORTH_SOUTH:
        return table_for(system, opponents)
    return table_for(opponents or system, system)


def bidder_for(system: str, opponents: str | None) -> Bidder:
    """Return the bidder for which `system` is North-South's."""
    return table_for(system, opponents).bidder


def bidder_at(seat: Seat, system: str, opponents: str | None) -> Bidder:
    """Return the bidder for which `system` is that of a seat's side."""
    return table_at(seat, system, opponents).bidder
