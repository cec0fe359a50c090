"""Owns putting a book together: its parts and chapters, the index, what belongs to slams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.book.as_written import WrittenSection, read_written
from dowager.authoring.book.contents import Book, Chapter, Entry, Limits, Line, Mention, Part
from dowager.authoring.book.leads_and_signals import defence_of
from dowager.authoring.book.notation import call_text, contested, ours
from dowager.authoring.book.position_reader import Reader
from dowager.authoring.book.selection import Tick, Walk
from dowager.knowledge.public import View
from dowager.language.compile import System

_SEATS = ("first", "second", "third", "fourth")
_WORDS = {"none": "nobody vulnerable", "ns": "only we vulnerable", "ew": "only they vulnerable"}
_BOTH = "both sides vulnerable"

_UNCONTESTED = (
    "What follows each opening bid while the other side passes. Each position lists our calls; "
    "what comes after a call is unfolded below it."
)
_INTERFERENCE = "Our auctions after they double or overcall our opening bid."
_DEFENCE = "What we do after they open: directly, between two bids of theirs, and in fourth seat."
_OPENINGS = "Nobody has bid; passes may have gone before."


def make_book(
    name: str,
    system: System,
    opponents: System | None = None,
    *,
    vulnerability: Vulnerability = Vulnerability.NONE,
    limits: Limits | None = None,
    date: str = "",
    tick: Tick = lambda entry: None,
) -> Book:
    """Return the book of a system; the same arguments give the same book.

    Args:
        name: the system's name or path, as `load_system` takes it: its files are read once more,
            for what stands in them.
        system: the same system, loaded.
        opponents: the other side's system; the same one when None.
        vulnerability: at which all positions are read; North-South is our side.
        limits: what is included; the usual when None.
        date: words for the title page.
        tick: called with every position that is added.

    Raises:
        InputError: there is no such system.
    """
    limits = limits or Limits()
    modules = read_written(name, system)
    sections = [section for module in modules for section in module.sections]
    reader = Reader(system, opponents or system, limits)
    entries = _entries(reader, vulnerability, limits, sections, tick)
    parts = _parts(entries, reader, limits)
    own = next((module for module in modules if module.top), None)
    return Book(
        name=system.name,
        title=system.title,
        about=own.about if own else "",
        source=system.source,
        date=date,
        vulnerability=_WORDS.get(vulnerability.word, _BOTH),
        limits=limits,
        parts=parts,
        modules=modules,
        slam=tuple(section.number for section in sections if section.about_slams),
        defence=defence_of(system.carding),
        index=_index(parts, sections),
    )


def _entries(
    reader: Reader,
    vulnerability: Vulnerability,
    limits: Limits,
    sections: list[WrittenSection],
    tick: Tick,
) -> list[Entry]:
    walk = Walk(reader, vulnerability, limits, tick)
    walk.openings()
    walk.uncontested()
    walk.interference()
    walk.defence()
    walk.patterns(sections)
    walk.asks(sections)
    return list(walk.found.values())


def _parts(entries: Sequence[Entry], reader: Reader, limits: Limits) -> tuple[Part, ...]:
    opening = [entry for entry in entries if _first_bid(entry.auction) is None]
    begun = [entry for entry in entries if _first_bid(entry.auction) is not None]
    ours_quiet = [one for one in begun if _we_opened(one.auction) and not contested(one.auction)]
    ours_loud = [one for one in begun if _we_opened(one.auction) and contested(one.auction)]
    theirs = [entry for entry in begun if not _we_opened(entry.auction)]
    found = (
        Part("Opening bids", _OPENINGS, _openings(opening, reader)),
        Part("Uncontested auctions", _UNCONTESTED, _by_opening(ours_quiet, "After {}")),
        Part("When they interfere", _INTERFERENCE, _by_opening(ours_loud, "Our {}")),
        Part("When they open", _DEFENCE, _by_opening(theirs, "Over their {}")),
    )
    return tuple(part for part in found if part.chapters)


def _first_bid(auction: Auction) -> int | None:
    bids = (index for index, call in enumerate(auction.calls) if call is not Call.PASS)
    return next(bids, None)


def _we_opened(auction: Auction) -> bool:
    first = _first_bid(auction)
    return first is not None and ours(auction, first)


def _openings(entries: Sequence[Entry], reader: Reader) -> tuple[Chapter, ...]:
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
    return tuple((one.call, one.rule.number, one.condition.node) for one in view.position)


def _seats(places: Iterable[int]) -> str:
    words = [_SEATS[place] for place in places]
    listed = " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
    return "any" if len(words) == len(_SEATS) else listed


def _by_opening(entries: Sequence[Entry], title: str) -> tuple[Chapter, ...]:
    """Return a chapter for each opening bid, its positions as a tree."""
    groups: dict[Call, list[Entry]] = {}
    for entry in entries:
        first = _first_bid(entry.auction)
        assert first is not None
        groups.setdefault(entry.auction.calls[first], []).append(entry)
    return tuple(
        Chapter(title.format(call_text(call)), call_text(call), _tree(groups[call]))
        for call in sorted(groups)
    )


def _tree(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Put every position below the longest beginning of its auction that is there, too."""
    known = {entry.auction: entry for entry in entries}
    below: dict[Auction | None, list[Entry]] = {}
    for entry in sorted(entries, key=_place):
        below.setdefault(_parent(entry.auction, known), []).append(entry)

    def grown(above: Auction | None) -> tuple[Entry, ...]:
        return tuple(replace(entry, below=grown(entry.auction)) for entry in below.get(above, ()))

    return grown(None)


def _place(entry: Entry) -> tuple[int, int, tuple[Call, ...]]:
    """Order positions: unpassed hands, the other side's early actions, then by auction."""
    auction = entry.auction
    actions = (
        index
        for index, call in enumerate(auction.calls)
        if call is not Call.PASS and not ours(auction, index)
    )
    return _first_bid(auction) or 0, next(actions, 0), auction.calls


def _parent(auction: Auction, known: dict[Auction, Entry]) -> Auction | None:
    beginnings = (auction.before(length) for length in range(len(auction.calls) - 1, 0, -1))
    return next((found for found in beginnings if found in known), None)


def _index(parts: Sequence[Part], sections: Sequence[WrittenSection]) -> tuple[Mention, ...]:
    """Return every name that a rule bears, with the calls so named and the rules."""
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
