"""Owns the words for trouble with a file, on the command line and in the line interfaces."""

from __future__ import annotations


def file_trouble(error: OSError) -> str:
    """Return what went wrong with a file, in one line."""
    name = str(error.filename or "a file")
    short = name if len(name) <= 80 else f"{name[:60]}...{name[-17:]}"
    return f"cannot read {short}: {error.strerror}"
