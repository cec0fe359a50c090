"""Books of systems, and convention cards: what is in them, and their formats.

`assembly` puts a book together, of the `contents` that each format writes: `html`, `markdown`,
`bml`. `selection` says which positions it has, `position_reader` reads each, `as_written` the
system's files. `convention_card` fills a card; `notation` is how all of them write calls and hands.
"""

from dowager.authoring.book.assembly import make_book
from dowager.authoring.book.bml import book_bml
from dowager.authoring.book.contents import Book, BookLimits, Entry, Subject
from dowager.authoring.book.convention_card import Card, make_card
from dowager.authoring.book.html import book_html, card_html
from dowager.authoring.book.markdown import book_markdown
from dowager.authoring.book.selection import Tick

__all__ = [
    "Book",
    "BookLimits",
    "Card",
    "Entry",
    "Subject",
    "Tick",
    "book_bml",
    "book_html",
    "book_markdown",
    "card_html",
    "make_book",
    "make_card",
]
