"""Owns a system that books are written of in tests, and readers of what they are written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

import html5lib

from dowager.auction import Call, parse_call
from dowager.cards import Hand

SMALL = """
system: small
title: Small <b>system</b> | for a test
about: Five-card majors & a `strong` notrump
use: [common/carding, conventions/blackwood]
define:
  opens: hcp >= 12 or hcp == 11 and controls >= 4
sections:
  - after: start
    source: the test itself
    rules:
      - {call: 1NT, name: strong notrump, hand: balanced and hcp in 15..17}
      - call: 2C
        name: strong
        hand: hcp >= 22
        artificial: true
        forcing: game
        alert: any <22+> hand | strong
      - {call: 1M, name: major, order: down, hand: opens and M >= 5 and higher_longest(M)}
      - {call: 1D, name: diamonds, hand: opens and (D > C or D >= 4 and D == C)}
      - {call: 1C, name: clubs, hand: opens}
      - {call: P, name: no opening}
  - after: 1M
    rules:
      - {call: 3M, name: limit raise, hand: M >= 3 and hcp in 10..12}
      - {call: 2M, name: raise, hand: M >= 3 and hcp in 6..9}
      - {call: 4M, name: game raise, hand: M >= 3 and hcp in 13..15}
      - {call: P, name: too weak, hand: hcp <= 5}
  - name: what anybody would guess
    layer: natural
    after: 1M
    rules:
      - {call: 3NT, name: a guess at game, hand: hcp >= 16 and M <= 2}
  - name: after a passed hand's raise
    after: 1M 2M
    when: partner.passed_hand
    rules:
      - {call: 4M, name: game opposite a passed hand, hand: hcp >= 17}
      - {call: P, name: no game}
  - name: the fourth suit of a deep auction
    after: 1H (2C) 2H (3C) 3H (4C)
    rules:
      - {call: X, name: deep double, hand: hcp >= 8}
      - {call: P, name: deep pass}
  - after: 1H (2C)
    rules: [{call: 2H, name: free raise, hand: H >= 3}, {call: P, name: nothing}]
  - after: 1H (2C) 2H (3C)
    rules: [{call: 3H, name: one more, hand: H >= 6}, {call: P, name: enough}]
  - after: (1x)
    rules:
      - {call: 1y, name: overcall, hand: y >= 5 and hcp in 8..16}
      - {call: X, name: takeout, hand: hcp >= 12 and x <= 2}
      - {call: 3y, name: weak jump, hand: y >= 7 and hcp <= 9}
      - {call: 2y, name: two-level overcall, hand: y >= 5 and hcp in 10..16}
      - {call: P, name: quiet}
  - after: (1x) P (P)
    rules: [{call: X, name: reopening, hand: hcp >= 9}, {call: P, name: sold out}]
  - after: (1H) 2C
    rules: [{call: P, name: no advance}]
  - after: (1H) 2C (2H) P (P)
    rules: [{call: P, name: no more}]
  - after: (1H) 2C (3H|P) P (P)
    rules: [{call: P, name: no more}]
  - after: (1H) P (3H) P (P)
    rules: [{call: P, name: no more}]
  - when: theirs
    rules:
      - {call: 4C, name: long clubs, hand: C >= 8}
      - {call: 3C, name: clubs again, hand: C >= 7}
      - {call: 2C, name: long suit, hand: C >= 6 and hcp >= 8}
      - {call: P, name: nothing to say}
