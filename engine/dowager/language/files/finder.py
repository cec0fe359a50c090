"""How names in systems lead to files: on this disk, or in what was packed elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dowager.language.files.library import base_file, module_file, shown_name


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds files by the names that systems give them.

    Attributes:
        base: the file of a system, by its name and the file that names it; None without one.
        module: the file of a module, by its name and the folder of the file that uses it.
        shown: the name of a file as faults and rules show it.
    """

    base: Callable[[str, Path], Path | None] = base_file
    module: Callable[[str, Path], Path | None] = module_file
    shown: Callable[[Path], str] = shown_name


ON_DISK = Finder()
"""Finds the shipped files and those around the file that names them."""
