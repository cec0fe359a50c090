"""Owns the file formats: what a board on file is, and PBN and LIN, read and written."""

from dowager.formats.board import Alert, Board, KnownHands, Tag, known_hands
from dowager.formats.lin import read_lin, write_lin
from dowager.formats.pbn import read_pbn, write_pbn

__all__ = [
    "Alert",
    "Board",
    "KnownHands",
    "Tag",
    "known_hands",
    "read_lin",
    "read_pbn",
    "write_lin",
    "write_pbn",
]
