"""File formats: boards read from PBN and LIN, and written in them.

`board` is what every format reads and writes; `pbn` and `lin` are one format each, and `known`
lists them by name; `source_text` gives faults their line and column. No file is opened here.
"""

from typing import TYPE_CHECKING

from dowager.lazy_names import lazy_names

if TYPE_CHECKING:
    from dowager.formats.board import Alert, Board, KnownHands, Tag, known_hands
    from dowager.formats.known import FORMAT_TITLES, FORMATS, BoardFormat, format_of
    from dowager.formats.lin import read_lin, write_lin
    from dowager.formats.pbn import read_pbn, write_pbn
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "board": "Alert Board KnownHands Tag known_hands",
            "known": "FORMAT_TITLES FORMATS BoardFormat format_of",
            "lin": "read_lin write_lin",
            "pbn": "read_pbn write_pbn",
        },
    )

__all__ = [
    "FORMATS",
    "FORMAT_TITLES",
    "Alert",
    "Board",
    "BoardFormat",
    "KnownHands",
    "Tag",
    "format_of",
    "known_hands",
    "read_lin",
    "read_pbn",
    "write_lin",
    "write_pbn",
]
