"""Progress bars on standard error, if that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)


@contextmanager
def progress(words: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a bar; yield the function to call after each of `total` steps."""
    console = Console(stderr=True)
    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    line = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with line:
        task = line.add_task(words, total=total)
        yield lambda: line.advance(task)


@contextmanager
def amounts(words: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar; yield the function to call with how much is done, and of how much."""
    console = Console(stderr=True)
    columns = (
        TextColumn(words), BarColumn(), MofNCompleteColumn(), TaskProgressColumn(show_speed=True),
        TimeRemainingColumn(),
    )  # fmt: skip
    line = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with line:
        task = line.add_task(words, total=None)
        yield lambda done, total: line.update(task, completed=done, total=total)


@contextmanager
def stages() -> Iterator[Callable[[str, float], None]]:
    """Show a bar for each stage; yield the function to call with its name and the share done."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    line = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with line:
        tasks = {"": line.add_task("", visible=False)}

        def show(what: str, share: float) -> None:
            if what not in tasks:
                tasks[what] = line.add_task(what, total=1.0)
            line.update(tasks[what], completed=share)

        yield show