"""

STRONG_CLUB = """
system: club
title: A strong club, for the card
use: [conventions/rkcb]
sections:
  - after: start
    rules:
      - {call: 1C, name: strong club, hand: hcp >= 16, artificial: true, forcing: round,
         alert: "strong, at least 16 points"}
      - {call: 1M, name: major, order: down, hand: hcp >= 11 and M >= 5}
      - {call: 2C, name: clubs, hand: hcp >= 11 and C >= 6, alert: 11 to 15 points with clubs}
      - {call: 1D, name: diamond opening, hand: hcp >= 11}
      - {call: 3NT, name: gambling, hand: D >= 7 and top3(D) == 3, artificial: true,
         alert: a long solid minor}
      - {call: P, name: no opening}
  - after: 1C
    rules:
      - {call: 1D, name: negative, hand: hcp <= 7, artificial: true, forcing: round,
         alert: at most 7 points}
      - {call: 1M, name: positive, order: down, hand: M >= 5, forcing: game}
      - {call: 2m, name: positive, order: down, hand: m >= 5, forcing: game}
      - {call: 1NT, name: balanced positive, forcing: game}
  - after: 1C (X)
    rules:
      - {call: P, name: weak over the double, hand: hcp <= 4, alert: at most 4 points}
      - {call: 1D, name: five to seven points, hand: hcp <= 7, artificial: true, forcing: round}
      - {call: 1M, name: positive, order: down, hand: M >= 5, forcing: game}
      - {call: 2m, name: positive, order: down, hand: m >= 5, forcing: game}
      - {call: 1NT, name: balanced positive, forcing: game}
  - after: 1C (1H|2S)
    rules: [{call: X, name: values, hand: hcp >= 6}, {call: P, name: weak}]
  - after: 1C 1D
    rules:
      - {call: 1M, name: natural rebid, order: down, hand: M >= 5}
      - {call: 1NT, name: balanced 16 to 19, hand: hcp <= 19}
      - {call: 2NT, name: more}
  - after: 1D
    rules: [{call: 1M, name: new suit, order: down, hand: M >= 4 and hcp >= 6}, {call: P}]
  - after: 1D 1S
    rules: [{call: 2S, name: raise, hand: S >= 4}, {call: 1NT, name: balanced}]
  - after: 1H
    rules: [{call: 1NT, name: no fit, hand: H <= 2 and hcp >= 6}, {call: 2H, name: raise}]
  - after: 1H 1NT
    rules: [{call: 2H, name: six hearts, hand: H >= 6}, {call: P, name: enough}]
  - after: 2C
    rules: [{call: 2D, name: asks for a major, hand: hcp >= 10, artificial: true, asks: majors,
             forcing: round}, {call: P, name: enough}]
  - after: 3NT
    rules: [{call: 4C, name: to play in the minor, hand: hcp <= 12, artificial: true},
            {call: P, name: to play}]
  - after: (1C)
    rules:
      - {call: 2S, name: weak jump, hand: S >= 6 and hcp in 6..10}
      - {call: 1H, name: overcall, hand: H >= 5 and hcp >= 8}
      - {call: X, name: the majors, hand: S >= 4 and H >= 4}
      - {call: P, name: nothing}
  - {when: theirs, rules: [{call: P, name: nothing}]}
"""
"""A system of a few rules whose one club is artificial: what its card has is in few positions."""

_SYMBOLS = "♠♥♦♣"
_DOUBLES = {"D": Call.DOUBLE, "R": Call.REDOUBLE}


def read_html(page: str) -> Element:
    """Return a page read by a strict reader of HTML 5, which fails on any fault."""
    reader = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    found: Element = reader.parse(page)
    return found


def text_of(element: Element) -> str:
    """Return the text within an element."""
    return "".join(element.itertext())


def hand_of(text: str) -> Hand:
    """Read a hand as the books print it: ♠AK2 ♥– ♦10987 ♣..."""
    suits = re.split(f"[{_SYMBOLS}]", text)[1:]
    return Hand.parse(".".join(suit.strip().replace("–", "") for suit in suits))


def bml_call(word: str) -> Call:
    """Return a call as BML writes it, in brackets or not."""
    bare = word.strip("()")
    return _DOUBLES.get(bare) or parse_call(bare)


@dataclass
class Bid:
    """A line of a bid table, as a reader of BML sees it."""

    call: str
    meaning: str
    indent: int
    below: list[Bid] = field(default_factory=list)


def read_bml(text: str) -> tuple[dict[str, str], list[tuple[str, list[Bid]]]]:
    """Read BML: its `#` lines, and its bid tables, each with the auction that leads to it.

    A table ends with an empty line; a line that is further in than the one before follows it, and
    must be so by the same amount everywhere.
    """
    metadata: dict[str, str] = {}
    tables: list[tuple[str, list[Bid]]] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.splitlines()
        if lines[0].startswith(("#", "*", "-")):
            metadata.update(line[1:].split(" ", 1) for line in lines if line.startswith("#"))
            continue
        history = lines.pop(0)[:-1] if re.fullmatch(r"[()\dA-Z-]+;", lines[0]) else ""
        if not re.match(r"\(?([1-7][CDHSN]|[PDR])\)?(\s|$)", lines[0]):
            continue  # a paragraph
        tables.append((history, _bids(lines)))
    return metadata, tables


def _bids(lines: list[str]) -> list[Bid]:
    root = Bid("", "", -2)
    open_bids = [root]
    for line in lines:
        found = re.fullmatch(r"( *)(\(?(?:[1-7][CDHSN]|[PDR])\)?)(?: {2,}(\S.*))?", line)
        assert found, f"no bid: {line!r}"
        bid = Bid(found[2], found[3] or "", len(found[1]))
        while open_bids[-1].indent >= bid.indent:
            open_bids.pop()
        assert bid.indent == open_bids[-1].indent + 2, f"badly indented: {line!r}"
        open_bids[-1].below.append(bid)
        open_bids.append(bid)
    return root.below


def bml_auctions(history: str, bids: list[Bid]) -> Iterator[str]:
    """Yield every auction of a table, `1C-(1S)-2C`."""
    for bid in bids:
        path = "-".join(filter(None, (history, bid.call)))
        yield path
        yield from bml_auctions(path, bid.below)
