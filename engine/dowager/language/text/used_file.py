"""One file of a system as it is used once, with its arguments put in."""

from __future__ import annotations

from dataclasses import dataclass

from dowager.language.text.yaml_values import Entries


@dataclass(frozen=True, slots=True)
class UsedFile:
    """One file as used once: its document with the arguments put in.

    Attributes:
        name: as `use` names it; a system's folder.
        document: what the file says.
        top: whether it is a system's own file.
        depth: 0 for the system itself, 1 for the system that it extends, and so on.
    """

    name: str
    document: Entries
    top: bool
    depth: int
