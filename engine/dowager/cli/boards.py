"""Reading a file of boards, PBN or LIN."""

from __future__ import annotations

from pathlib import Path

from dowager.formats import Board, read_lin, read_pbn


def board_file(file: Path) -> list[Board]:
    """Return the boards of a PBN file, or of a LIN file by its ending.

    Raises:
        InputError: the file has faults; all of them are named.
        OSError: it cannot be read.
    """
    read = read_lin if file.suffix.lower() == ".lin" else read_pbn
    return read(_text(file.read_bytes()), str(file))


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # the character set that the PBN standard names
