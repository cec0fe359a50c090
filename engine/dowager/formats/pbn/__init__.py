"""Owns PBN 2.1 (Portable Bridge Notation): boards read from it and written in it."""

from dowager.formats.pbn.reader import read_pbn
from dowager.formats.pbn.writer import write_pbn

__all__ = ["read_pbn", "write_pbn"]
