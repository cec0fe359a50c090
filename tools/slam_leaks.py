"""Says at which positions of a system's quizzes the strongest hands stop below slam, or go too far.

    python tools/slam_leaks.py sayc --kept /tmp/tricks.db
    python tools/slam_leaks.py ./mine --quiz quizzes/mine.yaml --first 100 --positions 50

`tools/kind_leaks.py` sees few hands of great strength, as most hands of a rule have little of it.
Here only the strongest eighth of the hands that come to a position is looked at, where with partner
they hold 28 points on average. Four notrump, a pass, and six of each strain that the two hands may
share are tried on those for which a rule calls; what gains is tried on new deals of that strength,
and only the second figure is printed. All later calls are the rules' own, so that four notrump
gains nothing where nobody takes it for an ask.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from dowager.auction import Call, Strain
from dowager.backends.evaluate import DealArray
from dowager.bidder import Bidder
from dowager.bidder.quiz_reader import quiz_files
from dowager.cards import Deal, Seat
from dowager.knowledge.public import View
from dowager.knowledge.sampling import deal_of, deals_for
from dowager.services.known_tables import system_named
from figures import mean_error
from inputs import run
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

_DEALS, _LEAST_DEALS = 300, 150  # that show how strong hands are at a position
_SHARE, _FEWEST, _MOST = 8, 30, 40  # an eighth of them is tried, but not fewer, nor more
_POINTS = 28  # that the weakest of these and partner hold, on average
_TRUMPS = 7.4  # that they hold together, on average, in a strain of a slam
_GROUP, _GAIN = 8, 2.0  # hands of a rule, and IMPs on them, for a second try
_DRAWN, _AGAIN, _ENOUGH = 700, 60, 15  # new deals; of that strength that are tried, and needed
_WORTH, _SURE = 1.0, 2.0  # IMPs, and standard errors, of what is printed


class Tester(PositionTester):
    """Tries slams on strong hands."""

    def _leaks_at(self, bidder: Bidder, view: View, generator: np.random.Generator) -> list[Leak]:
        sample = deals_for(view, {}, generator, _DEALS)
        if len(sample.holdings) < _LEAST_DEALS:
            return []
        deals = [deal_of(holdings) for holdings in sample.holdings]
        least = _least(deals, view.caller_seat)
        strong = [n for n, deal in enumerate(deals) if deal[view.caller_seat].hcp >= least][:_MOST]
        partner = np.mean([deals[n][view.caller_seat.partner].hcp for n in strong])
        if least + partner < _POINTS:
            return []
        sample = replace(sample, holdings=sample.holdings[strong])
        calls_tried = list(_slams(view, [deals[n] for n in strong]))
        found: list[Leak] = []
        for group in groups_of(bidder, view.auction, sample):
            if len(group.deals) >= _GROUP and not _is_slam(group.own.call):
                found += self._try(
                    bidder, view, group, sample.holdings[group.deals], calls_tried, least, generator
                )
        return found

    def _try(
        self,
        bidder: Bidder,
        view: View,
        group: Group,
        deals: DealArray,
        calls: Sequence[Call],
        least: int,
        generator: np.random.Generator,
    ) -> Iterator[Leak]:
        """Yield the call that gains most on a rule's strong hands, if it gains on others, too."""
        own = group.own.call
        others = [call for call in calls if call is not own]
        means = {
            call: np.mean(gains or [0])
            for call, gains in self._gains(view, own, deals, others).items()
        }
        best = max(means, key=means.__getitem__, default=None)
        if best is None or means[best] < _GAIN:
            return
        again = _of_strength(bidder, view, group, least, generator)
        if len(again) < _ENOUGH:
            return
        gain, error = mean_error(self._gains(view, own, again, [best])[best])
        if gain >= _WORTH and gain >= _SURE * error:
            words = f"{best} for {own} ({group.own.name or 'no rule'}, {group.own.location})"
            words += f" after {view.auction}, {view.auction.vulnerability}, where hcp >= {least}"
            yield Leak(gain, error, len(again), words)


def _least(deals: Sequence[Deal], seat: Seat) -> int:
    """Return the HCP that the strongest hands of a seat have at least."""
    ordered = sorted((deal[seat].hcp for deal in deals), reverse=True)
    return ordered[max(_FEWEST, len(ordered) // _SHARE) - 1]


def _slams(view: View, deals: Sequence[Deal]) -> Iterator[Call]:
    """Yield the calls that are tried on the strong hands of some deals."""
    seat, legal = view.caller_seat, view.auction.legal_mask
    tried = [Call.PASS, Call.bid(4, Strain.NOTRUMP), Call.bid(6, Strain.NOTRUMP)]
    shapes = [
        [len(suit) for hand in (deal[seat], deal[seat.partner]) for suit in str(hand).split(".")]
        for deal in deals
    ]
    for place, strain in enumerate((Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)):
        if np.mean([shape[place] + shape[place + 4] for shape in shapes]) >= _TRUMPS:
            tried.append(Call.bid(6, strain))
    yield from (call for call in tried if legal >> call & 1)


def _is_slam(call: Call) -> bool:
    return call.is_bid and call.level >= 6


def _of_strength(
    bidder: Bidder, view: View, group: Group, least: int, generator: np.random.Generator
) -> DealArray:
    """Return new deals on which a rule has a hand of at least so many HCP."""
    sample = deals_for(view, {}, generator, _DRAWN)
    deals = [deal_of(holdings) for holdings in sample.holdings]
    strong = [n for n, deal in enumerate(deals) if deal[view.caller_seat].hcp >= least]
    sample = replace(sample, holdings=sample.holdings[strong])
    return deals_of_rule(bidder, view, group, sample)[:_AGAIN]


def main() -> None:
    """Try the calls and print where one gains much."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="\n".join(__doc__.splitlines()[1:4]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser)
    options = parser.parse_args()
    system_named(options.system)  # what is wrong is said here, not in every worker
    everything = positions_of(options.quiz or quiz_files(options.system), options.contested)
    positions = wanted(everything, options.first, options.positions)
    search(positions, options, Tester)


if __name__ == "__main__":
    run(main)
