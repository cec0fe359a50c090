"""Finds, for every rule whose call is to be alerted, positions in which it may call.

Those are alertable and artificial calls, and doubles and redoubles that ask partner to bid.

Auction patterns are walked call by call, with a few choices of the suits; from each position found
the alerted calls, answers and interference lead on to more. Nothing names a rule or a convention.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, takewhile
from random import Random

from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.authoring.shared.auction_finder import heard_by
from dowager.authoring.shared.own_quizzes import own_quizzes
from dowager.bidder import Bidder, Quiz, ReadingQuiz, read_quizzes
from dowager.cards import Seat, Side
from dowager.knowledge.public import ShownCall, Trust, View
from dowager.language.compile import Candidate, Rule, Section, System
from dowager.language.files import SystemFile, load_file, system_names
from dowager.language.tree import Bool, Frontier, PatternTree, all_of
from support.systems import shipped

_EACH = 2
"""How many positions, with different conditions, are wanted of each rule."""
_TRIES = 10
_VISITS = 12
"""How often a node of the patterns is passed by different calls; what follows is found by then."""
_STARTS = ("1S P 3S P", "1H P 3H P", "1D P 3D P", "1S P 2H P 3H P", "1C P 1S P 3S P", "1S P 4S P",
    "1H P 1S P 4S P", "1D P 1S P 3S P", "1C P 1H P 3H P", "2C P 2D P 2S P 3S P", "1H P 2NT P",
    "2NT P 3C P 3H P", "1NT P 2C P 2H P", "1NT P 2D P 2H P", "1S 2H 2S P", "1H 1S 2H P",
    "1S 2D P P", "2S P 4S P", "1S P 2C P 2D P", "1H P 1S P 2C P", "1D 1S", "2C 2H P P",
    "1D P 1H P 2H P", "1C P 1D P 2D P",
    "1NT P 2C P 2H P 4C P 4S P", "1NT P 4C P 4S P", "1H P 2C P 4C P",
    "1S P 2D P 4D P", "1S P 2C P 3C P 4C P", "1H P 2C P 3C P 4C P", "1D P 2C P 3C P 4C P",
    "1C 1S 1NT P", "1D 1S 2C P", "1D 1H 1NT P", "1D 1S X P 1NT P", "1C 1S 2C P",
    "1H 1S 1NT P", "1S 4H P P", "1S", "3H", "1C 1S 2C", "1D 1S 2D")  # fmt: skip
"""Where rules without an auction pattern are looked for: mostly agreed suits, and some strife."""


@dataclass(frozen=True, eq=False)
class AlertedRule:
    """A rule in a position in which some hand may call by it."""

    auction: Auction
    view: View
    candidate: Candidate

    @property
    def call(self) -> Call:
        return self.candidate.call

    @property
    def trust(self) -> Trust:
        """Whether the meaning counts as it stands, or without negative inferences."""
        return _step_after(self.view, self.call).trust

    def parts(self) -> list[tuple[Candidate, Bool]]:
        """Each rule of the call, as exactly as it is trusted, with what the seat showed before."""
        position = self.view.position
        before = [
            step.position.node(step.call) for step in self.view.players[self.seat].shown.calls
        ]
        if self.trust is Trust.FULL:
            rules = list(position.parts(self.call))
        else:
            rules = [(rule, rule.condition.node) for rule in position if rule.call == self.call]
        return [(rule, all_of([node, *before])) for rule, node in rules]

    def own_parts(self) -> list[Bool]:
        """Its own of the parts, at least one: a released view makes candidates anew."""
        mine = self.candidate
        found = [
            node
            for rule, node in self.parts()
            if rule.rule is mine.rule and rule.condition.node == mine.condition.node
        ]
        assert found, f"{self.auction} {self.call}: {mine.rule.location} is not found again"
        return found

    @property
    def seat(self) -> Seat:
        return self.view.caller_seat


def is_alerted(rule: Rule) -> bool:
    """Whether a rule's call is to be alerted: see the head of this file."""
    doubles = rule.written in ("X", "XX") and rule.forcing.forces
    return bool(rule.alert or rule.artificial or doubles)


def alerted_rules(name: str) -> dict[str, Rule]:
    """Every alertable or artificial rule of a system by its place; made once from equal files."""
    return {rule.location: rule for rule in shipped(name).rules if is_alerted(rule)}


def found_before(name: str) -> frozenset[str]:
    """Return the places of the rules that have been found in the systems before one."""
    earlier = takewhile(lambda other: other != name, system_names())
    found = [positions_of_alerted_rules(other).items() for other in earlier]
    return frozenset(place for places in found for place, at in places if at)


@cache
def positions_of_alerted_rules(name: str) -> dict[str, list[AlertedRule]]:
    """Positions for every rule that can be reached, by the rule's place.

    Systems share modules: what has been found in an earlier system is not looked for once more.
    """
    search = _Search(shipped(name), found_before(name))
    search.walk_patterns()
    search.walk_on(search.spread, 2)
    starts = [
        Auction.of_calls(Seat.NORTH, Vulnerability.NONE, parse_calls(t.split())) for t in _STARTS
    ]
    search.walk_on(starts, 4)
    search.look_where_quizzes_are({*alerted_rules(name)})
    return search.positions


@cache
def positions_in_quizzes(name: str, every: int) -> dict[str, list[AlertedRule]]:
    """Positions for the rules that call in the first and each `every`-th auction of the quizzes.

    This takes seconds, where the whole search takes half a minute.
    """
    search = _Search(shipped(name), frozenset())
    search.look_where_quizzes_are({*alerted_rules(name)}, every)
    return search.positions


