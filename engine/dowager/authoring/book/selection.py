"""Which positions a book includes: frequent branches, and every written pattern.

A branch is followed as long as a given share of the hands lead along it, counted from our side's
first bid after the opening; the other side passes, or has interfered once. Sections that have not
come up by then get an auction of their own, in which they apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dowager.auction import Auction, Call
from dowager.authoring.book.as_written import WrittenSection
from dowager.authoring.book.contents import Entry
from dowager.authoring.book.position_reader import PositionReader
from dowager.authoring.book.section_auctions import auctions_for
from dowager.cards import Seat

_SURE = 0.995  # where nearly every hand passes there is nothing to print
_THEIR_LEAST = 0.01  # rarer calls of theirs are left out
_THEIR_OPENING = 0.002
_SANDWICH = 0.05
_SHORT = 2  # how many calls of ours follow theirs

Tick = Callable[[Entry], None]


class Selection:
    """Selects the positions of a book.

    Attributes:
        entries: the positions, in the order in which they were selected, without those below them.
        seen: numbers of the rules that made a call in some position, printed or not.
    """

    def __init__(self, reader: PositionReader, tick: Tick = lambda entry: None) -> None:
        self.entries: dict[Auction, Entry] = {}
        self.seen: set[int] = set()
        self._reader = reader
        self._vulnerability = reader.subject.vulnerability
        self._limits = reader.subject.limits
        self._tick = tick
        self._asked: set[Auction] = set()

    def start(self, passes: int) -> Auction:
        """Return the auction in which North is to open after some passes."""
        dealer = Seat.NORTH.plus(-passes)
        return Auction(dealer, self._vulnerability, (Call.PASS,) * passes)

    def openings(self) -> None:
        """Add the four positions in which nobody has bid."""
        for passes in range(4):
            self._add(self.start(passes), thorough=True)

    def uncontested(self) -> None:
        """Add what follows each opening while the other side passes."""
        for opening in self._opened():
            self._branch(opening.after(Call.PASS), self._limits.depth, 1.0, thorough=True)

    def interference(self) -> None:
        """Add what follows when they double or overcall an opening of ours."""
        for opening in self._opened():
            for call, share in self._reader.calls(opening):
                if call is not Call.PASS and share >= _THEIR_LEAST:
                    self._branch(opening.after(call), _SHORT, 1.0, thorough=True)

    def defence(self) -> None:
        """Add what we do over their openings: directly, in the balancing seat, and between."""
        start = Auction(Seat.EAST, self._vulnerability)
        for call, share in self._reader.calls(start):
            if call is Call.PASS or share < _THEIR_OPENING:
                continue
            opening = start.after(call)
            self._branch(opening, _SHORT + 1, 1.0, thorough=True)
            passed = opening.after(Call.PASS)
            self._branch(passed.after(Call.PASS), _SHORT, 1.0, thorough=True)
            for response, often in self._reader.calls(passed):
                if response is not Call.PASS and often >= _SANDWICH:
                    self._branch(passed.after(response), 1, 1.0)

    def asks(self, sections: list[WrittenSection]) -> None:
        """Add what follows each ask for aces or kings, after the position where it is commonest."""
        asking = {rule.number for section in sections for rule in section.rules if rule.asks_slam}
        commonest: dict[int, tuple[float, Auction]] = {}
        for auction, entry in self.entries.items():
            for line in entry.lines:
                number, share = line.uses[0].number, line.share.value
                if number in asking and share > commonest.get(number, (0.0, auction))[0]:
                    commonest[number] = share, auction.after(line.call)
        for _, auction in commonest.values():
            self._branch(auction.after(Call.PASS), self._limits.depth, 1.0)

    def patterns(self, sections: list[WrittenSection]) -> None:
        """Add a position for each section with a pattern that has not come up yet."""
        for section in sections:
            numbers = {rule.number for rule in section.rules}
            if not section.steps or numbers & self.seen:
                continue
            for auction in auctions_for(section, self._reader.bidder, self._vulnerability):
                self._add(auction, forced=True)
                if numbers & self.seen:
                    break

    def _opened(self) -> Iterator[Auction]:
        start = self.start(0)
        for line in self.entries[start].lines if start in self.entries else ():
            if line.call is not Call.PASS:
                yield start.after(line.call)

    def _branch(
        self, auction: Auction, depth: int, reach: float, *, thorough: bool = False
    ) -> None:
        entry = self._add(auction, thorough=thorough)
        if entry is None or depth <= 1:
            return
        for line in entry.lines:
            share = reach * line.share.value
            if line.call is not Call.PASS and share >= self._limits.least:
                self._branch(auction.after(line.call).after(Call.PASS), depth - 1, share)

    def _add(
        self, auction: Auction, *, thorough: bool = False, forced: bool = False
    ) -> Entry | None:
        """Read a position, and keep it if there is something to say of it; else return None."""
        if auction in self._asked:
            return self.entries.get(auction)
        self._asked.add(auction)
        entry = self._reader.entry(auction, thorough)
        if entry is None:
            return None
        new = {use.number for line in entry.lines for use in line.uses} - self.seen
        self.seen |= new
        if _settled(entry) and not (forced and new):
            return None
        self.entries[auction] = entry
        self._tick(entry)
        return entry


def _settled(entry: Entry) -> bool:
    """Whether the auction is over for practically every hand."""
    return any(line.call is Call.PASS and line.share.value >= _SURE for line in entry.lines)
