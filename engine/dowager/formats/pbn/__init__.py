"""PBN 2.1 (Portable Bridge Notation): reading boards from it and writing them in it.

`text` has tag pairs, sections and comments; `reader` makes boards of them, `writer` texts.
"""

from dowager.formats.pbn.reader import read_pbn
from dowager.formats.pbn.writer import write_pbn

__all__ = ["read_pbn", "write_pbn"]
