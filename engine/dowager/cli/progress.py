"""Owns showing how far long work has come: a line on standard error, if that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress(words: str, total: int) -> Iterator[Callable[[], None]]:
    """Give a function to call after each of `total` steps; the line is gone at the end."""
    console = Console(stderr=True)
    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    line = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with line:
        task = line.add_task(words, total=total)
        yield lambda: line.advance(task)
