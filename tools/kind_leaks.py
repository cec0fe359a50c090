"""Says where a usual call would gain much on a kind of hands of a rule, though not on all of them.

    python tools/kind_leaks.py sayc --contested --calls 4 --kept /tmp/tricks.db
    python tools/kind_leaks.py ./mine --quiz quizzes/mine.yaml --first 100 --positions 50

`tools/rule_leaks.py` tries calls on all hands of a rule, so that what is right for a few of them is
lost in the mean. Here the hands that a rule chooses at a position are split by one fact or two, the
length of a suit and the HCP, and the split on which a usual call gains most is tried on new deals
of its kind. Hundreds of splits are looked at for each call, so the first figure says nothing: only
the second is printed. All later calls are the rules' own, the opponents' as well. What gains may
be a mistake of theirs that they would not repeat, so see what their best answers to it are
(`tools/other_calls.py`, one call further on) before a rule is written. A position takes some ten
seconds; a run that is stopped goes on with `--first`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import dropwhile

import numpy as np
from numpy.typing import NDArray

from dowager.auction import Call
from dowager.backends.evaluate import DealArray
from dowager.bidder import Bidder
from dowager.bidder.quiz_reader import quiz_files
from dowager.cards import Hand
from dowager.knowledge.public import View
from dowager.knowledge.sampling import deal_of, deals_for
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import run, whole
from other_calls import Group, groups_of
from rule_leaks import (
    Leak,
    PositionTester,
    add_options,
    deals_of_rule,
    positions_of,
    search,
    wanted,
)
from usual_calls import usual_calls

_DEALS = 120  # that group the hands of a position
_LEAST, _FIRST, _MOST = 24, 20, 64  # hands of a rule: to try it; to drop calls; in all
_HIGHEST = 5  # the level of the calls that are tried
_BEST, _HOPE = 10, 4.5  # a call is dropped if its best hands gain less on average
_KIND = 12  # hands of a kind, at first
_GAIN, _ERRORS = 1.8, 2.6  # IMPs, and standard errors, of a kind that is tried again
_DRAWN, _AGAIN, _ENOUGH = 1500, 60, 15  # new deals; of the kind that are tried, and needed
_WORTH, _SURE = 1.0, 2.3  # IMPs, and standard errors, of what is printed
_FACTS = ("S", "H", "D", "C", "hcp")

_Fact = tuple[str, str, int]  # such as ("S", ">=", 4)


class Tester(PositionTester):
    """Tries usual calls on kinds of hands."""

    def _leaks_at(self, bidder: Bidder, view: View, generator: np.random.Generator) -> list[Leak]:
        sample = deals_for(view, {}, generator, _DEALS)
        found: list[Leak] = []
        for group in groups_of(bidder, view.auction, sample):
            if len(group.deals) >= _LEAST:
                deals = sample.holdings[group.deals[:_MOST]]
                found += self._kinds(bidder, view, group, deals, generator)
        return found

    def _kinds(
        self,
        bidder: Bidder,
        view: View,
        group: Group,
        deals: DealArray,
        generator: np.random.Generator,
    ) -> Iterator[Leak]:
        own = group.own.call
        others = [
            call
            for call in usual_calls(view.auction)
            if call is not own and (not call.is_bid or call.level <= _HIGHEST)
        ]
        gains = self._gains(view, own, deals[:_FIRST], others)
        promising = [call for call in others if np.mean(sorted(gains[call])[-_BEST:]) >= _HOPE]
        if not promising:
            return
        more = self._gains(view, own, deals[_FIRST:], promising)
        hands = [deal_of(deal)[view.caller_seat] for deal in deals]
        for call in promising:
            kind = best_kind(hands, np.array(gains[call] + more[call], dtype=float))
            if kind is None:
                continue
            again = self._again(bidder, view, group, kind, generator)
            if len(again) < _ENOUGH:
                continue
            gain, error = mean_error(self._gains(view, own, again, [call])[call])
            if gain >= _WORTH and gain >= _SURE * error:
                words = f"{call} for {own} ({group.own.name or 'no rule'}, {group.own.location})"
                words += f" after {view.auction}, {view.auction.vulnerability}, where "
                words += " and ".join(f"{fact} {sign} {least}" for fact, sign, least in kind)
                yield Leak(gain, error, len(again), words)

    def _again(
        self,
        bidder: Bidder,
        view: View,
        group: Group,
        kind: Sequence[_Fact],
        generator: np.random.Generator,
    ) -> DealArray:
        """Return new deals on which the rule has a hand of the kind."""
        deals = deals_of_rule(bidder, view, group, deals_for(view, {}, generator, _DRAWN))
        seat = view.caller_seat
        fitting = [n for n, deal in enumerate(deals) if is_of(deal_of(deal)[seat], kind)]
        return deals[fitting[:_AGAIN]]


def is_of(hand: Hand, kind: Sequence[_Fact]) -> bool:
    """Whether a hand has all facts of a kind."""
    own = _facts(hand)
    return all(own[fact] >= n if sign == ">=" else own[fact] <= n for fact, sign, n in kind)


def best_kind(hands: Sequence[Hand], gains: NDArray[np.float64]) -> tuple[_Fact, ...] | None:
    """Return the kind, of one fact or two, whose gains stand out most; None if none does."""
    rows = [_facts(hand) for hand in hands]
    masks: dict[_Fact, NDArray[np.bool_]] = {}
    for fact in _FACTS:
        values = np.array([row[fact] for row in rows])
        for value in np.unique(values).tolist():
            masks[fact, ">=", value] = values >= value
            masks[fact, "<=", value] = values <= value
    kinds = [(one,) for one in masks]
    kinds += [(one, two) for one in masks for two in masks if one[0] < two[0]]  # type: ignore[misc]
    best, most = None, 0.0
    for kind in kinds:
        chosen = gains[np.logical_and.reduce([masks[fact] for fact in kind])]
        if len(chosen) < _KIND:
            continue
        mean, error = mean_error(chosen.tolist())
        if mean >= _GAIN and mean >= _ERRORS * (error + 0.25) and mean * len(chosen) ** 0.5 > most:
            best, most = kind, mean * len(chosen) ** 0.5
    return best


def _facts(hand: Hand) -> dict[str, int]:
    lengths = map(len, str(hand).split("."))
    return dict(zip(_FACTS, (*lengths, hand.hcp), strict=True))


def _length(calls: tuple[Call, ...]) -> int:
    """Return the number of calls from the first one on that is not a pass."""
    return sum(1 for _ in dropwhile(lambda call: call is Call.PASS, calls))


def main() -> None:
    """Try the calls and print where one gains much."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="\n".join(__doc__.splitlines()[1:4]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser)
    parser.add_argument("--calls", type=whole(1), help="at most so many from the first bid on")
    options = parser.parse_args()
    system_named(options.system)  # what is wrong is said here, not in every worker
    everything = [
        calls
        for calls in positions_of(options.quiz or quiz_files(options.system), options.contested)
        if options.calls is None or _length(calls) <= options.calls
    ]
    positions = wanted(everything, options.first, options.positions)
    search(positions, options, Tester)


if __name__ == "__main__":
    run(main)
