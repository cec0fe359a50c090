"""Putting a book together: its parts and chapters, the index, what belongs to slams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dowager.auction import Auction, Call
from dowager.authoring.book.as_written import WrittenSection, read_written
from dowager.authoring.book.contents import Book, BookPart, Chapter, Entry, Line, Mention, Subject
from dowager.authoring.book.leads_and_signals import defence_of
from dowager.authoring.book.notation import begun, call_text, contested, ours
from dowager.authoring.book.position_reader import PositionReader
from dowager.authoring.book.selection import Selection, Tick
from dowager.knowledge.public import View

_SEATS = ("first", "second", "third", "fourth")
_WORDS = {"none": "nobody vulnerable", "ns": "only we vulnerable", "ew": "only they vulnerable"}
_BOTH = "both sides vulnerable"

_UNCONTESTED = (
    "What follows each opening bid while the other side passes. Each position lists our calls; "
    "what comes after a call is unfolded below it."
)
_INTERFERENCE = "Our auctions after they double or overcall our opening bid."
_DEFENCE = "What we do after they open: directly, between two bids of theirs, and in fourth seat."
_OPENINGS = "Nobody has bid; there may have been passes."


def make_book(subject: Subject, tick: Tick = lambda entry: None) -> Book:
    """Return the book of a system; the same subject gives the same book.

    Args:
        subject: the system, and how it is read.
        tick: called with every position that is added.

    Raises:
        InputError: there is no such system.
    """
    system = subject.system
    modules = read_written(subject.name, system)
    sections = [section for module in modules for section in module.sections]
    reader = PositionReader(subject)
    parts = _parts(_entries(reader, sections, tick), reader)
    own = next((module for module in modules if module.top), None)
    return Book(
        name=system.name,
        title=system.title,
        about=own.about if own else "",
        source=system.source,
        date=subject.date,
        vulnerability=_WORDS.get(subject.vulnerability.word, _BOTH),
        limits=subject.limits,
        parts=parts,
        modules=modules,
        slam=tuple(section.number for section in sections if section.about_slams),
        defence=defence_of(system.carding),
        index=_index(parts, sections),
    )


def _entries(reader: PositionReader, sections: list[WrittenSection], tick: Tick) -> list[Entry]:
    selection = Selection(reader, tick)
    selection.openings()
    selection.uncontested()
    selection.interference()
    selection.defence()
    selection.patterns(sections)
    selection.asks(sections)
    return list(selection.entries.values())


def _parts(entries: Sequence[Entry], reader: PositionReader) -> tuple[BookPart, ...]:
    opening = [entry for entry in entries if not begun(entry.auction)]
    opened = [entry for entry in entries if begun(entry.auction)]
    we_opened = [entry for entry in opened if ours(entry.auction, entry.auction.first_bid)]
    they_opened = [entry for entry in opened if not ours(entry.auction, entry.auction.first_bid)]
    quiet = [entry for entry in we_opened if not contested(entry.auction)]
    interfered = [entry for entry in we_opened if contested(entry.auction)]
    parts = (
        BookPart("Opening bids", _OPENINGS, _openings(opening, reader)),
        BookPart("Uncontested auctions", _UNCONTESTED, _by_opening(quiet, "After {}")),
        BookPart("When they interfere", _INTERFERENCE, _by_opening(interfered, "Our {}")),
        BookPart("When they open", _DEFENCE, _by_opening(they_opened, "Over their {}")),
    )
    return tuple(part for part in parts if part.chapters)


def _openings(entries: Sequence[Entry], reader: PositionReader) -> tuple[Chapter, ...]:
    """Return a chapter for each seat; seats with the same rules share one."""
    groups: dict[object, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(_rules(reader.bidder.view(entry.auction)), []).append(entry)
    titles = [_seats([len(entry.auction.calls) for entry in group]) for group in groups.values()]
    return tuple(
        Chapter(f"In {seats} seat", f"{seats} seat", (group[0],))
        for seats, group in zip(titles, groups.values(), strict=True)
    )


def _rules(view: View) -> tuple[object, ...]:
    """Return what makes two positions the same: calls, rules and conditions in order."""
    return tuple((rule.call, rule.rule.number, rule.condition.node) for rule in view.position)


def _seats(passes: Iterable[int]) -> str:
    words = [_SEATS[number] for number in passes]
    listed = " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
    return "any" if len(words) == len(_SEATS) else listed


def _by_opening(entries: Sequence[Entry], title: str) -> tuple[Chapter, ...]:
    """Return a chapter for each opening bid, its positions as a tree."""
    groups: dict[Call, list[Entry]] = {}
    for entry in entries:
        auction = entry.auction
        groups.setdefault(auction.calls[auction.first_bid], []).append(entry)
    return tuple(
        Chapter(title.format(call_text(call)), call_text(call), _tree(groups[call]))
        for call in sorted(groups)
    )


def _tree(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Put every position below the longest beginning of its auction that is there, too."""
    known = {entry.auction: entry for entry in entries}
    below: dict[Auction | None, list[Entry]] = {}
    for entry in sorted(entries, key=_order):
        below.setdefault(_parent(entry.auction, known), []).append(entry)

    def grown(above: Auction | None) -> tuple[Entry, ...]:
        return tuple(replace(entry, below=grown(entry.auction)) for entry in below.get(above, ()))

    return grown(None)


def _order(entry: Entry) -> tuple[int, int, tuple[Call, ...]]:
    """Order positions: unpassed hands first, then the other side's early actions, then calls."""
    auction = entry.auction
    actions = (
        index
        for index, call in enumerate(auction.calls)
        if call is not Call.PASS and not ours(auction, index)
    )
    return auction.first_bid if begun(auction) else 0, next(actions, 0), auction.calls


def _parent(auction: Auction, known: dict[Auction, Entry]) -> Auction | None:
    beginnings = reversed(list(auction.prefixes())[1:-1])
    return next((beginning for beginning in beginnings if beginning in known), None)


def _index(parts: Sequence[BookPart], sections: Sequence[WrittenSection]) -> tuple[Mention, ...]:
    """Return every name that a rule bears, with the calls and the rules of that name."""
    calls: dict[str, list[tuple[Entry, Line]]] = {}
    rules: dict[str, list[int]] = {}
    for section in sections:
        for rule in section.rules:
            if rule.name:
                rules.setdefault(rule.name, []).append(rule.number)
    for entry in (entry for part in parts for entry in part.entries()):
        for line in entry.lines:
            for name in dict.fromkeys(use.name for use in line.uses if use.name):
                calls.setdefault(name, []).append((entry, line))
    names = sorted(rules, key=lambda name: (name.lower(), name))
    return tuple(Mention(name, tuple(calls.get(name, ())), tuple(rules[name])) for name in names)
