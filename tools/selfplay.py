"""Bids random boards at four seats and checks what must always hold; prints what went wrong.

    python tools/selfplay.py --boards 3000 [--system sayc] [--seed 1] [--list fallback]

Checked on every board: no exception, no illegal call, the auction ends, no call's meaning excludes
the hand that made it, and every seat's ranges contain its hand. Counted as well: calls by no rule
(fallback), calls by the last-resort layer, relaxed meanings, and the rules used most.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from random import Random

from rich.progress import track

from dowager.auction import Auction, Vulnerability, dealer_of_board
from dowager.bidder import Bidder
from dowager.bidder.understand import excluded_calls, ranges, relaxed_calls
from dowager.cards import Seat, random_deal
from dowager.language.loader import load_system

KINDS = ("excluded", "outside", "fallback", "last resort", "relaxed")


def main() -> int:
    """Run the check; exits with 1 when something that must hold did not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=3000)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--opponents", default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", choices=KINDS, help="print each case of this kind")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    system = load_system(options.system)
    opponents = load_system(options.opponents) if options.opponents else system
    bidder = Bidder(system, opponents)
    layers = {
        rule.number: section.rank[0]
        for each in (system, opponents)
        for section in each.sections
        for rule in section.rules
    }
    random, counts, rules = Random(options.seed), Counter[str](), Counter[str]()
    started = time.process_time()
    boards = range(1, options.boards + 1)
    for number in track(boards, "bidding", disable=not sys.stderr.isatty()):
        deal = random_deal(random)
        start = Auction(dealer_of_board(number), Vulnerability.of_board(number))
        found: list[tuple[str, str]] = []
        auction = start
        while not auction.ended:
            decision = bidder.choose(deal[auction.turn], auction)
            counts["calls"] += 1
            if decision.rule is None:
                found.append(("fallback", f"{auction.turn.letter} {deal[auction.turn]}"))
            else:
                rules[decision.place] += 1
                if layers[decision.rule.rule.number] == 4 and decision.name != "nothing to add":
                    found.append(("last resort", f"{auction} {decision.call} {decision.name}"))
            auction = auction.after(decision.call)
        views = [
            bidder.table.view(Auction(start.dealer, start.vulnerability, auction.calls[:length]))
            for length in range(len(auction.calls) + 1)
        ]
        found += [("excluded", f"call {index + 1}") for index in excluded_calls(views, deal)]
        found += [("relaxed", f"call {index + 1}") for index in relaxed_calls(views[-1])]
        boxes = ranges(views[-1])
        found += [("outside", seat.letter) for seat in Seat if not boxes[seat].contain(deal[seat])]
        for kind, what in found:
            counts[kind] += 1
            if kind == options.list:
                print(f"board {number} {deal} {auction}: {what}")
    counts["boards"] = options.boards
    seconds = time.process_time() - started
    bad = sum(counts[kind] for kind in ("excluded", "outside", "fallback"))
    if options.json:
        print(json.dumps({**counts, "seconds": seconds}))
    else:
        for kind in ("boards", "calls", *KINDS):
            print(f"{kind:<12}{counts[kind]:>8}")
        print(f"{'ms a board':<12}{1000 * seconds / options.boards:>8.1f}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
