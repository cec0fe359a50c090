"""Owns books of systems: what is in them, gathered by asking the engine, and their formats."""

from dowager.authoring.book.bml import book_bml
from dowager.authoring.book.card import Card, make_card
from dowager.authoring.book.content import make_book
from dowager.authoring.book.html import book_html, card_html
from dowager.authoring.book.markdown import book_markdown
from dowager.authoring.book.model import Book, Entry, Limits

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
