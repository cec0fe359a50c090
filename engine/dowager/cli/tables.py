"""Owns printing tables that a person can read."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

_WIDTH = 120
"""Columns of a table that goes to a file or a pipe."""


def show_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None
) -> None:
    """Print a table to standard output; long cells are wrapped to the width of the terminal.

    Where there is no terminal the variable `COLUMNS` tells the width, else it is 120.
    """
    table = Table(title=title, title_justify="left", header_style="bold", box=None, pad_edge=False)
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    free = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    Console(width=_WIDTH if free else None, soft_wrap=False, highlight=False).print(table)


def span(low: int, high: int) -> str:
    """Return a range as people write it: `15–17`, `4`."""
    return str(low) if low == high else f"{low}–{high}"
