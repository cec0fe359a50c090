"""`dowager document`: a book of a system, or its convention card."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import assert_never

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from dowager.auction import Vulnerability
from dowager.authoring.book import (
    Book,
    BookLimits,
    Entry,
    Subject,
    Tick,
    book_bml,
    book_html,
    book_markdown,
    card_html,
    make_book,
    make_card,
)
from dowager.cli.printing import counted
from dowager.errors import InputError
from dowager.services.known_tables import system_named

_EPILOG = """\b
Examples:
  dowager document ./mine/                            a book to read and print, mine.html
  dowager document ./mine/ --format card              a convention card on one sheet, mine-card.html
  dowager document ./mine/ --format markdown -o MINE.md
  dowager document ./mine/ --format bml -o -          Bridge Bidding Markup Language, printed
  dowager document ./mine/ --depth 6 --least 0.01     longer and rarer auctions
  dowager document ./mine/ --opponents ./theirs/ --vul ns
  dowager document ./mine/ --json                     and print what was written as JSON

Every example hand is bid by the system through its whole auction. The same system, options and
seed give the same file. Exits with 1 when the system has no rule for any position.
"""


_USUAL = BookLimits()


class Format(Enum):
    """The formats of a book, and the card."""

    HTML = "html"
    MARKDOWN = "markdown"
    BML = "bml"
    CARD = "card"

    @property
    def ending(self) -> str:
        """What follows the system's name in a file's name."""
        return {"markdown": ".md", "card": "-card.html"}.get(self.value, f".{self.value}")


@dataclass(slots=True)
class _Counts:
    """What is in the book, or was read for the card."""

    positions: int = 0
    calls: int = 0
    examples: int = 0

    def add(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.positions += 1
            self.calls += len(entry.lines)
            self.examples += sum(len(line.examples) for line in entry.lines)


@click.command(epilog=_EPILOG)
@click.argument("system")
@click.option("-o", "--output", default=None, help="The file to write; - for standard output.")
@click.option("--format", "kind", type=click.Choice([kind.value for kind in Format]),
    default=Format.HTML.value, show_default=True,
    help="An HTML page, Markdown, BML, or a convention card.")  # fmt: skip
@click.option("--opponents", default=None, help="The other side's system. Default: the same.")
@click.option("--vul", default="none", show_default=True, help="none, ns (we), ew (they) or both.")
@click.option("--depth", type=click.IntRange(1, 12), default=_USUAL.depth, show_default=True,
    help="The most calls of our side to follow after its opening.")  # fmt: skip
@click.option("--least", type=click.FloatRange(0.0001, 1), default=_USUAL.least, show_default=True,
    help="Follow branches that at least this share of hands take.")  # fmt: skip
@click.option("--hands", type=click.IntRange(100, 1_000_000), default=_USUAL.hands,
    show_default=True, help="How many hands to sample in each position.")  # fmt: skip
@click.option("--examples", type=click.IntRange(0, 5), default=_USUAL.examples, show_default=True,
    help="The most example hands for a call.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=_USUAL.seed, show_default=True,
    help="Seed of the samples and examples.")  # fmt: skip
@click.option("--date", default="", help="A date to print in the title.")
@click.option("--json", "as_json", is_flag=True, help="Print what was written as one JSON object.")
def command(
    system: str,
    output: str | None,
    kind: str,
    opponents: str | None,
    vul: str,
    depth: int,
    least: float,
    hands: int,
    examples: int,
    seed: int,
    date: str,
    as_json: bool,
) -> None:
    """Write a book of a system, or its convention card."""
    if as_json and output == "-":
        raise InputError("--json prints what was written, so name a file with -o")
    limits = BookLimits(depth, least, hands, examples, seed)
    theirs = system_named(opponents) if opponents else None
    vulnerability = Vulnerability.parse(vul)
    subject = Subject(system, system_named(system), theirs, vulnerability, limits, date)
    counts = _Counts()
    name, text = _written(Format(kind), subject, counts)
    if not counts.calls:
        click.echo(f"the system {name} has no rule for any position; nothing was written", err=True)
        raise SystemExit(1)
    if output == "-":
        click.echo(text, nl=False)
        return
    file = Path(output or f"{name}{Format(kind).ending}")
    _save(file, text)
    _print(file, text, counts, name, as_json)


def _written(kind: Format, subject: Subject, counts: _Counts) -> tuple[str, str]:
    """Return the system's name and the text to write."""
    with _progress() as tick:
        if kind is Format.CARD:
            card = make_card(subject, tick)
            counts.add(card.read)
            return card.name, card_html(card)
        book = make_book(subject, tick)
        counts.add(book.entries())
        return book.name, _rendered(kind, book)


def _rendered(kind: Format, book: Book) -> str:
    match kind:
        case Format.HTML:
            return book_html(book)
        case Format.MARKDOWN:
            return book_markdown(book)
        case Format.BML:
            return book_bml(book)
        case Format.CARD:
            raise AssertionError("a card is not a book")
        case _:
            assert_never(kind)


@contextmanager
def _progress() -> Iterator[Tick]:
    """Show on a terminal how many positions have been read."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed} positions"),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("", total=None)

        def tick(entry: Entry) -> None:
            progress.update(task, advance=1, description=entry.title)

        yield tick


def _save(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"cannot write {file}: {error.strerror}") from error


def _print(file: Path, text: str, counts: _Counts, name: str, as_json: bool) -> None:
    size = len(text.encode())
    if as_json:
        click.echo(json.dumps({"system": name, "file": str(file), "bytes": size} | asdict(counts)))
        return
    written = f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
    click.echo(
        f"{file}: {counted(counts.positions, 'position')}, {counted(counts.calls, 'call')}, "
        f"{counted(counts.examples, 'example hand')}; {written}"
    )
