"""The judge: whether another call than the rules' own is better, by deals bid to the end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b
from math import sqrt
from statistics import fmean, stdev

import numpy as np

from dowager.auction import Call, Scoring
from dowager.bidder import ChosenCall
from dowager.cards import Hand, Seat
from dowager.judgement.near_misses import may_be_judged, near_misses
from dowager.judgement.rollout import Rollout
from dowager.knowledge.public import View
from dowager.knowledge.readings import EXACT, READINGS, Reading
from dowager.knowledge.sampling import Sampler, SampleStatus, constraint_of
from dowager.language.compile import Candidate
from dowager.language.tree import RelativeSeat
from dowager.play import Budget, DoubleDummyStore

JUDGED = READINGS["judged"]
"""How a side is read that judges."""

_ROUNDS = (4, 12, *(8,) * 14)
"""Deals of each round; after a round only the calls go on of which it is not yet clear enough.

Four deals are enough to see that most calls lose. The clock is looked at between rounds: one takes
some tenths of a second for each call.
"""

_ENOUGH = 32
"""The fewest deals on which the rules are overruled."""

_MARGIN = 1.0
"""By how many standard errors another call must gain.

Whoever asks for more makes fewer mistakes, but passes up more than they cost.
"""

_CLEARLY = 1.5
"""By how many standard errors it gains when more deals need not be tried."""

_HOPE = 0.5
"""How many standard errors more than its gain a call is given to show that it is better."""

_WORSE = 2.0
"""By how many standard errors a call loses that is clearly not as good."""

_LEAST = {Scoring.IMPS: 0.5, Scoring.MATCHPOINTS: 0.2}
"""How much it must gain besides: half an IMP, or, at matchpoints, a tenth of a board.

Against a pair that makes the rules' own call, 1 matchpoint more than a tie is half a board.
"""

_EFFORT = 200_000  # proposals for the deals of a round
_LEAST_SPREAD = {Scoring.IMPS: 1.0, Scoring.MATCHPOINTS: 0.25}
"""The least standard deviation of a gain that is believed: a few deals may happen to agree."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a call is worth beside the rules' own.

    Attributes:
        call: the call.
        rule: its rule, which the hand fits or misses by one unit.
        deals: on how many deals it was tried; 0 when there was no time.
        gain: what it gains on average: IMPs, or matchpoints, 1 for a better score and -1 for a
            worse one.
        error: the standard error of that.
        scoring: what it is scored by.
    """

    call: Call
    rule: Candidate
    deals: int
    gain: float
    error: float
    scoring: Scoring = Scoring.IMPS

    @property
    def better(self) -> bool:
        """Whether it is better by so much that it overrules the rules."""
        return self._gains(_MARGIN)

    @property
    def as_good(self) -> bool:
        """Whether it is about as good as the rules' own: worse by no more than would overrule."""
        return self.deals >= _ENOUGH and self.gain >= -_LEAST[self.scoring]

    @property
    def may_be_better(self) -> bool:
        """Whether it is not yet clear if it is better."""
        return self.gain + _HOPE * self.error > _LEAST[self.scoring] and not self._gains(_CLEARLY)

    @property
    def may_be_as_good(self) -> bool:
        """Whether it is not yet clear if it is about as good."""
        above = self.gain + _LEAST[self.scoring]
        clear = self.deals >= _ENOUGH and above >= self.error
        return not clear and above > -_WORSE * self.error

    def _gains(self, errors: float) -> bool:
        """Whether it gains enough, and by so many standard errors, on enough deals."""
        least = max(_LEAST[self.scoring], errors * self.error)
        return self.deals >= _ENOUGH and self.gain >= least


@dataclass(frozen=True, slots=True)
class Judged:
    """What judgement says of a decision.

    Attributes:
        own: the rule of the rules' own call.
        others: the other calls that were considered, the best first.
        complete: whether all deals were tried that were wanted; if not, the time was up.
    """

    own: Candidate
    others: tuple[Worth, ...]
    complete: bool

    @property
    def rule(self) -> Candidate:
        """The rule of the call that is to be made."""
        return next((each.rule for each in self.others if each.better), self.own)

    def chosen(self, view: View) -> ChosenCall:
        """Return the call that is to be made in the view that was judged."""
        return ChosenCall(self.rule.call, self.rule, view)


