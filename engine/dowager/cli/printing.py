"""What subcommands print for people: tables, ranges and counts."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from dowager.cards import Suit

if TYPE_CHECKING:
    from dowager.knowledge.answers import Ranges  # `dowager features` starts without it

_WIDTH = 120
"""Columns of a table that goes to a file or a pipe."""

_NARROWEST = 10
"""Columns of a terminal that other cells have at least beside places of rules."""

_PLACE = re.compile(r"\S+\.yaml:\d\S*")


def show_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table to standard output; long cells are wrapped to the width of the terminal.

    Without a terminal, the variable `COLUMNS` sets the width; it is 120 by default. The place of a
    rule, `file:line`, is never broken: where it does not fit, the table is wider.
    """
    # Rich takes longer to import than `dowager bid` to decide.
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(header_style="bold", box=None, pad_edge=False)
    rows = list(rows)
    least = [_longest_place(row[column] for row in rows) for column in range(len(heads))]
    for head, width in zip(heads, least, strict=True):
        table.add_column(head, overflow="fold", no_wrap=width > 0)
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    free = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    console = Console(width=_WIDTH if free else None, soft_wrap=False, highlight=False)
    if any(least):
        narrow = sum(width or _NARROWEST for width in least) + 2 * len(least)
        console.width = max(console.width, narrow)
    with console.capture() as captured:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _longest_place(cells: Iterable[str]) -> int:
    """Return the length of the longest cell if some are places of rules and all are one word."""
    listed = list(cells)
    if any(" " in cell for cell in listed) or not any(map(_PLACE.fullmatch, listed)):
        return 0
    return max(map(len, listed))


def range_text(low: int, high: int) -> str:
    """Return a range as people write it: `15–17`, `4`."""
    return str(low) if low == high else f"{low}–{high}"


def lengths_text(ranges: Ranges) -> str:
    """Return the ranges of a hand's suit lengths, spades first: `♠5–8 ♥0–4 ♦0–4 ♣0–4`."""
    return " ".join(f"{suit.symbol}{range_text(*ranges.lengths[suit])}" for suit in reversed(Suit))


def counted(count: int, noun: str) -> str:
    """Return a count in words: `no faults`, `1 fault`, `1,200 faults`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}" if count else f"no {noun}s"
