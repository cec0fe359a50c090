"""Spots: auctions after which a rule can make the call.

Patterns of the rule's sections are searched call by call. A rule that depends on public conditions
alone is looked for in the auctions of random boards, and after random calls that have rules.
Whether some hand calls by it is then counted exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from dowager.auction import Auction, Call, Vulnerability
from dowager.authoring.shared.auction_finder import Way, auctions
from dowager.bidder import Bidder
from dowager.cards import Seat, Side
from dowager.knowledge.counting import count_hands
from dowager.knowledge.public import View
from dowager.language.compile import Candidate, Rule, Section
from dowager.language.tree import (
    FALSE,
    Bool,
    Frontier,
    PatternTree,
    all_of,
)

_CHOICES = 4  # calls tried for each further step of a pattern
_MATCHING = 400  # auctions of patterns looked at
_WALK = 14  # calls of a random walk
_PASSING = 0.8  # how often an opponent passes in a random walk

BySide: TypeAlias = tuple[Vulnerability, Vulnerability]
"""The vulnerability when North-South use the rule, and when East-West do."""

Bidders: TypeAlias = tuple[Bidder, Bidder]
"""The bidder in which North-South play the system of the rule, and that in which East-West do."""

_Node: TypeAlias = PatternTree[Section]


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A position in which a rule can make the call.

    Attributes:
        auction: the calls so far, with North as dealer.
        view: what everybody knows.
        node: the exact condition on which the rule makes the call, for hands that came so far.
        hands: how many hands of the caller do, at least one; None when counting is too much work.
    """

    auction: Auction
    view: View
    node: Bool
    hands: int | None


@dataclass(slots=True, eq=False)
class SpotSearch:
    """Looks for the spots of a rule.

    Args:
        bidders: the bidder by the side that uses the rule.
        rule: the rule.
        vulnerability: of the auctions, by the side that uses the rule.
        random: the random source.

    Attributes:
        applies: in how many positions looked at the rule applied, whether or not a hand uses it.
        looked: how many positions were looked at.
    """

    bidders: Bidders
    rule: Rule
    vulnerability: BySide
    random: Random
    applies: int = 0
    looked: int = 0

    def spots(self, heard: Sequence[Auction], walks: int) -> Iterator[Spot]:
        """Yield spots: in auctions that were heard first, then after patterns, then on walks.

        Args:
            heard: auctions that occur, from North; they are looked at call by call.
            walks: how many random auctions to try.
        """
        visited: set[tuple[Call, ...]] = set()
        for auction in self._auctions(heard, walks):
            if auction.calls not in visited and not auction.ended:
                visited.add(auction.calls)
                spot = self.look(self._auction(auction.calls, auction.turn.side))
                if spot is not None:
                    yield spot

    def look(self, auction: Auction) -> Spot | None:
        """Return the spot after an auction, if the rule can make the call there."""
        self.looked += 1
        view = self.bidders[auction.turn.side].view(auction)
        if view.relaxed or not any(map(self._is_rule, view.position)):
            return None
        self.applies += 1
        shown = view.caller.shown
        node = view.position.first_among(self._is_rule, within=shown.mask)
        if node is FALSE:
            return None
        hands = count_hands(all_of([shown.node(), node]), shown.mask)
        return None if hands == 0 else Spot(auction, view, node, hands)

    def _is_rule(self, candidate: Candidate) -> bool:
        return candidate.rule.location == self.rule.location

    # -- where to look -------------------------------------------------------------------------

    def _auction(self, calls: tuple[Call, ...], side: Side) -> Auction:
        return Auction(Seat.NORTH, self.vulnerability[side], calls)

    def _auctions(self, heard: Sequence[Auction], walks: int) -> Iterator[Auction]:
        yield self._auction((), Side.NORTH_SOUTH)
        system = self.bidders[0].systems[0]
        if any(map(self._holds_rule, system.general)):
            for auction in heard:
                for length in range(1, len(auction.calls)):
                    yield self._auction(auction.calls[:length], Side.NORTH_SOUTH)
        yield from self._matching(system.patterns)
        visits: Counter[tuple[Call, ...]] = Counter()
        for _ in range(walks):
            yield from self._walk(visits)

    def _holds_rule(self, section: Section) -> bool:
        return any(rule.location == self.rule.location for rule in section.rules)

    def _matching(self, patterns: _Node) -> Iterator[Auction]:
        """Yield auctions that match the patterns of the rule's sections, in random order."""
        leading = self._leading(patterns)

        def ways(auction: Auction, frontier: Frontier[Section]) -> Iterator[Way[Section]]:
            """Yield a few calls for each further step that leads to the rule."""
            by_step: dict[_Node, list[Way[Section]]] = {}
            for call, following in frontier.ways(auction.legal_calls()):
                for way in following.apart():
                    [(node, _)] = way.nodes
                    if node in leading:
                        by_step.setdefault(node, []).append((call, way))
            for choices in by_step.values():
                yield from self.random.sample(choices, min(_CHOICES, len(choices)))

        def matched(frontier: Frontier[Section]) -> bool:
            return any(self._holds_rule(section) for section, _ in frontier.matches())

        matching: list[Auction] = []
        for passes in range(4):
            start = self._auction((Call.PASS,) * passes, Side.NORTH_SOUTH)
            matching.extend(auctions(start, Frontier.of(patterns), ways, matched))
        yield from self.random.sample(matching, min(_MATCHING, len(matching)))

    def _leading(self, node: _Node) -> set[_Node]:
        """Return a node and those below it, as far as they hold the rule or lead to it."""
        leading: set[_Node] = set().union(*map(self._leading, node.children()))
        if leading or any(map(self._holds_rule, node.values)):
            leading.add(node)
        return leading

    def _walk(self, visits: Counter[tuple[Call, ...]]) -> Iterator[Auction]:
        """Yield the beginnings of an auction of calls that have rules, the seldom tried first."""
        passes, ours = self.random.randrange(4), Side(self.random.randrange(2))
        auction = self._auction((Call.PASS,) * passes, ours)
        while len(auction.calls) < _WALK and not auction.ended:
            view = self.bidders[ours].view(auction)
            if view.relaxed:
                return
            silent = auction.turn.side is not ours and self.random.random() < _PASSING
            calls = [Call.PASS] if silent else list(view.position.calls())
            if not calls:
                return
            self.random.shuffle(calls)
            auction = auction.after(min(calls, key=lambda call: visits[(*auction.calls, call)]))
            visits[auction.calls] += 1
            yield auction