class _Search:
    """A search for the rules of a system.

    Args:
        system: the system.
        found_before: the places of rules that need not be found.
    """

    def __init__(self, system: System, found_before: frozenset[str]) -> None:
        self.system = system
        self.found_before = found_before
        self.bidder = Bidder(system)
        self.random = Random(1)
        self.positions: dict[str, list[AlertedRule]] = {}
        self.spread: list[Auction] = []
        self.visits: Counter[PatternTree[Section]] = Counter()
        self.wanted_below: dict[PatternTree[Section], bool] = {}

    def walk_patterns(self) -> None:
        by_node: dict[PatternTree[Section], list[Auction]] = {}
        start = Auction(Seat.NORTH)
        for node, auction in self._leads(self.system.frontier, start):
            by_node.setdefault(node, []).append(auction)
        for node, auctions in by_node.items():
            places = {rule.location for section in node.values for rule in section.rules}
            for auction in self.random.sample(auctions, min(_TRIES, len(auctions))):
                if self._open(places):
                    self._look(auction)

    def _leads(
        self, frontier: Frontier[Section], auction: Auction
    ) -> Iterator[tuple[PatternTree[Section], Auction]]:
        for node, _ in frontier.nodes:
            if any(is_alerted(rule) for section in node.values for rule in section.rules):
                yield node, auction
        ways: dict[PatternTree[Section], list[tuple[Call, Frontier[Section]]]] = {}
        for call, following in frontier.ways(auction.legal_calls(), heard_by(self.bidder, auction)):
            for single in filter(self._leads_on, following.apart()):
                ways.setdefault(single.nodes[0][0], []).append((call, single))
        for node, choices in ways.items():
            self.visits[node] += 1
            if self.visits[node] > _VISITS:
                continue
            few = 3 if auction.calls else 5
            for call, single in self.random.sample(choices, min(few, len(choices))):
                if not auction.after(call).ended:
                    yield from self._leads(single, auction.after(call))

    def _leads_on(self, single: Frontier[Section]) -> bool:
        """Whether a rule that is wanted stands at the one node of a frontier, or below it."""
        ((node, _),) = single.nodes
        return self._wanted_below(node)

    def _wanted_below(self, node: PatternTree[Section]) -> bool:
        if node not in self.wanted_below:
            rules = [rule for section in node.values for rule in section.rules if is_alerted(rule)]
            here = any(rule.location not in self.found_before for rule in rules)
            self.wanted_below[node] = here or any(map(self._wanted_below, node.children()))
        return self.wanted_below[node]

    def _open(self, places: set[str]) -> bool:
        wanted = places - self.found_before
        return any(len(self.positions.get(place, ())) < _EACH for place in wanted)

    def walk_on(self, starts: list[Auction], depth: int) -> None:
        """Go on from positions by alerted calls, with passes and a little interference between."""
        for _ in range(depth):
            following: list[Auction] = []
            for auction in starts:
                following += self._look(auction)
            starts = [
                auction.after(call)
                for auction in following
                for call in _between(auction)
                if not auction.after(call).ended
            ]

    def look_where_quizzes_are(self, wanted: set[str], every: int = 1) -> None:
        """Look for the other rules in the auctions of quizzes: in each `every`-th of them.

        Such are those of passed hands and of rubbers, and those over what only other systems bid.
        """
        quizzes = read_quizzes(own_quizzes(self.system.file.path))
        asked = [quiz for quiz in quizzes if isinstance(quiz, Quiz | ReadingQuiz)]
        auctions = dict.fromkeys((quiz.auction, quiz.opponents) for quiz in asked)
        for auction, opponents in islice(auctions, None, None, every):
            if not wanted - self.found_before - {*self.positions}:
                return
            self._look(auction, self._against(opponents, auction.turn.side))

    def _against(self, opponents: SystemFile | None, side: Side) -> Bidder:
        """Return the bidder of a table at which the searched system is that of a side."""
        if opponents is None:
            return self.bidder
        other = _opposing(opponents)
        sides = (self.system, other) if side is Side.NORTH_SOUTH else (other, self.system)
        return Bidder(*sides)

    def _look(self, auction: Auction, bidder: Bidder | None = None) -> list[Auction]:
        """Note the rules that may call here; return the auction after each that was new."""
        bidder = bidder or self.bidder
        view = bidder.view(auction)
        if view.relaxed:
            return []
        calls = [
            candidate.call
            for candidate in view.position
            if is_alerted(candidate.rule)
            and self._note(bidder, AlertedRule(auction, view, candidate))
        ]
        new = [auction.after(call) for call in dict.fromkeys(calls)]
        self.spread += [after.after(call) for after in new for call in _between(after)]
        return new

    def _note(self, bidder: Bidder, at: AlertedRule) -> bool:
        known = self.positions.setdefault(at.candidate.rule.location, [])
        node = at.candidate.condition.node
        each = 1 if at.candidate.rule.location in self.found_before else _EACH
        if len(known) >= each or any(node == old.candidate.condition.node for old in known):
            return False
        after = bidder.view(at.auction.after(at.call)).records[-1]
        others = set(after.relaxed) - {after.index}
        if others or not any(rule is at.candidate for rule in after.rules):
            return False
        known.append(at)
        return True


@cache
def _opposing(file: SystemFile) -> System:
    return load_file(file.resolve())


def _between(auction: Auction) -> list[Call]:
    """The opponents' calls that are tried: pass, double, and the next bid."""
    bids = [call for call in auction.legal_calls() if call.is_bid]
    return [Call.PASS, *([Call.DOUBLE] if auction.is_legal(Call.DOUBLE) else []), *bids[:1]]


def _step_after(view: View, call: Call) -> ShownCall:
    step = ShownCall(len(view.auction.calls), call, view.explaining(call))
    return view.caller.shown.after(step)[0].calls[-1]
