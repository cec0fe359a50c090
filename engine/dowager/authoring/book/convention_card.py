"""The convention card: boxes filled by asking about positions and their calls.

Nothing is looked up by name: the range of the 1NT opening is that of the call 1NT when nobody has
bid, whatever the system calls it. Names and words come from the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from dowager.auction import Auction, Call, parse_call, parse_calls
from dowager.authoring.book.as_written import (
    SLAM_ASKS,
    WrittenModule,
    WrittenSection,
    read_written,
)
from dowager.authoring.book.card_words import brief
from dowager.authoring.book.contents import Defence, Entry, Line, Subject
from dowager.authoring.book.leads_and_signals import defence_of
from dowager.authoring.book.notation import call_text, hcp_text, length_text, short_call
from dowager.authoring.book.position_reader import PositionReader
from dowager.authoring.book.selection import Tick
from dowager.cards import Seat, Suit
from dowager.language.text import Force
from dowager.language.tree import ask_word

NOTHING = "no agreement"
_CALL = re.compile("[1-7](?:[CDHS]|NT)")
_ASKED_FIRST = ("keycards", "aces", "kings", "trump_queen")
_ASKED_FOR = {"keycards": "key cards", "trump_queen": "the queen of trumps"}
_OFTEN = 0.001  # rarer calls do not belong on a card
_MOST = 14
_SAME = 4  # so many calls that are as over a pass are not listed again
_ONE, _TWO = ("1C", "1D", "1H", "1S"), ("2C", "2D", "2H", "2S")
_HIGH = ("3C", "3D", "3H", "3S", "3NT", "4C", "4D", "4H", "4S")
_REBIDS = ("1D P 1S", "1H P 1NT", "1S P 2D")
_DISTURBED = ("(X)", "(1H)", "(2S)")
_Groups = Sequence[tuple[str, Sequence[str]]]
_OVERCALLED: _Groups = (
    ("1D (1S)", ("X", "1NT", "2S", "2NT", "3D")),
    ("1H (2C)", ("X", "3C", "2NT", "3H")),
    ("1NT (2H)", ("X", "2S", "2NT", "3H", "3NT")),
)
_PREEMPTED: _Groups = (("(2H)", ("X", "2S", "2NT", "3H")), ("(3S)", ("X", "3NT", "4S")))
_DOUBLES: _Groups = tuple(
    (calls, ("X",)) for calls in ("(1H)", "(1H) P (P)", "(2S)", "(3H)", "1D (1S)", "1H (2S)")
)
_TWO_SUITERS: _Groups = (
    ("(1C)", ("2C",)), ("(1D)", ("2D",)), ("(1H)", ("2H",)), ("(1S)", ("2S",)),
    ("(1D)", ("2NT",)), ("(1S)", ("2NT",)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a box: what it is about, and what is agreed."""

    head: str
    text: str


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the card; at least one item."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A convention card.

    Attributes:
        name: the system's name.
        title: its name for people.
        source: the booklet or book that it follows.
        date: a date; empty for none.
        boxes: the boxes, in order.
        defence: leads and signals, or None.
        read: the positions that were asked about.
    """

    name: str
    title: str
    source: str
    date: str
    boxes: tuple[Box, ...]
    defence: Defence | None
    read: tuple[Entry, ...]


def make_card(subject: Subject, tick: Tick = lambda entry: None) -> Card:
    """Return the convention card of a system; `tick` is called with every position that is read.

    Raises:
        InputError: there is no such system.
    """
    system = subject.system
    asker = _Asker(PositionReader(subject, counting=False), tick)
    boxes = [*_boxes(asker), _slam(read_written(subject.name, system))]
    return Card(
        name=system.name,
        title=system.title,
        source=system.source,
        date=subject.date,
        boxes=tuple(box for box in boxes if box is not None),
        defence=defence_of(system.carding),
        read=tuple(entry for entry in asker.entries.values() if entry is not None),
    )


class _Asker:
    """Asks for positions, written `1S P` with us opening, or `(1S)` with them opening."""

    def __init__(self, reader: PositionReader, tick: Tick) -> None:
        self._reader = reader
        self._tick = tick
        self.entries: dict[str, Entry | None] = {}

    def entry(self, calls: str) -> Entry | None:
        """Return a position, or None when no hand comes there by the rules."""
        if calls not in self.entries:
            self.entries[calls] = self._read(calls)
        return self.entries[calls]

    def _read(self, calls: str) -> Entry | None:
        words = calls.replace("(", " ").replace(")", " ").split()
        opener = Seat.EAST if calls.startswith("(") else Seat.NORTH
        passes = next((index for index, word in enumerate(words) if word != "P"), len(words))
        auction = Auction(opener.plus(-passes), self._reader.subject.vulnerability)
        for call in parse_calls(words):
            if not self._may(auction, call):
                return None
            auction = auction.after(call)
        entry = self._reader.entry(auction, len(auction.calls) < 2)
        if entry is not None:
            self._tick(entry)
        return entry

    def _may(self, auction: Auction, call: Call) -> bool:
        """Whether some hand makes a call by the rules; anybody may pass."""
        view = self._reader.bidder.view(auction)
        within = view.caller.shown.mask
        return call is Call.PASS or bool(view.position.meaning(call, within).may)

    def line(self, calls: str, call: str) -> Line | None:
        """Return a call in a position, or None."""
        entry = self.entry(calls)
        wanted = parse_call(call)
        lines = entry.lines if entry is not None else ()
        return next((line for line in lines if line.call is wanted), None)

    def lines(self, calls: str) -> Sequence[Line]:
        """Return the calls of a position that belong on a card; of passes, those with an alert."""
        entry = self.entry(calls)
        lines = [
            line
            for line in (entry.lines if entry is not None else ())
            if (line.call is not Call.PASS or line.alert) and line.share.value >= _OFTEN
        ]
        often = sorted(lines, key=lambda line: -line.share.value)[:_MOST]
        return [line for line in lines if line in often]


# --- items ---------------------------------------------------------------------------------------


def _meaning(line: Line) -> Item:
    return Item(call_text(line.call), brief(line))


def _item(asker: _Asker, calls: str, call: str, head: str) -> Item:
    """Return what a call means in a position, or that it means nothing."""
    line = asker.line(calls, call)
    return Item(head, NOTHING if line is None else brief(line))


def _items(asker: _Asker, calls: str, wanted: Iterable[str]) -> Iterator[Item]:
    """Yield what some calls mean, as far as a position has them."""
    lines = (asker.line(calls, call) for call in wanted)
    return (_meaning(line) for line in lines if line is not None)


def _list(asker: _Asker, calls: str, head: str = "") -> Iterator[Item]:
    """Yield what a position's calls mean."""
    return _headed(head, map(_meaning, asker.lines(calls)))


