"""Owns concrete auctions for auction patterns: suits filled in, so that each call has a meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from dowager.auction import Auction, Call, Vulnerability
from dowager.bidder import Bidder
from dowager.cards import Seat
from dowager.language.tree import Frontier, PatternTree
from dowager.language.tree import expression as ex

_TRIES = 12


def auctions_after(
    bidder: Bidder, steps: tuple[ex.CallPattern, ...], random: Random, most: int
) -> Iterator[Auction]:
    """Yield different auctions that match a pattern and in which no meaning had to be relaxed.

    Args:
        bidder: the systems of the two sides.
        steps: the pattern, a step for each call from the first bid on.
        random: the random source of suits, earlier passes and vulnerability.
        most: how many auctions at most.
    """
    tree: PatternTree[int] = PatternTree()
    tree.add(steps, 0)
    found: set[tuple[Vulnerability, tuple[Call, ...]]] = set()
    for number in range(_TRIES * most):
        passes = number % 4
        vulnerability = Vulnerability(random.randrange(4))
        start = Auction.of_calls(Seat.NORTH, vulnerability, [Call.PASS] * passes)
        auction = _filled(bidder, tree, start, len(steps), random)
        if auction is None or auction.ended:
            continue
        key = (vulnerability, auction.calls)
        if key not in found:
            found.add(key)
            yield auction
        if len(found) >= most:
            return


def all_auctions(
    bidder: Bidder, patterns: Sequence[tuple[ex.CallPattern, ...]]
) -> Iterator[Auction]:
    """Yield every auction that matches one of some patterns and means something, once.

    All numbers of passes before the first bid and all vulnerabilities are gone through.
    """
    tree: PatternTree[int] = PatternTree()
    for steps in patterns:
        tree.add(steps, 0)
    for vulnerability in Vulnerability:
        for passes in range(4):
            start = Auction.of_calls(Seat.NORTH, vulnerability, [Call.PASS] * passes)
            yield from _matching(bidder, start, Frontier.of(tree))


def _matching(bidder: Bidder, auction: Auction, frontier: Frontier[int]) -> Iterator[Auction]:
    if frontier.matched:
        yield auction
    if not frontier.leads:
        return
    for call, following in frontier.ways(auction.legal_calls()):
        after = auction.after(call)
        if not after.ended and not bidder.view(after).records[-1].relaxed:
            yield from _matching(bidder, after, following)


def _filled(
    bidder: Bidder, tree: PatternTree[int], auction: Auction, length: int, random: Random
) -> Auction | None:
    """Return a random auction that matches a pattern, or None when this try led nowhere."""
    frontier = Frontier.of(tree)
    for _ in range(length):
        ways = [
            (call, single)
            for call, following in frontier.ways(auction.legal_calls())
            for single in following.apart()
        ]
        if not ways or auction.ended:
            return None
        call, frontier = random.choice(ways)
        auction = auction.after(call)
        if bidder.view(auction).records[-1].relaxed:
            return None
    return auction
