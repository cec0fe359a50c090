"""Bids random boards at four seats and checks what must always hold; prints what went wrong.

    python tools/selfplay.py --boards 3000 [--system sayc] [--scoring mp] [--list fallback]

Checked on every board: no exception, no illegal call, the auction ends, no call's meaning excludes
the hand that made it, and every seat's ranges contain its hand. Counted as well: calls by no rule
(fallback), calls by the last-resort layer, relaxed meanings, doubled part-scores that make (by
double dummy), and absurd contracts: fewer than seven trumps by choice, game missed with 27 HCP or
more, a slam off two aces, a slam missed with 34 HCP or more. Few trumps are by choice if both
partners have bid: who passes his partner's weak two-bid has chosen nothing. An ace does not count
as missing where declarer or dummy is void.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from rich.progress import track

from dowager.auction import (
    Auction,
    Contract,
    Scoring,
    Vulnerability,
    dealer_of_board,
    game_level,
)
from dowager.bidder import Bidder
from dowager.cards import Deal, Hand, Seat, random_deal
from dowager.knowledge.answers import excluded_calls, ranges, relaxed_calls
from dowager.language.files import load_system
from dowager.language.text import Layer
from dowager.play import DoubleDummyStore
from inputs import run

ABSURD = ("few trumps by choice", "game missed", "slam off two aces", "slam missed")
DOUBTFUL = ("few trumps", "doubled, made")
KINDS = ("excluded", "outside", "fallback", "last resort", "relaxed", *ABSURD, *DOUBTFUL)
NEVER = ("excluded", "outside", "fallback")
_ACE = 12  # its place among the 13 cards of a suit


class Checker:
    """Bids boards with one system, or two, and finds what is wrong."""

    def __init__(self, system: str, opponents: str | None) -> None:
        first = load_system(system)
        second = load_system(opponents) if opponents else first
        self._bidder = Bidder(first, second)
        self._store = DoubleDummyStore()
        self._last_resort = {
            rule
            for each in (first, second)
            for section in each.sections
            for rule in section.rules
            if section.layer is Layer.LAST_RESORT
        }
        self.calls = 0

    def check(self, deal: Deal, start: Auction) -> Iterator[tuple[str, str]]:
        """Yield every kind of trouble on a board, with what it is about."""
        auction = start
        while not auction.ended:
            decision = self._bidder.choose(deal[auction.turn], auction)
            self.calls += 1
            if decision.rule is None:
                yield "fallback", f"{auction.turn.letter} {deal[auction.turn]} after {auction}"
            elif decision.rule.rule in self._last_resort:
                yield "last resort", f"{auction} {decision.call} {decision.name}"
            auction = auction.after(decision.call)
        views = [self._bidder.view(before) for before in auction.prefixes()]
        for index in excluded_calls(views, deal):
            yield "excluded", f"call {index + 1} of {auction}"
        for index in relaxed_calls(views[-1]):
            yield "relaxed", f"call {index + 1} of {auction}"
        boxes = ranges(views[-1])
        for seat in Seat:
            if not boxes[seat].contain(deal[seat]):
                yield "outside", f"{seat.letter} {deal[seat]} after {auction}"
        if auction.contract is not None:
            for kind in self._doubtful(deal, auction, auction.contract):
                yield kind, str(auction)

    def _doubtful(self, deal: Deal, auction: Auction, contract: Contract) -> Iterator[str]:
        hands = [deal[contract.declarer], deal[contract.declarer.plus(2)]]
        strain, level = contract.strain, contract.level
        below_game = level < game_level(strain)
        hcp = sum(hand.hcp for hand in hands)
        if strain < 4 and sum(hand.lengths[strain] for hand in hands) < 7:
            yield "few trumps"
            bidders = {auction.seat_of(at) for at, call in enumerate(auction.calls) if call.is_bid}
            if {contract.declarer, contract.declarer.plus(2)} <= bidders:
                yield "few trumps by choice"
        if below_game and hcp >= 27:
            yield "game missed"
        if level < 6 and hcp >= 34:
            yield "slam missed"
        if level >= 6 and sum(_ace_lost(hands, suit) for suit in range(4)) >= 2:
            yield "slam off two aces"
        if below_game and contract.doubled and self._store.makes([deal], [contract])[0]:
            yield "doubled, made"


def _ace_lost(hands: list[Hand], suit: int) -> bool:
    return all(hand.lengths[suit] and not hand.holdings[suit] >> _ACE & 1 for hand in hands)


def main() -> int:
    """Run the check; exits with 1 when something that must hold did not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=3000)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--opponents", default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scoring", default="imps", help="imps or mp, what boards are bid for")
    parser.add_argument("--list", choices=KINDS, help="print each case of this kind")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    checker, scoring = Checker(options.system, options.opponents), Scoring.parse(options.scoring)
    random, counts = Random(options.seed), Counter[str]()
    started = time.process_time()
    boards = range(1, options.boards + 1)
    for number in track(boards, "bidding", disable=not sys.stderr.isatty()):
        deal = random_deal(random)
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number), (), scoring)
        faults = list(checker.check(deal, start))
        counts.update(kind for kind, _ in faults)
        counts["absurd in all"] += any(kind in ABSURD for kind, _ in faults)
        for kind, what in faults:
            if kind == options.list:
                print(f"board {number} {deal} {start.vulnerability}: {what}")
    counts["boards"], counts["calls"] = options.boards, checker.calls
    seconds = time.process_time() - started
    if options.json:
        print(json.dumps({**counts, "seconds": seconds}))
    else:
        for kind in ("boards", "calls", *KINDS, "absurd in all"):
            share = (
                f"{counts[kind] / options.boards:>9.2%}" if kind not in ("boards", "calls") else ""
            )
            print(f"{kind:<21}{counts[kind]:>8}{share}")
        print(f"{'ms a board':<21}{1000 * seconds / options.boards:>8.1f}")
    return 1 if any(counts[kind] for kind in NEVER) else 0


if __name__ == "__main__":
    run(main)
