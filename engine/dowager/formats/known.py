"""The formats of boards in files, by name and by the ending of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from dowager.formats.board import Board
from dowager.formats.lin import read_lin, write_lin
from dowager.formats.pbn import read_pbn, write_pbn


@dataclass(frozen=True, slots=True)
class BoardFormat:
    """A format of boards.

    Attributes:
        name: what the command line calls it; the ending of its files, too.
        title: its name for people.
        read: makes boards of a text and the name of its file; faults are `InputError`s.
        write: makes a text of boards.
    """

    name: str
    title: str
    read: Callable[[str, str], list[Board]]
    write: Callable[[Iterable[Board]], str]

    @property
    def ending(self) -> str:
        """How the names of its files end."""
        return f".{self.name}"


FORMATS: dict[str, BoardFormat] = {
    board_format.name: board_format
    for board_format in (
        # The first is that of files with any other ending. A new one needs its file, and a line.
        BoardFormat("pbn", "PBN", read_pbn, write_pbn),
        BoardFormat("lin", "LIN", read_lin, write_lin),
    )
}

FORMAT_TITLES = " or ".join(board_format.title for board_format in FORMATS.values())
"""All formats, for people."""


def format_of(file: Path) -> BoardFormat:
    """Return the format of a file by its ending; PBN for any ending that no format has."""
    name = file.suffix.lower().removeprefix(".")
    return FORMATS.get(name) or next(iter(FORMATS.values()))
