"""Follows another bidder's auctions and prints how often ours makes the same call, by turn.

    python tools/agreement.py ../shared/reference/auctions_sayc.jsonl [--boards 500] [--most 25]

At every call of the file the system is asked with the hand that made it. The groups of
disagreement are listed by the rule that ours used and the two calls, largest first. It only counts:
what a difference is worth is not asked here.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from rich.progress import track

from dowager.auction import Auction, Call, Vulnerability, parse_calls
from dowager.bidder import Bidder
from dowager.cards import Deal, Seat
from dowager.language.loader import load_system


def main() -> None:
    """Run the comparison and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--boards", type=int, default=None)
    parser.add_argument("--most", type=int, default=25, help="how many groups to list")
    parser.add_argument("--by", choices=("rule", "auction"), default="rule")
    options = parser.parse_args()
    bidder = Bidder(load_system(options.system))
    asked, same = Counter[str](), Counter[str]()
    groups: dict[str, list[str]] = defaultdict(list)
    lines = options.file.read_text().splitlines()[: options.boards]
    for line in track(lines, "comparing", disable=not sys.stderr.isatty()):
        board = json.loads(line)
        deal = Deal.parse(board["deal"])
        start = Auction(Seat.parse(board["dealer"]), Vulnerability.parse(board["vul"]))
        calls = parse_calls(board["calls"])
        for index, theirs in enumerate(calls):
            auction = Auction(start.dealer, start.vulnerability, calls[:index])
            decision = bidder.choose(deal[auction.turn], auction)
            both_pass = theirs is Call.PASS and decision.call is Call.PASS
            keys = ["all", f"turn {index // 4 + 1}"]
            if not both_pass:
                keys.append("not both pass")
                keys.append(f"turn {index // 4 + 1}, not both pass")
            for key in keys:
                asked[key] += 1
                same[key] += decision.call == theirs
            if decision.call != theirs:
                key = f"{decision.place} {decision.name}: {decision.call}, theirs {theirs}"
                if options.by == "auction":
                    key = f"{auction}: {decision.call}, theirs {theirs}"
                groups[key].append(f"{deal[auction.turn]}  {auction}")
    for key in sorted(asked):
        print(f"{key:<28}{asked[key]:>7}{same[key] / asked[key]:>8.1%}")
    print()
    for key in sorted(groups, key=lambda name: -len(groups[name]))[: options.most]:
        print(f"{len(groups[key]):>4}  {key}\n        {groups[key][0]}")


if __name__ == "__main__":
    main()
