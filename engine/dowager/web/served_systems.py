"""The systems that requests may name: shipped ones, and folders that the owner serves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from dowager.errors import InputError
from dowager.language.files import system_names

_LONGEST = 500


class ServedSystems:
    """The systems of a server. A request cannot make it read any other file.

    Args:
        folders: those served besides the shipped ones, by name.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._folders = dict(folders)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, the owner's own first."""
        shipped = tuple(name for name in system_names() if name not in self._folders)
        return (*self._folders, *shipped)

    @property
    def folders(self) -> Mapping[str, Path]:
        """The owner's own systems, by name."""
        return self._folders

    def named_like(self, text: str) -> str:
        """Return the name that is meant, whatever its case and signs, with its options; or nothing.

        `My system(raises=weak)` means `my_system(raises=weak)`.
        """
        name, bracket, choices = text.partition("(")
        plain = _plain(name)
        found = next((each for each in self.names if _plain(each) == plain), "")
        return f"{found}{bracket}{choices}" if found else ""

    def resolve(self, text: str) -> str:
        """Return what loads a system: `mine(option=value)` with the folder of `mine` in its place.

        Raises:
            InputError: no such system is served.
        """
        name, bracket, choices = text.partition("(")
        name = name.strip()
        if len(text) > _LONGEST or name not in self.names:
            shown = name if len(name) <= 60 else f"{name[:57]}..."
            raise InputError(f"no system {shown!r}; there are {', '.join(self.names)}")
        folder = self._folders.get(name)
        return f"{name if folder is None else folder.resolve()}{bracket}{choices}"


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()
