"""Systems, by name or path."""

from __future__ import annotations

from pathlib import Path

from dowager.api.arguments import name_of
from dowager.language.compile import System
from dowager.language.files import load_system, system_names


def load(name: str | Path) -> System:
    """Return a bidding system.

    Args:
        name: the name of a shipped one, or a path to a system's folder or file.

    Raises:
        InputError: there is no such system.
        SystemFaults: something is wrong in its files; all faults at once, each
            `file:line:column: what, and what would be right`.
    """
    return load_system(name_of(name))


def systems() -> tuple[str, ...]:
    """Return the names of the systems that are shipped, sorted."""
    return system_names()
