"""What a book of a system is made of: plain values, the same for every format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.book.as_written import WrittenModule
from dowager.authoring.book.module_order import reading_order
from dowager.cards import Hand, Suit
from dowager.knowledge.cells import MAX_HCP
from dowager.knowledge.public import CallAlternative
from dowager.knowledge.sampling import Share
from dowager.language.compile import System
from dowager.language.text import Force


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule by which a call is made in a position.

    Attributes:
        number: the rule's number in its system.
        name: the rule's name; empty when it has none.
        words: its condition there, in words; of a long one, the ranges.
        location: the rule's `file:line`.
        source: the booklet or book that the rule cites.
        hands: how many of the sampled hands call by it.
        own: whether it is an agreement of the system, rather than common sense further down.
    """

    number: int
    name: str
    words: str
    location: str
    source: str
    hands: int
    own: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """A call in a position.

    Attributes:
        call: the call.
        uses: the rules that make it, the most frequent first; at least one.
        hcp: least and greatest HCP of the hands that make it; sound.
        lengths: least and greatest length of each suit, clubs first; sound.
        force: what the most frequent rule asks of partner.
        alert: the words of the alert, or None.
        share: the share of the hands that the seat can hold.
        examples: hands that make the call, and every earlier call of their seat.
        histogram: how many of the sampled hands that make it have each number of HCP, from 0.
        alternatives: the really different kinds of hand that it shows, if there are several.
        points: least and greatest points, length counted; sound.
        trumps: the suit that the call agrees, if it agrees one.
        support: then, least and greatest points in support of it; sound.
        usual_support: between which points in support of it most of the sampled hands lie.
    """

    call: Call
    uses: tuple[RuleUse, ...]
    hcp: tuple[int, int]
    lengths: tuple[tuple[int, int], ...]
    force: Force
    alert: str | None
    share: Share
    examples: tuple[Hand, ...]
    histogram: tuple[int, ...]
    alternatives: tuple[CallAlternative, ...] = ()
    points: tuple[int, int] = (0, MAX_HCP)
    trumps: Suit | None = None
    support: tuple[int, int] | None = None
    usual_support: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """The name of the most frequent rule."""
        return self.uses[0].name

    @property
    def own(self) -> bool:
        """Whether the most frequent rule is an agreement of the system."""
        return self.uses[0].own


@dataclass(frozen=True, slots=True)
class Entry:
    """A position, its calls, and the positions to which they lead.

    Attributes:
        auction: the calls so far; our side's seat is next.
        title: the auction as a heading, without marks for suits.
        lines: the calls, in the order of the auction.
        unseen: calls that have a rule here and that no sampled hand makes.
        hands: how many hands were sampled.
        unruled: how many of them no rule fits.
        below: positions that follow.
    """

    auction: Auction
    title: str
    lines: tuple[Line, ...]
    unseen: tuple[Call, ...]
    hands: int
    unruled: int = 0
    below: tuple[Entry, ...] = ()

    def agreed(self) -> tuple[Line, ...]:
        """Return the calls by agreements of the system; all of them where it has none."""
        return tuple(line for line in self.lines if line.own) or self.lines

    def other(self) -> tuple[Line, ...]:
        """Return the calls by rules that only take what the agreements leave."""
        agreed = self.agreed()
        return tuple(line for line in self.lines if line not in agreed)

    def walk(self) -> Iterator[Entry]:
        """Yield the entry and all that are below it."""
        yield self
        for entry in self.below:
            yield from entry.walk()


@dataclass(frozen=True, slots=True)
class Chapter:
    """Positions that belong together, such as all that follow one opening.

    `label` is the title in a list of contents.
    """

    title: str
    label: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class BookPart:
    """A part of the book; `about` says what is in it."""

    title: str
    about: str
    chapters: tuple[Chapter, ...]

    def entries(self) -> Iterator[Entry]:
        """Yield every position of the part."""
        for chapter in self.chapters:
            for entry in chapter.entries:
                yield from entry.walk()


@dataclass(frozen=True, slots=True)
class LeadLine:
    """A line of the leads: what is led from which holdings, and holdings with the card led.

    Attributes:
        written: `K from KQ or KQx+`.
        name: the field's term.
        location: `file:line`.
        holdings: such holdings as text, each with the index in it of the card that is led.
    """

    written: str
    name: str
    location: str
    holdings: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Defence:
    """Leads and signals; `attitude` says which card encourages, `count` what an even number is."""

    source: str
    suit: tuple[LeadLine, ...]
    notrump: tuple[LeadLine, ...]
    attitude: str
    count: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A name, where it is used, and the numbers of the rules that bear it."""

    name: str
    calls: tuple[tuple[Entry, Line], ...]
    rules: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BookLimits:
    """What a book includes, and the seed of its samples.

    Attributes:
        depth: how many calls of our side follow one another in a branch.
        least: a branch is followed as long as at least this share of the hands lead along it.
        hands: how many hands are sampled in a position.
        examples: how many example hands a call has at most.
        seed: the same seed gives the same book.
    """

    depth: int = 4
    least: float = 0.04
    hands: int = 20_000
    examples: int = 2
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What a book or a convention card is about.

    Attributes:
        name: the system's name or path, as `load_system` takes it: its files are read once more.
        system: the same system, loaded.
        opponents: the other side's system; the same one when None.
        vulnerability: the one at which all positions are read; North-South is our side.
        limits: what is included.
        date: a date for the title; empty for none.
    """

    name: str
    system: System
    opponents: System | None = None
    vulnerability: Vulnerability = Vulnerability.NONE
    limits: BookLimits = BookLimits()
    date: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """The content of a book.

    Attributes:
        name: the system's name.
        title: its name for people.
        about: words about it.
        source: the booklet or book that it follows.
        date: a date for the title page; empty for none.
        vulnerability: the vulnerability at which all positions are read, in words.
        limits: what was included.
        parts: openings, uncontested auctions, competition.
        modules: every section of the system's files, in order.
        slam: numbers of the sections about slam conventions.
        defence: leads and signals, or None.
        index: the names that rules bear, sorted.
    """

    name: str
    title: str
    about: str
    source: str
    date: str
    vulnerability: str
    limits: BookLimits
    parts: tuple[BookPart, ...]
    modules: tuple[WrittenModule, ...]
    slam: tuple[int, ...]
    defence: Defence | None
    index: tuple[Mention, ...]

    def entries(self) -> Iterator[Entry]:
        """Yield every position of the book, in order."""
        for part in self.parts:
            yield from part.entries()

    def described(self) -> list[tuple[int, WrittenModule]]:
        """Return the modules, numbered, that have rules and say what they are about, each once.

        They stand in the order in which one reads of them; the system's own files come first.
        """
        described: dict[str, tuple[int, WrittenModule]] = {}
        for number, module in enumerate(self.modules):
            if module.about and module.sections:
                described.setdefault(module.name, (number, module))
        return sorted(
            described.values(), key=lambda pair: (not pair[1].top, *reading_order(pair[1]))
        )
