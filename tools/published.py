"""Bids the published problems and prints the share of right answers, by grade, system and topic.

    python tools/published.py ../shared/reference/published_dev.jsonl [--wrong] [--topic slam]

`first` counts the first answer, `any` every accepted one. The problems are not part of the project.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from dowager.auction import Auction, Vulnerability, parse_call, parse_calls
from dowager.bidder import Bidder
from dowager.cards import Hand, Seat
from dowager.errors import DowagerError
from dowager.language.files import load_system
from inputs import records, run


def main() -> None:
    """Run the problems and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--topic", help="only this topic")
    parser.add_argument("--grade", help="only this grade")
    parser.add_argument("--wrong", action="store_true", help="print each wrong answer")
    options = parser.parse_args()
    bidder = Bidder(load_system(options.system))
    asked, first, accepted = Counter[str](), Counter[str](), Counter[str]()
    for problem in records(
        options.file, "hand", "dealer", "vul", "calls", "expected", "topic", "grade", "system"
    ):
        if options.topic not in (None, problem["topic"]):
            continue
        if options.grade not in (None, problem["grade"]):
            continue
        call, why = _bid(bidder, problem)
        right = [str(parse_call(answer)) for answer in problem["expected"]]
        main_set = problem["grade"] in ("A", "A-") and problem["system"] in ("sayc", "general")
        keys = ["all", f"topic {problem['topic']}", f"grade {problem['grade']}"]
        keys.append(f"system {problem['system']}")
        if main_set:
            keys.append("A and A-, sayc and general")
        for key in keys:
            asked[key] += 1
            first[key] += call == right[0]
            accepted[key] += call in right
        if options.wrong and call not in right:
            mark = "*" if main_set else " "
            print(
                f"{mark}{problem['topic']:<18}{problem['hand']:<18}"
                f"{' '.join(problem['calls']) or '-'}: {'/'.join(right)}, bid {call}  {why}"
            )
    for key in sorted(asked):
        total = asked[key]
        print(f"{key:<30}{total:>5}{first[key] / total:>8.1%}{accepted[key] / total:>8.1%}")


def _bid(bidder: Bidder, problem: dict[str, object]) -> tuple[str, str]:
    vul = str(problem["vul"])
    vulnerability = Vulnerability.parse("none" if vul == "unknown" else vul)
    calls = parse_calls(str(call) for call in problem["calls"])  # type: ignore[attr-defined]
    try:
        auction = Auction.of_calls(Seat.parse(str(problem["dealer"])), vulnerability, calls)
        decision = bidder.choose(Hand.parse(str(problem["hand"])), auction)
    except DowagerError as error:
        return "-", str(error)
    return str(decision.call), f"{decision.name} ({decision.location})"


if __name__ == "__main__":
    run(main)
