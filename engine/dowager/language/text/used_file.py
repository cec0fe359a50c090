"""A file of a system as it is used once, with its arguments filled in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from dowager.errors import Span
from dowager.language.text.yaml_values import Entries


@dataclass(frozen=True, slots=True)
class UsedFile:
    """One use of a file.

    Attributes:
        name: as `use` names it; for a system's own file, its folder.
        document: what the file says, arguments filled in.
        top: whether it is a system's own file.
        depth: 0 for the system itself, 1 for the system that it extends, and so on.
        named: where it is named; where it begins, if it is the file that is loaded.
    """

    name: str
    document: Entries
    top: bool
    depth: int
    named: Span

    @property
    def names(self) -> tuple[str, str]:
        """How a module may be named: as `use` does, and with its folder, `mine/openings`."""
        file = PurePath(self.document.span.file)
        return self.name, f"{file.parent.name}/{file.stem}"
