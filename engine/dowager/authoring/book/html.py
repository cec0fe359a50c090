"""The book as one self-contained HTML page: style, script and pictures are in it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from dowager.authoring.book import notation
from dowager.authoring.book.contents import Book, Entry, Line
from dowager.authoring.book.convention_card import NOTHING, Card
from dowager.cards import Hand
from dowager.language.text import Force

_TEMPLATES = Path(__file__).parent / "templates"
_CODE = re.compile("`([^`]+)`")
_SUIT = re.compile("[♠♥♦♣]")
_CLASSES = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_BAR, _HEIGHT = 3, 18
_LINKS = 3


def book_html(book: Book) -> str:
    """Return the book as an HTML page that needs nothing else."""
    after = _seen_after(book)
    return render(
        "book.html",
        book=book,
        rules=_rules(book),
        seen=len(after),
        seen_after=lambda number: after.get(number, ())[:_LINKS],
    )


def card_html(card: Card) -> str:
    """Return a convention card as an HTML page that needs nothing else, and prints on a sheet."""
    return render("card.html", card=card, nothing=NOTHING)


def render(template: str, **content: object) -> str:
    """Return a template of this package, filled in."""
    return _environment().get_template(template).render(**content)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        suits=suits,
        call=lambda call: suits(notation.call_text(call)),
        hand=hand_html,
        histogram=histogram,
        share=notation.share_text,
        short=short_location,
    )
    environment.globals.update(
        anchor=lambda entry: notation.anchor(entry.auction),
        notes=lambda entry: " ".join(notation.notes(entry)),
        path=lambda entry: notation.path_text(entry.auction),
        full=full_auction,
        alternatives_text=notation.alternatives_text,
        forces=notation.FORCES,
        hcp_text=notation.hcp_text,
        length_text=notation.length_text,
        meanings=notation.meanings,
        signed_off=Force.SIGNOFF,
        file=_file,
        slug=slug,
        sources=sources,
    )
    return environment


def _file(name: str) -> Markup:
    """Return a template file as it is, to stand inside the page."""
    return Markup((_TEMPLATES / name).read_text(encoding="utf-8"))


def suits(text: str) -> Markup:
    """Return a text, escaped, with suit symbols marked for their colours, and `code` as code."""
    marked = _SUIT.sub(
        lambda symbol: f'<i class="{_CLASSES[symbol[0]]}">{symbol[0]}</i>', str(escape(text))
    )
    return Markup(_CODE.sub(r"<code>\1</code>", marked))


def hand_html(hand: Hand) -> Markup:
    """Return a hand in one line, its suit symbols marked for their colours."""
    return suits(notation.hand_text(hand))


def histogram(line: Line) -> Markup:
    """Return how the HCP of a call's hands are spread, as a small picture."""
    counts = line.histogram
    held = [points for points, count in enumerate(counts) if count]
    if not held:
        return Markup("")
    low, high, most = held[0], held[-1], max(counts)
    width = _BAR * (high - low + 1)
    bars = "".join(
        f"M{_BAR * (points - low)} {_HEIGHT}v-{max(1, round(_HEIGHT * counts[points] / most))}h2V"
        f"{_HEIGHT}z"
        for points in held
    )
    label = f"HCP of the sampled hands, {low} to {high}"
    return Markup(
        '<svg class="hist" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" '
        'aria-label="{label}"><path d="{bars}"/></svg>'
    ).format(w=width, h=_HEIGHT, label=label, bars=bars)


def short_location(location: str) -> str:
    """Return `file:line` without the folders that all files share."""
    return "/".join(location.split("/")[-2:])


def slug(text: str) -> str:
    """Return a text as an address within the page."""
    return re.sub(r"[^a-z0-9]+", "-", _ascii(text).lower()).strip("-")


def _ascii(text: str) -> str:
    return text.translate({ord(symbol): letter for symbol, letter in _CLASSES.items()})


def full_auction(entry: Entry) -> str:
    """Return dealer and calls, `N 1S P 2C P`, from which the examples can be bid again."""
    auction = entry.auction
    return " ".join([auction.dealer.letter, *map(str, auction.calls)])


def sources(entry: Entry) -> str:
    """Return what the rules of a position cite."""
    cited = (use.source for line in entry.lines for use in line.uses if use.source)
    return "; ".join(dict.fromkeys(cited))


def _rules(book: Book) -> int:
    return sum(len(section.rules) for module in book.modules for section in module.sections)


def _seen_after(book: Book) -> dict[int, list[Entry]]:
    """Return the positions in which each rule was seen to call, by the rule's number."""
    after: dict[int, list[Entry]] = {}
    for entry in book.entries():
        for number in {use.number for line in entry.lines for use in line.uses}:
            after.setdefault(number, []).append(entry)
    return after