def _changed(asker: _Asker, passed: str, disturbed: str) -> Iterator[Item]:
    """Yield what calls mean over a call of theirs, in brief where much is as over a pass."""
    quiet = list(_list(asker, passed))
    items = list(_list(asker, disturbed))
    changed = [item for item in items if item not in quiet]
    same = [item.head for item in items if item in quiet]
    if len(same) >= _SAME:
        items = [*changed, Item(", ".join(same), "as over a pass")]
    return _headed(_printed(disturbed), items)


def _headed(head: str, items: Iterable[Item]) -> Iterator[Item]:
    """Yield items below a heading, if there are any."""
    every = list(items)
    if every and head:
        yield Item(head, "")
    yield from every


def _groups(asker: _Asker, groups: _Groups) -> Iterator[Item]:
    """Yield what some calls mean in some positions, each position with its heading."""
    for calls, wanted in groups:
        yield from _headed(_printed(calls), _items(asker, calls, wanted))


def _each(asker: _Asker, groups: _Groups) -> Iterator[Item]:
    """Yield what some calls mean in some positions, or that they mean nothing."""
    for calls, wanted in groups:
        for call in wanted:
            yield _item(asker, calls, call, _printed(f"{calls} {call}"))


def _printed(calls: str) -> str:
    """Return calls as the card prints them: `(1♥) P (P) X`."""
    words = calls.split()
    texts = map(short_call, parse_calls(word.strip("()") for word in words))
    pairs = zip(texts, words, strict=True)
    return " ".join(f"({text})" if word.startswith("(") else text for text, word in pairs)


def _quiet(calls: str) -> str:
    """Return calls between which the other side passes: `1♦ – 1♠`."""
    return " – ".join(short_call(call) for call in parse_calls(calls.split()[::2]))


