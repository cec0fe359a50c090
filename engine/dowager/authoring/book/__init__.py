"""Owns books of systems: what is in them, gathered by asking the engine, and their formats."""

from dowager.authoring.book.assembly import make_book
from dowager.authoring.book.bml import book_bml
from dowager.authoring.book.contents import Book, Entry, Limits
from dowager.authoring.book.convention_card import Card, make_card
from dowager.authoring.book.html import book_html, card_html
from dowager.authoring.book.markdown import book_markdown

__all__ = [
    "Book",
    "Card",
    "Entry",
    "Limits",
    "book_bml",
    "book_html",
    "book_markdown",
    "card_html",
    "make_book",
    "make_card",
]
