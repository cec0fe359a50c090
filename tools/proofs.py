"""Checks quick proofs by the solver, and times exact ranges, in random positions.

    python tools/proofs.py --positions 200 --seed 1

Boards are bid by the engine and cut at random; in half of the positions a hand is known. Of each
position a fixed set of questions is asked (`QUESTIONS`), and some of the bounds of its ranges. What
the quick view proves is put to CP-SAT, which must find no deal against it: one that it finds is
printed, and the exit code is 1. What the quick view leaves open is put to it, too, to count what
the solver decides beyond. Then the exact ranges are worked out, and timed.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median

from dowager.api import Table
from dowager.auction import Auction, Vulnerability
from dowager.cards import Deal, Hand, Seat, random_deal
from dowager.knowledge.answers import Verdict, answered, ranges
from dowager.knowledge.answers.exact_ranges import exact_ranges
from dowager.knowledge.public import View
from dowager.knowledge.solving.deal_session import DealSession, Proof
from dowager.language.compile import read_deal_condition
from dowager.language.tree import opposite

_SECONDS = 60.0
QUESTIONS = (
    "N: hcp >= 12", "E: S >= 5", "S: H in 3..5", "W: balanced", "N: ace(S)", "S: top2(H) >= 1",
    "E: aces >= 2", "NS.hcp >= 20", "EW.S <= 7", "NS: H >= 8", "E.D + W.D <= 5", "N.hcp > S.hcp",
    "N: ace(S) and S: king(S)", "N: ace(H) and S: ace(H)", "W: hcp >= 10 and E: hcp >= 10",
    "not (N: ace(C) or S: ace(C))", "NS.aces == 4", "N: quick_tricks >= 2 and W: quick_tricks >= 3",
    "N: stopper(S) or S: stopper(S)", "E: C >= 6 or W: C >= 6", "E+W: hcp in 15..25",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Position:
    """An auction as everybody knows it, and the hands that are seen."""

    view: View
    known: dict[Seat, Hand]

    def __str__(self) -> str:
        hands = " ".join(f"{seat.letter}:{hand}" for seat, hand in self.known.items())
        auction = self.view.auction
        calls = " ".join(map(str, auction.calls)) or "no call"
        return f"{calls}; dealer {auction.dealer.letter} {hands}".rstrip()


def positions(system: str, count: int, random: Random) -> Iterator[Position]:
    """Yield positions of random boards that a system bids itself."""
    bidder = Table(system).bidder
    for _ in range(count):
        deal = random_deal(random)
        start = Auction(Seat(random.randrange(4)), Vulnerability(random.randrange(4)))
        calls = bidder.bid(deal, start).calls
        calls = calls[: random.randint(1, len(calls))]
        seen = [Seat(random.randrange(4))] if random.random() < 0.5 else []
        auction = Auction.of_calls(start.dealer, start.vulnerability, calls)
        yield Position(bidder.view(auction), {seat: deal[seat] for seat in seen})


def asked_of(position: Position, random: Random) -> list[str]:
    """Return the questions, and two at an end of the ranges, where quick proofs are likeliest."""
    seat = random.choice([seat for seat in Seat if seat not in position.known])
    low, high = ranges(position.view, position.known)[seat].hcp
    return [*QUESTIONS, f"{seat.letter}: hcp <= {high}", f"{seat.letter}: hcp < {low}"]


class Tally:
    """What the quick view and the solver said."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.quick: list[float] = []
        self.exact: list[float] = []

    def check(self, position: Position, questions: list[str]) -> None:
        """Put each question to the quick view and to the solver."""
        began = time.process_time()
        answers = answered(position.view, questions, position.known)
        self.quick.append(time.process_time() - began)
        shown = {
            seat: position.view.players[seat].shown.node()
            for seat in Seat
            if seat not in position.known
        }
        session = DealSession(shown, position.known)
        for question, answer in zip(questions, answers, strict=True):
            self._compare(position, session, question, answer.verdict, answer.probability)

    def _compare(
        self,
        position: Position,
        session: DealSession,
        question: str,
        verdict: Verdict,
        share: float | None,
    ) -> None:
        condition = read_deal_condition(question)
        match verdict:
            case Verdict.PROVED | Verdict.IMPOSSIBLE:
                against = opposite(condition) if verdict is Verdict.PROVED else condition
                proof, deal = session.possible(where=against, limit=_SECONDS)
                self.counts[f"{verdict.value}, {_WORDS[proof]}"] += 1
                if proof is Proof.YES:
                    self._report(position, question, verdict, deal)
            case _ if share is not None and 0 < share < 1:
                self.counts["possible, deals for and against sampled"] += 1
            case _:
                open_side = opposite(condition) if share else condition
                proof, _ = session.possible(where=open_side, limit=_SECONDS)
                self.counts[f"left open, {_OPEN[proof]}"] += 1

    def _report(
        self, position: Position, question: str, verdict: Verdict, deal: Deal | None
    ) -> None:
        self.wrong.append(f"{question}: {verdict.value}, but {deal} ({position})")
        print("WRONG", self.wrong[-1])

    def time(self, position: Position) -> None:
        """Time the exact ranges of a position."""
        began = time.process_time()
        exact = exact_ranges(position.view, position.known, _SECONDS)
        self.exact.append(time.process_time() - began)
        self.counts["exact ranges proved" if exact.proved else "exact ranges not proved"] += 1

    def show(self) -> None:
        """Print the counts and the times."""
        for words, count in sorted(self.counts.items()):
            print(f"{count:6} {words}")
        for name, times in (("questions", self.quick), ("exact ranges", self.exact)):
            most, mean = max(times), sum(times) / len(times)
            print(f"{name}: median {median(times):.3f} s, mean {mean:.3f} s, most {most:.3f} s")


_WORDS = {
    Proof.NO: "confirmed by the solver",
    Proof.YES: "REFUTED by the solver",
    Proof.UNKNOWN: "not decided by the solver in time",
}
_OPEN = {
    Proof.NO: "proved by the solver",
    Proof.YES: "possible by a deal that the solver found",
    Proof.UNKNOWN: "not decided by the solver in time either",
}


def main() -> None:
    """Check and time the positions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", default="sayc")
    options = parser.parse_args()
    random, tally = Random(options.seed), Tally()
    for position in positions(options.system, options.positions, random):
        tally.check(position, asked_of(position, random))
        tally.time(position)
    tally.show()
    if tally.wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
