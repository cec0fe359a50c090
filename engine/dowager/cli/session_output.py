"""What programs at tables print and keep, with disks that fill up and readers that go away.

Nobody stops playing because what is printed cannot be read. Results that cannot be written stop a
table, and are printed instead.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import click

from dowager.errors import InputError
from dowager.formats import Board, write_pbn
from dowager.table import Results


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Print a line at once; when the stream cannot be written, say so once and go on without it.

    Args:
        text: the line.
        err: whether it goes to standard error.
        nl: whether it ends there.
    """
    stream = sys.stderr if err else sys.stdout
    try:
        click.echo(text, file=stream, nl=nl)
        stream.flush()
    except OSError as error:
        _silence(stream)
        if not err:
            why = error.strerror or str(error)
            say(f"cannot write standard output: {why}; going on without it", err=True)


def _silence(stream: TextIO) -> None:
    """Let a stream lead nowhere, so that neither a later line nor the end of the program fails."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def keep(board: Board, results: Results, file: Path) -> None:
    """Add a finished board to the results.

    Args:
        board: the board.
        results: the results.
        file: their file. What it lacks when it cannot be written is printed to standard error.

    Raises:
        InputError: the file cannot be written, or has the board already.
    """
    try:
        results.add(board)
    except OSError as error:
        lacking = [board] if file.exists() else list(results)
        say(write_pbn(lacking).rstrip(), err=True)
        why = error.strerror or str(error)
        raise InputError(
            f"cannot write {file}: {why}; what it lacks stands above as PBN"
        ) from error
