"""Bids the published problems and prints the share of right answers, by grade, system and topic.

    python tools/published.py ../shared/reference/published_dev.jsonl [--wrong] [--topic slam]

`first` counts the first answer, `any` every accepted one. The problems are not part of the project.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from dowager.auction import Auction
from dowager.bidder import Bidder
from dowager.cards import Hand
from dowager.errors import DowagerError, InputError
from dowager.services.known_tables import system_named
from inputs import Record, records, run


def main() -> None:
    """Run the problems and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--topic", help="only this topic")
    parser.add_argument("--grade", help="only this grade")
    parser.add_argument("--wrong", action="store_true", help="print each wrong answer")
    options = parser.parse_args()
    bidder = Bidder(system_named(options.system))
    asked, first, accepted = Counter[str](), Counter[str](), Counter[str]()
    for problem in records(options.file):
        topic, grade, system = (problem.text(key) for key in ("topic", "grade", "system"))
        if options.topic not in (None, topic) or options.grade not in (None, grade):
            continue
        call, why = _bid(bidder, problem)
        right = _answers(problem)
        main_set = grade in ("A", "A-") and system in ("sayc", "general")
        keys = ["all", f"topic {topic}", f"grade {grade}", f"system {system}"]
        if main_set:
            keys.append("A and A-, sayc and general")
        for key in keys:
            asked[key] += 1
            first[key] += call == right[0]
            accepted[key] += call in right
        if options.wrong and call not in right:
            mark = "*" if main_set else " "
            print(
                f"{mark}{topic:<18}{problem.text('hand'):<18}"
                f"{' '.join(problem.texts('calls')) or '-'}: {'/'.join(right)}, bid {call}  {why}"
            )
    for key in sorted(asked):
        total = asked[key]
        print(f"{key:<30}{total:>5}{first[key] / total:>8.1%}{accepted[key] / total:>8.1%}")


def _answers(problem: Record) -> list[str]:
    """Return the accepted answers, the best one first."""
    answers = [str(call) for call in problem.several("expected")]
    if not answers:
        raise InputError(f"{problem.where}: expected: no answer")
    return answers


def _bid(bidder: Bidder, problem: Record) -> tuple[str, str]:
    """Return our call and its rule; or why there is none: some problems have calls out of turn."""
    hand = problem.parsed("hand", Hand.parse)
    start, calls = problem.start(), problem.several("calls")
    try:
        auction = Auction.of_calls(start.dealer, start.vulnerability, calls)
        decision = bidder.choose(hand, auction)
    except DowagerError as error:
        return "-", str(error)
    return str(decision.call), f"{decision.name} ({decision.location})"


if __name__ == "__main__":
    run(main)