def _box(title: str, *items: Iterable[Item]) -> Box | None:
    every = tuple(chain.from_iterable(items))
    return Box(title, every) if every else None


# --- boxes ---------------------------------------------------------------------------------------


def _boxes(asker: _Asker) -> Iterator[Box | None]:
    yield _box("General approach", _general(asker))
    yield _box("Artificial openings of one", _over_artificial(asker))
    yield _box("Notrump openings", _items(asker, "", ("1NT", "2NT", "3NT")))
    yield _box("Over our 1NT", _list(asker, "1NT P"))
    yield _box("Over our 2NT", _list(asker, "2NT P"))
    majors, minors = (_suits(asker, suits) for suits in (("1H", "1S"), ("1C", "1D")))
    yield _box("Major openings", majors, _list(asker, "1S P", "Responses to 1♠"))
    yield _box("Minor openings", minors, _list(asker, "1D P", "Responses to 1♦"))
    rebids = (_list(asker, f"{calls} P", _quiet(calls)) for calls in _REBIDS)
    yield _box("Opener's rebids", *rebids)
    yield _box("Two-level openings", _items(asker, "", _TWO), _over_two(asker))
    yield _box("Higher openings", _items(asker, "", _HIGH), _over_three_notrump(asker))
    doubled = (_changed(asker, f"{call} P", f"{call} (X)") for call in ("1S", "1NT"))
    yield _box("When they double", *doubled)
    yield _box("When they overcall", _groups(asker, _OVERCALLED))
    yield _box("Overcalls", _overcalls(asker))
    yield _box("Doubles", _each(asker, _DOUBLES))
    yield _box("Cue-bids and 2NT", _each(asker, _TWO_SUITERS))
    yield _box("Over their 1NT", _list(asker, "(1NT)"))
    yield _box("Over their preempts", _groups(asker, _PREEMPTED))


def _general(asker: _Asker) -> Iterator[Item]:
    known = (asker.line("", call) for call in _ONE)
    lines = [line for line in known if line is not None and not line.force.forces]
    if lines:
        low, high = min(line.hcp[0] for line in lines), max(line.hcp[1] for line in lines)
        yield Item("One of a suit", f"{hcp_text(low, high)} HCP")
    majors = _least(asker, "", ("1H", "1S"))
    third = _least(asker, "P P", ("1H", "1S"))
    if majors:
        later = f", {third}+ in third seat" if third not in (0, majors) else ""
        yield Item("Majors", f"{majors}+ cards{later}")
    for call in ("1C", "1D"):
        line = asker.line("", call)
        if line is not None:
            length = f"{_least(asker, '', (call,))}+ cards"
            yield Item(call_text(line.call), "artificial" if line.force.forces else length)
    forcing = [call_text(line.call) for line in asker.lines("") if line.force.forces]
    yield Item("Forcing openings", ", ".join(forcing) or "none")


def _least(asker: _Asker, calls: str, wanted: Iterable[str]) -> int:
    """Return the least length that openings in some suits promise; 0 without any."""
    return min(
        (line.lengths[suit][0] for line, suit in _suit_lines(asker, calls, wanted)), default=0
    )


def _suit_lines(asker: _Asker, calls: str, wanted: Iterable[str]) -> Iterator[tuple[Line, Suit]]:
    """Yield the natural suit bids of some calls that a position has, each with its suit."""
    for call in wanted:
        line = asker.line(calls, call)
        if line is not None and line.call.suit is not None and not line.force.forces:
            yield line, line.call.suit


def _suits(asker: _Asker, calls: Iterable[str]) -> Iterator[Item]:
    for line, suit in _suit_lines(asker, "", calls):
        length = length_text(*line.lengths[suit]) or "0+"
        yield Item(call_text(line.call), f"{hcp_text(*line.hcp)} HCP, {length}{suit.symbol}")


def _over_artificial(asker: _Asker) -> Iterator[Item]:
    """Yield the forcing openings of one of a suit, and the responses."""
    for call in _ONE:
        line = asker.line("", call)
        if line is not None and line.force.forces:
            yield _meaning(line)
            yield from _list(asker, f"{call} P", f"Responses to {_printed(call)}")
            weakest = f"{call} P 1D"
            if call == "1C" and asker.line("1C P", "1D") is not None:
                yield from _list(asker, f"{weakest} P", _quiet(weakest))
            for theirs in _DISTURBED:
                yield from _changed(asker, f"{call} P", f"{call} {theirs}")


