"""Bids random boards at four seats and checks what must always hold; prints what went wrong.

    python tools/selfplay.py --boards 3000 [--system sayc] [--scoring mp] [--list fallback]
    python tools/selfplay.py --judge 20 --boards 500 --first 1001 --seed 7

Checked on every board: no exception, no illegal call, the auction ends, no call's meaning excludes
the hand that made it, and every seat's ranges contain its hand. With --judge all four seats judge
(docs/explanation/judgement.md), and every hand must count in the reading `judged`. A run that is
stopped, by Ctrl-C or SIGTERM, counts the boards that are done, and says with which --first another
one of the same seed goes on; its exit code is 130. Counted as well: calls by no rule
(fallback), calls by the last-resort layer, relaxed meanings, doubled part-scores that make (by
double dummy), and absurd contracts: fewer than seven trumps by choice, game missed with 27 HCP or
more, a slam off two aces, a slam missed with 34 HCP or more. Few trumps are by choice if both
partners have bid: who passes his partner's weak two-bid has chosen nothing. An ace does not count
as missing where declarer or dummy is void.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pool
from random import Random

import numpy as np
from rich.progress import track

from dowager.auction import (
    Auction,
    Contract,
    Scoring,
    Vulnerability,
    dealer_of_board,
    game_level,
)
from dowager.bidder import Bidder, ChosenCall
from dowager.bidder.bulk import cells_of
from dowager.cards import Deal, Hand, Seat, random_deal
from dowager.judgement import Judge
from dowager.judgement.judge import JUDGED
from dowager.knowledge.answers import excluded_calls, ranges, relaxed_calls
from dowager.knowledge.public import View
from dowager.knowledge.readings import weights_of
from dowager.language.text import Layer
from dowager.play import Budget, DoubleDummyStore
from dowager.services.known_tables import system_named
from inputs import run, whole

ABSURD = ("few trumps by choice", "game missed", "slam off two aces", "slam missed")
DOUBTFUL = ("few trumps", "doubled, made")
KINDS = ("excluded", "outside", "fallback", "last resort", "relaxed", *ABSURD, *DOUBTFUL)
NEVER = ("excluded", "outside", "fallback")
_ACE = 12  # its place among the 13 cards of a suit


@dataclass(frozen=True, slots=True)
class CheckedBoard:
    """What was found on a board.

    Attributes:
        number: the board's number, and with it dealer and vulnerability.
        calls: how many calls were made.
        judged: at how many of them there was something to judge.
        overruled: how many judgement made instead of the rules' own.
        faults: every kind of trouble, with what it is about.
    """

    number: int
    calls: int
    judged: int
    overruled: int
    faults: tuple[tuple[str, str], ...]


class Checker:
    """Bids boards with one system, or two, and finds what is wrong."""

    def __init__(self, system: str, opponents: str | None, seconds: float) -> None:
        first = system_named(system)
        second = system_named(opponents) if opponents else first
        self._bidder = Bidder(first, second)
        self._store = DoubleDummyStore()
        self._judge = Judge(self._store, theirs=JUDGED) if seconds > 0 else None
        self._seconds = seconds
        self._last_resort = {
            rule
            for each in (first, second)
            for section in each.sections
            for rule in section.rules
            if section.layer is Layer.LAST_RESORT
        }

    def check(self, number: int, deal: Deal, scoring: Scoring) -> CheckedBoard:
        """Bid a board, and return what is wrong."""
        auction = Auction(dealer_of_board(number), Vulnerability.of_board(number), (), scoring)
        faults, judged, overruled = list[tuple[str, str]](), 0, 0
        while not auction.ended:
            hand = deal[auction.turn]
            own = self._bidder.choose(hand, auction)
            decision = self._judged(own, hand)
            judged += decision is not None
            made = own if decision is None else decision
            overruled += made.call is not own.call
            if made.rule is None:
                faults.append(("fallback", f"{auction.turn.letter} {hand} after {auction}"))
            elif made.rule.rule in self._last_resort:
                faults.append(("last resort", f"{auction} {made.call} {made.name}"))
            auction = auction.after(made.call)
        views = [self._bidder.view(before) for before in auction.prefixes()]
        faults += self._misread(views, deal) if self._judge is None else _uncounted(views[-1], deal)
        for index in relaxed_calls(views[-1]):
            faults.append(("relaxed", f"call {index + 1} of {auction}"))
        if auction.contract is not None:
            for kind in self._doubtful(deal, auction, auction.contract):
                faults.append((kind, str(auction)))
        return CheckedBoard(number, len(auction.calls), judged, overruled, tuple(faults))

    def _judged(self, own: ChosenCall, hand: Hand) -> ChosenCall | None:
        """Return the call that judgement makes; None where there is nothing to judge."""
        if self._judge is None:
            return None
        judged = self._judge.judge(own.view, hand, Budget(self._seconds, time.monotonic))
        return None if judged is None else judged.chosen(own.view)

    def _misread(self, views: list[View], deal: Deal) -> Iterator[tuple[str, str]]:
        """Yield what the rules, read exactly, say wrongly of the hands."""
        auction = views[-1].auction
        for index in excluded_calls(views, deal):
            yield "excluded", f"call {index + 1} of {auction}"
        boxes = ranges(views[-1])
        for seat in Seat:
            if not boxes[seat].contain(deal[seat]):
                yield "outside", f"{seat.letter} {deal[seat]} after {auction}"

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


def _uncounted(view: View, deal: Deal) -> Iterator[tuple[str, str]]:
    """Yield the hands that do not count when all players are read as players who judge."""
    for seat in Seat:
        cell = cells_of(np.array([deal[seat].holdings], dtype=np.uint16))[0]
        if not weights_of(view.players[seat].shown, JUDGED)[cell] > 0:
            yield "excluded", f"{seat.letter} {deal[seat]} after {view.auction}"


_checker: Checker


def _begin(system: str, opponents: str | None, seconds: float) -> None:
    global _checker  # each worker process loads the systems once
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program ends its workers itself
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _checker = Checker(system, opponents, seconds)


def _check(board: tuple[int, Deal, Scoring]) -> CheckedBoard:
    return _checker.check(*board)


def main() -> int:
    """Run the check; exits with 1 when something that must hold did not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=whole(1), default=3000)
    parser.add_argument("--first", type=whole(1), default=1, help="the number of the first board")
    parser.add_argument("--system", default="sayc")
    parser.add_argument("--opponents", default=None)
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--scoring", default="imps", help="imps or mp, what boards are bid for")
    parser.add_argument(
        "--judge", type=whole(0), default=0, metavar="SECONDS", help="all seats judge so long"
    )
    parser.add_argument("--workers", type=whole(1), default=1, help="how many processes bid")
    parser.add_argument("--list", choices=KINDS, help="print each case of this kind")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    scoring = Scoring.parse(options.scoring)
    for system in filter(None, (options.system, options.opponents)):
        system_named(system)  # what is wrong is said here, not in every worker
    random = Random(options.seed)
    deals = [random_deal(random) for _ in range(options.first + options.boards - 1)]
    numbers = range(options.first, options.first + options.boards)
    boards = [(number, deals[number - 1], scoring) for number in numbers]
    counts, started = Counter[str](), time.monotonic()
    counts["boards"] = 0
    asked = (options.system, options.opponents, float(options.judge))
    stopped = False
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    with Pool(options.workers, _begin, asked) as pool:
        checked = pool.imap(_check, boards)
        silent = not sys.stderr.isatty()
        try:
            for board in track(checked, "bidding", total=len(boards), disable=silent):
                _count(board, counts)
                for kind, what in board.faults:
                    if kind == options.list:
                        dealt = f"{deals[board.number - 1]} {Vulnerability.of_board(board.number)}"
                        print(f"board {board.number} {dealt}: {what}", flush=True)
        except KeyboardInterrupt:
            stopped = True
    signal.signal(signal.SIGTERM, before)
    seconds = time.monotonic() - started
    if options.json:
        print(json.dumps({**counts, "seconds": seconds}))
    else:
        _print_totals(counts, seconds, judging=options.judge > 0)
    if stopped:
        print(f"stopped; --first {options.first + counts['boards']} goes on", file=sys.stderr)
        return 130
    return 1 if any(counts[kind] for kind in NEVER) else 0


def _count(board: CheckedBoard, counts: Counter[str]) -> None:
    counts.update(kind for kind, _ in board.faults)
    counts["absurd in all"] += any(kind in ABSURD for kind, _ in board.faults)
    counts["boards"] += 1
    counts["calls"] += board.calls
    counts["judged"] += board.judged
    counts["overruled"] += board.overruled


def _print_totals(counts: Counter[str], seconds: float, judging: bool) -> None:
    totals = ("boards", "calls", *(("judged", "overruled") if judging else ()))
    boards = max(counts["boards"], 1)
    for kind in (*totals, *KINDS, "absurd in all"):
        share = "" if kind in totals else f"{counts[kind] / boards:>9.2%}"
        print(f"{kind:<21}{counts[kind]:>8}{share}")
    print(f"{'ms a board':<21}{1000 * seconds / boards:>8.1f}")


if __name__ == "__main__":
    run(main)
