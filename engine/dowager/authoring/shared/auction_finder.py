"""The search for auctions that match patterns, along the calls that it is given.

A *way* on from an auction is a call and the frontier of patterns after it. What chooses the ways
decides the order of the search, what it leaves out, and when it gives up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random
from typing import TypeAlias, TypeVar

from dowager.auction import Auction, BySide, Call, Scoring, Vulnerability
from dowager.authoring.shared.digests import asks_part_scores, asks_scoring
from dowager.authoring.shared.situation import DUPLICATE, Terms
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.knowledge.cells import plain_space
from dowager.knowledge.public import CallRecord
from dowager.language.compile import Section
from dowager.language.tree import Frontier, PatternTree
from dowager.language.tree import expression as ex

_TRIES = 12

_Value = TypeVar("_Value")
Steps: TypeAlias = tuple[ex.CallPattern, ...]
Way: TypeAlias = tuple[Call, Frontier[_Value]]
Ways: TypeAlias = Callable[[Auction, Frontier[_Value]], Iterable[Way[_Value]]]


def auctions(
    start: Auction,
    frontier: Frontier[_Value],
    ways: Ways[_Value],
    matched: Callable[[Frontier[_Value]], bool] = lambda frontier: frontier.matched,
) -> Iterator[Auction]:
    """Yield the auctions that match, depth first; none that has ended.

    Args:
        start: the calls so far.
        frontier: where they lead in a tree of patterns.
        ways: gives the ways on from an auction, in the order in which they are followed.
        matched: whether an auction is one of those that are looked for.
    """
    if matched(frontier):
        yield start
    for call, following in ways(start, frontier):
        auction = start.after(call)
        if not auction.ended:
            yield from auctions(auction, following, ways, matched)


def frontier_of(patterns: Iterable[Steps]) -> Frontier[bool]:
    """Return the frontier of some patterns before the first call."""
    tree: PatternTree[bool] = PatternTree()
    for steps in patterns:
        tree.add(steps, True)
    return Frontier.of(tree)


def heard_by(bidder: Bidder, auction: Auction) -> Callable[[Call], CallRecord]:
    """Return how the next call of an auction is understood, by two systems."""
    return lambda call: bidder.view(auction.after(call)).records[-1]


# -- ways ------------------------------------------------------------------------------------------


def every_way(bidder: Bidder) -> Ways[_Value]:
    """Return all ways, but for calls that contradict their seat's earlier calls."""

    def ways(auction: Auction, frontier: Frontier[_Value]) -> Iterator[Way[_Value]]:
        hear = heard_by(bidder, auction)
        for call, following in frontier.ways(auction.legal_calls(), hear):
            if not hear(call).contradicts:
                yield call, following

    return ways


def random_way(bidder: Bidder, random: Random) -> Ways[_Value]:
    """Return one way at random; none if its call contradicts its seat's earlier calls."""

    def ways(auction: Auction, frontier: Frontier[_Value]) -> Iterator[Way[_Value]]:
        hear = heard_by(bidder, auction)
        every = [
            (call, way)
            for call, following in frontier.ways(auction.legal_calls(), hear)
            for way in following.apart()
        ]
        if every:
            call, way = random.choice(every)
            if not hear(call).contradicts:
                yield call, way

    return ways


def likeliest_ways(bidder: Bidder, most: int) -> Ways[_Value]:
    """Return the ways that some hand takes, the likeliest first, for at most `most` auctions."""
    budget = most

    def ways(auction: Auction, frontier: Frontier[_Value]) -> Iterable[Way[_Value]]:
        nonlocal budget
        budget -= frontier.leads
        if budget < 0:
            return ()
        every = dict(frontier.ways(auction.legal_calls(), heard_by(bidder, auction)))
        if len(every) < 2:
            return every.items()
        weights = _weights(bidder, auction, every)
        order = sorted(every, key=lambda call: (-weights[call], call))
        return [(call, every[call]) for call in order if weights[call]]

    return ways


def _weights(bidder: Bidder, auction: Auction, calls: Iterable[Call]) -> dict[Call, float]:
    """Return about how many hands make each of some calls."""
    view = bidder.view(auction)
    within, weight = view.caller.shown.mask, plain_space().weight
    return {call: weight(view.position.meaning(call, within).may) for call in calls}


# -- what is looked for ----------------------------------------------------------------------------


_SOME_PART_SCORES: tuple[BySide, ...] = (
    *((points, points) for points in (20, 30, 40, 60, 70, 80, 90)), (60, 0), (0, 60), (90, 0),
)  # fmt: skip
"""One for each set of bids that make game, and some that only one side has."""


def asked_terms(sections: Iterable[Section]) -> list[Terms]:
    """Return the terms on which sections may apply differently, duplicate at IMPs first.

    That is both forms of scoring, if a section asks for it, and some part scores, likewise.
    """
    asking, terms = list(sections), [DUPLICATE]
    if any(map(asks_scoring, asking)):
        terms.append(Terms(Scoring.MATCHPOINTS))
    if any(map(asks_part_scores, asking)):
        terms += [Terms(part_scores=below) for below in _SOME_PART_SCORES]
    return terms


def auctions_after(
    bidder: Bidder, steps: Steps, random: Random, most: int, terms: Terms = DUPLICATE
) -> Iterator[Auction]:
    """Yield different auctions that match a pattern and in which no call contradicts another.

    Args:
        bidder: the systems of the two sides.
        steps: the pattern, a step for each call from the first bid on.
        random: the random source of suits and vulnerability.
        most: how many auctions at most.
        terms: what the board is played for.
    """
    frontier = frontier_of([steps])
    different: set[Auction] = set()
    for number in range(_TRIES * most):
        start = _passed(number % 4, Vulnerability(random.randrange(4)), terms)
        auction = next(auctions(start, frontier, random_way(bidder, random)), None)
        if auction is not None and auction not in different:
            different.add(auction)
            yield auction
        if len(different) >= most:
            return


def all_auctions(
    bidder: Bidder, patterns: Iterable[Steps], terms: Iterable[Terms] = (DUPLICATE,)
) -> Iterator[Auction]:
    """Yield every auction that matches one of some patterns and contradicts nothing, once.

    That is at all vulnerabilities, and with all numbers of passes before the first bid.
    """
    frontier = frontier_of(patterns)
    for each, vulnerability, passes in product(terms, Vulnerability, range(4)):
        start = _passed(passes, vulnerability, each)
        yield from auctions(start, frontier, every_way(bidder))


def _passed(passes: int, vulnerability: Vulnerability, terms: Terms) -> Auction:
    calls = (Call.PASS,) * passes
    return Auction(Seat.NORTH, vulnerability, calls, terms.scoring, terms.part_scores)
