"""What commands and line interfaces say when a file cannot be read or written."""

from __future__ import annotations


def file_error_text(error: OSError) -> str:
    """Return the file and what is wrong with it, in one line."""
    if error.filename is None:
        return str(error)
    name = str(error.filename)
    short = name if len(name) <= 80 else f"{name[:60]}...{name[-17:]}"
    return f"{short}: {error.strerror}"
