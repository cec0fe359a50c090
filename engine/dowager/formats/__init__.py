"""File formats: a board as a file has it, PBN and LIN.

`board` is what all formats read to and write from; `pbn` and `lin` read and write a format each;
`source_text` lets faults point into the text that is read. No file is opened here.
"""

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
