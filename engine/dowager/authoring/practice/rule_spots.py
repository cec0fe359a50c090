"""Owns finding auctions after which a rule can make the call: positions, not hands.

Patterns of the rule's sections are walked call by call. A rule that depends on public conditions
alone is looked for after what random boards bid, and after random calls that have rules. Whether
some hand calls by it is then counted exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from dowager.auction import Auction, Call, Vulnerability
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.knowledge.counting import count_hands
from dowager.knowledge.public import View, condition_masks
from dowager.language.compile import Rule, Section
from dowager.language.tree import FALSE, Bool, Frontier, PatternTree, all_of, any_of, negation

_CHOICES = 4  # calls tried for each further step of a pattern
_LEADS = 400  # auctions of patterns looked at
_WALK = 14  # calls of a random walk
_PASSING = 0.8  # how often an opponent passes in a random walk

BySide: TypeAlias = tuple[Vulnerability, Vulnerability]
"""The vulnerability when North-South are the side that uses the rule, and when East-West are."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A position in which a rule can make the call.

    Attributes:
        auction: the calls so far, from North.
        view: what everybody knows.
        node: the exact condition on which the rule makes the call, for hands that came so far.
        hands: how many hands of the caller do; at least one. None when counting is too much work.
    """

    auction: Auction
    view: View
    node: Bool
    hands: int | None


@dataclass(slots=True, eq=False)
class Search:
    """Looks for the spots of a rule.

    Args:
        bidders: by the parity of a seat, the bidder in which that side plays the rule's system.
        rule: the rule.
        vulnerability: of the auctions, by the side that is to call.
        random: the random source.

    Attributes:
        applies: in how many positions looked at the rule applied, whether or not a hand uses it.
        looked: how many positions were looked at.
    """

    bidders: tuple[Bidder, Bidder]
    rule: Rule
    vulnerability: BySide
    random: Random
    applies: int = 0
    looked: int = 0

    def spots(self, heard: list[Auction], walks: int) -> Iterator[Spot]:
        """Yield spots, those of auctions that were heard first, then of patterns, then of walks.

        Args:
            heard: auctions that occur, from North; their beginnings are looked at.
            walks: how many random auctions to try for a rule that depends on `when` alone.
        """
        seen: set[tuple[Call, ...]] = set()
        for auction in self._auctions(heard, walks):
            if auction.calls not in seen and not auction.ended:
                seen.add(auction.calls)
                spot = self.look(self._auction(auction.calls, auction.turn & 1))
                if spot is not None:
                    yield spot

    def look(self, auction: Auction) -> Spot | None:
        """Return the spot after an auction, if the rule can make the call there."""
        self.looked += 1
        view = self.bidders[auction.turn & 1].view(auction)
        relaxed = view.relaxed
        places = {candidate.rule.location for candidate in view.position}
        if relaxed or self.rule.location not in places:
            return None
        self.applies += 1
        shown = view.caller.shown
        node = _node(view, self.rule.location, shown.mask)
        if node is FALSE:
            return None
        hands = count_hands(all_of([shown.node(), node]), shown.mask)
        return None if hands == 0 else Spot(auction, view, node, hands)

    def _auction(self, calls: tuple[Call, ...], side: int) -> Auction:
        return Auction(Seat.NORTH, self.vulnerability[side], calls)

    def _auctions(self, heard: list[Auction], walks: int) -> Iterator[Auction]:
        yield self._auction((), 0)
        system = self.bidders[0].systems[0]
        if any(self.rule.location == rule.location for s in system.general for rule in s.rules):
            for auction in heard:
                for length in range(1, len(auction.calls)):
                    yield self._auction(auction.calls[:length], 0)
        yield from self._patterned(system.patterns)
        visits: Counter[tuple[Call, ...]] = Counter()
        for _ in range(walks):
            yield from self._walk(visits)

    def _patterned(self, patterns: PatternTree[Section]) -> Iterator[Auction]:
        leading = _leading(patterns, self.rule.location)
        found: list[Auction] = []
        for passes in range(4):
            start = self._auction((Call.PASS,) * passes, 0)
            found.extend(self._leads(Frontier.of(patterns), start, leading))
        yield from self.random.sample(found, min(_LEADS, len(found)))

    def _leads(
        self, frontier: Frontier[Section], auction: Auction, leading: set[PatternTree[Section]]
    ) -> Iterator[Auction]:
        """Yield auctions that lead through a tree of patterns to the rule."""
        if any(_holds(node, self.rule.location) for node, _ in frontier.nodes):
            yield auction
        ways: dict[PatternTree[Section], list[tuple[Call, Frontier[Section]]]] = {}
        for call, following in frontier.ways(auction.legal_calls()):
            for single in following.apart():
                node = single.nodes[0][0]
                if node in leading:
                    ways.setdefault(node, []).append((call, single))
        for choices in ways.values():
            for call, single in self.random.sample(choices, min(_CHOICES, len(choices))):
                if not auction.after(call).ended:
                    yield from self._leads(single, auction.after(call), leading)

    def _walk(self, visits: Counter[tuple[Call, ...]]) -> Iterator[Auction]:
        """Yield the beginnings of an auction of calls that have rules, the seldom tried first."""
        passes, ours = self.random.randrange(4), self.random.randrange(2)
        auction = self._auction((Call.PASS,) * passes, ours)
        while len(auction.calls) < _WALK and not auction.ended:
            view = self.bidders[ours].view(auction)
            if view.relaxed:
                return
            silent = auction.turn & 1 != ours and self.random.random() < _PASSING
            calls = [Call.PASS] if silent else list(view.position.calls())
            if not calls:
                return
            self.random.shuffle(calls)
            auction = auction.after(min(calls, key=lambda call: visits[(*auction.calls, call)]))
            visits[auction.calls] += 1
            yield auction


def _leading(tree: PatternTree[Section], place: str) -> set[PatternTree[Section]]:
    """Return the nodes of a tree that hold a rule or lead to it."""
    below = [_leading(child, place) for child in tree.children()]
    found: set[PatternTree[Section]] = set().union(*below)
    if found or _holds(tree, place):
        found.add(tree)
    return found


def _holds(node: PatternTree[Section], place: str) -> bool:
    return any(rule.location == place for section in node.values for rule in section.rules)


def _node(view: View, place: str, within: int) -> Bool:
    """Return the exact condition on which a rule, with whatever suits, is the first that matches.

    A meaning unites the rules of a call; here an earlier rule takes hands for the same call, too.

    Args:
        view: the position.
        place: the rule's place.
        within: the condition need only be right for hands in these cells.
    """
    found: list[Bool] = []
    earlier: list[Bool] = []
    for candidate in view.position:
        if not condition_masks(candidate.condition).may & within:
            continue
        node = candidate.condition.node
        if candidate.rule.location == place:
            found.append(all_of([node, negation(any_of(earlier))]))
        else:
            earlier.append(node)
    return any_of(found)
