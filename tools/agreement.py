"""Follows another bidder's auctions and prints how often ours makes the same call.

    python tools/agreement.py ../shared/reference/auctions_sayc.jsonl [--boards 500] [--most 25]
    python tools/agreement.py FILE --worth --show "takeout double"

At every call of the file the system is asked with the hand that made it. The groups of
disagreement are listed by the rule that ours used and the two calls, largest first. With `--worth`
each disagreement is bid to its end twice, after our call and after theirs, our rules at all four
seats; the score comes from the file's double-dummy tricks. A positive figure says that their call
was the better one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from rich.progress import track

from dowager.auction import Auction, Call, imps, score_ns
from dowager.bidder import Bidder, ChosenCall
from dowager.cards import Deal
from dowager.services.known_tables import system_named
from inputs import Record, records, run
from topics import topic


@dataclass
class Group:
    """Disagreements of one kind: what their call would have gained, and the boards."""

    gains: list[int] = field(default_factory=list)
    boards: list[str] = field(default_factory=list)

    @property
    def error(self) -> float:
        """The standard error of the sum of the gains."""
        return float(np.std(self.gains, ddof=1) * len(self.gains) ** 0.5) if self.gains[1:] else 0.0


class Follower:
    """Asks one system along another bidder's auctions, and counts."""

    def __init__(self, system: str, worth: bool, by: str) -> None:
        self.bidder = Bidder(system_named(system))
        self.asked, self.same = Counter[str](), Counter[str]()
        self.groups: dict[str, Group] = defaultdict(Group)
        self._worth, self._by = worth, by

    def follow(self, board: Record) -> None:
        """Ask at every call of one board."""
        deal, start, calls = board.deal(), board.start(), board.calls()
        for index, theirs in enumerate(calls):
            auction = Auction(start.dealer, start.vulnerability, calls[:index])
            decision = self.bidder.choose(deal[auction.turn], auction)
            self._count(auction, decision.call, theirs)
            if decision.call != theirs:
                self._differ(deal, auction, decision, theirs, board)

    def _count(self, auction: Auction, ours: Call, theirs: Call) -> None:
        keys = ["all", f"turn {len(auction.calls) // 4 + 1}", topic(auction)]
        if not ours is theirs is Call.PASS:
            keys += [f"{key}, not both pass" for key in keys]
        for key in keys:
            self.asked[key] += 1
            self.same[key] += ours == theirs

    def _differ(
        self, deal: Deal, auction: Auction, ours: ChosenCall, theirs: Call, board: Record
    ) -> None:
        name = {
            "rule": f"{ours.location} {ours.name}",
            "auction": str(auction),
            "topic": topic(auction),
        }
        group = self.groups[f"{name[self._by]}: {ours.call}, theirs {theirs}"]
        gain = self._gain(deal, auction, ours.call, theirs, board) if self._worth else 0
        group.gains.append(gain)
        group.boards.append(f"{gain:>+4} {deal[auction.turn]}  {auction.vulnerability} {auction}")

    def _gain(self, deal: Deal, auction: Auction, ours: Call, theirs: Call, board: Record) -> int:
        """Return the IMPs that the caller's side wins by their call instead of ours."""
        scores = []
        for call in (theirs, ours):
            end = self.bidder.bid(deal, auction.after(call))
            contract = end.contract
            tricks = 0
            if contract is not None:
                tricks = board.tricks(contract)
            scores.append(score_ns(contract, tricks, end.vulnerability))
        gain = imps(scores[0] - scores[1])
        return -gain if auction.turn % 2 else gain


def main() -> None:
    """Run the comparison and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--boards", type=int, default=None)
    parser.add_argument("--most", type=int, default=25, help="how many groups to list")
    parser.add_argument("--by", choices=("rule", "auction", "topic"), default="rule")
    parser.add_argument("--worth", action="store_true", help="what their calls would have gained")
    parser.add_argument("--show", metavar="WORDS", help="print every board of matching groups")
    options = parser.parse_args()
    follower = Follower(options.system, options.worth, options.by)
    boards = records(options.file)[: options.boards]
    for board in track(boards, "comparing", disable=not sys.stderr.isatty()):
        follower.follow(board)
    _report(follower, options.most, options.show)


def _report(follower: Follower, most: int, show: str | None) -> None:
    for key in sorted(follower.asked):
        asked, same = follower.asked[key], follower.same[key]
        print(f"{key:<46}{asked:>7}{same / asked:>8.1%}{asked - same:>7} differ")
    print()
    groups = follower.groups
    for key in sorted(groups, key=lambda name: -len(groups[name].gains))[:most]:
        group = groups[key]
        print(f"{len(group.gains):>4} {sum(group.gains):>+5} ± {group.error:<4.0f} {key}")
        print(f"          {group.boards[0]}")
    for key, group in groups.items():
        if show and show in key:
            print(f"\n{key}", *group.boards, sep="\n")


if __name__ == "__main__":
    run(main)