def _over_three_notrump(asker: _Asker) -> Iterator[Item]:
    """Yield the responses to three notrump, and those over a double, if it is artificial."""
    opening = asker.line("", "3NT")
    if opening is not None and opening.alert:
        yield from _list(asker, "3NT P", "Responses to 3NT")
        yield from _changed(asker, "3NT P", "3NT (X)")


def _over_two(asker: _Asker) -> Iterator[Item]:
    """Yield the responses to two-level openings: all, or of natural ones the artificial."""
    for call in _TWO:
        opening, lines = asker.line("", call), asker.lines(f"{call} P")
        natural = opening is None or not (opening.alert or opening.force.forces)
        artificial = (
            line
            for line in lines
            if not natural or line.alert or line.force in (Force.ROUND, Force.REBID)
        )
        yield from _headed(f"Responses to {_printed(call)}", map(_meaning, artificial))


def _overcalls(asker: _Asker) -> Iterator[Item]:
    yield _item(asker, "(1D)", "1S", "Simple, (1♦) 1♠")
    yield _item(asker, "(1S)", "2H", "Two-level, (1♠) 2♥")
    yield _item(asker, "(1D)", "2S", "Jump, (1♦) 2♠")
    yield _item(asker, "(1D)", "1NT", "1NT, direct")
    yield _item(asker, "(1D) P (P)", "1NT", "1NT, fourth seat")
    yield from _list(asker, "(1D) 1S (P)", "Advances of (1♦) 1♠")


# --- slam ----------------------------------------------------------------------------------------


def _slam(modules: Sequence[WrittenModule]) -> Box | None:
    """Return what asks for aces and kings, as the rules name it, and the answers."""
    every = (section for module in modules for section in module.sections)
    sections = [section for section in every if section.about_slams]
    return _box("Slam", _asks(sections), _answers(sections))


def _asks(sections: Iterable[WrittenSection]) -> Iterator[Item]:
    names: dict[tuple[str, str], list[str]] = {}
    for section in sections:
        for rule in section.rules:
            asks = dict(rule.notes).get("asks", "")
            if rule.name and ask_word(asks) in SLAM_ASKS:
                names.setdefault((rule.call, asks), []).append(rule.name)
    for (call, asks), named in sorted(names.items(), key=lambda pair: _ask_order(*pair[0])):
        about = _ASKED_FOR.get(asks, asks)
        other = ", ".join(_shorter(named, f"ask for {about}"))
        yield Item(_call_words(call), f"asks for {about}" + (f": {other}" if other else ""))


def _ask_order(call: str, asks: str) -> tuple[int, bool, str]:
    """Order the asks by what they ask for; those of which a card names no call come last."""
    known = [*_ASKED_FIRST, asks]
    return known.index(asks), not _CALL.fullmatch(call), call


def _shorter(names: Iterable[str], known: str) -> list[str]:
    """Return different names, without what only says more of another name, as `X for a minor`."""
    different = [name for name in dict.fromkeys(names) if name != known]
    return [
        name for name in different if not any(name.startswith(f"{other} ") for other in different)
    ]


def _answers(sections: Iterable[WrittenSection]) -> Iterator[Item]:
    """Yield the answers that are counted in steps, by what was asked."""
    given: dict[str, list[Item]] = {}
    for section in sections:
        rules = [rule for rule in section.rules if rule.name and "asks" not in dict(rule.notes)]
        asked = section.asked_for_slam
        if asked and rules and all(rule.call.startswith("step(") for rule in rules):
            answers = given.setdefault(asked, [])
            steps = sorted(rules, key=lambda rule: rule.call)
            answers += [Item(_call_words(rule.call), rule.name) for rule in steps]
    for asked, answers in sorted(given.items(), key=lambda pair: _ask_order("", pair[0])):
        about = _ASKED_FOR.get(asked, asked)
        yield from _headed(f"Answers about {about}", list(dict.fromkeys(answers)))


def _call_words(written: str) -> str:
    """Return a written call for the card: `step(2)` is the second step, `4C` is `4♣`."""
    if "step(" in written:
        return written.replace("step(", "step ").removesuffix(")")
    return call_text(parse_call(written)) if _CALL.fullmatch(written) else written