class Judge:
    """Judges calls for a side whose partner judges, too.

    Given the time that it needs, it decides the same each time: its deals depend on nothing but the
    seed, the hand and the auction.

    Args:
        store: what solves contracts; by default one in memory.
        theirs: how far the other side's calls are believed.
        seed: of the deals.
    """

    def __init__(
        self, store: DoubleDummyStore | None = None, theirs: Reading = EXACT, seed: int = 1
    ) -> None:
        self._store = store or DoubleDummyStore()
        self._theirs = theirs
        self._seed = seed

    def judge(self, view: View, hand: Hand, budget: Budget) -> Judged | None:
        """Return what deals say of a decision; None where there is nothing to judge.

        That is so where the rules' own call may not be overruled, where partner has asked, and
        where no other call is near. Where no deals are found that agree with the auction, or there
        is no time, the other calls have been tried on no deals, and the rules' own call stands.

        Args:
            view: the position.
            hand: the hand of the seat to call.
            budget: the time.
        """
        return self._compared(view, hand, budget, None, lambda each: each.may_be_better)

    def compare(
        self, view: View, hand: Hand, budget: Budget, calls: Collection[Call] | None = None
    ) -> Judged | None:
        """Return what deals say of other calls, until it is clear whether each is as good.

        None where `judge` says nothing, or where none of the calls is near. A call of which
        `as_good` is true is a good answer to whoever asks for the rules' own call.

        Args:
            view: the position.
            hand: the hand of the seat to call.
            budget: the time.
            calls: the calls to try; all that are near when None.
        """
        return self._compared(view, hand, budget, calls, lambda each: each.may_be_as_good)

    def weigh(
        self, view: View, hand: Hand, budget: Budget, calls: Collection[Call]
    ) -> Judged | None:
        """Return what other calls gain on all 128 deals, however soon it is clear.

        None where `judge` says nothing, or where none of the calls is near. A judge with another
        seed says of a call that was chosen what it gains on deals that did not choose it.

        Args:
            view: the position.
            hand: the hand of the seat to call.
            budget: the time.
            calls: the calls to try.
        """
        return self._compared(view, hand, budget, calls, lambda _: True)

    def _compared(
        self,
        view: View,
        hand: Hand,
        budget: Budget,
        calls: Collection[Call] | None,
        goes_on: Callable[[Worth], bool],
    ) -> Judged | None:
        """Return what deals say of some calls, or all, each tried as long as it goes on."""
        over = budget.begin()
        own = view.position.chosen(hand)
        if own is None or not may_be_judged(own) or view.asks(RelativeSeat.PARTNER):
            return None
        near = near_misses(view, hand).items()
        rules = {
            call: rule
            for call, rule in near
            if call != own.call and (calls is None or call in calls)
        }
        if not rules:
            return None
        worths = self._tried(view, hand, own.call, rules, over, goes_on)
        ranked = sorted(worths, key=lambda each: (each.deals > 0, each.gain), reverse=True)
        complete = all(
            (each.deals > 0 and not goes_on(each)) or each.deals == sum(_ROUNDS) for each in worths
        )
        return Judged(own, tuple(ranked), complete)

    def _tried(
        self,
        view: View,
        hand: Hand,
        own: Call,
        rules: dict[Call, Candidate],
        over: Callable[[], bool],
        goes_on: Callable[[Worth], bool],
    ) -> list[Worth]:
        """Return what calls are worth."""
        sampler, generator = self._sampler(view, hand), self._generator(view, hand)
        rollout = Rollout(view, [own, *rules], self._store)
        going_on = list(rules)

        def worth(call: Call) -> Worth:
            return _worth(call, rules[call], rollout.gains[call], view.auction.scoring)

        with closing(rollout):
            for number in _ROUNDS:
                if not going_on or over():
                    break
                sample = sampler.sample(
                    generator, number, effort=_EFFORT, stop=over, proof_seconds=0
                )
                if sample.status is not SampleStatus.COMPLETE:
                    break
                rollout.add(sample.holdings, going_on)
                going_on = [call for call in going_on if goes_on(worth(call))]
        return [worth(call) for call in rules]

    def _sampler(self, view: View, hand: Hand) -> Sampler:
        side = view.caller_seat.side
        shown = {
            seat: constraint_of(
                view.players[seat].shown, JUDGED if seat.side is side else self._theirs
            )
            for seat in Seat
            if seat is not view.caller_seat
        }
        return Sampler(shown, {view.caller_seat: hand})

    def _generator(self, view: View, hand: Hand) -> np.random.Generator:
        """Return the random source of a decision."""
        # Neither the form of scoring nor part scores count: they compare the same deals.
        words = f"{self._seed} {hand} {view.auction.vulnerability} {view.auction}"
        digest = blake2b(words.encode(), digest_size=8).digest()
        return np.random.default_rng(int.from_bytes(digest))


def _worth(call: Call, rule: Candidate, gains: Sequence[int], scoring: Scoring) -> Worth:
    least = _LEAST_SPREAD[scoring]
    if len(gains) < 2:
        return Worth(call, rule, 0, 0.0, least, scoring)
    error = max(stdev(gains), least) / sqrt(len(gains))
    return Worth(call, rule, len(gains), fmean(gains), error, scoring)
