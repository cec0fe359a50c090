"""Boards in files, in any format that is known."""

from __future__ import annotations

from pathlib import Path

from dowager import formats
from dowager.formats import Board


def read_pbn(file: Path | str) -> list[Board]:
    """Return the boards of a PBN file.

    Args:
        file: its path.

    Raises:
        InputError: the file has faults, all of them named, each `file:line:column`.
        OSError: the file cannot be read.
    """
    return formats.read_pbn(_text(file), str(file))


def read_lin(file: Path | str) -> list[Board]:
    """Return the boards of a LIN file; see `read_pbn`."""
    return formats.read_lin(_text(file), str(file))


def read_boards(file: Path | str) -> list[Board]:
    """Return the boards of a file, in the format of its ending, else in PBN; see `read_pbn`."""
    return formats.format_of(Path(file)).read(_text(file), str(file))


def _text(file: Path | str) -> str:
    data = Path(file).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # the character set that the PBN standard names
